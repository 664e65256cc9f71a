//! JSON of other programs (request bodies and responses of hosts), with bounds on depth and size, and with numbers that
//! keep every digit.
//!
//! `serde_json` alone reads a fraction as a binary floating-point number, which is not exact. Its feature
//! `arbitrary_precision` would keep the digits, but a feature applies to the whole program: enums of other crates that are
//! tagged or untagged then no longer deserialize fractions. So the values are parsed here, into [`Json`].

mod deserialize;
mod number;
mod parse;
mod text;
mod value;

#[cfg(test)]
mod tests;

pub use number::{JsonNumber, NotJsonNumber};
pub use parse::{Bounds, ReadJsonError, read};
pub use value::Json;
