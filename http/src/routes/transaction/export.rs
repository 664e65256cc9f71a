//! Transactions as a file.

use axum::extract::State;
use axum::response::Response;
use domain::ledger::{EntryExport, EntryLine, ExportedEntry, LegLine, OwnTransfer, Party, entry_reference};
use ports::Timestamp;
use ports::entry::LegRole;

use super::{ExportTransactionsRequest, SearchTransactionRequest, TransactionOrder, TransactionSortKey, conditions};
use crate::App;
use crate::body::BodyWithHashes;
use crate::caller::ReadingCaller;
use crate::csv_file::{CsvFile, cell, yes_no};
use crate::problem::Problem;
use crate::routes::entry::{chain_name, method_name, price_basis};
use crate::routes::report_span::window;
use crate::wire::Decimal;

/// How many entries are made at once.
const AT_ONCE: usize = 500;

const COLUMNS: [&str; 32] = [
    "time",
    "network",
    "kind",
    "method",
    "protocol",
    "account",
    "account_name",
    "from",
    "from_name",
    "to",
    "to_name",
    "direction",
    "amount",
    "asset",
    "asset_name",
    "asset_id",
    "token_id",
    "price",
    "price_basis",
    "value",
    "value_missing",
    "realized_gain",
    "gain_assumed",
    "cost_missing",
    "own_transfer",
    "failed",
    "fee_incomplete",
    "currency",
    "transaction",
    "network_id",
    "entry",
    "history",
];

/// Downloads the caller's transactions, the oldest first.
///
/// A file as `export-gas-fee-overtime` returns it, with a row for each amount that moved and each fee; what moved nothing has one row.
/// Values and prices are those of the own day of each transaction. `realized_gain` is what the amount realized by the caller's rules;
/// `gain_assumed` marks gains of which a cost is the market price of the day of its arrival, and `cost_missing` those of which a part has
/// no known cost or price. With `conditions` it has the transactions that a search with them finds.
#[utoipa::path(post, path = "/wallet/transaction/export-transactions", tag = "transaction", operation_id = "exportTransactions",
    request_body(content = Option<ExportTransactionsRequest>, content_type = "application/json"),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv", example = "time,network")))]
pub async fn export_transactions(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    BodyWithHashes(request): BodyWithHashes<ExportTransactionsRequest>,
) -> Result<Response, Problem> {
    let (start, end) = (request.start_datetime, request.end_datetime);
    let mut query = conditions::query(
        &app,
        SearchTransactionRequest {
            conditions: request.conditions,
            currency_code: request.currency_code,
            sorts: vec![TransactionOrder {
                key: TransactionSortKey::Time,
                value: true,
            }],
            ..SearchTransactionRequest::default()
        },
    )?;
    let window = window(&app, (start, end), &[])?;
    let conditions = &mut query.conditions;
    // Of a span and a condition the narrower one applies.
    conditions.from = conditions.from.max(window.from);
    conditions.to = match (conditions.to, window.to) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    let (from, to) = (conditions.from, conditions.to);
    let export = app.tracker().ledgers().export(&caller, &query).await?;
    let span = (from, to.unwrap_or_else(|| app.clock().now()));
    let file = CsvFile::of_span("transaction-history", &COLUMNS, export.zone(), span);
    Ok(file.send(rows(app, export)))
}

fn rows(app: App, export: EntryExport) -> impl Iterator<Item = Vec<String>> + Send + 'static {
    let batches = (0..export.len()).step_by(AT_ONCE);
    batches.flat_map(move |start| {
        let entries = export.entries(start, AT_ONCE);
        entries
            .iter()
            .flat_map(|entry| entry_rows(&app, &export, entry))
            .collect::<Vec<_>>()
    })
}

/// Returns the rows of an entry: one for each amount and for the fee.
fn entry_rows(app: &App, export: &EntryExport, entry: &ExportedEntry) -> Vec<Vec<String>> {
    let line = &entry.line;
    let amounts: Vec<&LegLine> = line.legs.iter().chain(&line.fee).collect();
    let count = amounts.len().max(1);
    let row = |place: usize| {
        let amount = amounts.get(place).copied();
        let mut cells = about(app, export, line).to_vec();
        cells.extend(amount_cells(amount));
        cells.extend(gain_cells(entry, place));
        cells.extend(marks(export, entry));
        cells
    };
    (0..count).map(row).collect()
}

fn about(app: &App, export: &EntryExport, line: &EntryLine) -> [String; 11] {
    let [from, from_name] = party(line.from.as_ref());
    let [to, to_name] = party(line.to.as_ref());
    let [account, account_name] = party(Some(&line.account));
    let time: Timestamp = line.time;
    [
        export.zone().text(time),
        chain_name(app, &line.chain),
        line.kind.name().to_owned(),
        method_name(line.kind.method()).to_owned(),
        cell(line.protocol.as_ref()),
        account,
        account_name,
        from,
        from_name,
        to,
        to_name,
    ]
}

fn party(party: Option<&Party>) -> [String; 2] {
    [
        cell(party.map(|party| &party.address)),
        cell(party.and_then(|party| party.name.as_ref())),
    ]
}

fn amount_cells(amount: Option<&LegLine>) -> [String; 10] {
    let Some(amount) = amount else {
        return Default::default();
    };
    let direction = match amount.role {
        LegRole::Out => "out",
        LegRole::In => "in",
        LegRole::Fee => "fee",
    };
    let price = amount.price_then.as_ref();
    let value = &amount.value_then;
    [
        direction.to_owned(),
        cell(amount.amount),
        amount.symbol.clone(),
        amount.name.clone(),
        amount.asset.to_string(),
        cell(amount.token_id.as_ref()),
        cell(price.map(|(price, _)| Decimal::money(*price).0)),
        cell(price.map(|(_, basis)| price_basis(*basis))),
        cell(value.as_ref().ok().map(|value| Decimal::money(*value).0)),
        cell(value.as_ref().err().map(|reason| &reason.text)),
    ]
}

fn gain_cells(entry: &ExportedEntry, place: usize) -> [String; 3] {
    let Some(gain) = entry.gains.get(&place) else {
        return Default::default();
    };
    [
        cell(gain.gain.map(|gain| Decimal::money(gain).0)),
        yes_no(gain.is_assumed),
        yes_no(gain.is_partial),
    ]
}

fn marks(export: &EntryExport, entry: &ExportedEntry) -> [String; 8] {
    let line = &entry.line;
    let own_transfer = match line.own_transfer {
        Some(OwnTransfer::Matched) => "matched".to_owned(),
        other => yes_no(other.is_some()),
    };
    let history = if entry.is_whole { "complete" } else { "incomplete" };
    [
        own_transfer,
        yes_no(line.failed),
        yes_no(line.fee_incomplete),
        export.currency().to_string(),
        line.transaction.to_string(),
        line.chain.to_string(),
        entry_reference(&line.id),
        history.to_owned(),
    ]
}
