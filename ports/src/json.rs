//! JSON from strangers, as bodies of requests and answers of hosts: read into a tree that is no deeper and no larger
//! than stated. `serde_json` alone would look inside a text that stands under one of its private names, and inside
//! the texts in there, each with a fresh count of levels: a small text then uses up the whole stack.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// How `serde_json` hands over a number with all its digits: as a map of this one name.
const NUMBER: &str = "$serde_json::private::Number";
/// Names that mean something to `serde_json` itself.
const PRIVATE: &str = "$serde_json::private::";

/// How much is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Levels of lists and maps, one inside the other; at most 127.
    pub depth: usize,
    /// Lists, maps, texts, numbers and the rest, all counted.
    pub values: usize,
}

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadJsonError {
    /// Not JSON.
    #[error("not JSON: line {line}, column {column}")]
    Malformed {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
    },
    /// Too many levels.
    #[error("nested too deeply")]
    TooDeep,
    /// Too many values.
    #[error("too many values")]
    TooMany,
    /// Two fields of one name: readers differ about which of them counts.
    #[error("the field {0:?} is repeated")]
    Twice(String),
}

/// Reads one JSON value. Numbers keep every digit.
pub fn read(text: &[u8], bounds: Bounds) -> Result<Value, ReadJsonError> {
    let mut state = State {
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

/// What is left to be read, and what stopped the reading.
struct State {
    left: usize,
    found: Option<ReadJsonError>,
}

/// Reads one value of the tree.
struct Tree<'a> {
    state: &'a mut State,
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

/// A number under its private name. A map that a stranger wrote so says a number as well, or nothing that is read.
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
