//! Extended public keys of wallets, and the storage of the addresses derived from them.

use async_trait::async_trait;

use crate::{
    ids::account::AccountId,
    person::wallet::{Wallet, WalletId},
    storage::StorageError,
};

pub use crate::bip32::{
    Branch, DerivationPath, DeriveError, DerivedAddress, ExtendedKey, GapLimit, GapLimitError, KeyDeriver, Letters,
    ParseExtendedKeyError, ParseScriptError, Script, WalletExtendedKey,
};

/// Reads derived addresses.
#[async_trait]
pub trait ExtendedKeyReader: Send + Sync {
    /// Returns the wallet with its key, unless it is removed or has no key.
    async fn wallet(&self, wallet: WalletId) -> Result<Option<Wallet>, StorageError>;

    /// Returns the wallets, of all users, from whose keys this account was derived.
    async fn holders(&self, account: &AccountId) -> Result<Vec<WalletId>, StorageError>;
}

/// Writes derived addresses.
#[async_trait]
pub trait ExtendedKeyWriter: Send {
    /// Adds derived addresses of a wallet's key; existing ones are unchanged. Returns `false`, and adds nothing, where the
    /// wallet was removed meanwhile. Add their accounts first.
    async fn derive(&mut self, wallet: WalletId, paths: &[(DerivationPath, AccountId)]) -> Result<bool, StorageError>;

    /// Deletes every derived address of a wallet.
    async fn forget(&mut self, wallet: WalletId) -> Result<(), StorageError>;
}
