//! Currencies and exchange rates.

use std::collections::BTreeMap;

use axum::extract::State;
use domain::currency::{CurrencyLine, Known};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::wire::{Decimal, NoFields, Time};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::Public), routes!(get_currency_rates))
        .add(Call::read(Access::Public), routes!(get_all_currencies))
}

/// Returns the value of one US dollar in each currency, at the latest rates.
///
/// A currency without a rate is absent, because its value is unknown. The amounts of other calls are already converted.
#[utoipa::path(post, path = "/common/master/get-currency-rates", tag = "currency", operation_id = "getCurrencyRates",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetCurrencyRatesAnswer)))]
async fn get_currency_rates(State(app): State<App>, _: Body<NoFields>) -> Answer<GetCurrencyRatesData> {
    let lines = app.tracker().currencies().all().await?;
    let mut rates = CurrencyRates {
        base: "USD".to_owned(),
        rates: BTreeMap::new(),
        as_of: BTreeMap::new(),
    };
    for CurrencyLine { known, rate, as_of } in lines {
        let (Some(rate), Some(as_of)) = (rate, as_of) else {
            continue;
        };
        rates.rates.insert(known.code.to_owned(), Decimal::money(rate));
        rates.as_of.insert(known.code.to_owned(), as_of.into());
    }
    Ok(Envelope::of(GetCurrencyRatesData { rates }))
}

/// Lists every currency that amounts can be shown in.
///
/// Each has its rate, in units for one US dollar.
#[utoipa::path(post, path = "/common/master/get-all-currencies", tag = "currency", operation_id = "getAllCurrencies",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAllCurrenciesAnswer)))]
async fn get_all_currencies(State(app): State<App>, _: Body<NoFields>) -> Answer<GetAllCurrenciesData> {
    let lines = app.tracker().currencies().all().await?;
    Ok(Envelope::of(GetAllCurrenciesData {
        currencies: lines.into_iter().map(Into::into).collect(),
    }))
}

impl From<CurrencyLine> for CurrencyRow {
    fn from(line: CurrencyLine) -> Self {
        let CurrencyLine { known, rate, as_of } = line;
        let Known {
            code,
            name,
            symbol,
            places,
        } = *known;
        Self {
            id: code.to_owned(),
            code: code.to_owned(),
            name: name.to_owned(),
            symbol: symbol.to_owned(),
            decimals: i64::from(places),
            rate: rate.map(Decimal::money),
            active: rate.is_some(),
            as_of: as_of.map(Into::into),
        }
    }
}

answers! {
    GetCurrencyRatesAnswer = GetCurrencyRatesData,
    GetAllCurrenciesAnswer = GetAllCurrenciesData,
}

/// The value of one US dollar in each currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetCurrencyRatesData {
    pub rates: CurrencyRates,
}

/// Rates by currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct CurrencyRates {
    /// The currency of which the rates are the value.
    #[schema(example = "USD")]
    pub base: String,
    /// Units for one unit of the base, by code.
    #[schema(example = json!({"USD": "1", "EUR": "0.855871276959945224"}))]
    pub rates: BTreeMap<String, Decimal>,
    /// The time of each rate: the time of the fixing by a central bank, or of a coin's price.
    #[schema(example = json!({"USD": "2026-04-13T18:00:00Z", "EUR": "2026-04-13T15:00:00Z"}))]
    pub as_of: BTreeMap<String, Time>,
}

/// Every currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetAllCurrenciesData {
    pub currencies: Vec<CurrencyRow>,
}

/// A currency that amounts can be shown in.
#[derive(Debug, Serialize, ToSchema)]
pub struct CurrencyRow {
    /// The same as the code.
    #[schema(example = "EUR")]
    pub id: String,
    /// ISO 4217, or the symbol of a coin.
    #[schema(example = "EUR")]
    pub code: String,
    #[schema(example = "Euro")]
    pub name: String,
    #[schema(example = "€")]
    pub symbol: String,
    /// The decimal places that people usually write.
    #[schema(example = 2)]
    pub decimals: i64,
    /// Units for one US dollar; null if no source has a rate.
    pub rate: Option<Decimal>,
    /// Whether it has a rate now. A discontinued currency has none.
    pub active: bool,
    /// The time of the rate: the time of the fixing by a central bank, or of a coin's price.
    pub as_of: Option<Time>,
}
