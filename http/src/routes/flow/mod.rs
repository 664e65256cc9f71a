//! What came in and what went out of the caller's accounts, or of a shared portfolio, and the fees.

mod bodies;
mod counterparties;
mod counterparty_bodies;
mod export;
mod span;

pub use bodies::*;

use std::collections::BTreeSet;

use axum::extract::State;
use domain::accounting::{AssetFlow, PartialSum};
use domain::ledger::{ChainFees, FeeReport, FigurePart, FlowReport, FlowRow, FlowSubject, ReportWindow};
use ports::{ApiKeyScope, Owner, Timestamp};
use utoipa_axum::routes;

use self::span::{SpanFigures, chain_rows, criteria};
use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::Viewer;
use crate::calls::Calls;
use crate::csv_file::export_call;
use crate::envelope::{Answer, Envelope, answers};
use crate::mark;
use crate::problem::{Code, Problem};
use crate::routes::entry::count;
use crate::routes::report::{PartialTotal, ReportChain};
use crate::routes::report_span::{check_span, window};
use crate::wire::{Decimal, Figures, currency};

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
        .add(read(), routes!(get_profit_loss))
        .add(read(), routes!(get_asset_profit_loss))
        .add(read(), routes!(get_gas_fee_overtime))
        .add(read(), routes!(counterparties::get_counter_party_volume_traded))
        .add(export_call(), routes!(export::export_gas_fee_overtime))
        .add(export_call(), routes!(export::export_counter_party_volume_traded))
}

/// Returns what came in and what went out by day or month.
///
/// Movements between own accounts are no flows. With the token of a share session of a portfolio it returns the same for its public
/// addresses.
#[utoipa::path(post, path = "/wallet/transaction/get-profit-loss", tag = "report", operation_id = "getProfitLoss",
    request_body(content = Option<ProfitLossRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetProfitLossAnswer)))]
async fn get_profit_loss(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<ProfitLossRequest>,
) -> Answer<ProfitLossData> {
    let (report, owner) = flows(&app, viewer, &request).await?;
    let period = |(day, flow): &(ports::Day, AssetFlow)| ProfitLossPeriod {
        first_day: day.to_string(),
        total: flow.into(),
    };
    Ok(Envelope::of(ProfitLossData {
        profit_loss: ProfitLoss {
            periods: report.periods.iter().map(period).collect(),
            total: (&report.total).into(),
        },
        group_criteria: criteria(report.length),
        scope: scope(&app, &report, total_figures(&report, owner)),
    }))
}

/// Returns what came in and what went out of each coin.
///
/// It accepts the token of a share session as `get-profit-loss` does.
#[utoipa::path(post, path = "/wallet/transaction/get-asset-profit-loss", tag = "report", operation_id = "getAssetProfitLoss",
    request_body(content = Option<ProfitLossRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAssetProfitLossAnswer)))]
async fn get_asset_profit_loss(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<ProfitLossRequest>,
) -> Answer<AssetProfitLossData> {
    let (report, owner) = flows(&app, viewer, &request).await?;
    let mut figures = total_figures(&report, owner);
    figures.extend(row_figures(&report, owner));
    Ok(Envelope::of(AssetProfitLossData {
        profit_loss: AssetProfitLoss {
            assets: report.rows.iter().map(flow_row).collect(),
            unlisted: count(report.unlisted),
            total: (&report.total).into(),
        },
        scope: scope(&app, &report, figures),
    }))
}

/// Returns the fees of transactions by day or month and chain.
///
/// It accepts the token of a share session as `get-profit-loss` does.
#[utoipa::path(post, path = "/wallet/transaction/get-gas-fee-overtime", tag = "report", operation_id = "getGasFeeOvertime",
    request_body(content = Option<GasFeeRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetGasFeeOvertimeAnswer)))]
async fn get_gas_fee_overtime(
    State(app): State<App>,
    viewer: Viewer,
    Body(request): Body<GasFeeRequest>,
) -> Answer<GasFeeData> {
    let currency = currency(request.currency_code.as_deref())?;
    let window = ReportWindow {
        from: request.start_datetime.map(Timestamp::from_millis),
        to: request.end_datetime.map(Timestamp::from_millis),
        ..ReportWindow::default()
    };
    check_span(&window)?;
    let (report, owner) = match viewer {
        Viewer::Caller(caller) => {
            let report = app.tracker().ledgers().fees(&caller, &window, &currency).await?;
            (report, Some(Owner::User(caller.user)))
        }
        Viewer::Visitor(visitor) => (app.tracker().shares().fees(&visitor, &window, &currency).await?, None),
    };
    Ok(Envelope::of(fee_data(&app, &report, fee_figures(&report, owner))))
}

async fn flows(app: &App, viewer: Viewer, request: &ProfitLossRequest) -> Result<(FlowReport, Option<Owner>), Problem> {
    let currency = currency(request.currency_code.as_deref())?;
    let span = (request.start_datetime, request.end_datetime);
    let window = ReportWindow {
        coins: request.asset_ids.iter().cloned().collect(),
        ..window(app, span, &request.chains)?
    };
    match viewer {
        Viewer::Caller(caller) => {
            let report = app.tracker().ledgers().flows(&caller, &window, &currency).await?;
            Ok((report, Some(Owner::User(caller.user))))
        }
        Viewer::Visitor(visitor) => {
            let report = app.tracker().shares().flows(&visitor, &window, &currency).await?;
            Ok((report, None))
        }
    }
}

fn scope(app: &App, report: &FlowReport, figures: Vec<(String, String)>) -> FlowScope {
    FlowScope {
        start: report.window.from.map(Into::into),
        end: report.end.into(),
        time_zone: report.zone.to_string(),
        currency_code: report.currency.to_string(),
        chains: chain_rows(app, &report.chains),
        coverage: (&report.coverage).into(),
        figures: Figures(figures),
    }
}

fn flow_row(row: &FlowRow) -> AssetProfitLossRow {
    AssetProfitLossRow {
        coin: row.group.clone(),
        asset: (&row.asset).into(),
        symbol: row.symbol.clone(),
        name: row.name.clone(),
        mark: mark::of_asset(&row.asset),
        count: i64::from(row.count),
        total: (&row.flow).into(),
    }
}

impl From<&AssetFlow> for FlowTotals {
    fn from(flow: &AssetFlow) -> Self {
        Self {
            inflows: flow.inflows().into(),
            outflows: flow.outflows().into(),
            net: flow.net().into(),
            transferred: flow.transferred.into(),
        }
    }
}

fn total_figures(report: &FlowReport, owner: Option<Owner>) -> Vec<(String, String)> {
    let figures = SpanFigures::of(owner, &report.window, &report.currency).zip(FlowSubject::of(&report.window));
    figures.map_or_else(Vec::new, |(figures, subject)| {
        figures.flows("/profit_loss", &subject, &report.total)
    })
}

fn row_figures(report: &FlowReport, owner: Option<Owner>) -> Vec<(String, String)> {
    let of_one_chain = ReportWindow {
        coins: BTreeSet::new(),
        ..report.window.clone()
    };
    let figures = SpanFigures::of(owner, &report.window, &report.currency).zip(FlowSubject::of(&of_one_chain));
    let Some((figures, subject)) = figures else {
        return Vec::new();
    };
    let rows = report.rows.iter().enumerate();
    rows.flat_map(|(place, row)| {
        let pointer = format!("/profit_loss/assets/{place}");
        figures.flows(&pointer, &subject.with_coin(&row.group), &row.flow)
    })
    .collect()
}

fn fee_figures(report: &FeeReport, owner: Option<Owner>) -> Vec<(String, String)> {
    let Some(figures) = SpanFigures::of(owner, &report.window, &report.currency) else {
        return Vec::new();
    };
    let everything = FlowSubject::default();
    let id = |subject: &FlowSubject, sum: PartialSum| figures.id(subject, FigurePart::Fees, sum.known.amount());
    let chains = report.chains.iter().enumerate().map(|(place, one)| {
        let subject = everything.with_chain(&one.chain);
        (
            format!("/chains/{place}/total_fees/value"),
            id(&subject, one.totals.value),
        )
    });
    let total = ("/total_fees/value".to_owned(), id(&everything, report.total));
    std::iter::once(total).chain(chains).collect()
}

fn fee_data(app: &App, report: &FeeReport, figures: Vec<(String, String)>) -> GasFeeData {
    let row = |(day, fees): &(ports::Day, ChainFees)| GasFeeRow {
        first_day: day.to_string(),
        fees: fee_row(app, fees),
    };
    let prices = report.prices.iter();
    GasFeeData {
        gas_fee_overtime: report.rows.iter().map(row).collect(),
        chains: report.chains.iter().map(|fees| fee_row(app, fees)).collect(),
        days: report.days.iter().map(ToString::to_string).collect(),
        total_fees: report.total.into(),
        total_count: i64::from(report.count),
        group_criteria: criteria(report.length),
        asset_prices: prices
            .map(|(asset, price)| (asset.to_string(), Decimal::money(price.price)))
            .collect(),
        start: report.window.from.map(Into::into),
        end: report.end.into(),
        time_zone: report.zone.to_string(),
        currency_code: report.currency.to_string(),
        coverage: (&report.coverage).into(),
        figures: Figures(figures),
    }
}

fn fee_row(app: &App, fees: &ChainFees) -> ChainFeeRow {
    ChainFeeRow {
        chain: ReportChain::of(app, &fees.chain),
        symbol: fees.symbol.clone(),
        count: i64::from(fees.totals.count),
        total_fees_amount: PartialTotal::from(fees.totals.quantity),
        total_fees: fees.totals.value.into(),
    }
}

answers! {
    GetProfitLossAnswer = ProfitLossData,
    GetAssetProfitLossAnswer = AssetProfitLossData,
    GetGasFeeOvertimeAnswer = GasFeeData,
}
