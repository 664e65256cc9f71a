//! Events at exchanges. An exchange states what each row of its lists is, so that nothing has to be recognized: the rows of an event are
//! summed by asset, and what they are decides the kind.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, Entry, EntryId, RawAmount, Timestamp, TransactionId,
    amount::{AmountError, SignedRaw},
    entry::{Decoding, EntryKind, Leg, LegRole, STATED_TRANSACTION},
    fact::{ExchangeRow, ExchangeRowKind, FactBody, FactId, StoredFact, Stream},
};

use super::version::VERSION;

const DECODER: &str = "exchange";
/// The problem of a trade of which only one side is known.
const OTHER_SIDE: &str = "other_side";
/// The problem of amounts whose sum does not fit.
const AMOUNTS: &str = "transfers";

/// Returns the entry of an event at an exchange, derived from all rows of it that count. `None` where there are none.
#[must_use]
pub fn decode_event(id: &EntryId, facts: &[StoredFact]) -> Option<Entry> {
    let rows = rows(id, facts);
    let (first, _) = rows.first()?;
    let sums = sums(&rows);
    let kind = match event_kind(&rows) {
        ExchangeRowKind::Transfer if sums.as_deref().is_ok_and(cancel_out) => ExchangeRowKind::Move,
        kind => kind,
    };
    let legs = sums.as_deref().map(|sums| legs(kind, sums)).unwrap_or_default();
    let has = |role| legs.iter().any(|leg| leg.role == role);
    let (out, into) = (has(LegRole::Out), has(LegRole::In));
    let is_exchange = matches!(kind, ExchangeRowKind::Trade | ExchangeRowKind::Conversion);
    let problem = match sums {
        Err(_) => Some(AMOUNTS),
        Ok(_) if is_exchange && out != into => Some(OTHER_SIDE),
        Ok(_) => None,
    };
    let entry_kind = problem.map_or_else(|| entry_kind(kind, out, into), |_| EntryKind::Mixed);
    Some(Entry {
        id: id.clone(),
        block: first.fact.block.number,
        block_hash: None,
        // What arrives in a moment can be spent in it.
        position: u32::from(out || has(LegRole::Fee)),
        time: first.fact.block.time,
        kind: entry_kind,
        failed: entry_kind == EntryKind::Failed,
        legs,
        counterparty: None,
        protocol: None,
        bridge_id: stated_transaction(&rows),
        approvals: Vec::new(),
        decoding: match problem {
            Some(_) => Decoding::Failed,
            None if kind == ExchangeRowKind::Other => Decoding::Generic,
            None => Decoding::Complete,
        },
        decoder: problem.unwrap_or(DECODER).to_owned(),
        decoder_version: VERSION,
    })
}

/// Returns the transaction on a chain that the rows of an event state. Texts that are no id, such as those of transfers between two
/// people at the exchange, are left out, and so are several different ones.
fn stated_transaction(rows: &[EventRow<'_>]) -> Option<String> {
    let ids = rows.iter().filter_map(|(_, row)| row.transaction.as_ref());
    let ids: BTreeSet<String> = ids
        .filter_map(|id| Some(id.parse::<TransactionId>().ok()?.to_string()))
        .collect();
    let mut ids = ids.into_iter();
    ids.next()
        .filter(|_| ids.next().is_none())
        .map(|id| format!("{STATED_TRANSACTION}{id}"))
}

/// A row, and the fact that states it.
type EventRow<'a> = (&'a StoredFact, &'a ExchangeRow);

/// Returns the rows of an event that count, each once, the oldest first.
fn rows<'a>(id: &EntryId, facts: &'a [StoredFact]) -> Vec<EventRow<'a>> {
    let mut newest: BTreeMap<&str, (&StoredFact, &ExchangeRow)> = BTreeMap::new();
    for stored in facts {
        let FactBody::ExchangeRow(row) = &stored.fact.body else {
            continue;
        };
        let is_of_event = stored.fact.account == id.account && stored.fact.transaction == id.transaction;
        if !is_of_event || stored.withdrawn_at.is_some() {
            continue;
        }
        let known = newest.entry(row.id.as_str()).or_insert((stored, row));
        if precedence(stored, row) > precedence(known.0, known.1) {
            *known = (stored, row);
        }
    }
    let mut rows: Vec<_> = newest.into_values().collect();
    rows.sort_by_key(|(stored, row)| (stored.fact.block.time, row.id.as_str()));
    rows
}

/// Of what was reported of one row, what the exchange answered precedes what a file states, and of several answers the newest one.
fn precedence(stored: &StoredFact, row: &ExchangeRow) -> (bool, Timestamp, FactId) {
    (row.list != Stream::ExchangeFiles, stored.read_at, stored.id)
}

/// Returns what the rows of an event are: a trade where any is, and else what the first one is whose kind is known.
fn event_kind(rows: &[EventRow<'_>]) -> ExchangeRowKind {
    let kinds = || rows.iter().map(|(_, row)| row.kind);
    let is_trade = |kind: &ExchangeRowKind| *kind == ExchangeRowKind::Trade;
    let known = || kinds().find(|kind| *kind != ExchangeRowKind::Other);
    kinds().find(is_trade).or_else(known).unwrap_or(ExchangeRowKind::Other)
}

fn entry_kind(kind: ExchangeRowKind, out: bool, into: bool) -> EntryKind {
    match (kind, out, into) {
        (ExchangeRowKind::Trade | ExchangeRowKind::Conversion, true, true) => EntryKind::Swap,
        (ExchangeRowKind::Move, _, _) => EntryKind::SelfTransfer,
        // Both rows of a withdrawal that failed cancel out.
        (ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal, false, false) => EntryKind::Failed,
        (ExchangeRowKind::Reward, false, _) => EntryKind::Reward,
        (ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal | ExchangeRowKind::Transfer, false, true) => {
            EntryKind::Receive
        }
        (ExchangeRowKind::Deposit | ExchangeRowKind::Withdrawal | ExchangeRowKind::Transfer, true, false) => {
            EntryKind::Send
        }
        _ => EntryKind::Mixed,
    }
}

/// What the rows of an event changed of one asset.
struct AssetSum<'a> {
    asset: &'a AssetId,
    stream: Stream,
    /// The first row with it.
    row: &'a str,
    arrived: RawAmount,
    left: RawAmount,
    paid: RawAmount,
    returned: RawAmount,
}

/// Returns what the rows of an event changed, by asset in the order of the rows.
fn sums<'a>(rows: &[EventRow<'a>]) -> Result<Vec<AssetSum<'a>>, AmountError> {
    let mut sums: Vec<AssetSum<'a>> = Vec::new();
    for (stored, row) in rows {
        for amount in &row.amounts {
            let known = sums.iter().position(|sum| *sum.asset == amount.asset);
            let at = known.unwrap_or(sums.len());
            if known.is_none() {
                sums.push(AssetSum {
                    asset: &amount.asset,
                    stream: stored.fact.body.stream(),
                    row: &row.id,
                    arrived: RawAmount::ZERO,
                    left: RawAmount::ZERO,
                    paid: RawAmount::ZERO,
                    returned: RawAmount::ZERO,
                });
            }
            sums[at].add(amount.amount, amount.is_fee)?;
        }
    }
    Ok(sums)
}

impl AssetSum<'_> {
    fn add(&mut self, amount: SignedRaw, is_fee: bool) -> Result<(), AmountError> {
        let sum = match (is_fee, amount.is_negative()) {
            (false, false) => &mut self.arrived,
            (false, true) => &mut self.left,
            (true, false) => &mut self.returned,
            (true, true) => &mut self.paid,
        };
        *sum = sum.add(amount.size())?;
        Ok(())
    }

    fn leg(&self, role: LegRole, amount: RawAmount) -> Option<Leg> {
        (!amount.is_zero()).then(|| Leg {
            role,
            asset: self.asset.clone(),
            token_id: None,
            amount,
            counterparty: None,
            stream: self.stream,
            item: format!("row {}", self.row),
        })
    }
}

/// Returns whether the same arrived and left, so that a transfer was one between two places of the account.
fn cancel_out(sums: &[AssetSum<'_>]) -> bool {
    let is_moved = |sum: &AssetSum<'_>| !sum.arrived.is_zero() && sum.arrived == sum.left;
    !sums.is_empty() && sums.iter().all(is_moved)
}

/// Returns what is left of one amount after another, and the reverse.
fn net(one: RawAmount, other: RawAmount) -> (RawAmount, RawAmount) {
    let less = |one: RawAmount, other: RawAmount| one.sub(other).unwrap_or(RawAmount::ZERO);
    (less(one, other), less(other, one))
}

/// Returns the legs: what left, what arrived, the fees. What moved between two places of the account both left and arrived, also where
/// each place has a row of its own event. A fee that is returned without one that was paid arrives.
fn legs(kind: ExchangeRowKind, sums: &[AssetSum<'_>]) -> Vec<Leg> {
    let (mut out, mut into, mut fees) = (Vec::new(), Vec::new(), Vec::new());
    for sum in sums {
        let (arrived, left) = match kind {
            ExchangeRowKind::Move if sum.arrived.is_zero() => (sum.left, sum.left),
            ExchangeRowKind::Move if sum.left.is_zero() => (sum.arrived, sum.arrived),
            ExchangeRowKind::Move => (sum.arrived, sum.left),
            _ => net(sum.arrived, sum.left),
        };
        let (paid, returned) = net(sum.paid, sum.returned);
        out.extend(sum.leg(LegRole::Out, left));
        into.extend(sum.leg(LegRole::In, arrived));
        into.extend(sum.leg(LegRole::In, returned));
        fees.extend(sum.leg(LegRole::Fee, paid));
    }
    out.into_iter().chain(into).chain(fees).collect()
}

#[cfg(test)]
mod tests;
