//! JavaScript values → plain data.

use js_sys::{Array, Float32Array, Float64Array, Object};
use wasm_bindgen::{JsCast, JsValue};

use crate::scene::value::{Value, join};
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
        let items = items.iter().enumerate();
        let items = items.map(|(i, item)| nested(&item, &format!("{path}[{i}]"), depth + 1));
        Ok(Value::List(items.collect::<JsResult<_>>()?))
    } else if let Some(numbers) = value.dyn_ref::<Float64Array>() {
        Ok(Value::List(
            numbers.to_vec().into_iter().map(Value::Number).collect(),
        ))
    } else if let Some(numbers) = value.dyn_ref::<Float32Array>() {
        let numbers = numbers.to_vec().into_iter().map(f64::from);
        Ok(Value::List(numbers.map(Value::Number).collect()))
    } else if value.is_object() && !value.is_function() {
        let entries = Object::entries(value.unchecked_ref());
        let mut object = Vec::with_capacity(entries.length() as usize);
        for entry in entries.iter() {
            let entry: Array = entry.unchecked_into();
            let (key, value) = (entry.get(0), entry.get(1));
            if !value.is_undefined() {
                let key = key.as_string().unwrap_or_default();
                let value = nested(&value, &join(path, &key), depth + 1)?;
                object.push((key, value));
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
