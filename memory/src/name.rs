//! Resolved names.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    Address, Name, StorageError, Timestamp,
    job::RetryState,
    name::{NameReader, NameWriter, Resolution, ReverseName},
};

use crate::{erase, job::untried_subjects, storage::MemoryStorage, wallet::earliest, work::MemoryWork};

#[async_trait]
impl NameReader for MemoryStorage {
    async fn latest(&self, name: &Name, now: Timestamp) -> Result<Option<Resolution>, StorageError> {
        let tables = self.tables();
        let known = tables.names.get(name).into_iter().flatten();
        let known = known.filter(|(resolved_at, _)| *resolved_at <= now);
        // Of several with the same time, the first in the order of the addresses.
        let newest = known.min_by_key(|(resolved_at, address)| (std::cmp::Reverse(*resolved_at), address));
        Ok(newest.map(|(resolved_at, address)| Resolution {
            name: name.clone(),
            address: address.clone(),
            resolved_at: *resolved_at,
        }))
    }

    async fn reverse(
        &self,
        addresses: &[Address],
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Vec<ReverseName>, StorageError> {
        let tables = self.tables();
        let addresses: BTreeSet<&Address> = addresses.iter().collect();
        let known = addresses
            .into_iter()
            .filter_map(|address| tables.reverse_names.get(address));
        Ok(known
            .filter(|one| one.checked_at > since && one.checked_at <= now)
            .cloned()
            .collect())
    }

    async fn reverse_due(
        &self,
        before: Timestamp,
        retries: &RetryState,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<Address>, StorageError> {
        let tables = self.tables();
        let untried = untried_subjects(&tables, retries, now);
        let nameless = tables.present_wallets().filter(|wallet| wallet.name.is_none());
        let due = nameless.filter_map(|wallet| {
            let address = wallet.address.as_ref().filter(|address| address.is_evm())?;
            let checked_at = tables.reverse_names.get(address).map(|known| known.checked_at);
            let is_due = checked_at.is_none_or(|at| at < before || at > now);
            (is_due && untried(address.as_str()))
                .then(|| (address.clone(), checked_at.unwrap_or(Timestamp::from_millis(0))))
        });
        Ok(earliest(due, limit))
    }

    async fn is_reverse_wanted(&self, address: &Address) -> Result<bool, StorageError> {
        let tables = self.tables();
        let mut nameless = tables.present_wallets().filter(|wallet| wallet.name.is_none());
        Ok(nameless.any(|wallet| wallet.address.as_ref() == Some(address)))
    }
}

#[async_trait]
impl NameWriter for MemoryWork {
    async fn add(&mut self, resolution: &Resolution) -> Result<(), StorageError> {
        let known = self.tables.names.entry(resolution.name.clone()).or_default();
        known.insert((resolution.resolved_at, resolution.address.clone()));
        Ok(())
    }

    async fn keep_reverse(&mut self, found: &ReverseName) -> Result<(), StorageError> {
        self.tables.reverse_names.insert(found.address.clone(), found.clone());
        Ok(())
    }

    async fn erase_unused(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let is_old = |known: &BTreeSet<(Timestamp, Address)>| known.iter().any(|(at, _)| *at < before);
        let old = self.tables.names.iter().filter(|(_, known)| is_old(known));
        let old: BTreeSet<Name> = old.map(|(name, _)| name.clone()).collect();
        erase::names(&mut self.tables, old);
        erase::reverse_names_without_wallets(&mut self.tables);
        erase::unused_name_disclosures(&mut self.tables, before);
        Ok(())
    }
}
