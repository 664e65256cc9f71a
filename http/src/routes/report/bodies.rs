//! The requests and responses of the calls about reports. Owner and visitor get the same body.

use domain::ledger::ReportCoverage;
use ports::{Chain, ChainId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::mark;
use crate::routes::entry::count;
use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Reason, Time};

/// The request of `get-average-cost-basis`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct CostBasisRequest {
    /// The currency of costs and values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What everything that is held cost, and what it is worth today.
#[derive(Debug, Serialize, ToSchema)]
pub struct CostBasisData {
    /// A row for each asset that is held; assets that are the same coin are one. The highest value first, unknown values last.
    pub assets: Vec<CostBasisRow>,
    /// The number of rows.
    #[schema(example = 12)]
    pub total_count: i64,
    /// How many assets without cost and price are left out: tokens of unknown issuers that nobody lists.
    #[schema(example = 4)]
    pub unlisted: i64,
    /// The cost of everything held with a known cost.
    pub cost_basis: PartialTotal,
    /// What everything held with a known price is worth today.
    pub current_value: PartialTotal,
    /// What selling everything with a known cost and price today would realize.
    pub gain_loss: PartialTotal,
    /// Which lots leave first.
    #[schema(example = "fifo")]
    pub method: String,
    /// The name of the method.
    #[schema(example = "FIFO")]
    pub method_name: String,
    /// The rules as sentences.
    #[schema(example = "What you acquired first leaves first. All your wallets count together. Fees add to the cost.")]
    pub rules_text: String,
    /// The currency of costs and values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The share of the cost that is assumed, because it arrived from elsewhere, from 0 to 1; null where nothing has a known cost.
    pub assumed_share: Option<Decimal>,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors.
    pub figures: Figures,
}

/// The request of `get-removal-effects`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"}))]
pub struct RemovalEffectsRequest {
    /// The address of the wallet, its name, or the text that was entered for it.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", max_length = 250)]
    pub wallet_address: String,
    /// The currency of gains; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// Which gains of the other wallets change when a wallet is removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemovalEffectsData {
    /// How many gains change.
    #[schema(example = 3)]
    pub changed_count: i64,
    /// The newest of them, at most 10.
    pub newest: Vec<ChangedGainRow>,
    /// The currency of gains.
    #[schema(example = "USD")]
    pub currency_code: String,
}

/// A gain that changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedGain)]
pub struct ChangedGainRow {
    /// The reference of the entry that realizes it.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// When.
    pub time: Time,
    /// The symbol of its asset.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// The gain now; null where there is none, or where it is not known.
    pub before: Option<Decimal>,
    /// The gain without the wallet.
    pub after: Option<Decimal>,
}

/// What each method makes of the same history.
#[derive(Debug, Serialize, ToSchema)]
pub struct CostMethodsData {
    /// Each method.
    pub methods: Vec<CostMethodRow>,
    /// Which wallets share their lots, as a code for `update-settings`.
    #[schema(example = "all_accounts")]
    pub scope: String,
    /// The same in words.
    #[schema(example = "Together")]
    pub scope_name: String,
    /// How many disposals there were, those without a known gain included.
    #[schema(example = 46)]
    pub disposals: i64,
    /// When the first of them was.
    pub since: Option<Time>,
    /// The currency of costs and gains.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors.
    pub figures: Figures,
}

/// What one method makes of the history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CostMethod)]
pub struct CostMethodRow {
    /// The code for `update-settings`.
    #[schema(example = "fifo")]
    pub method: String,
    /// The name to show.
    #[schema(example = "FIFO")]
    pub name: String,
    /// What it means.
    #[schema(example = "What you acquired first leaves first.")]
    pub text: String,
    /// Whether the caller chose it.
    pub in_use: bool,
    /// The cost of everything held with a known cost.
    pub cost_basis: PartialTotal,
    /// What selling everything with a known cost and price today would realize.
    pub unrealized: PartialTotal,
    /// What all disposals realized.
    pub realized: PartialTotal,
    /// Both gains. They differ between methods only where a cost is unknown.
    pub total_gain: PartialTotal,
}

/// A sum that states how much it leaves out.
#[derive(Debug, Serialize, ToSchema)]
pub struct PartialTotal {
    /// The sum of what is known.
    pub value: Decimal,
    /// How many rows have no such value, or only in part.
    #[schema(example = 2)]
    pub left_out: i64,
}

/// What is held of an asset cost, and what it is worth today.
#[derive(Debug, Serialize, ToSchema)]
pub struct CostBasisRow {
    /// The asset; of several that are the same coin the native one, else the one that was used first.
    pub asset: AssetIdText,
    /// Its symbol, with the place for what is deposited without a token; empty where unknown.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// Its name; empty where unknown.
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// Its chain.
    pub chain: ReportChain,
    /// Whether it is what was deposited without a token.
    pub is_position: bool,
    /// The quantity by the history; null where a number has too many digits.
    pub amount: Option<Decimal>,
    /// How much of it has no known cost.
    pub unknown_amount: Decimal,
    /// The cost of one whole unit; null where nothing has a known cost.
    pub average_cost_price: Option<Decimal>,
    /// Today's price; null where it is not known.
    pub current_price: Option<Decimal>,
    /// Why there is no price.
    pub price_reason: Option<Reason>,
    /// The cost of what has a known cost.
    pub cost_basis: Option<Decimal>,
    /// The part of the cost that is assumed, because it arrived from elsewhere.
    pub assumed_cost: Decimal,
    /// What everything held of it is worth today.
    pub current_value: Option<Decimal>,
    /// What selling the quantity with a known cost today would realize.
    pub gain_loss: Option<Decimal>,
    /// The same in percent of the cost, with one decimal; null where the cost is zero or unknown.
    pub gain_loss_percentage: Option<Decimal>,
}

/// A chain of a report.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportChain {
    /// The CAIP-2 id.
    #[serde(rename = "_id")]
    pub id: ChainIdText,
    /// The name to show.
    #[schema(example = "Ethereum")]
    pub name: String,
    /// The color to show.
    #[schema(example = "#627eea")]
    pub color: Option<String>,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
}

/// How much of the history a report covers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportCoverage)]
pub struct ReportCoverageBody {
    /// Whether the history of everything that it covers is complete.
    pub complete: bool,
    /// Since when the history of every account is known.
    pub known_since: Option<Time>,
    /// The number of accounts with activity, and of those of which it is not known whether they have some.
    #[schema(example = 12)]
    pub accounts: i64,
    /// How many of them are neither waiting nor being read.
    #[schema(example = 10)]
    pub accounts_done: i64,
    /// What is missing.
    pub gaps: Vec<ReportGap>,
}

/// A part of the history that is missing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReportGap {
    /// A stable code.
    #[schema(example = "internal_transfers")]
    pub kind: String,
    /// What is missing, as a sentence.
    #[schema(example = "Internal transfers are missing.")]
    pub text: String,
    /// How many accounts it affects.
    #[schema(example = 2)]
    pub accounts: i64,
}

impl ReportChain {
    /// Returns the row of a chain.
    pub fn of(app: &App, id: &ChainId) -> Self {
        let chain: Option<&Chain> = app.tracker().ports().chains.get(id);
        Self {
            id: id.into(),
            name: chain.map_or_else(|| id.to_string(), |chain| chain.name.clone()),
            color: chain.map(|chain| chain.color.clone()),
            mark: mark::of_chain(id),
        }
    }
}

impl From<&ReportCoverage> for ReportCoverageBody {
    fn from(coverage: &ReportCoverage) -> Self {
        let gap = |(kind, text, accounts): &(String, String, usize)| ReportGap {
            kind: kind.clone(),
            text: text.clone(),
            accounts: count(*accounts),
        };
        Self {
            complete: coverage.complete,
            known_since: coverage.known_since.map(Into::into),
            accounts: count(coverage.accounts),
            accounts_done: count(coverage.settled),
            gaps: coverage.gaps.iter().map(gap).collect(),
        }
    }
}
