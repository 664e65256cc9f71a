//! The costs that are missing or assumed, on the wire.

use axum::extract::State;
use domain::ledger::{OpenCost, OpenCosts, entry_reference};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::envelope::{Answer, Envelope, answers};
use crate::mark;
use crate::routes::entry::{chain_name, count};
use crate::routes::report::PartialTotal;
use crate::wire::{AssetIdText, Decimal, Reason, Time, currency};

/// Returns the costs that are missing or assumed, with the entries at which they are repaired.
///
/// `set-cost` enters a cost, `mark-entry` says why something arrived, and adding the wallet that it came from brings its cost along. At
/// most 50 of each kind.
#[utoipa::path(post, path = "/wallet/ledger/get-open-costs", tag = "ledger", operation_id = "getOpenCosts",
    request_body(content = Option<OpenCostsRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetOpenCostsAnswer)))]
pub async fn get_open_costs(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<OpenCostsRequest>,
) -> Answer<OpenCostsData> {
    let currency = currency(request.currency_code.as_deref())?;
    let found = app.tracker().ledgers().open_costs(&caller, &currency).await?;
    Ok(Envelope::of(data(&app, &found)))
}

fn data(app: &App, found: &OpenCosts) -> OpenCostsData {
    let rows = |costs: &[OpenCost]| costs.iter().map(|one| row(app, one)).collect();
    OpenCostsData {
        missing: rows(&found.missing),
        missing_count: count(found.missing_count),
        awaited_count: count(found.awaited_count),
        assumed: rows(&found.assumed),
        assumed_count: count(found.assumed_count),
        assumed_cost: found.assumed_value.into(),
        currency_code: found.currency.to_string(),
    }
}

fn row(app: &App, cost: &OpenCost) -> OpenCostRow {
    OpenCostRow {
        entry: entry_reference(&cost.entry),
        timestamp: cost.time.into(),
        chain_name: chain_name(app, &cost.chain),
        asset: (&cost.asset).into(),
        symbol: cost.symbol.clone(),
        mark: mark::of_asset(&cost.asset),
        amount: Decimal::exact(cost.quantity),
        assumed_cost: cost.assumed.map(Decimal::money),
        reason: cost.reason.clone().map(Into::into),
    }
}

answers! {
    GetOpenCostsAnswer = OpenCostsData,
}

/// The request of `get-open-costs`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct OpenCostsRequest {
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The costs that are missing or assumed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenCostsData {
    /// What has no known cost, the newest first.
    pub missing: Vec<OpenCostRow>,
    /// How many there are.
    #[schema(example = 2)]
    pub missing_count: i64,
    /// How many have no cost yet, because the price that they count at is requested or is not published. They are not listed.
    #[schema(example = 1)]
    pub awaited_count: i64,
    /// What arrived from elsewhere and counts at what it was worth then, the most valuable first.
    pub assumed: Vec<OpenCostRow>,
    /// How many there are.
    #[schema(example = 12)]
    pub assumed_count: i64,
    /// What all of these are assumed to have cost.
    pub assumed_cost: PartialTotal,
    /// The currency of the costs.
    #[schema(example = "USD")]
    pub currency_code: String,
}

/// An amount whose cost is missing or assumed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenCost)]
pub struct OpenCostRow {
    /// The reference of the entry at which it is repaired.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub entry: String,
    /// When it moved.
    pub timestamp: Time,
    /// The network on which it moved.
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// What moved.
    pub asset: AssetIdText,
    /// Its symbol.
    #[schema(example = "ARB")]
    pub symbol: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/arb.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// How much, in whole units.
    pub amount: Decimal,
    /// What it is assumed to have cost; null where the cost is missing.
    pub assumed_cost: Option<Decimal>,
    /// Why the cost is missing; null where it is assumed.
    pub reason: Option<Reason>,
}
