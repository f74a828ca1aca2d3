//! A document before it is understood: plain data, and a reader that knows where it is.
//!
//! The same reader serves JSON text and JavaScript objects, so that both fail with the same
//! code, path and sentence.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::error::{Code, Error, Result};

/// Plain data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    /// In the order given; a key may stand twice until it is read.
    Object(Vec<(String, Value)>),
}

impl Value {
    fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("plain data")
    }

    fn visit_unit<E>(self) -> std::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> std::result::Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_str<E>(self, value: &str) -> std::result::Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = seq.next_element()? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Value, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = map.next_entry()? {
            object.push(entry);
        }
        Ok(Value::Object(object))
    }
}

/// A value and where it stands.
pub(crate) struct At<'v> {
    value: &'v Value,
    path: String,
}

/// The keys of an object, all known.
pub(crate) struct Fields<'v> {
    entries: &'v [(String, Value)],
    path: String,
}

impl<'v> At<'v> {
    /// A value whose path is `path`; empty for a whole document.
    pub(crate) fn new(value: &'v Value, path: impl Into<String>) -> Self {
        At {
            value,
            path: path.into(),
        }
    }

    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The error of a value that is not what stands here.
    pub(crate) fn expected(&self, what: &str) -> Error {
        let found = self.value.kind();
        Error::new(
            Code::Type,
            self.path.clone(),
            format!("must be {what}, not {found}"),
        )
    }

    pub(crate) fn is_null(&self) -> bool {
        *self.value == Value::Null
    }

    pub(crate) fn number(&self) -> Result<f64> {
        match self.value {
            Value::Number(number) if number.is_finite() => Ok(*number),
            Value::Number(_) => Err(Error::new(
                Code::NotFinite,
                self.path.clone(),
                "must be a finite number",
            )),
            _ => Err(self.expected("a number")),
        }
    }

    pub(crate) fn boolean(&self) -> Result<bool> {
        match self.value {
            Value::Bool(value) => Ok(*value),
            _ => Err(self.expected("true or false")),
        }
    }

    pub(crate) fn text(&self) -> Result<String> {
        match self.value {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(self.expected("a text")),
        }
    }

    /// One of a few words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&str, T)]) -> Result<T> {
        let known = || {
            words
                .iter()
                .map(|w| format!("{:?}", w.0))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let Value::Text(text) = self.value else {
            return Err(self.expected(&format!("one of {}", known())));
        };
        words
            .iter()
            .find(|word| word.0 == text)
            .map(|word| word.1)
            .ok_or_else(|| {
                let message = format!("{text:?} is not known; give one of {}", known());
                Error::new(Code::BadValue, self.path.clone(), message)
            })
    }

    pub(crate) fn list(&self) -> Result<impl ExactSizeIterator<Item = At<'v>> + use<'v>> {
        let Value::List(list) = self.value else {
            return Err(self.expected("a list"));
        };
        let path = self.path.clone();
        Ok(list
            .iter()
            .enumerate()
            .map(move |(i, v)| At::new(v, format!("{path}[{i}]"))))
    }

    pub(crate) fn numbers<const N: usize>(&self) -> Result<[f64; N]> {
        let what = || format!("a list of {N} numbers");
        let Value::List(list) = self.value else {
            return Err(self.expected(&what()));
        };
        if list.len() != N {
            let message = format!("must be {}, not of {}", what(), list.len());
            return Err(Error::new(Code::Type, self.path.clone(), message));
        }
        let mut numbers = [0.0; N];
        for (number, value) in numbers.iter_mut().zip(self.list()?) {
            *number = value.number()?;
        }
        Ok(numbers)
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// All entries of an object whose keys are names.
    pub(crate) fn entries(&self) -> Result<impl Iterator<Item = (&'v str, At<'v>)> + use<'v>> {
        let Value::Object(entries) = self.value else {
            return Err(self.expected("an object"));
        };
        let path = self.path.clone();
        Ok(entries
            .iter()
            .map(move |(k, v)| (k.as_str(), At::new(v, join(&path, k)))))
    }

    /// The entries of an object whose keys are all among `known`, each at most once.
    pub(crate) fn fields(&self, known: &[&str]) -> Result<Fields<'v>> {
        let Value::Object(entries) = self.value else {
            return Err(self.expected("an object"));
        };
        for (i, (key, _)) in entries.iter().enumerate() {
            if !known.contains(&key.as_str()) {
                let known = known.join("`, `");
                let message = format!("unknown key `{}`; there are `{known}`", shown(key));
                return Err(Error::new(Code::UnknownKey, join(&self.path, key), message));
            }
            if entries[..i].iter().any(|(earlier, _)| earlier == key) {
                let message = "stands twice; give it once";
                return Err(Error::new(Code::Type, join(&self.path, key), message));
            }
        }
        Ok(Fields {
            entries,
            path: self.path.clone(),
        })
    }
}

impl<'v> Fields<'v> {
    pub(crate) fn get(&self, key: &str) -> Option<At<'v>> {
        let (_, value) = self.entries.iter().find(|(k, _)| k == key)?;
        Some(At::new(value, join(&self.path, key)))
    }

    pub(crate) fn need(&self, key: &str) -> Result<At<'v>> {
        self.get(key).ok_or_else(|| {
            Error::new(
                Code::Type,
                self.path.clone(),
                format!("missing key `{key}`"),
            )
        })
    }

    /// A key that may be absent.
    pub(crate) fn optional<T>(
        &self,
        key: &str,
        read: impl FnOnce(&At<'v>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.get(key).as_ref().map(read).transpose()
    }

    /// A key that may be absent (`None`) or null (`Some(None)`).
    pub(crate) fn nullable<T>(
        &self,
        key: &str,
        read: impl FnOnce(&At<'v>) -> Result<T>,
    ) -> Result<Option<Option<T>>> {
        match self.get(key) {
            None => Ok(None),
            Some(at) if at.is_null() => Ok(Some(None)),
            Some(at) => read(&at).map(|value| Some(Some(value))),
        }
    }
}

/// Longer keys are cut short in a path.
const LONGEST_KEY: usize = 60;

/// The path of a key below `path`. A key may be anything; a path is one short line.
pub(crate) fn join(path: &str, key: &str) -> String {
    let key = shown(key);
    if path.is_empty() {
        key
    } else {
        format!("{path}.{key}")
    }
}

fn shown(key: &str) -> String {
    let mut shown: String = key
        .chars()
        .take(LONGEST_KEY)
        .flat_map(char::escape_debug)
        .collect();
    if key.chars().nth(LONGEST_KEY).is_some() {
        shown.push('…');
    }
    shown
}
