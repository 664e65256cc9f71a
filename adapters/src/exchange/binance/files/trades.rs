//! The trades on the spot markets: `Date(UTC),Pair,Side,Price,Executed,Amount,Fee`, with the code of each asset behind its amount, such as
//! `0.5BTC`, and the older `Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin`.
//!
//! Rows have no ids. What was traded in a market within a second is one event, as in the statement. Written from public descriptions of such
//! files and from the programs that read them; none of a live account has been read yet.

use ports::{Stream, fact::ExchangeRowKind};

use super::pair::{GluedTrade, assets_of_market};
use crate::exchange::account::{
    Codes, ContentIds, FileTable, FormSpec, Quantity, Record, RecordRow, RowRead, arrived, code_of, left, number,
    number_if_any, read_each, time,
};

pub(super) const FORM: FormSpec = FormSpec {
    name: "Spot trade history",
    place: "At Binance: Orders, Spot Order, Trade History, Export.",
    columns: &["date(utc)", "pair", "side", "price", "executed", "amount", "fee"],
    streams: &[Stream::MarketTrades],
    part: None,
    read: rows,
};

pub(super) const OLDER_FORM: FormSpec = FormSpec {
    name: "Spot trade history, older form",
    place: "Exported from the trade history until 2021.",
    columns: &[
        "date(utc)",
        "market",
        "type",
        "price",
        "amount",
        "total",
        "fee",
        "fee coin",
    ],
    streams: &[Stream::MarketTrades],
    part: None,
    read: older_rows,
};

const NO_SIDE: &str = "This trade does not state whether it is a purchase or a sale.";

/// What a row states of a trade, whatever the form.
struct WrittenTrade<'a> {
    market: &'a str,
    side: &'a str,
    base: (Quantity, &'a str),
    quote: (Quantity, &'a str),
    fee: (Quantity, &'a str),
}

fn rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, |record, codes, ids| {
        let cells = ["pair", "executed", "amount", "fee"].map(|column| record.text(column));
        let glued = GluedTrade::read(cells)?;
        let trade = WrittenTrade {
            market: record.text("pair"),
            side: record.text("side"),
            base: glued.base,
            quote: glued.quote,
            fee: glued.fee,
        };
        row((record, &trade), codes, ids)
    })
}

fn older_rows(table: &FileTable, codes: &Codes<'_>) -> Vec<RowRead> {
    read_each(table, codes, |record, codes, ids| {
        let market = record.text("market");
        let (base, quote) = assets_of_market(market)?;
        let fee = number_if_any(record.text("fee"))?;
        let trade = WrittenTrade {
            market,
            side: record.text("type"),
            base: (number(record.text("amount"))?, base),
            quote: (number(record.text("total"))?, quote),
            fee: match record.text("fee coin") {
                "" if fee.is_zero() => (fee, quote),
                code => (fee, code_of(code)?),
            },
        };
        row((record, &trade), codes, ids)
    })
}

fn row((record, trade): (Record<'_>, &WrittenTrade<'_>), codes: &Codes<'_>, ids: &mut ContentIds) -> RowRead {
    let at = time(record.text("date(utc)"))?;
    let is_purchase = match trade.side.to_lowercase().as_str() {
        "buy" => true,
        "sell" => false,
        _ => return Err(NO_SIDE),
    };
    let side = |(quantity, code): (Quantity, &str), arrives: bool| {
        let change = if arrives { arrived(quantity) } else { left(quantity) }?;
        Ok::<_, &'static str>((codes.asset(code)?, change, false))
    };
    let changes = [
        side(trade.base, is_purchase)?,
        side(trade.quote, !is_purchase)?,
        (codes.asset(trade.fee.1)?, left(trade.fee.0)?, true),
    ];
    // The same trade is the same row in a file of either form.
    let exact = |quantity: Quantity| {
        quantity
            .at_exchange()
            .ok_or("an amount with more digits than can be stored")
    };
    let (base, quote) = (exact(changes[0].1)?, exact(changes[1].1)?);
    let id = ids.next("trades", at, &format!("{} {base} {quote}", trade.market));
    let second = at.seconds().to_string();
    let row = RecordRow {
        record,
        event: &["trades", trade.market, &second],
        id,
        time: at,
        kind: ExchangeRowKind::Trade,
        words: trade.market,
        transaction: "",
    };
    row.listed(&changes).map(Some)
}

#[cfg(test)]
mod tests;
