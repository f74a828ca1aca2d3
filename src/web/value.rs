//! JavaScript values → plain data.

use js_sys::{Array, Float32Array, Float64Array, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::scene::value::{Value, join};
use crate::web::error::{JsResult, bad_argument};

/// Objects nested deeper than this are refused, and with them circles of references; a
/// document needs five levels.
const DEEPEST: usize = 64;

/// Values beyond this number are refused: the largest document has fewer.
const MOST: usize = 200_000;

/// A JavaScript value as plain data; `path` names it in errors. Keys whose value is
/// undefined are left out, as JSON does.
pub(crate) fn plain(value: &JsValue, path: &str) -> JsResult<Value> {
    let mut left = MOST;
    nested(value, path, 0, &mut left)
}

fn nested(value: &JsValue, path: &str, depth: usize, left: &mut usize) -> JsResult<Value> {
    if depth > DEEPEST || *left == 0 {
        return Err(bad_argument(
            path,
            "nests too deeply, contains itself, or is too large",
        ));
    }
    *left -= 1;
    if value.is_null() || value.is_undefined() {
        Ok(Value::Null)
    } else if let Some(number) = value.as_f64() {
        Ok(Value::Number(number))
    } else if let Some(text) = value.as_string() {
        Ok(Value::Text(text))
    } else if let Some(truth) = value.as_bool() {
        Ok(Value::Bool(truth))
    } else if let Some(numbers) = value.dyn_ref::<Float64Array>() {
        Ok(Value::List(
            numbers.to_vec().into_iter().map(Value::Number).collect(),
        ))
    } else if let Some(numbers) = value.dyn_ref::<Float32Array>() {
        let numbers = numbers.to_vec().into_iter().map(f64::from);
        Ok(Value::List(numbers.map(Value::Number).collect()))
    } else if value.is_object() && !value.is_function() {
        if Array::is_array(value) {
            list(value, path, depth, left)
        } else {
            object(value, path, depth, left)
        }
    } else {
        Err(bad_argument(
            path,
            "must be plain data: objects, lists, numbers, texts",
        ))
    }
}

// A getter or a proxy may throw. Only `Reflect` gives that back as a result; thrown through
// the module it would leave a rig borrowed for good.

fn get(value: &JsValue, key: &JsValue, path: &str) -> JsResult<JsValue> {
    Reflect::get(value, key).map_err(|_| bad_argument(path, "cannot be read: it throws"))
}

fn list(value: &JsValue, path: &str, depth: usize, left: &mut usize) -> JsResult<Value> {
    let length = get(value, &"length".into(), path)?.as_f64().unwrap_or(0.0);
    if length > MOST as f64 {
        return Err(bad_argument(path, "is too large"));
    }
    let mut items = Vec::new();
    for i in 0..length as u32 {
        let item = get(value, &i.into(), path)?;
        items.push(nested(&item, &format!("{path}[{i}]"), depth + 1, left)?);
    }
    Ok(Value::List(items))
}

fn object(value: &JsValue, path: &str, depth: usize, left: &mut usize) -> JsResult<Value> {
    let keys =
        Reflect::own_keys(value).map_err(|_| bad_argument(path, "cannot be read: it throws"))?;
    let mut object = Vec::new();
    for key in keys.iter() {
        // Symbols are no data.
        let Some(name) = key.as_string() else {
            continue;
        };
        let value = get(value, &key, path)?;
        if !value.is_undefined() {
            let value = nested(&value, &join(path, &name), depth + 1, left)?;
            object.push((name, value));
        }
    }
    Ok(Value::Object(object))
}
