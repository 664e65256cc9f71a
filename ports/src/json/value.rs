//! A JSON value.

use std::{collections::BTreeMap, ops::Index};

use super::number::JsonNumber;

/// A JSON value. Numbers keep the text that they were written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number of any length.
    Number(JsonNumber),
    /// A text.
    String(String),
    /// A list.
    Array(Vec<Json>),
    /// An object.
    Object(BTreeMap<String, Json>),
}

static NULL: Json = Json::Null;

impl Json {
    /// Returns a field of an object. Returns `None` where it is missing, and for any other value.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }

    /// Returns an item of a list. Returns `None` where the list is shorter, and for any other value.
    pub fn at(&self, index: usize) -> Option<&Self> {
        self.as_array()?.get(index)
    }

    /// Takes a field out of an object. Returns `None` where it is missing, and for any other value.
    pub fn remove(&mut self, name: &str) -> Option<Self> {
        match self {
            Self::Object(fields) => fields.remove(name),
            _ => None,
        }
    }

    /// Returns whether it is `null`.
    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }

    /// Returns the fields of an object.
    pub fn as_object(&self) -> Option<&BTreeMap<String, Self>> {
        match self {
            Self::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// Returns the items of a list.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// Returns a text.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a number.
    pub fn as_number(&self) -> Option<&JsonNumber> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a whole number of at least zero that is written in digits alone.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_str().parse().ok()
    }

    /// Returns a whole number that is written in digits alone, with or without a minus sign.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_str().parse().ok()
    }

    /// Returns `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

/// A missing field is `null`.
impl Index<&str> for Json {
    type Output = Self;

    fn index(&self, name: &str) -> &Self {
        self.get(name).unwrap_or(&NULL)
    }
}

/// A missing item is `null`.
impl Index<usize> for Json {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.at(index).unwrap_or(&NULL)
    }
}

impl PartialEq<bool> for Json {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl PartialEq<&str> for Json {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}
