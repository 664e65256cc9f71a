//! What everything cost as a file.

use axum::extract::State;
use axum::response::Response;
use domain::accounting::rule_text;
use domain::ledger::{CostTable, CostTableRow};

use crate::App;
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::csv_file::{CsvFile, cell, history, yes_no};
use crate::problem::Problem;
use crate::routes::entry::chain_name;
use crate::routes::report_span::{ExportSpanRequest, window};
use crate::wire::{Decimal, currency};

const COLUMNS: [&str; 20] = [
    "asset",
    "asset_name",
    "asset_id",
    "network",
    "deposited",
    "amount",
    "amount_without_cost",
    "average_cost_price",
    "cost_basis",
    "assumed_cost",
    "price",
    "price_missing",
    "value",
    "gain_loss",
    "gain_loss_percent",
    "as_of",
    "method",
    "scope",
    "currency",
    "history",
];

/// Downloads what everything that was held at the end of the last day cost, and what it was worth then.
///
/// A file as `export-gas-fee-overtime` returns it. The cost is that of everything since the first transaction, so that the first moment
/// only names the file. `assumed_cost` is the part of the cost that is the market price of the day on which something arrived from
/// elsewhere; `amount_without_cost` has none.
#[utoipa::path(post, path = "/wallet/user-wallet/export-average-cost-basis", tag = "report", operation_id = "exportAverageCostBasis",
    request_body(content = Option<ExportSpanRequest>, content_type = "application/json"),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv", example = "asset,asset_name")))]
pub async fn export_average_cost_basis(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<ExportSpanRequest>,
) -> Result<Response, Problem> {
    let currency = currency(request.currency_code.as_deref())?;
    let window = window(&app, (request.start_datetime, request.end_datetime), &[])?;
    let ledgers = app.tracker().ledgers();
    ledgers.check_export(&caller, None).await?;
    let zone = ledgers.zone(&caller).await?;
    let now = app.clock().now();
    let end = window.to.map_or(now, |to| to.min(now));
    let table = ledgers.cost_table_at(&caller, zone.day(end), &currency).await?;
    let file = CsvFile::of_span("average-cost-basis", &COLUMNS, &zone, (window.from, end));
    Ok(file.send(rows(&app, &table, &zone.day(end).to_string()).into_iter()))
}

fn rows(app: &App, table: &CostTable, as_of: &str) -> Vec<Vec<String>> {
    let history = history(&table.coverage);
    let rules = [rule_text::METHOD, rule_text::SCOPE].map(|rule| rule.choice_name(&table.rules).to_owned());
    let row = |row: &CostTableRow| {
        let money = |amount: Option<ports::Amount>| cell(amount.map(|amount| Decimal::money(amount).0));
        let mut cells = vec![
            row.symbol.clone(),
            row.name.clone(),
            row.asset.to_string(),
            chain_name(app, &row.chain),
            yes_no(row.is_position),
            cell(row.quantity),
            row.unknown.to_string(),
            money(row.average),
            money(row.cost),
            Decimal::money(row.assumed).0,
            money(row.price.as_ref().ok().map(|price| price.price)),
            cell(row.price.as_ref().err().map(|reason| &reason.text)),
            money(row.value),
            money(row.gain),
            cell(row.gain_percent()),
            as_of.to_owned(),
        ];
        cells.extend(rules.clone());
        cells.extend([table.currency.to_string(), history.clone()]);
        cells
    };
    table.rows.iter().map(row).collect()
}
