//! Row ids and randomness.

use uuid::Uuid;

/// Generates row ids: UUIDs of version 7, which sort by time.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
pub trait Ids: Send + Sync {
    /// Returns a new unique id.
    fn next(&self) -> Uuid;
}

/// A source of cryptographically secure random bytes.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
pub trait Entropy: Send + Sync {
    /// Returns 32 random bytes.
    fn bytes(&self) -> [u8; 32];
}

/// Declares an id type: a UUID with a type of its own for each kind of record.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(uuid::Uuid);

        impl $name {
            /// Wraps a UUID.
            #[must_use]
            pub const fn new(id: uuid::Uuid) -> Self {
                Self(id)
            }

            /// The nil id, for objects that are not stored.
            #[must_use]
            pub const fn nil() -> Self {
                Self(uuid::Uuid::nil())
            }

            /// Returns the UUID.
            #[must_use]
            pub const fn uuid(self) -> uuid::Uuid {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0.as_hyphenated(), f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                uuid::Uuid::try_parse(text).map(Self)
            }
        }
    };
}

/// Implements `Display`, `Debug` and serde for an id type that is one text: written with `as_str`, parsed with `FromStr`.
macro_rules! text {
    ($name:ident) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_str($crate::ids::Parse::new())
            }
        }
    };
}
pub(crate) use text;

/// A serde visitor that parses a borrowed text without copying it.
pub(crate) struct Parse<T>(std::marker::PhantomData<T>);

impl<T> Parse<T> {
    pub(crate) fn new() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<T: std::str::FromStr<Err: std::fmt::Display>> serde::de::Visitor<'_> for Parse<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
