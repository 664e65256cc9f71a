//! Requests without fields, and the pagination fields of every list.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

/// A request without fields.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct NoFields {}

/// The offset of the first row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(example = 0, minimum = 0, maximum = 1_000_000)]
pub struct Start(pub i64);

impl Start {
    const MAX: i64 = 1_000_000;

    /// Returns the value as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_in_range(0, Self::MAX, deserializer).map(Self)
    }
}

/// The maximum number of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(example = 10, minimum = 1, maximum = 200)]
pub struct Limit(pub i64);

impl Limit {
    const MAX: i64 = 200;

    /// Returns the value as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_in_range(1, Self::MAX, deserializer).map(Self)
    }
}

/// Parses a number from `min` to `max`. A larger limit is rejected and not reduced: the client would take the first rows for all of
/// them.
fn parse_in_range<'de, D: Deserializer<'de>>(min: i64, max: i64, deserializer: D) -> Result<i64, D::Error> {
    let number = i64::deserialize(deserializer)?;
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(D::Error::custom(format_args!(
        "Use a whole number from {min} to {max}."
    )))
}

impl Default for Limit {
    fn default() -> Self {
        Self(10)
    }
}
