//! The request and response of the call about the change in 24 hours.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OwnView;
use crate::wire::{AssetIdText, Coverage, Decimal, Figures, Reason, Time};

/// The request of `get-yesterday-portfolio-balance`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetYesterdayBalanceRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// The valuation that is shown; the change is then that of its total. The default is the latest one.
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: Option<String>,
    /// The wallets of the portfolio, as in the request of `get-balance`; the default is all wallets.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
}

/// How the figure of 24 hours ago was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BalanceBasis {
    /// The portfolio as it was stored 24 hours ago.
    Snapshot,
    /// Later quantities without what moved since, as the histories report it, at the prices of 24 hours ago.
    Ledger,
    /// Today's quantities at the prices of 24 hours ago.
    PriceMove,
}

/// How much one asset changed the total in 24 hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetMove {
    /// The group of equal assets.
    #[schema(example = "eth")]
    pub group: String,
    pub asset: AssetIdText,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none. A token that only shares the symbol of a known one has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The price of one whole unit now.
    pub price: Option<Decimal>,
    pub change: Decimal,
    /// Percent of its value 24 hours ago.
    pub change_percent: Option<Decimal>,
}

/// The change of one wallet in 24 hours, by the rules of `get-yesterday-portfolio-balance`. No prices are requested for it.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletDayChange {
    /// Its value 24 hours ago; null without a comparison.
    pub balance: Option<Decimal>,
    /// The value now minus the value then. It covers `compared` of the value of the wallet.
    pub change: Option<Decimal>,
    /// The change in 24 hours, in percent.
    pub change_percent: Option<Decimal>,
    /// The part of its value that has a value on both days.
    pub compared: Option<Decimal>,
    /// How many of its priced holdings the change does not cover. Its explanation lists them.
    #[schema(example = 0)]
    pub not_compared: i64,
    /// Whether prices of that time are being requested; the change will then cover more.
    pub pending: bool,
    pub basis: Option<BalanceBasis>,
    /// Why there is no figure.
    pub reason: Option<Reason>,
    /// The time that is compared with.
    pub at: Time,
}

/// The portfolio 24 hours ago, and what changed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetYesterdayBalanceData {
    pub view: OwnView,
    /// The valuation whose change this is: the requested one, or the latest one if that no longer exists.
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: String,
    pub balance: Option<Decimal>,
    /// The value now minus the value then. It covers `compared` of `total`.
    pub change: Option<Decimal>,
    pub change_percent: Option<Decimal>,
    /// Today's total.
    pub total: Option<Decimal>,
    /// The part of today's total that has a value on both days.
    pub compared: Option<Decimal>,
    /// How many priced holdings the change does not cover. Its explanation lists them.
    #[schema(example = 0)]
    pub not_compared: i64,
    /// Whether prices of that time are still being requested; the change will then cover more.
    pub pending: bool,
    /// The assets whose value changed most; at most three.
    pub moved: Vec<AssetMove>,
    /// How many assets changed in value.
    #[schema(example = 17)]
    pub moved_count: i64,
    /// Ten US dollars in the currency. On a quiet day no asset changed by more.
    pub quiet_below: Option<Decimal>,
    /// The change of the price in percent, by group of equal assets.
    #[schema(example = json!({"eth": "1.25"}))]
    pub price_changes: BTreeMap<String, Decimal>,
    pub basis: Option<BalanceBasis>,
    /// Why there is no figure.
    pub reason: Option<Reason>,
    /// The time that is compared with.
    pub at: Time,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub coverage: Option<Coverage>,
    pub figures: Figures,
}
