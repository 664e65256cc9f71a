//! Forms: every field is text; lists and maps inside a field are JSON text.

use std::collections::HashSet;

use ports::json::ReadJsonError;
use serde::de::value::{MapDeserializer, StringDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde_json::Value;

use super::{bounds, message, message::shown, secret, secret::Secrets};
use crate::problem::Problem;

/// Parses a form into the type that JSON is parsed into.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], secrets: Secrets) -> Result<T, Problem> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes)
        .map_err(|_| Problem::field("body", "This is not a form: field=value&field=value, percent-encoded."))?;
    if pairs.len() > bounds::FIELDS {
        return Err(bounds::too_wide());
    }
    let mut seen = HashSet::new();
    if let Some((name, _)) = pairs.iter().find(|(name, _)| !seen.insert(name.as_str())) {
        return Err(Problem::field(
            &shown(name),
            "This field is repeated. Send a list as JSON text in one field.",
        ));
    }
    secret::check_form(&pairs, secrets)?;
    let fields = MapDeserializer::new(pairs.into_iter().map(|(name, text)| (name, Text(text))));
    serde_path_to_error::deserialize(fields)
        .map_err(|error| message::refusal(&error.path().to_string(), &error.inner().to_string()))
}

/// The text of one field, read as whatever the field's type asks for.
struct Text(String);

type Refused = de::value::Error;

impl IntoDeserializer<'_, Refused> for Text {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl Text {
    fn number<N: std::str::FromStr>(&self) -> Result<N, Refused> {
        self.0
            .trim()
            .parse()
            .map_err(|_| de::Error::custom("enter a whole number"))
    }

    fn nested(&self) -> Result<Value, Refused> {
        bounds::read(self.0.as_bytes()).map_err(|why| {
            de::Error::custom(match why {
                ReadJsonError::Malformed { .. } => "enter JSON text: a list or a map",
                ReadJsonError::Twice(_) => "a key is repeated",
                ReadJsonError::TooDeep | ReadJsonError::TooMany => {
                    "nested too deeply or too long: at most 8 levels and 10,000 values"
                }
            })
        })
    }
}

fn plain(error: serde_json::Error) -> Refused {
    de::Error::custom(error)
}

macro_rules! numbers {
    ($($method:ident $visit:ident),+) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            visitor.$visit(self.number()?)
        }
    )+ };
}

impl<'de> Deserializer<'de> for Text {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_string(self.0)
    }

    numbers!(deserialize_i64 visit_i64, deserialize_u64 visit_u64, deserialize_i32 visit_i32, deserialize_u32 visit_u32);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.0.trim() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(de::Error::custom("enter true or false")),
        }
    }

    /// An empty field of an optional type is absent only where nothing else can be meant: JSON's null has no other form here.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.nested()?.deserialize_seq(visitor).map_err(plain)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.nested()?.deserialize_map(visitor).map_err(plain)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.nested()?.deserialize_struct(name, fields, visitor).map_err(plain)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let text: StringDeserializer<Refused> = self.0.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}
