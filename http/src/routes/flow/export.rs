//! Fees and counterparties as files.

use axum::extract::State;
use axum::response::Response;
use domain::accounting::PartialSum;
use domain::ledger::{ChainFees, CounterpartyReport, CounterpartySum, FeeReport};
use ports::{Currency, Day};

use crate::App;
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::csv_file::{CsvFile, cell, history};
use crate::problem::Problem;
use crate::routes::entry::chain_name;
use crate::routes::report_span::{ExportSpanRequest, window};
use crate::wire::{Decimal, currency};

const FEE_COLUMNS: [&str; 11] = [
    "period",
    "network",
    "network_id",
    "transactions",
    "asset",
    "amount",
    "amounts_left_out",
    "value",
    "values_left_out",
    "currency",
    "history",
];

const COUNTERPARTY_COLUMNS: [&str; 12] = [
    "counterparty",
    "kind",
    "entries",
    "volume",
    "volumes_left_out",
    "fees",
    "fees_left_out",
    "currency",
    "label_source",
    "label_date",
    "addresses_without_label",
    "history",
];

/// Downloads the fees of transactions by day or month and chain.
///
/// A file of comma-separated values (RFC 4180) with ISO 8601 dates in the caller's time zone. An empty cell means that a value is
/// unknown; `values_left_out` counts what is missing in a sum. A plan may limit how many addresses an export covers.
#[utoipa::path(post, path = "/wallet/transaction/export-gas-fee-overtime", tag = "report", operation_id = "exportGasFeeOvertime",
    request_body(content = Option<ExportSpanRequest>, content_type = "application/json"),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv", example = "period,network")))]
pub async fn export_gas_fee_overtime(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<ExportSpanRequest>,
) -> Result<Response, Problem> {
    let currency = currency(request.currency_code.as_deref())?;
    let window = window(&app, (request.start_datetime, request.end_datetime), &[])?;
    let ledgers = app.tracker().ledgers();
    ledgers.check_export(&caller, None).await?;
    let report = ledgers.fees(&caller, &window, &currency).await?;
    let span = (report.window.from, report.end);
    let file = CsvFile::of_span("blockchain-gas-costs", &FEE_COLUMNS, &report.zone, span);
    Ok(file.send(fee_rows(&app, &report).into_iter()))
}

/// Downloads with which services value was exchanged.
///
/// A file as `export-gas-fee-overtime` returns it. The last row has what was exchanged with addresses that no list names.
#[utoipa::path(post, path = "/wallet/transaction/export-counter-party-volume-traded", tag = "report",
    operation_id = "exportCounterPartyVolumeTraded",
    request_body(content = Option<ExportSpanRequest>, content_type = "application/json"),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv", example = "counterparty,kind")))]
pub async fn export_counter_party_volume_traded(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<ExportSpanRequest>,
) -> Result<Response, Problem> {
    let currency = currency(request.currency_code.as_deref())?;
    let window = window(&app, (request.start_datetime, request.end_datetime), &[])?;
    let ledgers = app.tracker().ledgers();
    ledgers.check_export(&caller, None).await?;
    let report = ledgers.counterparties(&caller, &window, &currency).await?;
    let span = (report.window.from, report.end);
    let file = CsvFile::of_span("counterparty-costs", &COUNTERPARTY_COLUMNS, &report.zone, span);
    Ok(file.send(counterparty_rows(&report).into_iter()))
}

fn fee_rows(app: &App, report: &FeeReport) -> Vec<Vec<String>> {
    let history = history(&report.coverage);
    let row = |(day, fees): &(Day, ChainFees)| {
        let [amount, amounts_left_out] = sum(fees.totals.quantity, Decimal::exact);
        let [value, values_left_out] = sum(fees.totals.value, Decimal::money);
        vec![
            day.to_string(),
            chain_name(app, &fees.chain),
            fees.chain.to_string(),
            fees.totals.count.to_string(),
            fees.symbol.clone(),
            amount,
            amounts_left_out,
            value,
            values_left_out,
            report.currency.to_string(),
            history.clone(),
        ]
    };
    report.rows.iter().map(row).collect()
}

fn counterparty_rows(report: &CounterpartyReport) -> Vec<Vec<String>> {
    let history = history(&report.coverage);
    let named = report.rows.iter().map(|one| {
        let kind = one.kind.map_or_else(String::new, |kind| kind.code().to_owned());
        let about = [one.name.clone(), kind];
        let (source, date) = one.source.clone().map_or_else(
            || ("your label".to_owned(), String::new()),
            |(source, date)| (source, date.to_string()),
        );
        let label = [source, date, String::new()];
        counterparty_row(about, &one.sum, (label, &report.currency, &history))
    });
    let about = ["without a label".to_owned(), String::new()];
    let label = [String::new(), String::new(), report.unlabelled_addresses.to_string()];
    let unlabelled = counterparty_row(about, &report.unlabelled, (label, &report.currency, &history));
    let has_unlabelled = report.unlabelled.entries > 0;
    named.chain(has_unlabelled.then_some(unlabelled)).collect()
}

fn counterparty_row(
    about: [String; 2],
    total: &CounterpartySum,
    (label, currency, history): ([String; 3], &Currency, &str),
) -> Vec<String> {
    let sums = [sum(total.volume, Decimal::money), sum(total.fees, Decimal::money)];
    let mut row = about.to_vec();
    row.push(total.entries.to_string());
    row.extend(sums.into_iter().flatten());
    row.push(currency.to_string());
    row.extend(label);
    row.push(history.to_owned());
    row
}

/// Returns the cells of a sum, and of how much is left out of it. A sum of nothing known is unknown.
fn sum(sum: PartialSum, text: fn(ports::Amount) -> Decimal) -> [String; 2] {
    let known = sum.known.amount();
    let is_unknown = known.is_zero() && sum.left_out > 0;
    [cell((!is_unknown).then(|| text(known).0)), sum.left_out.to_string()]
}
