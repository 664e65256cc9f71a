//! The closing prices of the caller's assets, or of those of a shared portfolio.

use axum::extract::State;
use domain::ledger::{ClosingPriceQuery, ClosingPriceRow, ClosingPriceTable, PRICED_ASSETS, PRICED_DAYS};
use ports::{ApiKeyScope, AssetId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::Viewer;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::{AssetIdText, Decimal, currency};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Ledger)
            .computes(),
        routes!(get_closing_prices),
    )
}

/// Returns the price of assets at the end of each day, as the value over time uses it.
///
/// Only assets that moved in the history have prices here; others are left out of the answer. With the token of a share session of a
/// portfolio it returns the same for the history of its public addresses.
#[utoipa::path(post, path = "/wallet/asset/get-closing-prices", tag = "asset", operation_id = "getClosingPrices",
    request_body(content = ClosingPricesRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetClosingPricesAnswer)))]
async fn get_closing_prices(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<ClosingPricesRequest>,
) -> Answer<ClosingPricesData> {
    let query = query(&request)?;
    let table = match viewer {
        Viewer::Caller(caller) => app.tracker().ledgers().closing_prices(&caller, &query).await?,
        Viewer::Visitor(visitor) => app.tracker().shares().closing_prices(&visitor, &query).await?,
    };
    Ok(Envelope::of(data(&table)))
}

fn query(request: &ClosingPricesRequest) -> Result<ClosingPriceQuery, Problem> {
    if request.assets.len() > PRICED_ASSETS {
        return Err(Problem::field("assets", "Name at most 50 assets."));
    }
    if request.days.is_some_and(|days| !(1..=PRICED_DAYS).contains(&days)) {
        return Err(Problem::field("days", "Name a number from 1 to 10,000, or none."));
    }
    let id = |(place, text): (usize, &AssetIdText)| {
        let id: Result<AssetId, _> = text.0.trim().parse();
        id.map_err(|error| Problem::field(&format!("assets[{place}]"), format!("{error}.")))
    };
    Ok(ClosingPriceQuery {
        assets: request.assets.iter().enumerate().map(id).collect::<Result<_, _>>()?,
        days: request.days,
        currency: currency(request.currency_code.as_deref())?,
    })
}

fn data(table: &ClosingPriceTable) -> ClosingPricesData {
    ClosingPricesData {
        days: table.days.iter().map(ToString::to_string).collect(),
        rows: table.rows.iter().map(row).collect(),
        currency_code: table.currency.to_string(),
        time_zone: table.zone.to_string(),
        data_loaded: table.is_loaded,
    }
}

fn row(row: &ClosingPriceRow) -> AssetClosingPrices {
    AssetClosingPrices {
        asset: (&row.asset).into(),
        prices: row.prices.iter().map(|price| price.map(Decimal::exact)).collect(),
    }
}

/// The request of `get-closing-prices`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"assets": ["eip155:1/slip44:60"], "days": 30}))]
pub struct ClosingPricesRequest {
    /// The assets.
    #[schema(max_items = 50, example = json!(["eip155:1/slip44:60"]))]
    pub assets: Vec<AssetIdText>,
    /// How many days until yesterday, from 1 to 10,000; the default is all since the first transaction.
    #[schema(example = 30)]
    pub days: Option<i64>,
    /// The currency of prices; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// Closing prices in columns.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosingPricesData {
    /// The days, the oldest first, without holes. The last one is yesterday.
    #[schema(example = json!(["2025-09-06", "2025-09-07"]))]
    pub days: Vec<String>,
    /// The assets, in the order of the request.
    pub rows: Vec<AssetClosingPrices>,
    /// The currency of prices.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The zone in which days begin. Closing prices are those of UTC days.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: String,
    /// Whether no price of the history is awaited. Until then ask again.
    pub data_loaded: bool,
}

/// The closing prices of an asset.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetClosingPrices {
    /// The asset.
    pub asset: AssetIdText,
    /// The price of a whole unit at the end of each day; null where it is not known.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["2487.25", "2500.5"]))]
    pub prices: Vec<Option<Decimal>>,
}

answers! {
    GetClosingPricesAnswer = ClosingPricesData,
}
