//! Trades on single markets of an exchange. They never change, so that one that is not reported again stays: its market may have been
//! left out, or closed.

use std::collections::BTreeSet;

use ports::{Fact, Stream, TransactionId, fact::FactBody};

/// A trade by its event and its id at the exchange.
type TradeKey<'a> = (&'a TransactionId, &'a str);

/// Returns which of these facts are trades on single markets.
pub(super) fn of<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> BTreeSet<TradeKey<'a>> {
    facts.into_iter().filter_map(key).collect()
}

/// Returns whether a fact is one of these trades, whatever else the exchange stated about it.
pub(super) fn is_among(trades: &BTreeSet<TradeKey<'_>>, fact: &Fact) -> bool {
    key(fact).is_some_and(|key| trades.contains(&key))
}

fn key(fact: &Fact) -> Option<TradeKey<'_>> {
    match &fact.body {
        FactBody::ExchangeRow(row) if row.list == Stream::MarketTrades => Some((&fact.transaction, row.id.as_str())),
        _ => None,
    }
}
