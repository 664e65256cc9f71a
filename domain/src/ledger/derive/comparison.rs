//! The comparison of balances that a node reported with the amounts that entries add up to.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Amount, Asset, AssetId, ChainId, HistoryProgress, Ports, RawAmount, Snapshot, StorageError, Stream,
    Timestamp, fact::EXCHANGE_DECIMALS, reconciliation::Contradiction,
};

use crate::ledger::derive::{
    balance::{Balance, balances},
    difference_cause::DifferenceCause,
    replay::{Replay, Replays},
};

/// A balance that differs from what the entries add up to.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Which account.
    pub account: AccountId,
    /// What the person calls the account's address.
    pub name: String,
    /// Which asset.
    pub asset: AssetId,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// What the entries add up to, in whole units; `None` where the decimals are unknown.
    pub replayed: Option<Amount>,
    /// The balance that a node reported at [`Self::block`]; `None` where it was not read.
    pub balance: Option<Amount>,
    /// The balance minus the replayed amount.
    pub difference: Option<Amount>,
    /// The difference in dollars, where a price is known.
    pub value: Option<Amount>,
    /// The block of the balance.
    pub block: u64,
    /// The time of the first entry with the asset.
    pub first: Option<Timestamp>,
    /// The likely cause.
    pub cause: DifferenceCause,
}

impl Difference {
    /// Returns the order: the largest value first, and equal ones by account and asset.
    pub(in crate::ledger) fn order(&self) -> impl Ord + '_ {
        let value = std::cmp::Reverse(self.value.map(Amount::abs));
        (value, &self.account, &self.asset)
    }
}

/// Returns the block up to which the amounts of an account are read. Receipts, which are read only in final blocks, add no amounts
/// of tokens.
pub(in crate::ledger) fn reached<'a>(progress: impl Iterator<Item = &'a HistoryProgress>) -> Option<u64> {
    let amounts = progress.filter(|one| one.stream != Stream::Receipts);
    amounts.filter_map(|one| one.target).min()
}

/// The comparison of one balance.
pub(in crate::ledger) struct Comparison {
    account: AccountId,
    pub(in crate::ledger) asset: AssetId,
    replay: Replay,
    balance: Option<Balance>,
    block: u64,
    cause: DifferenceCause,
}

/// Returns the decimal places in which the entries of accounts on a chain count, where they are not those of the assets.
pub(in crate::ledger) fn places(chain: &ChainId) -> Option<u8> {
    chain.is_exchange().then_some(EXCHANGE_DECIMALS)
}

/// The tokens that are looked for on each chain.
pub(crate) type Universes = BTreeMap<ChainId, BTreeSet<AssetId>>;

/// Returns the tokens whose balances a snapshot has, as far as their contracts answered. The tokens of a chain are loaded once.
pub(crate) async fn read_tokens(
    ports: &Ports,
    snapshot: &Snapshot,
    universes: &mut Universes,
) -> Result<BTreeSet<AssetId>, StorageError> {
    if snapshot.probe {
        return Ok(BTreeSet::new());
    }
    let chain = &snapshot.account.chain;
    if !universes.contains_key(chain) {
        let assets = ports.stores.assets.universe(chain).await?;
        universes.insert(chain.clone(), assets.into_iter().map(|asset| asset.id).collect());
    }
    let mut read = universes.get(chain).cloned().unwrap_or_default();
    read.extend(ports.stores.added_tokens.of_watchers(&snapshot.account).await?);
    Ok(read)
}

/// Returns whether a snapshot states the balance of an asset. One of zero is left out of its rows, and tokens whose contracts gave
/// no answer are listed apart.
pub(crate) fn is_read(snapshot: &Snapshot, read: &BTreeSet<AssetId>, asset: &AssetId) -> bool {
    let is_unread = snapshot.unreadable.iter().any(|(unreadable, _)| unreadable == asset);
    let is_stated = snapshot.rows.iter().any(|row| row.asset == *asset);
    // An exchange lists everything that an account has.
    let is_whole = snapshot.account.chain.is_exchange() && !snapshot.probe;
    is_stated || is_whole || (!is_unread && (asset.is_native() || read.contains(asset)))
}

/// Compares each balance of a snapshot, and each asset of which the entries leave an amount. `read` are the tokens whose balance it
/// has.
pub(in crate::ledger) fn compare(
    snapshot: &Snapshot,
    replays: &Replays,
    read: &BTreeSet<AssetId>,
    cause: impl Fn(&AssetId, &Replay) -> DifferenceCause,
) -> Vec<Comparison> {
    let mut balances = balances(snapshot);
    for (asset, replay) in replays {
        let is_read = is_read(snapshot, read, asset);
        // What is not read and left as it came has nothing to be compared with.
        if is_read || replay.arrived != replay.left {
            balances.entry(asset.clone()).or_insert(is_read.then(Balance::default));
        }
    }
    let comparison = |(asset, balance): (AssetId, Option<Balance>)| {
        let replay = replays.get(&asset).copied().unwrap_or_default();
        Comparison {
            account: snapshot.account.clone(),
            cause: cause(&asset, &replay),
            asset,
            replay,
            balance,
            block: snapshot.block.number,
        }
    };
    balances.into_iter().map(comparison).collect()
}

impl Comparison {
    /// Returns whether the balance was read at all.
    pub(crate) fn is_read(&self) -> bool {
        self.balance.is_some()
    }

    pub(in crate::ledger) fn is_equal(&self) -> bool {
        let sums = self.replay.arrived.0.zip(self.replay.left.0);
        let balance = self.balance.zip(sums);
        balance.is_some_and(|(balance, (arrived, left))| balance.equals(arrived, left))
    }

    /// Returns by how much the balance differs.
    pub(in crate::ledger) fn contradiction(&self) -> Contradiction {
        let sums = self.replay.arrived.0.zip(self.replay.left.0);
        let difference = self.balance.zip(sums);
        let difference = difference.and_then(|(balance, (arrived, left))| balance.difference(arrived, left));
        let (holds_more, raw) = difference.map_or((true, None), |(holds_more, raw)| (holds_more, Some(raw)));
        Contradiction {
            asset: self.asset.clone(),
            holds_more,
            raw,
        }
    }

    pub(in crate::ledger) fn line(&self, asset: Option<&Asset>, price: Option<Amount>) -> Difference {
        let of_asset = asset.and_then(|asset| asset.metadata.decimals);
        let decimals = places(&self.account.chain).or(of_asset);
        let units = |raw: Option<RawAmount>| raw?.in_units(decimals?).ok();
        let (arrived, left) = (units(self.replay.arrived.0), units(self.replay.left.0));
        let replayed = arrived.and_then(|arrived| arrived.sub(left?).ok());
        let balance = self.balance.and_then(|balance| balance.in_units(decimals?));
        let difference = balance.and_then(|balance| balance.sub(replayed?).ok());
        Difference {
            account: self.account.clone(),
            name: String::new(),
            asset: self.asset.clone(),
            symbol: asset.map(|asset| asset.metadata.symbol.clone()).unwrap_or_default(),
            value: difference.and_then(|difference| difference.mul(price?).ok()),
            replayed,
            balance,
            difference,
            block: self.block,
            first: self.replay.first,
            cause: self.cause,
        }
    }
}

#[cfg(test)]
mod tests;
