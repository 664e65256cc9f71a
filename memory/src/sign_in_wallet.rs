//! Wallets with which users sign in.

use async_trait::async_trait;
use ports::{
    Address, ChainId, StorageError, Timestamp, UserId,
    sign_in_wallet::{SignInChallenge, SignInWallet, SignInWalletReader, SignInWalletWriter},
};

use crate::{
    owned::OwnedRows,
    storage::MemoryStorage,
    tables::{Tables, check_unique},
    work::MemoryWork,
};

impl OwnedRows for SignInWallet {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        for one in tables
            .sign_in_challenges
            .values_mut()
            .filter(|one| one.requested_by == Some(source))
        {
            one.requested_by = Some(target);
        }
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.sign_in_wallets.retain(|_, wallet| wallet.user != user);
        tables
            .sign_in_challenges
            .retain(|_, one| one.requested_by != Some(user));
    }
}

#[async_trait]
impl SignInWalletReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<SignInWallet>, StorageError> {
        let tables = self.tables();
        let own = tables.sign_in_wallets.values().filter(|wallet| wallet.user == user);
        let mut own: Vec<SignInWallet> = own.cloned().collect();
        own.sort_by_key(|wallet| wallet.linked_at);
        Ok(own)
    }
}

#[async_trait]
impl SignInWalletWriter for MemoryWork {
    async fn issue(&mut self, challenge: &SignInChallenge) -> Result<(), StorageError> {
        if let Some(user) = challenge.requested_by {
            self.tables.owned("sign_in_challenges", user)?;
        }
        let nonce = challenge.nonce.clone();
        check_unique(
            "sign_in_challenges",
            self.tables.sign_in_challenges.contains_key(&nonce),
        )?;
        self.tables.sign_in_challenges.insert(nonce, challenge.clone());
        Ok(())
    }

    async fn issued(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError> {
        let found = self.tables.sign_in_challenges.get(nonce).cloned();
        Ok(found.filter(|challenge| challenge.expires_at > now))
    }

    async fn take(&mut self, nonce: &str, now: Timestamp) -> Result<Option<SignInChallenge>, StorageError> {
        let found = self.tables.sign_in_challenges.remove(nonce);
        Ok(found.filter(|challenge| challenge.expires_at > now))
    }

    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError> {
        self.tables
            .sign_in_challenges
            .retain(|_, challenge| challenge.expires_at > now);
        Ok(())
    }

    async fn owner(&mut self, address: &Address, chain: Option<&ChainId>) -> Result<Option<UserId>, StorageError> {
        let found = self.tables.sign_in_wallets.get(&(address.clone(), chain.cloned()));
        Ok(found.map(|wallet| wallet.user))
    }

    async fn link(&mut self, wallet: &SignInWallet) -> Result<(), StorageError> {
        self.tables.owned("sign_in_wallets", wallet.user)?;
        let key = (wallet.address.clone(), wallet.chain.clone());
        check_unique("sign_in_wallets", self.tables.sign_in_wallets.contains_key(&key))?;
        self.tables.sign_in_wallets.insert(key, wallet.clone());
        Ok(())
    }

    async fn unlink(&mut self, user: UserId, address: &Address, chain: Option<&ChainId>) -> Result<bool, StorageError> {
        let key = (address.clone(), chain.cloned());
        let is_own = self
            .tables
            .sign_in_wallets
            .get(&key)
            .is_some_and(|wallet| wallet.user == user);
        if is_own {
            self.tables.sign_in_wallets.remove(&key);
        }
        Ok(is_own)
    }
}
