//! Ids: the types of those that are used everywhere, the macro for row ids, and the ports for new ids and random bytes.

pub(crate) mod account;
pub(crate) mod asset;
pub(crate) mod chain;
pub(crate) mod currency;
pub(crate) mod hash_text;
pub(crate) mod source;
pub(crate) mod transaction;
pub(crate) mod user;

use uuid::Uuid;

/// Generates row ids: UUIDs of version 7, which sort by time.
pub trait Ids: Send + Sync {
    /// Returns a new unique id.
    fn next(&self) -> Uuid;
}

/// A source of cryptographically secure random bytes.
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
