//! Requests without fields, and the two fields of every list.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

/// A call that needs nothing said.
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
    const MOST: i64 = 1_000_000;

    /// The same as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        within(0, Self::MOST, deserializer).map(Self)
    }
}

/// How many rows at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(example = 10, minimum = 1, maximum = 200)]
pub struct Limit(pub i64);

impl Limit {
    const MOST: i64 = 200;

    /// The same as a number of rows.
    pub fn rows<N: TryFrom<i64> + Default>(self) -> N {
        N::try_from(self.0).unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        within(1, Self::MOST, deserializer).map(Self)
    }
}

/// A number within its bounds. What lies outside is refused: a client that asked for more would take what it gets for all.
fn within<'de, D: Deserializer<'de>>(least: i64, most: i64, deserializer: D) -> Result<i64, D::Error> {
    let number = i64::deserialize(deserializer)?;
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(D::Error::custom(format_args!(
        "Use a whole number from {least} to {most}."
    )))
}

impl Default for Limit {
    fn default() -> Self {
        Self(10)
    }
}
