//! Whether the rows of files count beside what is read from the exchange.
//!
//! A row that the exchange lists with the same id counts once. Other events are compared by what they changed: an event of the exchange with
//! the same kind and the same quantities, near in time, is the same event, and each is used once. What is left counts where the exchange
//! is not read. In times that are read whole it counts only where the person chose that, because it may be an event of the lists that
//! is stated in another way.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AssetId, Fact, HistoryProgress, RawAmount, Stream, Timestamp, TransactionId,
    amount::AmountError,
    fact::{ExchangeRow, ExchangeRowKind, FactBody},
    history::HistoryGapKind,
};

/// How far apart the two times of a trade or a conversion may be that is stated twice.
const NEAR_TRADE: Duration = Duration::from_secs(60);
/// The same of what enters, leaves or is paid out: exchanges state when it was announced, or when it was confirmed.
const NEAR_OTHER: Duration = Duration::from_hours(24);

/// Whether a row of a file counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImportStatus {
    /// It counts: it is read from nowhere else.
    Counts,
    /// The exchange lists it, so that it counts already.
    Listed,
    /// It is of a time that is read from the exchange, whose lists do not have it.
    Unlisted,
}

/// The times that are read from an exchange.
pub(super) struct ReadTimes<'a> {
    /// How far each list is read, without what files stand for.
    pub(super) progress: &'a [HistoryProgress],
    /// The markets of the account; `None` where the exchange lists the trades of all markets at once.
    pub(super) markets: Option<&'a [MarketAssets]>,
}

/// A market whose trades are listed apart from those of others.
pub(super) struct MarketAssets {
    /// The assets of both sides.
    pub(super) assets: [AssetId; 2],
    /// Whether trades of it may be missing.
    pub(super) is_missing: bool,
}

impl ReadTimes<'_> {
    /// Returns whether the list is read that would have an event with these rows.
    fn have(&self, (kind, rows): (ExchangeRowKind, &[&ExchangeRow]), at: Timestamp) -> bool {
        let of = |stream: Stream| self.progress.iter().find(|one| one.stream == stream);
        let trades = || of(Stream::ExchangeTrades).filter(|_| kind == ExchangeRowKind::Trade);
        let own = of(Stream::ExchangeLedger)
            .or_else(trades)
            .or_else(|| of(list_of(kind)?));
        let block = u64::try_from(at.millis()).unwrap_or_default();
        own.is_some_and(|one| {
            let is_missing = one.gaps.iter().any(|gap| {
                gap.kind != HistoryGapKind::BalanceDiffers
                    && gap.blocks.is_none_or(|(first, last)| (first..=last).contains(&block))
            });
            let is_listed = one.stream != Stream::MarketTrades || self.have_market(rows);
            one.through.is_some_and(|through| block <= through) && !is_missing && is_listed
        })
    }

    /// Returns whether the market of a trade is read. Several trades of one second may be of several markets.
    fn have_market(&self, rows: &[&ExchangeRow]) -> bool {
        let amounts = rows.iter().flat_map(|row| &row.amounts);
        let assets: BTreeSet<&AssetId> = amounts.filter(|one| !one.is_fee).map(|one| &one.asset).collect();
        let is_own = |market: &&MarketAssets| market.assets.iter().all(|asset| assets.contains(asset));
        self.markets.is_none_or(|markets| {
            let own: Vec<&MarketAssets> = markets.iter().filter(is_own).collect();
            !own.is_empty() && own.iter().all(|market| !market.is_missing)
        })
    }
}

fn list_of(kind: ExchangeRowKind) -> Option<Stream> {
    match kind {
        ExchangeRowKind::Trade => Some(Stream::MarketTrades),
        ExchangeRowKind::Conversion => Some(Stream::ExchangeConversions),
        ExchangeRowKind::Deposit => Some(Stream::ExchangeDeposits),
        ExchangeRowKind::Withdrawal => Some(Stream::ExchangeWithdrawals),
        ExchangeRowKind::Reward => Some(Stream::ExchangeRewards),
        _ => None,
    }
}

/// A row of a file, and whether its file counts also what lists do not have.
pub(super) struct JudgedRow<'a> {
    pub(super) fact: &'a Fact,
    pub(super) counts_unlisted: bool,
}

/// What an event changed: of each asset what arrived and what left, or for moves what moved.
type ChangedQuantities = Vec<(AssetId, RawAmount, RawAmount)>;

/// An event that the exchange lists, and whether a file states it too.
struct ListedEvent {
    time: Timestamp,
    is_stated: bool,
}

/// The events of an exchange by what they changed.
#[derive(Default)]
struct ListedEvents {
    rows: BTreeSet<String>,
    by_change: BTreeMap<(bool, ChangedQuantities), Vec<ListedEvent>>,
}

/// Returns the status of each of these rows. `listed` are the facts that were read from the exchange. Fails where amounts do not fit.
pub(super) fn judge(
    rows: &[JudgedRow<'_>],
    listed: &[Fact],
    times: &ReadTimes<'_>,
) -> Result<Vec<ImportStatus>, AmountError> {
    let mut known = ListedEvents::of(listed)?;
    let mut statuses = vec![ImportStatus::Counts; rows.len()];
    let mut members: BTreeMap<&TransactionId, Vec<usize>> = BTreeMap::new();
    for (at, judged) in rows.iter().enumerate() {
        if row_of(judged.fact).is_some_and(|row| known.rows.contains(&row.id)) {
            statuses[at] = ImportStatus::Listed;
            continue;
        }
        members.entry(&judged.fact.transaction).or_default().push(at);
    }
    // The rows of an event may differ in time.
    let begin = |members: &Vec<usize>| members.iter().map(|at| rows[*at].fact.block.time).min();
    let mut events: Vec<(Timestamp, Vec<usize>)> = members
        .into_values()
        .filter_map(|members| Some((begin(&members)?, members)))
        .collect();
    events.sort_by_key(|(time, _)| *time);
    for (time, members) in events {
        let facts = members.iter().map(|at| rows[*at].fact);
        let own: Vec<&ExchangeRow> = facts.filter_map(row_of).collect();
        let kind = own.first().map_or(ExchangeRowKind::Other, |row| row.kind);
        let status = if known.take(kind, &own, time)? {
            ImportStatus::Listed
        } else if times.have((kind, &own), time) && !members.iter().any(|at| rows[*at].counts_unlisted) {
            ImportStatus::Unlisted
        } else {
            ImportStatus::Counts
        };
        for at in members {
            statuses[at] = status;
        }
    }
    Ok(statuses)
}

impl ListedEvents {
    fn of(facts: &[Fact]) -> Result<Self, AmountError> {
        let mut found = Self::default();
        let mut events: BTreeMap<&TransactionId, Vec<&Fact>> = BTreeMap::new();
        for fact in facts {
            found.rows.extend(row_of(fact).map(|row| row.id.clone()));
            events.entry(&fact.transaction).or_default().push(fact);
        }
        let mut seconds: BTreeMap<i64, Vec<&Fact>> = BTreeMap::new();
        for facts in events.values() {
            found.add(facts)?;
            let is_trade = facts.iter().filter_map(|fact| row_of(fact)).any(is_trade);
            if let Some(first) = facts.first().filter(|_| is_trade) {
                let of_second = seconds.entry(first.block.time.seconds()).or_default();
                of_second.extend(facts);
            }
        }
        // A file may have all trades of a second as one.
        let is_several = |facts: &&Vec<&Fact>| facts.iter().any(|fact| fact.transaction != facts[0].transaction);
        for facts in seconds.values().filter(is_several) {
            found.add(facts)?;
        }
        Ok(found)
    }

    fn add(&mut self, facts: &[&Fact]) -> Result<(), AmountError> {
        let rows: Vec<&ExchangeRow> = facts.iter().filter_map(|fact| row_of(fact)).collect();
        let (Some(row), Some(fact)) = (rows.first(), facts.first()) else {
            return Ok(());
        };
        let key = (is_exchange(row.kind), change(row.kind, &rows)?);
        let events = self.by_change.entry(key).or_default();
        events.push(ListedEvent {
            time: fact.block.time,
            is_stated: false,
        });
        Ok(())
    }

    /// Uses up the nearest event with this change. Returns whether there is one.
    fn take(&mut self, kind: ExchangeRowKind, rows: &[&ExchangeRow], at: Timestamp) -> Result<bool, AmountError> {
        let change = change(kind, rows)?;
        let near = if is_exchange(kind) { NEAR_TRADE } else { NEAR_OTHER };
        let events = self.by_change.get_mut(&(is_exchange(kind), change));
        let open = events.into_iter().flatten().filter(|event| !event.is_stated);
        let distance = |event: &ListedEvent| event.time.millis().abs_diff(at.millis());
        let nearest = open.min_by_key(|event| distance(event));
        let Some(nearest) = nearest.filter(|event| u128::from(distance(event)) <= near.as_millis()) else {
            return Ok(false);
        };
        nearest.is_stated = true;
        Ok(true)
    }
}

/// Returns the row that a fact of an exchange states.
pub(super) fn row_of(fact: &Fact) -> Option<&ExchangeRow> {
    match &fact.body {
        FactBody::ExchangeRow(row) => Some(row),
        _ => None,
    }
}

fn is_exchange(kind: ExchangeRowKind) -> bool {
    matches!(kind, ExchangeRowKind::Trade | ExchangeRowKind::Conversion)
}

fn is_trade(row: &ExchangeRow) -> bool {
    row.kind == ExchangeRowKind::Trade
}

/// Sums what rows changed. Of what moved within the account, the larger side is both, because not every list has both.
fn change(kind: ExchangeRowKind, rows: &[&ExchangeRow]) -> Result<ChangedQuantities, AmountError> {
    let mut sums: BTreeMap<&AssetId, (RawAmount, RawAmount)> = BTreeMap::new();
    for amount in rows.iter().flat_map(|row| &row.amounts) {
        let (arrived, left) = sums.entry(&amount.asset).or_insert((RawAmount::ZERO, RawAmount::ZERO));
        let side = if amount.amount.is_negative() { left } else { arrived };
        *side = side.add(amount.amount.size())?;
    }
    let of_asset = |(asset, (arrived, left)): (&AssetId, (RawAmount, RawAmount))| {
        let (arrived, left) = match kind {
            ExchangeRowKind::Move => (arrived.max(left), arrived.max(left)),
            _ => (less(arrived, left), less(left, arrived)),
        };
        (asset.clone(), arrived, left)
    };
    let changes = sums.into_iter().map(of_asset);
    Ok(changes
        .filter(|(_, arrived, left)| !arrived.is_zero() || !left.is_zero())
        .collect())
}

fn less(one: RawAmount, other: RawAmount) -> RawAmount {
    one.sub(other).unwrap_or(RawAmount::ZERO)
}

#[cfg(test)]
mod tests;
