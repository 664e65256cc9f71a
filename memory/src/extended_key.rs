//! Addresses derived from extended public keys.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, StorageError, Wallet, WalletId,
    extended_key::{Branch, DerivationPath, DerivedAddress, ExtendedKeyReader, ExtendedKeyWriter, Script},
};

use crate::{storage::MemoryStorage, tables::Tables, work::MemoryWork};

/// The first derivation place of any key.
const FIRST: DerivationPath = DerivationPath {
    script: Script::Pkh,
    branch: Branch::External,
    index: 0,
};

/// The last derivation place of any key.
const LAST: DerivationPath = DerivationPath {
    script: Script::Tr,
    branch: Branch::Change,
    index: u32::MAX,
};

/// Adds the derived addresses to a wallet that has a key.
pub(crate) fn fill(tables: &Tables, wallet: &mut Wallet) {
    let Some(extended) = &mut wallet.extended else { return };
    let own = tables.derived_addresses.range((wallet.id, FIRST)..=(wallet.id, LAST));
    let derived = own.map(|((_, path), account)| {
        let state = tables.accounts.get(account);
        DerivedAddress {
            path: *path,
            account: account.clone(),
            transactions: state.and_then(|state| state.transactions),
            read_at: state.and_then(|state| state.read_at),
        }
    });
    extended.derived = derived.collect();
    // Ordered by script code, as in every other store.
    extended.derived.sort_by_key(|one| (one.path.script.code(), one.path));
}

/// Returns the wallet with this id if it has a key and is not removed.
fn keyed(tables: &Tables, id: WalletId) -> Option<&Wallet> {
    let wallet = tables.wallets.get(&id)?;
    (wallet.removed_at.is_none() && wallet.extended.is_some()).then_some(wallet)
}

#[async_trait]
impl ExtendedKeyReader for MemoryStorage {
    async fn wallet(&self, id: WalletId) -> Result<Option<Wallet>, StorageError> {
        let tables = self.tables();
        let found = keyed(&tables, id).filter(|wallet| tables.is_present(wallet.user));
        let mut found = found.cloned();
        if let Some(wallet) = &mut found {
            fill(&tables, wallet);
        }
        Ok(found)
    }

    async fn holders(&self, account: &AccountId) -> Result<Vec<WalletId>, StorageError> {
        let tables = self.tables();
        let derived = tables
            .derived_addresses
            .iter()
            .filter(|(_, derived)| *derived == account);
        let holders: BTreeSet<WalletId> = derived.map(|((wallet, _), _)| *wallet).collect();
        Ok(holders.into_iter().collect())
    }
}

#[async_trait]
impl ExtendedKeyWriter for MemoryWork {
    async fn derive(&mut self, wallet: WalletId, paths: &[(DerivationPath, AccountId)]) -> Result<bool, StorageError> {
        if keyed(&self.tables, wallet).is_none() {
            return Ok(false);
        }
        for (path, account) in paths {
            let entry = self.tables.derived_addresses.entry((wallet, *path));
            entry.or_insert_with(|| account.clone());
        }
        Ok(true)
    }

    async fn forget(&mut self, wallet: WalletId) -> Result<(), StorageError> {
        self.tables.derived_addresses.retain(|(owner, _), _| *owner != wallet);
        Ok(())
    }
}
