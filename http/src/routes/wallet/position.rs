//! Positions on the wire.

use ports::{PositionKind, PositionPlace};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::AssetIdText;

/// The position that an asset is the receipt of. The receipt has its own price and is not the asset in the position.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receipt {
    /// The kind of position: Regular 10, Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80.
    #[schema(example = 20)]
    pub kind: i64,
    /// The kind's name.
    #[schema(example = "Staked")]
    pub name: String,
    /// The asset that is in the position.
    pub of: AssetIdText,
    /// A sentence for people.
    #[schema(example = "A receipt for ether that is staked with Lido.")]
    pub text: String,
}

/// A position in a protocol or in a part of an exchange account, beside the balances of the account.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldPosition {
    /// The kind of position: Regular 10, Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80.
    #[schema(example = 30)]
    pub kind: i64,
    /// The kind's name.
    #[schema(example = "Borrowed")]
    pub name: String,
    /// The protocol, or the part of the exchange account.
    #[schema(example = "Aave v3")]
    pub place: String,
}

impl From<&(PositionPlace, PositionKind)> for HeldPosition {
    fn from((place, kind): &(PositionPlace, PositionKind)) -> Self {
        Self {
            kind: i64::from(kind.number()),
            name: kind.name().to_owned(),
            place: place.to_string(),
        }
    }
}

impl From<&ports::Receipt> for Receipt {
    fn from(receipt: &ports::Receipt) -> Self {
        let ports::Receipt {
            asset: _,
            kind,
            place: _,
            of,
            words: _,
        } = receipt;
        Self {
            kind: i64::from(kind.number()),
            name: kind.name().to_owned(),
            of: of.into(),
            text: receipt.text(),
        }
    }
}
