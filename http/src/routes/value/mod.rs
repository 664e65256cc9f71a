//! The value of the caller's portfolio over time, or of a shared one, and the events that charts of it show.

mod bodies;
mod change;
mod day;

pub use bodies::*;

use axum::extract::State;
use domain::accounting::PeriodLength;
use domain::ledger::{
    EVERYTHING_HELD, FigurePart, LedgerFigureId, PeriodFigures, PeriodQuery, PeriodRow, ValueGraph, ValuePeriod,
    ValueQuery, ValueSeries,
};
use ports::{Amount, ApiKeyScope, MarketEvent, Owner, WalletId};
use utoipa_axum::routes;

use self::day::day;
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::Viewer;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::mark;
use crate::problem::{Code, Problem};
use crate::routes::entry::count;
use crate::routes::report::ReportChain;
use crate::routes::wallet::selection::{no_selection, selected};
use crate::wire::{Decimal, Figures, NoFields, currency};

/// The calls of this file.
pub fn router() -> Calls {
    let read = || {
        Call::read(Access::AnyUser)
            .shared()
            .scope(ApiKeyScope::Ledger)
            .problems(&[Code::NotFound])
            .computes()
    };
    Calls::default()
        .add(read(), routes!(get_asset_value_graph))
        .add(read(), routes!(get_asset_value_period))
        .add(read(), routes!(change::get_asset_value_change))
        .add(Call::read(Access::Public), routes!(get_all_events))
}

/// Returns the value of everything over time, from the first transaction until now.
///
/// Past days are valued at their closing prices, and what was held follows from the history; the last value is that of `get-balance`.
/// With the token of a share session of a portfolio it returns the same for its public addresses, without a choice of wallets.
#[utoipa::path(post, path = "/wallet/user-wallet/get-asset-value-graph", tag = "report", operation_id = "getAssetValueGraph",
    request_body(content = Option<AssetValueRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAssetValueGraphAnswer)))]
async fn get_asset_value_graph(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<AssetValueRequest>,
) -> Answer<AssetValueGraphData> {
    let query = ValueQuery {
        wallets: wallets(&app, &viewer, &request.wallet_addresses).await?,
        length: request.group_criteria.length(),
        currency: currency(request.currency_code.as_deref())?,
    };
    let graph = match viewer {
        Viewer::Caller(caller) => app.tracker().ledgers().value_graph(&caller, &query).await?,
        Viewer::Visitor(visitor) => app.tracker().shares().value_graph(&visitor, &query).await?,
    };
    Ok(Envelope::of(graph_data(&app, &graph, request.group_criteria)))
}

/// Returns what was held in a period, token by token.
///
/// It accepts the token of a share session as `get-asset-value-graph` does.
#[utoipa::path(post, path = "/wallet/user-wallet/get-asset-value-period", tag = "report", operation_id = "getAssetValuePeriod",
    request_body(content = AssetValuePeriodRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAssetValuePeriodAnswer)))]
async fn get_asset_value_period(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<AssetValuePeriodRequest>,
) -> Answer<AssetValuePeriodData> {
    let query = PeriodQuery {
        first: day("first_day", &request.first_day)?,
        last: day("last_day", &request.last_day)?,
        wallets: wallets(&app, &viewer, &request.wallet_addresses).await?,
        currency: currency(request.currency_code.as_deref())?,
    };
    let (period, owner) = match viewer {
        Viewer::Caller(caller) => {
            let period = app.tracker().ledgers().value_period(&caller, &query).await?;
            (period, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => (app.tracker().shares().value_period(&visitor, &query).await?, None),
    };
    let figures = owner.map_or_else(Vec::new, |owner| figures(&period, owner));
    Ok(Envelope::of(period_data(&app, &period, Figures(figures))))
}

/// Returns the events of the market that charts show: halvings, upgrades, failures.
///
/// Each has its day and what states it.
#[utoipa::path(post, path = "/common/master/get-all-events", tag = "report", operation_id = "getAllEvents",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAllEventsAnswer)))]
async fn get_all_events(State(app): State<App>, _: Body<NoFields>) -> Answer<GetAllEventsData> {
    let events = app.tracker().ports().events.iter();
    Ok(Envelope::of(GetAllEventsData {
        events: events.map(|event| event_row(&app, event)).collect(),
    }))
}

impl GroupCriteria {
    fn length(self) -> PeriodLength {
        match self {
            Self::Day => PeriodLength::Day,
            Self::Month => PeriodLength::Month,
            Self::Year => PeriodLength::Year,
        }
    }
}

/// Returns the wallets that these texts name. Visitors cannot choose some.
async fn wallets(app: &App, viewer: &Viewer, texts: &[String]) -> Result<Vec<WalletId>, Problem> {
    match viewer {
        _ if texts.is_empty() => Ok(Vec::new()),
        Viewer::Visitor(_) => Err(no_selection()),
        Viewer::Caller(caller) => {
            let own = app.tracker().users().get(caller).await?.wallets;
            Ok(selected(&own, texts)?.into_iter().map(|wallet| wallet.id).collect())
        }
    }
}

fn graph_data(app: &App, graph: &ValueGraph, criteria: GroupCriteria) -> AssetValueGraphData {
    AssetValueGraphData {
        asset_value_data: AssetValueColumns {
            days: graph.days.iter().map(ToString::to_string).collect(),
            closing: column(&graph.closing),
            largest: column(&graph.largest),
            unpriced: graph.unpriced.iter().map(|count| i64::from(*count)).collect(),
            cost_basis: column(&graph.cost),
            assets: graph.series.iter().map(|series| series_row(app, series)).collect(),
        },
        group_criteria: criteria,
        currency_code: graph.currency.to_string(),
        time_zone: graph.zone.to_string(),
        data_loaded: graph.is_loaded,
        never_priced: count(graph.never_priced),
        coverage: (&graph.coverage).into(),
    }
}

fn series_row(app: &App, series: &ValueSeries) -> AssetValueSeries {
    AssetValueSeries {
        asset: series.asset.as_ref().map(Into::into),
        coin: series.coin.clone(),
        symbol: series.symbol.clone(),
        name: series.name.clone(),
        mark: series.asset.as_ref().and_then(mark::of_asset),
        chain: ReportChain::of(app, &series.chain),
        asset_count: count(series.coins),
        first: count(series.first),
        closing: column(&series.closing),
        largest: column(&series.largest),
    }
}

fn column(values: &[Option<Amount>]) -> Vec<Option<Decimal>> {
    values.iter().map(|value| value.map(Decimal::money)).collect()
}

fn period_data(app: &App, period: &ValuePeriod, figures: Figures) -> AssetValuePeriodData {
    AssetValuePeriodData {
        first_day: period.first.to_string(),
        last_day: period.last.to_string(),
        from: period.from.into(),
        to: period.to.into(),
        closing: period.closing.into(),
        largest: period.largest.into(),
        cost_basis: period.cost.map(Decimal::money),
        rows: period.rows.iter().map(|row| period_row(app, row)).collect(),
        unlisted: count(period.unlisted),
        currency_code: period.currency.to_string(),
        coverage: (&period.coverage).into(),
        figures,
    }
}

fn period_row(app: &App, row: &PeriodRow) -> AssetValuePeriodRow {
    AssetValuePeriodRow {
        asset: (&row.asset).into(),
        coin: row.group.clone(),
        symbol: row.symbol.clone(),
        name: row.name.clone(),
        mark: mark::of_asset(&row.asset),
        chain: ReportChain::of(app, &row.chain),
        count: row.count.map(Decimal::exact),
        max_count: row.max_count.map(Decimal::exact),
        price: row.price.map(Decimal::money),
        value: row.value.map(Decimal::money),
        max_value: row.max_value.map(Decimal::money),
        reason: row.reason.clone().map(Into::into),
    }
}

/// Returns the ids of the figures of a period.
fn figures(period: &ValuePeriod, owner: Owner) -> Vec<(String, String)> {
    let total = |id: String| ("/closing/value".to_owned(), id);
    let row = |place: usize| format!("/rows/{place}/value");
    let valued = || {
        period
            .rows
            .iter()
            .enumerate()
            .filter_map(|(place, row)| Some((place, row, row.value?)))
    };
    match &period.figures {
        None => Vec::new(),
        Some(PeriodFigures::OfNow(id, rows)) => {
            let rows = valued().filter_map(|(place, ..)| Some((row(place), rows.get(place)?.to_string())));
            std::iter::once(total(id.to_string())).chain(rows).collect()
        }
        Some(PeriodFigures::OfDay(day)) => {
            let Some(number) = FigurePart::number_of(*day) else {
                return Vec::new();
            };
            let of = |subject: &str, part, value| {
                LedgerFigureId::about(owner, subject, part, (value, &period.currency)).to_string()
            };
            let whole = of(
                EVERYTHING_HELD,
                FigurePart::DayTotal(number),
                period.closing.known.amount(),
            );
            let rows = valued().map(|(place, one, value)| {
                let id = of(&one.subject(), FigurePart::DayValue(number), value);
                (row(place), id)
            });
            std::iter::once(total(whole)).chain(rows).collect()
        }
    }
}

fn event_row(app: &App, event: &MarketEvent) -> MarketEventRow {
    MarketEventRow {
        id: event.id.clone(),
        title: event.title.clone(),
        day: event.day.to_string(),
        timestamp: event.day.start().into(),
        kind: event.kind.to_string(),
        is_highlighted: event.is_highlighted,
        chain: event.chain.as_ref().map(|chain| ReportChain::of(app, chain)),
        source: event.source.clone(),
    }
}

answers! {
    GetAssetValueGraphAnswer = AssetValueGraphData,
    GetAssetValuePeriodAnswer = AssetValuePeriodData,
    GetAllEventsAnswer = GetAllEventsData,
}
