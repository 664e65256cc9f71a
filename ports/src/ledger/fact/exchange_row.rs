//! Rows of the lists of an exchange.

use super::Stream;
use crate::{amount::SignedRaw, ids::asset::AssetId};

/// The decimal places in which amounts at exchanges are counted, whatever the asset: exchanges state fractions of what is the smallest
/// unit on a chain, such as ten places of bitcoin, and no exchange states more places than these.
pub const EXCHANGE_DECIMALS: u8 = 18;

/// A row of a list of an exchange, and what it changed in the account. Several rows may make up one event, such as both sides of a trade.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExchangeRow {
    /// The list that has it.
    #[serde(default = "ledger", skip_serializing_if = "is_of_ledger")]
    pub list: Stream,
    /// The exchange's id of the row, unique in all lists of the account.
    pub id: String,
    /// What it is.
    pub kind: ExchangeRowKind,
    /// The exchange's own words for it, such as `earn/reward`; shown to users.
    pub words: String,
    /// The id of the transaction on a chain, as the exchange states it for a deposit or a withdrawal; `None` where it states none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transaction: Option<String>,
    /// What it changed. Amounts of zero are left out.
    pub amounts: Vec<ExchangeAmount>,
    /// The row as the exchange sent it, as JSON.
    pub stated: String,
}

/// The list of rows that were stored before there was another one.
fn ledger() -> Stream {
    Stream::ExchangeLedger
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_of_ledger(list: &Stream) -> bool {
    *list == ledger()
}

/// An amount that a row of an exchange changed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ExchangeAmount {
    /// The asset.
    pub asset: AssetId,
    /// The size of the change, in [`EXCHANGE_DECIMALS`] decimal places; negative for what left the account.
    pub amount: SignedRaw,
    /// Whether it was paid, or returned, as a fee.
    pub is_fee: bool,
}

/// What a row of an exchange is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeRowKind {
    /// A side of a trade on a market.
    Trade,
    /// A side of a conversion outside of the markets, such as an instant purchase or dust.
    Conversion,
    /// Something arrived from outside of the exchange.
    Deposit,
    /// Something was sent out of the exchange.
    Withdrawal,
    /// Something moved between two places of the account that are both read, such as into staking.
    Move,
    /// Something moved to or from a place or an account at the exchange that is not read.
    Transfer,
    /// A reward, interest or a gift.
    Reward,
    /// A fee or interest on its own.
    Charge,
    /// The profit or loss of a position.
    Result,
    /// Anything else, also what this version does not know.
    Other,
}
