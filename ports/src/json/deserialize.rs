//! Conversion of a JSON value into a type with fields.

use std::{collections::btree_map, vec};

use serde::de::{
    Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor,
    value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer, StringDeserializer},
};

use super::value::Json;

/// A number with a fraction or an exponent is an error, because such a field would be a binary floating-point number. Its text
/// is in [`Json::as_number`].
impl<'de> Deserializer<'de> for Json {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(_) => match (self.as_u64(), self.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => Err(Error::invalid_type(Unexpected::Other("number"), &visitor)),
            },
            Self::String(text) => visitor.visit_string(text),
            Self::Array(items) => {
                let mut items: SeqDeserializer<vec::IntoIter<Self>, Error> = SeqDeserializer::new(items.into_iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Self::Object(fields) => {
                let mut fields: MapDeserializer<'_, btree_map::IntoIter<String, Self>, Error> =
                    MapDeserializer::new(fields.into_iter());
                let value = visitor.visit_map(&mut fields)?;
                fields.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::String(text) => {
                let text: StringDeserializer<Error> = text.into_deserializer();
                text.deserialize_enum(name, variants, visitor)
            }
            Self::Object(fields) if fields.len() == 1 => {
                let fields: MapDeserializer<'_, btree_map::IntoIter<String, Self>, Error> =
                    MapDeserializer::new(fields.into_iter());
                MapAccessDeserializer::new(fields).deserialize_enum(name, variants, visitor)
            }
            _ => Err(Error::invalid_type(Unexpected::Other("value"), &visitor)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_> for Json {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
