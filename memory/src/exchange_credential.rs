//! Keys of exchanges.

use async_trait::async_trait;
use ports::{
    Address, ExchangeCredential, ExchangeKey, KeyRights, StorageError, Timestamp, UserId, WalletId,
    exchange_credential::{ExchangeCredentialReader, ExchangeCredentialWriter},
};

use crate::{
    owned::OwnedRows,
    rows::{CredentialRow, UserRow},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

/// Returns the stored key of a row.
fn read(row: &CredentialRow, wallet: WalletId) -> Result<ExchangeCredential, StorageError> {
    let key = ExchangeKey::from_stored(&row.key).map_err(|_| StorageError::Corrupt {
        table: "exchange_credentials".to_owned(),
        column: "key".to_owned(),
        id: wallet.to_string(),
    })?;
    Ok(ExchangeCredential {
        wallet,
        user: row.user,
        account: row.account.clone(),
        key,
        rights: row.rights.clone(),
        id_hashes: row.id_hashes.clone(),
        checked_at: row.checked_at,
        created_at: row.created_at,
    })
}

/// Returns the rows that were removed at or before a moment.
fn removed_rows(tables: &Tables, before: Timestamp) -> Vec<WalletId> {
    let removed = tables.wallets.iter();
    let removed = removed.filter(|(_, wallet)| wallet.removed_at.is_some_and(|at| at <= before));
    removed.map(|(_, wallet)| wallet.id).collect()
}

impl OwnedRows for ExchangeCredential {
    /// Only registered users have keys, and the source is anonymous.
    fn move_rows(_: &mut Tables, _: UserId, _: UserId) {}

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.exchange_credentials.retain(|_, stored| stored.user != user);
    }
}

#[async_trait]
impl ExchangeCredentialReader for MemoryStorage {
    async fn of_account(&self, account: &Address) -> Result<Option<ExchangeCredential>, StorageError> {
        let tables = self.tables();
        let found = tables
            .exchange_credentials
            .iter()
            .find(|(_, one)| one.account == *account);
        found.map(|(wallet, stored)| read(stored, *wallet)).transpose()
    }

    async fn of_user(&self, user: UserId) -> Result<Vec<ExchangeCredential>, StorageError> {
        let tables = self.tables();
        let own = tables.exchange_credentials.iter().filter(|(_, one)| one.user == user);
        let mut found: Vec<ExchangeCredential> = own
            .map(|(wallet, stored)| read(stored, *wallet))
            .collect::<Result<_, _>>()?;
        found.sort_by_key(|one| (one.created_at, one.wallet));
        Ok(found)
    }

    async fn of_users_to_erase(&self, now: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        let tables = self.tables();
        let is_due = |user: &UserId| {
            let row = tables.users.get(user);
            row.and_then(UserRow::delete_at).is_some_and(|at| at <= now)
        };
        let due = tables.exchange_credentials.iter().filter(|(_, one)| is_due(&one.user));
        let mut found: Vec<ExchangeCredential> = due
            .map(|(wallet, stored)| read(stored, *wallet))
            .collect::<Result<_, _>>()?;
        found.sort_by_key(|one| one.wallet);
        Ok(found)
    }

    async fn disconnected(&self, before: Timestamp) -> Result<Vec<ExchangeCredential>, StorageError> {
        let tables = self.tables();
        let removed = removed_rows(&tables, before);
        let mut found: Vec<ExchangeCredential> = removed
            .iter()
            .filter_map(|wallet| Some(read(tables.exchange_credentials.get(wallet)?, *wallet)))
            .collect::<Result<_, _>>()?;
        found.sort_by_key(|one| one.wallet);
        Ok(found)
    }
}

#[async_trait]
impl ExchangeCredentialWriter for MemoryWork {
    async fn save(&mut self, credential: &ExchangeCredential) -> Result<(), StorageError> {
        self.tables.owned("exchange_credentials", credential.user)?;
        let stored = CredentialRow {
            user: credential.user,
            account: credential.account.clone(),
            key: credential.key.to_stored().reveal().clone(),
            rights: credential.rights.clone(),
            id_hashes: credential.id_hashes.clone(),
            checked_at: credential.checked_at,
            created_at: credential.created_at,
            refresh_until: None,
        };
        let known = self.tables.exchange_credentials.get(&credential.wallet);
        let is_same = known.is_none_or(|known| known.user == stored.user && known.account == stored.account);
        if is_same {
            self.tables.exchange_credentials.insert(credential.wallet, stored);
        }
        Ok(())
    }

    async fn checked(&mut self, wallet: WalletId, rights: &KeyRights, at: Timestamp) -> Result<(), StorageError> {
        if let Some(stored) = self.tables.exchange_credentials.get_mut(&wallet) {
            (stored.rights, stored.checked_at) = (rights.clone(), at);
        }
        Ok(())
    }

    async fn begin_refresh(
        &mut self,
        wallet: WalletId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StorageError> {
        let stored = self.tables.exchange_credentials.get_mut(&wallet);
        let free = stored.filter(|stored| stored.refresh_until.is_none_or(|held| held <= now));
        Ok(free.map(|stored| stored.refresh_until = Some(until)).is_some())
    }

    async fn end_refresh(
        &mut self,
        (user, wallet): (UserId, WalletId),
        until: Timestamp,
        tokens: Option<&ExchangeKey>,
    ) -> Result<bool, StorageError> {
        let stored = self.tables.exchange_credentials.get_mut(&wallet);
        let held = stored.filter(|stored| stored.user == user && stored.refresh_until == Some(until));
        let Some(stored) = held else {
            return Ok(false);
        };
        stored.refresh_until = None;
        if let Some(tokens) = tokens {
            stored.key.clone_from(tokens.to_stored().reveal());
        }
        Ok(true)
    }

    async fn remove(&mut self, user: UserId, wallet: WalletId) -> Result<bool, StorageError> {
        let stored = self.tables.exchange_credentials.get(&wallet);
        let found = stored.is_some_and(|stored| stored.user == user);
        if found {
            self.tables.exchange_credentials.remove(&wallet);
        }
        Ok(found)
    }

    async fn remove_disconnected(&mut self, before: Timestamp) -> Result<(), StorageError> {
        let removed = removed_rows(&self.tables, before);
        self.tables
            .exchange_credentials
            .retain(|wallet, _| !removed.contains(wallet));
        Ok(())
    }
}
