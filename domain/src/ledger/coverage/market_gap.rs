//! What is said of markets of exchanges that were not read.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, history::HistoryGapKind};

/// Returns the code of a gap that markets are, what is missing, and what closes the gap.
pub(super) fn sentence(kind: HistoryGapKind, exchanges: &str) -> (&'static str, String, Option<&'static str>) {
    match kind {
        HistoryGapKind::MarketLeftOut => (
            "market_left_out",
            format!("Trades in markets at {exchanges} that you left out are not read."),
            Some("Take them back on the page of the account to read their trades."),
        ),
        HistoryGapKind::MarketUnknown => (
            "market_unknown",
            format!("{exchanges} lists no trades of markets that it does not have any more."),
            Some("Import a file of the exchange for these trades."),
        ),
        _ => (
            "market_unread",
            format!("Trades in markets at {exchanges} are not read to their end yet."),
            Some("They are read with the next reading."),
        ),
    }
}

/// How many markets a sentence names.
const NAMED_MARKETS: usize = 8;

/// Returns the names of the markets that a gap of these accounts is.
pub(super) fn markets_text(
    (kind, accounts): (HistoryGapKind, &BTreeSet<AccountId>),
    markets: &BTreeMap<(AccountId, HistoryGapKind), Vec<String>>,
) -> Option<String> {
    let of_kind = accounts
        .iter()
        .filter_map(|account| markets.get(&(account.clone(), kind)));
    let names: BTreeSet<&str> = of_kind.flatten().map(String::as_str).collect();
    let named: Vec<&str> = names.iter().take(NAMED_MARKETS).copied().collect();
    let rest = names.len().saturating_sub(named.len());
    match (named.join(", "), rest) {
        (names, 0) => (!names.is_empty()).then(|| format!("They are {names}.")),
        (names, rest) => Some(format!("They are {names} and {rest} more.")),
    }
}
