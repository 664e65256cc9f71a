//! Parsing of untrusted JSON (request bodies and responses of hosts) with bounds on depth and size. `serde_json` alone
//! parses a string under one of its private keys as JSON again, recursively and with a new depth count each time, so that
//! a small text can exhaust the stack.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The private key under which `serde_json` represents numbers with all digits, as a map.
const NUMBER: &str = "$serde_json::private::Number";
/// The private keys of `serde_json`.
const PRIVATE: &str = "$serde_json::private::";

/// Bounds of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum nesting depth of arrays and objects; at most 127.
    pub depth: usize,
    /// The maximum number of values of any kind.
    pub values: usize,
}

/// Why a text is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadJsonError {
    /// Not JSON.
    #[error("not JSON: line {line}, column {column}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// Nested too deeply.
    #[error("nested too deeply")]
    TooDeep,
    /// Too many values.
    #[error("too many values")]
    TooMany,
    /// A repeated key: parsers differ about which value wins.
    #[error("the field {0:?} is repeated")]
    Twice(String),
}

/// Parses one JSON value. Numbers keep every digit.
pub fn read(text: &[u8], bounds: Bounds) -> Result<Value, ReadJsonError> {
    let mut state = ReadState {
        left: bounds.values,
        found: None,
    };
    let mut reader = serde_json::Deserializer::from_slice(text);
    let tree = Tree {
        state: &mut state,
        depth: bounds.depth,
    };
    let value = tree.deserialize(&mut reader);
    let whole = value.and_then(|value| reader.end().map(|()| value));
    whole.map_err(|error| {
        state.found.unwrap_or(ReadJsonError::Malformed {
            line: error.line(),
            column: error.column(),
        })
    })
}

/// The remaining bounds, and the reason for stopping.
struct ReadState {
    left: usize,
    found: Option<ReadJsonError>,
}

/// Parses one value.
struct Tree<'a> {
    state: &'a mut ReadState,
    depth: usize,
}

impl Tree<'_> {
    fn stop<E: serde::de::Error>(&mut self, why: ReadJsonError) -> E {
        let error = E::custom(&why);
        self.state.found = Some(why);
        error
    }

    fn inner<E: serde::de::Error>(&mut self) -> Result<Tree<'_>, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Tree {
                state: self.state,
                depth,
            }),
            None => Err(self.stop(ReadJsonError::TooDeep)),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(mut self, from: D) -> Result<Value, D::Error> {
        match self.state.left.checked_sub(1) {
            Some(left) => self.state.left = left,
            None => return Err(self.stop(ReadJsonError::TooMany)),
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner.again())? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<Value, A::Error> {
        let mut next = fields.next_key::<String>()?;
        if next.as_deref() == Some(NUMBER) {
            return number(fields);
        }
        let mut inner = self.inner()?;
        let mut map = Map::new();
        while let Some(name) = next {
            if name.starts_with(PRIVATE) {
                return Err(A::Error::custom("a reserved name"));
            }
            let value = fields.next_value_seed(inner.again())?;
            if map.contains_key(&name) {
                return Err(inner.stop(ReadJsonError::Twice(name)));
            }
            map.insert(name, value);
            next = fields.next_key()?;
        }
        Ok(Value::Object(map))
    }
}

impl Tree<'_> {
    fn again(&mut self) -> Tree<'_> {
        Tree {
            state: self.state,
            depth: self.depth,
        }
    }
}

/// Parses a number under its private key. An object that the sender wrote this way must also be a number, or is rejected.
fn number<'de, A: MapAccess<'de>>(mut fields: A) -> Result<Value, A::Error> {
    let text: String = fields.next_value()?;
    text.parse::<Number>().map(Value::Number).map_err(A::Error::custom)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const BOUNDS: Bounds = Bounds { depth: 3, values: 10 };

    fn of(text: &str) -> Result<Value, ReadJsonError> {
        read(text.as_bytes(), BOUNDS)
    }

    #[test]
    fn json_is_read_as_it_stands() {
        let text = r#"{"a":[1,-2,3.10,1e400],"b":{"c":null,"d":"\u00e9"},"e":true}"#;
        let value = of(text).unwrap();
        assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(value["a"][2].to_string(), "3.10", "every digit");
        assert_eq!(of("7").unwrap(), json!(7));
        for wrong in ["", "{", "[1,]", "{} {}", "nul", "\"\u{1}\"", "\"\\ud800\"", "NaN"] {
            assert!(matches!(of(wrong), Err(ReadJsonError::Malformed { .. })), "{wrong}");
        }
        assert!(read(b"\"\xff\"", BOUNDS).is_err());
    }

    #[test]
    fn what_is_deep_long_or_double_is_refused() {
        assert!(of("[[[]]]").is_ok() && of("[[[7]]]").is_ok());
        assert_eq!(of("[[[[]]]]"), Err(ReadJsonError::TooDeep));
        assert_eq!(of(r#"{"a":{"a":{"a":{}}}}"#), Err(ReadJsonError::TooDeep));
        assert!(of("[1,2,3,4,5,6,7,8,9]").is_ok());
        assert_eq!(of("[1,2,3,4,5,6,7,8,9,10]"), Err(ReadJsonError::TooMany));
        assert_eq!(of(r#"[{"a":1,"a":2}]"#), Err(ReadJsonError::Twice("a".to_owned())));
    }

    #[test]
    fn private_names_open_no_text() {
        let inside = r#"{"$serde_json::private::RawValue":"[[[[[[]]]]]]"}"#;
        assert!(
            serde_json::from_str::<Value>(inside).unwrap().is_array(),
            "else this module is not needed"
        );
        for text in [
            inside.to_owned(),
            inside.replace('$', "\\u0024"),
            format!("[{inside}]"),
            r#"{"$serde_json::private::Number":"x"}"#.to_owned(),
            r#"{"$serde_json::private::Number":"1","a":1}"#.to_owned(),
            r#"{"a":1,"$serde_json::private::Number":"1"}"#.to_owned(),
        ] {
            assert!(matches!(of(&text), Err(ReadJsonError::Malformed { .. })), "{text}");
        }
    }
}
