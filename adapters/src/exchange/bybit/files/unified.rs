//! The changes of the Unified Trading Account: `Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash
//! Flow,Change,Wallet Balance,Action,Time(UTC)`, in newer files after `Uid`; older ones have `Time`, `Trade ID` and `Order ID`.
//!
//! - `Change` is what the balance changed by: the cash flow, the funding and the fee. The fee is negative where it was paid, in older files
//!   positive; which one it is follows from the sum.
//! - A trade on the spot market has a row for each currency. One of a contract has a row only for what it is settled in.
//!
//! Written from public descriptions of such files; none of a live account has been read yet.

use std::collections::{HashMap, HashSet};

use ports::{
    Stream, Timestamp,
    fact::ExchangeRowKind::{
        self, Charge, Conversion, Deposit, Move, Other, Result as Outcome, Reward, Trade, Transfer, Withdrawal,
    },
};

use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, ListedRow, Quantity, Record, RecordRow, RowRead, code_of, number,
    number_if_any, short_id, time,
};

pub(super) const FORM: FormSpec = FormSpec {
    name: "Account change details of the Unified Trading Account",
    place: "At Bybit: Data Export, Account Change Details, for the Unified Trading Account, as CSV.",
    columns: &[
        "currency",
        "contract",
        "type",
        "direction",
        "quantity",
        "position",
        "filled price",
        "funding",
        "fee paid",
        "cash flow",
        "change",
        "wallet balance",
    ],
    // The ledger of the API has the Funding account too, so that this file replaces it only with that of the other account.
    streams: &[Stream::MarketTrades],
    part: Some(("unified", 2)),
    read: rows,
};

const TOO_LONG: &str = "an amount with more digits than can be stored";
/// What stands in place of a text.
const NO_TEXT: &str = "--";

/// What the types are, in lower case and without underscores.
const TYPES: [(&str, ExchangeRowKind); 26] = [
    ("trade", Trade),
    ("deposit", Deposit),
    ("withdraw", Withdrawal),
    ("withdrawal", Withdrawal),
    ("transferin", Move),
    ("transferout", Move),
    ("borrow", Move),
    ("repay", Move),
    ("flexiblestakingsubscription", Move),
    ("flexiblestakingredemption", Move),
    ("onchainearnsubscription", Move),
    ("onchainearnredemption", Move),
    ("exchangein", Conversion),
    ("exchangeout", Conversion),
    ("convert", Conversion),
    ("currencybuy", Conversion),
    ("currencysell", Conversion),
    ("settlement", Outcome),
    ("funding", Outcome),
    ("delivery", Outcome),
    ("liquidation", Outcome),
    ("adl", Outcome),
    ("interest", Charge),
    ("feerefund", Charge),
    ("airdrop", Reward),
    ("bonus", Reward),
];

/// The currencies of the rows of one moment and contract, among those of the same type.
struct SideCurrencies<'a>(HashMap<(i64, &'a str, String), HashSet<&'a str>>);

impl<'a> SideCurrencies<'a> {
    fn of(table: &'a FileTable) -> Self {
        let mut found: HashMap<_, HashSet<_>> = HashMap::new();
        for record in table.records() {
            if let Ok(at) = moment(record) {
                let key = (at.millis(), record.text("contract"), name(record));
                found.entry(key).or_default().insert(record.text("currency"));
            }
        }
        Self(found)
    }

    /// Returns whether a row is one of both sides of an exchange.
    fn are_several(&self, record: Record<'a>, at: Timestamp) -> bool {
        let key = (at.millis(), record.text("contract"), name(record));
        self.0.get(&key).is_some_and(|currencies| currencies.len() > 1)
    }
}

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    let sides = SideCurrencies::of(table);
    let mut ids = ContentIds::default();
    let row = |record| row(record, &sides, codes, &mut ids).map(Some);
    table.records().map(row).collect()
}

fn row<'a>(
    record: Record<'a>,
    sides: &SideCurrencies<'a>,
    codes: &Codes<'_>,
    ids: &mut ContentIds,
) -> Result<ListedRow, &'static str> {
    let at = moment(record)?;
    let code = code_of(record.text("currency"))?;
    let [contract, r#type] = ["contract", "type"].map(|column| record.text(column).trim_matches('-'));
    let kind = kind(record, sides.are_several(record, at));
    let (amount, fee) = changes(record)?;
    let content = content(record)?;
    let id = ids.next("unified", at, &format!("{code} {contract} {type} {content}"));
    let (second, short) = (at.seconds().to_string(), short_id(&id));
    let order = ["order id", "orderid"].map(|column| record.text(column)).concat();
    let event = match kind {
        Trade if order.is_empty() => vec!["unified", "trade", contract, &second],
        Trade => vec!["unified", "trade", &order, &second],
        Conversion => vec!["unified", "conversion", &second],
        _ => vec!["unified", "row", &second, &short],
    };
    let words = [r#type, contract].join(" ");
    let row = RecordRow {
        record,
        event: &event,
        id,
        time: at,
        kind,
        words: words.trim(),
        transaction: "",
    };
    let asset = codes.asset(code)?;
    row.listed(&[(asset.clone(), amount, kind == Charge), (asset, fee, true)])
}

fn moment(record: Record<'_>) -> Result<Timestamp, &'static str> {
    let moments = ["time(utc)", "time"].map(|column| record.text(column));
    time(moments.into_iter().find(|text| !text.is_empty()).unwrap_or_default())
}

/// Returns the type of a row, in one notation.
fn name(record: Record<'_>) -> String {
    record.text("type").replace(['_', ' '], "").to_lowercase()
}

/// Returns what a row is. Unknown types are kept as such.
fn kind(record: Record<'_>, has_both_sides: bool) -> ExchangeRowKind {
    let name = name(record);
    let opens_or_closes = ["direction", "action"].iter().any(|column| {
        let text = record.text(column).to_lowercase();
        text.starts_with("open") || text.starts_with("close")
    });
    let is_product = ["subscription", "redemption"].iter().any(|end| name.ends_with(end));
    let known = TYPES.iter().find(|(known, _)| *known == name);
    match known.map(|(_, kind)| *kind) {
        Some(Trade) if !has_both_sides && opens_or_closes => Outcome,
        Some(kind) => kind,
        // Small balances that are converted have no type, like what moves to savings.
        None if name == NO_TEXT && has_both_sides => Conversion,
        None if is_product => Transfer,
        None => Other,
    }
}

/// Returns what a row changed without its fee, and the fee, negative where it was paid. A fee that does not fit the change remains a part of it.
fn changes(record: Record<'_>) -> Result<(Quantity, Quantity), &'static str> {
    let change = number(record.text("change"))?;
    let [cash, funding, fee] = ["cash flow", "funding", "fee paid"].map(|column| number_if_any(record.text(column)));
    let (cash, funding, fee) = (cash?, funding?, fee?);
    let (paid, received) = (fee.negated().map_err(|_| TOO_LONG)?, fee);
    let less = funding.negated().map_err(|_| TOO_LONG)?;
    for (funding, fee) in [(funding, received), (funding, paid), (less, paid), (less, received)] {
        let sum = cash.add(funding).and_then(|sum| sum.add(fee)).map_err(|_| TOO_LONG)?;
        if sum.at_exchange() == change.at_exchange() {
            return Ok((change.sub(fee).map_err(|_| TOO_LONG)?, fee));
        }
    }
    Ok((change, Quantity::default()))
}

/// Returns the change and the balance after it as a text that is the same in every file.
fn content(record: Record<'_>) -> Result<String, &'static str> {
    let [change, balance] = ["change", "wallet balance"].map(|column| number_if_any(record.text(column)));
    let [change, balance] = [change?, balance?].map(Quantity::at_exchange);
    let (change, balance) = change.zip(balance).ok_or(TOO_LONG)?;
    Ok(format!("{change} {balance}"))
}

#[cfg(test)]
mod tests;
