//! Text with a fixed form: decimals, times, chains and assets.

use domain::currency::Currencies;
use ports::{Amount, AssetId, ChainId, Currency, Ratio, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problem::Problem;

/// An exact decimal number as text, never a float. Money is rounded once, half-even, to 18 places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(format = "decimal", example = "1234.56")]
pub struct Decimal(pub String);

impl Decimal {
    /// Returns a quantity, or a figure before rounding, with all digits.
    pub fn exact(amount: Amount) -> Self {
        Self(amount.to_string())
    }

    /// Returns money, rounded half-even to 18 places.
    pub fn money(amount: Amount) -> Self {
        Self(amount.at_edge().to_string())
    }

    /// Returns a ratio as a fraction of one.
    pub fn ratio(ratio: Ratio) -> Self {
        Self::money(ratio.amount())
    }

    /// Returns a ratio in percent, to six places.
    pub fn percent(ratio: Ratio) -> Self {
        Self(ratio.percent(6).to_string())
    }
}

/// Parses the currency of a request. The default is US dollars.
pub fn currency(code: Option<&str>) -> Result<Currency, Problem> {
    let named = code.map(Currencies::named).transpose();
    named
        .map(Option::unwrap_or_default)
        .map_err(|error| Problem::field("currency_code", error.to_string()))
}

/// A time in UTC, RFC 3339.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(format = "date-time", example = "2025-09-08T12:30:00Z")]
pub struct Time(pub String);

/// A chain's CAIP-2 id. Calls accept a chain's `code` as well.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = Chain, example = "eip155:1")]
pub struct ChainIdText(pub String);

/// An asset's CAIP-19 id.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = Asset, example = "eip155:1/slip44:60")]
pub struct AssetIdText(pub String);

impl From<Timestamp> for Time {
    fn from(moment: Timestamp) -> Self {
        Self(moment.to_string())
    }
}

impl From<&ChainId> for ChainIdText {
    fn from(chain: &ChainId) -> Self {
        Self(chain.to_string())
    }
}

impl AssetIdText {
    /// Parses the id of the asset that a request names.
    pub fn id(&self) -> Result<AssetId, Problem> {
        self.of_field("asset")
    }

    /// Parses the id in a field of this name.
    pub fn of_field(&self, field: &str) -> Result<AssetId, Problem> {
        self.0
            .trim()
            .parse()
            .map_err(|error: ports::asset::ParseAssetIdError| Problem::field(field, error.to_string()))
    }
}

impl From<&AssetId> for AssetIdText {
    fn from(asset: &AssetId) -> Self {
        Self(asset.to_string())
    }
}
