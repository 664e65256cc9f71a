//! Form bodies. Every field is text; lists and maps in a field are JSON text.

use std::collections::HashSet;

use ports::json::{Json, ReadJsonError};
use serde::de::value::{MapDeserializer, StringDeserializer};
use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};

use super::{bounds, message, message::sanitize, secret, secret::SecretPolicy};
use crate::problem::Problem;

/// Parses a form into the same type as JSON.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], secrets: SecretPolicy) -> Result<T, Problem> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(bytes)
        .map_err(|_| Problem::field("body", "This is not a form: field=value&field=value, percent-encoded."))?;
    parse_fields(pairs, secrets)
}

/// Parses the fields of a form into the same type as JSON.
pub fn parse_fields<T: DeserializeOwned>(pairs: Vec<(String, String)>, secrets: SecretPolicy) -> Result<T, Problem> {
    if pairs.len() > bounds::MAX_FIELDS {
        return Err(bounds::too_many_fields());
    }
    let mut seen = HashSet::new();
    if let Some((name, _)) = pairs.iter().find(|(name, _)| !seen.insert(name.as_str())) {
        return Err(Problem::field(
            &sanitize(name),
            "This field is repeated. Send a list as JSON text in one field.",
        ));
    }
    secret::check_form(&pairs, secrets)?;
    let fields = MapDeserializer::new(pairs.into_iter().map(|(name, text)| (name, FieldText(text))));
    serde_path_to_error::deserialize(fields)
        .map_err(|error| message::problem(&error.path().to_string(), &error.inner().to_string()))
}

/// The text of one field, which deserializes into the type of the field.
struct FieldText(String);

type FormError = de::value::Error;

impl IntoDeserializer<'_, FormError> for FieldText {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

impl FieldText {
    fn number<N: std::str::FromStr>(&self) -> Result<N, FormError> {
        self.0
            .trim()
            .parse()
            .map_err(|_| de::Error::custom("enter a whole number"))
    }

    fn nested(&self) -> Result<Json, FormError> {
        bounds::read(self.0.as_bytes()).map_err(|error| {
            de::Error::custom(match error {
                ReadJsonError::Malformed { .. } => "enter JSON text: a list or a map",
                ReadJsonError::Twice(_) => "a key is repeated",
                ReadJsonError::TooDeep | ReadJsonError::TooMany => {
                    "nested too deeply or too long: at most 8 levels and 10,000 values"
                }
            })
        })
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident),+) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
            visitor.$visit(self.number()?)
        }
    )+ };
}

impl<'de> Deserializer<'de> for FieldText {
    type Error = FormError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_string(self.0)
    }

    numbers!(deserialize_i64 visit_i64, deserialize_u64 visit_u64, deserialize_i32 visit_i32, deserialize_u32 visit_u32);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        match self.0.trim() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(de::Error::custom("enter true or false")),
        }
    }

    /// A field that is present is never null, even if it is empty.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, FormError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        self.nested()?.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FormError> {
        self.nested()?.deserialize_map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        self.nested()?.deserialize_struct(name, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FormError> {
        let text: StringDeserializer<FormError> = self.0.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i128 u8 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}
