//! Requests without fields, and the two fields of every list.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A call that needs nothing said. Fields it does not know are ignored.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({}))]
pub struct NoFields {}

/// The offset of the first row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(example = 0, minimum = 0, maximum = 1_000_000)]
pub struct Start(pub i64);

impl Start {
    const MOST: i64 = 1_000_000;

    /// The offset that is used.
    pub fn clamped(self) -> Self {
        Self(self.0.clamp(0, Self::MOST))
    }

    /// The same as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

/// How many rows at most. Values outside 1..200 are clamped; the value used is in the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(example = 10, minimum = 1, maximum = 200)]
pub struct Limit(pub i64);

impl Limit {
    const MOST: i64 = 200;

    /// The limit that is used.
    pub fn clamped(self) -> Self {
        Self(self.0.clamp(1, Self::MOST))
    }

    /// The same as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(10)
    }
}
