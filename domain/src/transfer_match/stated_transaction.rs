//! Transfers of which an exchange states the transaction on a chain.

use std::collections::BTreeMap;

use ports::{
    AccountId, Entry, RawAmount, TransactionId,
    entry::{Leg, LegRole},
};

use super::{
    decided::Decisions,
    departure::{arrives, departs, only_amount},
    input::MatchInput,
    link::MatchReason,
    unique::Candidates,
};

/// A pair of a departure and an arrival.
type Pair<'a> = (&'a Entry, &'a Entry);

/// Returns the pairs of which one side is at an exchange that states the transaction, and the other side is an entry of it or states it
/// too. Where a transaction has several pairs, those whose amounts are equal come before all others.
pub(super) fn candidates<'a>(
    entries: &[&'a Entry],
    decisions: &Decisions<'_>,
    input: &MatchInput<'_>,
) -> Candidates<'a> {
    let mut of_transaction: BTreeMap<&str, Vec<&'a Entry>> = BTreeMap::new();
    for entry in entries {
        if let Some(id) = entry.stated_transaction() {
            of_transaction.entry(without_prefix(id)).or_default().push(entry);
        }
    }
    if of_transaction.is_empty() {
        return Candidates::default();
    }
    for entry in entries.iter().filter(|entry| !is_at_exchange(&entry.id.account)) {
        let id = transaction(&entry.id.transaction);
        if let Some(all) = of_transaction.get_mut(id.as_str()) {
            all.push(entry);
        }
    }
    let mut found = Candidates::default();
    for (id, entries) in of_transaction {
        for (departure, arrival) in pairs(&entries, input) {
            if !decisions.reject(&departure.id, &arrival.id) {
                found.add(
                    &departure.id,
                    &arrival.id,
                    MatchReason::StatedTransaction(id.to_owned()),
                );
            }
        }
    }
    found
}

/// Returns the pairs of entries of one transaction: those with equal amounts where there are any.
fn pairs<'a>(entries: &[&'a Entry], input: &MatchInput<'_>) -> Vec<Pair<'a>> {
    let departures = || entries.iter().filter(|entry| departs(entry));
    let arrivals = || entries.iter().filter(|entry| arrives(entry));
    let all = departures().flat_map(|departure| arrivals().map(|arrival| (*departure, *arrival)));
    let all = all.filter(|(departure, arrival)| departure.id.account != arrival.id.account);
    let fits: Vec<(Pair<'a>, bool)> = all.filter_map(|pair| Some((pair, equals(pair, input)?))).collect();
    let has_equal = fits.iter().any(|(_, is_equal)| *is_equal);
    let best = fits.into_iter().filter(|(_, is_equal)| *is_equal || !has_equal);
    best.map(|(pair, _)| pair).collect()
}

/// Returns whether both sides moved the same amount; `None` where it is another asset, or where neither side is at an exchange.
fn equals((departure, arrival): Pair<'_>, input: &MatchInput<'_>) -> Option<bool> {
    let is_stated = departure.stated_transaction().is_some() || arrival.stated_transaction().is_some();
    let (sent, amount) = only_amount(departure, LegRole::Out).filter(|_| is_stated)?;
    let (received, other) = only_amount(arrival, LegRole::In)?;
    let (asset, other_asset) = (input.assets.get(&sent.asset)?, input.assets.get(&received.asset)?);
    if asset.group != other_asset.group {
        return None;
    }
    let units = |amount: RawAmount, leg: &Leg, decimals| amount.in_units(leg.decimals(decimals)?).ok();
    let amounts = units(amount, sent, asset.decimals).zip(units(other, received, other_asset.decimals));
    Some(amounts.is_some_and(|(sent, received)| sent == received))
}

/// Returns an id as it is compared: exchanges write some without the prefix of the chain.
pub(super) fn transaction(id: &TransactionId) -> String {
    without_prefix(&id.to_string()).to_owned()
}

pub(super) fn without_prefix(id: &str) -> &str {
    id.strip_prefix("0x").unwrap_or(id)
}

fn is_at_exchange(account: &AccountId) -> bool {
    account.chain.is_exchange()
}
