//! Values that must not be printed.

pub mod pkce;
pub mod token;

pub use pkce::PkceVerifier;
pub use token::{Token, TokenKind};

/// A secret value. It has no `Debug`, `Display`, `Serialize` or `Clone`, so that it cannot reach a log by accident.
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value, for the one place that needs it.
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}
