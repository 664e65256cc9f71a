//! What moved in an account since a moment.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AssetId, Entry, RawAmount, Snapshot, Timestamp, TransactionId,
    entry::{EntryKind, LegRole},
};

/// What moved of one asset in one account since a moment.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MovedAsset {
    /// The asset.
    pub asset: AssetId,
    /// Its decimals, where the account does not hold it any more.
    pub decimals: Option<u8>,
    /// The entries since the moment, the oldest first.
    pub entries: Vec<MovedEntry>,
}

/// What one entry moved of an asset.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MovedEntry {
    /// The transaction.
    pub transaction: TransactionId,
    /// The height of its block.
    pub block: u64,
    /// The time of its block.
    pub time: Timestamp,
    /// What arrived, in the smallest unit.
    pub arrived: RawAmount,
    /// What left, with fees, in the smallest unit.
    pub left: RawAmount,
}

impl MovedAsset {
    fn sum(&self, part: fn(&MovedEntry) -> RawAmount) -> Option<RawAmount> {
        let mut parts = self.entries.iter().map(part);
        parts.try_fold(RawAmount::ZERO, |sum, one| sum.add(one).ok())
    }

    /// Returns the balance at the moment, given the later one; `None` if more arrived since than there is.
    pub fn before(&self, later: RawAmount) -> Option<RawAmount> {
        let (left, arrived) = (self.sum(|one| one.left)?, self.sum(|one| one.arrived)?);
        later.add(left).ok()?.sub(arrived).ok()
    }

    /// Returns the later balance, given the one at the moment.
    pub fn after(&self, before: RawAmount) -> Option<RawAmount> {
        let (left, arrived) = (self.sum(|one| one.left)?, self.sum(|one| one.arrived)?);
        before.add(arrived).ok()?.sub(left).ok()
    }
}

/// Returns what entries moved, by asset; `None` if they contradict the balances. Left out are tokens with ids, tokens whose
/// balance could not be read, and tokens that are not in the snapshot because nobody looks for them, such as spam.
pub fn moved(entries: &[Entry], later: &Snapshot) -> Option<Vec<MovedAsset>> {
    let rows: BTreeMap<&AssetId, RawAmount> = later.rows.iter().map(|row| (&row.asset, row.raw)).collect();
    let unreadable: BTreeSet<&AssetId> = later.unreadable.iter().map(|(asset, _)| asset).collect();
    let mut assets: BTreeMap<&AssetId, (MovedAsset, bool)> = BTreeMap::new();
    for entry in entries {
        let is_wanted = !matches!(entry.kind, EntryKind::Spam | EntryKind::Airdrop);
        for leg in entry.legs.iter().filter(|leg| !leg.asset.is_collection()) {
            let (moved, wanted) = assets.entry(&leg.asset).or_insert_with(|| (nothing(&leg.asset), false));
            *wanted |= is_wanted;
            let amounts = match leg.role {
                LegRole::In => (leg.amount, RawAmount::ZERO),
                LegRole::Out | LegRole::Fee => (RawAmount::ZERO, leg.amount),
            };
            add(moved, entry, amounts)?;
        }
    }
    let mut found = Vec::new();
    for (asset, (moved, is_wanted)) in assets {
        let row = rows.get(asset);
        if unreadable.contains(asset) || (row.is_none() && !is_wanted) {
            continue;
        }
        match (moved.before(row.copied().unwrap_or(RawAmount::ZERO)), row) {
            (Some(_), _) => found.push(moved),
            (None, Some(_)) => return None,
            // Its balance is not read.
            (None, None) => {}
        }
    }
    Some(found)
}

fn nothing(asset: &AssetId) -> MovedAsset {
    MovedAsset {
        asset: asset.clone(),
        decimals: None,
        entries: Vec::new(),
    }
}

/// Adds the amounts of a leg to those of its entry; `None` if they have more digits than can be stored.
fn add(moved: &mut MovedAsset, entry: &Entry, (arrived, left): (RawAmount, RawAmount)) -> Option<()> {
    match moved.entries.last_mut() {
        Some(last) if last.transaction == entry.id.transaction => {
            last.arrived = last.arrived.add(arrived).ok()?;
            last.left = last.left.add(left).ok()?;
        }
        Some(_) | None => moved.entries.push(MovedEntry {
            transaction: entry.id.transaction.clone(),
            block: entry.block,
            time: entry.time,
            arrived,
            left,
        }),
    }
    Some(())
}
