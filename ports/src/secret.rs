//! Values that must not be printed.

/// Holds a secret: it has no `Debug`, `Display`, `Serialize` or `Clone`, so it cannot reach a log by accident.
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value, for the one place that needs it.
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}
