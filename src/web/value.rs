//! JavaScript values → plain data.

use js_sys::{Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use crate::scene::value::Value;
use crate::web::error::{JsResult, bad_argument};

/// Objects nested deeper than this are refused, and with them circles of references; a
/// document needs five levels.
const DEEPEST: usize = 64;

/// A JavaScript value as plain data; `path` names it in errors. Keys whose value is
/// undefined are left out, as JSON does.
pub(crate) fn plain(value: &JsValue, path: &str) -> JsResult<Value> {
    nested(value, path, 0)
}

fn nested(value: &JsValue, path: &str, depth: usize) -> JsResult<Value> {
    if depth > DEEPEST {
        return Err(bad_argument(path, "nests too deeply, or contains itself"));
    }
    if value.is_null() || value.is_undefined() {
        Ok(Value::Null)
    } else if let Some(number) = value.as_f64() {
        Ok(Value::Number(number))
    } else if let Some(text) = value.as_string() {
        Ok(Value::Text(text))
    } else if let Some(truth) = value.as_bool() {
        Ok(Value::Bool(truth))
    } else if Array::is_array(value) {
        let items = Array::from(value);
        let items = items.iter().map(|item| nested(&item, path, depth + 1));
        Ok(Value::List(items.collect::<JsResult<_>>()?))
    } else if value.is_object() && !value.is_function() {
        let entries = Object::entries(value.unchecked_ref());
        let mut object = Vec::with_capacity(entries.length() as usize);
        for entry in entries.iter() {
            let entry: Array = entry.unchecked_into();
            let (key, value) = (entry.get(0), entry.get(1));
            if !value.is_undefined() {
                let key = key.as_string().unwrap_or_default();
                object.push((key, nested(&value, path, depth + 1)?));
            }
        }
        Ok(Value::Object(object))
    } else {
        Err(bad_argument(
            path,
            "must be plain data: objects, lists, numbers, texts",
        ))
    }
}
