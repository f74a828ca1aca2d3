//! [`crate::Error`] → JavaScript `Error` with `code` and `path`.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use crate::error::{Code, Error};

/// What a failing function of the binding returns.
pub(crate) type JsResult<T> = Result<T, JsValue>;

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        js_error(error.code().as_str(), error.path(), &error.to_string())
    }
}

/// An `Error` of the given message with the properties `code` and `path`.
pub(crate) fn js_error(code: &str, path: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name("ZeroplaneError");
    // Setting a property of a fresh, unfrozen object cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    let _ = Reflect::set(&error, &"path".into(), &path.into());
    error.into()
}

/// An argument of the wrong kind.
pub(crate) fn bad_argument(path: &str, message: &str) -> JsValue {
    Error::new(Code::Type, path, message).into()
}
