//! The parser. Its depth is bounded, because it is recursive.

use std::collections::{BTreeMap, btree_map::Entry};

use super::{number::JsonNumber, value::Json};

/// The names by which `serde_json` marks values that it parses in another way. A field of such a name could make it parse a
/// text as JSON again.
const PRIVATE: &str = "$serde_json::private::";

/// Bounds of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum nesting depth of arrays and objects; at most 127.
    pub depth: usize,
    /// The maximum number of values of any kind.
    pub values: usize,
}

/// The greatest depth that a caller can choose.
const DEEPEST: usize = 127;

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
pub fn read(text: &[u8], bounds: Bounds) -> Result<Json, ReadJsonError> {
    let mut parser = Parser {
        text,
        position: 0,
        values_left: bounds.values,
    };
    let value = parser.value(bounds.depth.min(DEEPEST))?;
    match parser.next() {
        None => Ok(value),
        Some(_) => Err(parser.malformed()),
    }
}

struct Parser<'a> {
    text: &'a [u8],
    position: usize,
    values_left: usize,
}

impl Parser<'_> {
    /// Parses a value that contains at most `depth` levels.
    fn value(&mut self, depth: usize) -> Result<Json, ReadJsonError> {
        self.values_left = self.values_left.checked_sub(1).ok_or(ReadJsonError::TooMany)?;
        let inner = depth.checked_sub(1).ok_or(ReadJsonError::TooDeep);
        match self.next() {
            Some(b'{') => self.object(inner?),
            Some(b'[') => self.array(inner?),
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            _ => Err(self.malformed()),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, ReadJsonError> {
        self.position += 1;
        let mut fields = BTreeMap::new();
        if self.skip(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            let name = self.name()?;
            self.expect(b':')?;
            let value = self.value(depth)?;
            match fields.entry(name) {
                Entry::Vacant(field) => drop(field.insert(value)),
                Entry::Occupied(field) => return Err(ReadJsonError::Twice(field.key().clone())),
            }
            if !self.skip(b',') {
                self.expect(b'}')?;
                return Ok(Json::Object(fields));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, ReadJsonError> {
        self.position += 1;
        let mut items = Vec::new();
        if self.skip(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth)?);
            if !self.skip(b',') {
                self.expect(b']')?;
                return Ok(Json::Array(items));
            }
        }
    }

    fn name(&mut self) -> Result<String, ReadJsonError> {
        if self.next() != Some(b'"') {
            return Err(self.malformed());
        }
        let name = self.string()?;
        if name.starts_with(PRIVATE) {
            return Err(self.malformed());
        }
        Ok(name)
    }

    /// Parses a string. Its escapes are resolved by `serde_json`.
    fn string(&mut self) -> Result<String, ReadJsonError> {
        let quoted = &self.text[self.position..];
        let mut end = 1;
        while let Some(byte) = quoted.get(end).filter(|byte| **byte != b'"') {
            end += if *byte == b'\\' { 2 } else { 1 };
        }
        let quoted = quoted.get(..=end).unwrap_or(quoted);
        match serde_json::from_slice(quoted) {
            Ok(text) => {
                self.position += quoted.len();
                Ok(text)
            }
            Err(error) => {
                self.position += error.column().saturating_sub(1);
                Err(self.malformed())
            }
        }
    }

    fn number(&mut self) -> Result<Json, ReadJsonError> {
        let rest = &self.text[self.position..];
        let is_part = |byte: &&u8| matches!(**byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
        let length = rest.iter().take_while(is_part).count();
        let text = std::str::from_utf8(&rest[..length]).map_err(|_| self.malformed())?;
        let number: JsonNumber = text.parse().map_err(|_| self.malformed())?;
        self.position += length;
        Ok(Json::Number(number))
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, ReadJsonError> {
        if !self.text[self.position..].starts_with(word.as_bytes()) {
            return Err(self.malformed());
        }
        self.position += word.len();
        Ok(value)
    }

    /// Skips white space, and returns the next byte without consuming it.
    fn next(&mut self) -> Option<u8> {
        let is_space = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\n' | b'\r');
        let rest = self.text.get(self.position..).unwrap_or_default();
        self.position += rest.iter().take_while(is_space).count();
        self.text.get(self.position).copied()
    }

    /// Consumes the next byte if it is this one.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.position += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<(), ReadJsonError> {
        if self.skip(byte) { Ok(()) } else { Err(self.malformed()) }
    }

    /// Returns the error at the current position, or at the last byte of a text that is incomplete.
    fn malformed(&self) -> ReadJsonError {
        let read = &self.text[..self.text.len().min(self.position + 1)];
        let (mut line, mut column) = (0, 0);
        for text in read.split(|byte| *byte == b'\n') {
            (line, column) = (line + 1, text.len());
        }
        ReadJsonError::Malformed { line, column }
    }
}
