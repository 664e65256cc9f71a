//! Reconciliation: the amounts that the entries add up to, compared with the balances that a node reported.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountId, Amount, Asset, AssetId, HistoryProgress, Snapshot, Stream, entry::LedgerHead, history::HistoryGapKind,
};

use crate::{
    caller::Caller,
    ledger::{
        LedgerError, Ledgers,
        coverage::{
            account_history::{AccountHistory, HistoryState},
            streams_by_account,
        },
        derive::{
            comparison::{Comparison, Difference, compare, is_read, reached, read_tokens},
            difference_cause::DifferenceCause,
            replay::{RawSum, Replay},
        },
        refusal::refusals,
    },
    price::{Decision, Evidence, Holder, Quotes, decide_all},
};

/// The comparison of all accounts of a person.
#[derive(Clone, Debug)]
pub struct Reconciliation {
    /// The number of balances that were compared: one per account and asset.
    pub compared: usize,
    /// How many of them are equal.
    pub equal: usize,
    /// The value in dollars of the balances with a known price.
    pub value: Amount,
    /// The part of it whose balances are equal.
    pub reconciled: Amount,
    /// The balances that differ, the largest value first.
    pub differences: Vec<Difference>,
}

impl Ledgers {
    /// Compares the entries of the caller's accounts with the newest balances, each up to the block of the balance.
    pub async fn reconciliation(&self, caller: &Caller) -> Result<Reconciliation, LedgerError> {
        let owner = self.owner(caller).await?;
        let coverage = self.coverage(&owner).await?;
        let progress = self.ports.stores.history_progress.of_accounts(&owner.accounts).await?;
        let states = self.ports.stores.accounts.states(&owner.accounts).await?;
        let latest: Vec<_> = states.into_iter().filter_map(|state| state.latest).collect();
        let snapshots = self.ports.stores.snapshots.find(&latest).await?;
        let heads = self.ports.stores.entries.heads(&owner.accounts).await?;
        let heads: BTreeMap<&AccountId, &LedgerHead> = heads.iter().map(|head| (&head.account, head)).collect();
        let histories = coverage.accounts.iter().map(|one| (&one.account, one));
        let histories: BTreeMap<&AccountId, &AccountHistory> = histories.collect();
        let streams = streams_by_account(&progress);
        let refusals = refusals(&self.ports).await?;
        let mut universes = BTreeMap::new();
        let mut compared = Vec::new();
        for snapshot in &snapshots {
            let replays = match heads.get(&snapshot.account) {
                Some(head) => self.replays.load(&self.ports, head, snapshot.block.number).await?,
                None => Arc::default(),
            };
            // Of an account without entries only stated balances are compared.
            let read = if replays.is_empty() {
                BTreeSet::new()
            } else {
                read_tokens(&self.ports, snapshot, &mut universes).await?
            };
            let history = histories.get(&snapshot.account).copied();
            let own = streams.get(&snapshot.account).map_or(&[][..], Vec::as_slice);
            compared.extend(compare(snapshot, &replays, &read, |asset, replay| {
                let is_read = is_read(snapshot, &read, asset);
                let cause = self.cause((asset, is_read), replay, history, own, snapshot);
                cause.or_refused(refusals.contains_key(&snapshot.account.chain))
            }));
        }
        let mut found = self.valued(compared).await?;
        for line in &mut found.differences {
            let name = owner.own.get(&line.account.address);
            line.name = name.cloned().unwrap_or_else(|| line.account.address.short());
        }
        Ok(found)
    }

    fn cause(
        &self,
        (asset, is_read): (&AssetId, bool),
        replay: &Replay,
        history: Option<&AccountHistory>,
        progress: &[&HistoryProgress],
        snapshot: &Snapshot,
    ) -> DifferenceCause {
        match history.map(|history| history.state) {
            None | Some(HistoryState::Waiting | HistoryState::Reading) => DifferenceCause::Reading,
            Some(HistoryState::NoSource) if snapshot.account.chain.is_exchange() => DifferenceCause::NoHistory,
            Some(HistoryState::NoSource) => DifferenceCause::NoSource,
            Some(HistoryState::NotRead) => DifferenceCause::Unknown,
            Some(HistoryState::Failed) => DifferenceCause::MissingPage,
            Some(HistoryState::Capped) => DifferenceCause::Cap,
            Some(HistoryState::Whole | HistoryState::Partial) => {
                self.cause_in_read((asset, is_read), replay, progress, snapshot)
            }
        }
    }

    /// Returns the cause where the history was read to its end.
    fn cause_in_read(
        &self,
        (asset, is_read): (&AssetId, bool),
        replay: &Replay,
        progress: &[&HistoryProgress],
        snapshot: &Snapshot,
    ) -> DifferenceCause {
        let has = |wanted: &dyn Fn(HistoryGapKind) -> bool| {
            progress.iter().flat_map(|one| &one.gaps).any(|gap| wanted(gap.kind))
        };
        let is_behind = || reached(progress.iter().copied()) < Some(snapshot.block.number);
        match () {
            // A source without these transactions reports fewer than the account sent, too.
            () if asset.is_native() && has(&|kind| kind == HistoryGapKind::NativeTransfers) => {
                DifferenceCause::NativeTransfers
            }
            () if !is_read && replay.is_wanted => DifferenceCause::NotRead,
            () if !is_read && replay.arrived == RawSum::default() => DifferenceCause::Unknown,
            () if !is_read => DifferenceCause::Spam,
            () if has(&is_missing_page) => DifferenceCause::MissingPage,
            () if asset.is_native() && has(&is_internal) => DifferenceCause::InternalTransfers,
            () if asset.is_native() && has(&is_withdrawal) => DifferenceCause::Withdrawals,
            () if is_behind() => DifferenceCause::Behind,
            () if self.ports.receipts.is_rebasing(asset) => DifferenceCause::Rebasing,
            () if replay.is_uncertain => DifferenceCause::Undecoded,
            () => DifferenceCause::Unknown,
        }
    }

    /// Adds symbols, amounts in whole units and values, and sorts.
    async fn valued(&self, compared: Vec<Comparison>) -> Result<Reconciliation, LedgerError> {
        let ids: BTreeSet<AssetId> = compared.iter().map(|one| one.asset.clone()).collect();
        let ids: Vec<AssetId> = ids.into_iter().collect();
        let assets = self.ports.stores.assets.find(&ids).await?;
        let assets: BTreeMap<&AssetId, &Asset> = assets.iter().map(|asset| (&asset.id, asset)).collect();
        let at = self.ports.clock.now();
        let evidence = Evidence::load(&self.ports, &ids, at, Quotes::Newest).await?;
        let decided = decide_all(&self.ports, &ids, &evidence, &Holder::default(), &BTreeMap::new(), at);
        let mut found = Reconciliation {
            compared: compared.len(),
            equal: 0,
            value: Amount::ZERO,
            reconciled: Amount::ZERO,
            differences: Vec::new(),
        };
        for one in compared {
            let price = match decided.get(&one.asset) {
                Some(Decision::Priced(priced)) => Some(priced.value),
                Some(Decision::Unpriced { .. }) | None => None,
            };
            found.add(&one, assets.get(&one.asset).copied(), price);
        }
        found.differences.sort_by(|one, other| one.order().cmp(&other.order()));
        Ok(found)
    }
}

/// Returns whether a gap means that a source left out transactions.
fn is_missing_page(kind: HistoryGapKind) -> bool {
    matches!(
        kind,
        HistoryGapKind::MissingTransactions | HistoryGapKind::StaleIndex | HistoryGapKind::UnfinishedIndex
    )
}

/// Returns whether a gap means that coins moved by contracts are not reported.
fn is_internal(kind: HistoryGapKind) -> bool {
    matches!(
        kind,
        HistoryGapKind::InternalTransfers | HistoryGapKind::Unreported(Stream::InternalTransfers)
    )
}

/// Returns whether a gap means that withdrawals of validators are not reported.
fn is_withdrawal(kind: HistoryGapKind) -> bool {
    kind == HistoryGapKind::Unreported(Stream::Withdrawals)
}

impl Reconciliation {
    /// Adds a comparison. A balance without a known price is counted, and adds no value.
    fn add(&mut self, one: &Comparison, asset: Option<&Asset>, price: Option<Amount>) {
        let line = one.line(asset, price);
        let value = line.balance.and_then(|balance| balance.mul(price?).ok());
        let plus = |sum: Amount| value.and_then(|value| sum.add(value).ok()).unwrap_or(sum);
        self.value = plus(self.value);
        if one.is_equal() {
            self.equal += 1;
            self.reconciled = plus(self.reconciled);
        } else {
            self.differences.push(line);
        }
    }
}
