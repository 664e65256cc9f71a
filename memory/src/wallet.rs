//! Wallets.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    Address, Name, StorageError, Timestamp, UserId, Wallet, WalletId,
    extended_key::WalletExtendedKey,
    job::RetryState,
    wallet::{WalletReader, WalletWriter},
};

use crate::{
    erase, extended_key,
    job::untried_subjects,
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique, conflict, most},
    work::MemoryWork,
};

/// Returns the user's wallets for which `is_read` returns true, in the user's order, with their derived addresses.
fn of_user(tables: &Tables, user: UserId, is_read: impl Fn(&Wallet) -> bool) -> Vec<Wallet> {
    let own = tables.wallets.values().filter(|wallet| wallet.user == user);
    let mut found: Vec<Wallet> = own.filter(|wallet| is_read(wallet)).cloned().collect();
    found.sort_by_key(|wallet| (wallet.removed_at.is_some(), wallet.position, wallet.id));
    for wallet in &mut found {
        extended_key::fill(tables, wallet);
    }
    found
}

/// Returns the first `limit` items by time and then by value, without duplicates; each at its earliest time.
pub(crate) fn earliest<T: Ord + Clone>(items: impl Iterator<Item = (T, Timestamp)>, limit: u32) -> Vec<T> {
    let mut earliest: BTreeMap<T, Timestamp> = BTreeMap::new();
    for (item, at) in items {
        let known = earliest.entry(item).or_insert(at);
        *known = at.min(*known);
    }
    let mut in_order: Vec<(Timestamp, T)> = earliest.into_iter().map(|(item, at)| (at, item)).collect();
    in_order.sort();
    in_order.into_iter().map(|(_, item)| item).take(most(limit)).collect()
}

impl OwnedRows for Wallet {
    /// Moves wallets behind those of `target`, in their order. A removed wallet does not replace one that is watched.
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        let of_target = tables.wallets.values().filter(|wallet| wallet.user == target);
        let first = of_target.clone().map(|wallet| wallet.position + 1).max().unwrap_or(0);
        let own: BTreeSet<(String, bool)> = of_target
            .map(|wallet| (wallet.key().to_owned(), wallet.removed_at.is_some()))
            .collect();
        let has = |wallet: &Self, is_removed| own.contains(&(wallet.key().to_owned(), is_removed));
        let is_moved = |wallet: &Self| !has(wallet, false) && (wallet.removed_at.is_none() || !has(wallet, true));
        let of_source = tables.wallets.values().filter(|wallet| wallet.user == source);
        let moved: Vec<WalletId> = of_source
            .filter(|wallet| is_moved(wallet))
            .map(|wallet| wallet.id)
            .collect();
        for id in moved {
            if let Some(wallet) = tables.wallets.get_mut(&id) {
                wallet.user = target;
                wallet.position += first;
            }
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        let own = tables.wallets.values().filter(|wallet| wallet.user == user);
        let own = own.map(|wallet| wallet.id).collect();
        erase::wallets(tables, &own);
    }
}

#[async_trait]
impl WalletReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<Wallet>, StorageError> {
        Ok(of_user(&self.tables(), user, |wallet| wallet.removed_at.is_none()))
    }

    async fn names_due(
        &self,
        before: Timestamp,
        retries: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Name>, StorageError> {
        let tables = self.tables();
        let untried = untried_subjects(&tables, retries, now);
        let named = tables.present_wallets().filter_map(|wallet| {
            let is_due = wallet.resolved_at.is_none_or(|at| at < before || at > now);
            let name = wallet.name.as_ref().filter(|name| is_due && untried(name.as_str()))?;
            Some((name.clone(), wallet.resolved_at.unwrap_or(Timestamp::from_millis(0))))
        });
        Ok(earliest(named, limit))
    }

    async fn addresses(&self, after: &str, limit: u32) -> Result<Vec<Address>, StorageError> {
        let tables = self.tables();
        let addresses = tables.present_wallets().filter_map(|wallet| wallet.address.as_ref());
        let behind: BTreeSet<&Address> = addresses.filter(|address| address.as_str() > after).collect();
        Ok(behind.into_iter().take(most(limit)).cloned().collect())
    }

    async fn has_name(&self, name: &Name) -> Result<bool, StorageError> {
        Ok(self
            .tables()
            .present_wallets()
            .any(|wallet| wallet.name.as_ref() == Some(name)))
    }
}

#[async_trait]
impl WalletWriter for MemoryWork {
    async fn of_user(&mut self, user: UserId, removed_since: Timestamp) -> Result<Vec<Wallet>, StorageError> {
        let is_read = |wallet: &Wallet| wallet.removed_at.is_none_or(|at| at >= removed_since);
        Ok(of_user(&self.tables, user, is_read))
    }

    async fn save(&mut self, wallet: &Wallet) -> Result<(), StorageError> {
        self.tables.owned("wallets", wallet.user)?;
        let known = self.tables.wallets.get(&wallet.id);
        if known.is_some_and(|known| known.user != wallet.user) {
            return Err(conflict("wallets"));
        }
        let is_same = |other: &Wallet| {
            other.id != wallet.id
                && other.user == wallet.user
                && other.removed_at.is_none()
                && other.key() == wallet.key()
        };
        let is_taken = wallet.removed_at.is_none() && self.tables.wallets.values().any(is_same);
        check_unique("wallets", is_taken)?;
        let mut kept = wallet.clone();
        if let Some(WalletExtendedKey { derived, .. }) = &mut kept.extended {
            derived.clear();
        }
        self.tables.wallets.insert(wallet.id, kept);
        Ok(())
    }

    async fn named(&mut self, name: &Name) -> Result<Vec<Wallet>, StorageError> {
        let wallets = self.tables.wallets.values();
        let named = wallets.filter(|wallet| wallet.removed_at.is_none() && wallet.name.as_ref() == Some(name));
        Ok(named.cloned().collect())
    }

    async fn erase_removed(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let wallets = self.tables.wallets.values();
        let removed = wallets.filter(|wallet| wallet.removed_at.is_some_and(|at| at < before));
        let found: BTreeSet<WalletId> = removed.map(|wallet| wallet.id).collect();
        Ok(erase::wallets(&mut self.tables, &found))
    }
}
