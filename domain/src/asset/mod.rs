//! A user's decisions about an asset: whether it counts, which decimals it is counted with, and which tokens are added.

mod added_token;

use std::sync::Arc;

use ports::{AcceptedDecimals, AssetId, HiddenAsset, Ports, StorageError, UserId};

use crate::{caller::Caller, spam::rules_hide};

pub use added_token::{AddTokenError, AddedTokenDetails};

/// Use cases that hide and show assets, accept decimals, and add tokens.
pub struct Assets {
    ports: Arc<Ports>,
}

/// Why an asset was not changed.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// This server has never seen the asset.
    #[error("There is no such asset here.")]
    NotFound,
    /// No token list states these decimals for a token whose contract states none.
    #[error("no token list states these decimals now")]
    NotAssumed,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Assets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Leaves an asset out of the caller's totals. Their coverage lists it as hidden.
    pub async fn hide(&self, caller: &Caller, asset: &AssetId) -> Result<(), AssetError> {
        self.choose(caller, asset, true).await
    }

    /// Includes an asset in the caller's totals again, even if a spam rule hides it.
    pub async fn show(&self, caller: &Caller, asset: &AssetId) -> Result<(), AssetError> {
        self.choose(caller, asset, false).await
    }

    /// Counts a token with the decimals that a token list states, because its contract states none.
    ///
    /// `decimals` is the number that the caller saw. Fails with [`AssetError::NotAssumed`] if the list no longer states
    /// this number.
    pub async fn accept_decimals(&self, caller: &Caller, asset: &AssetId, decimals: u8) -> Result<(), AssetError> {
        let found = self.ports.stores.assets.find(std::slice::from_ref(asset)).await?;
        let known = found.first().ok_or(AssetError::NotFound)?;
        let assumed = known.assumed.as_ref().map(|assumed| assumed.decimals);
        if assumed != Some(decimals) {
            return Err(AssetError::NotAssumed);
        }
        let accepted = AcceptedDecimals {
            asset: asset.clone(),
            decimals,
        };
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        work.accepted_decimals().accept(caller.user, &accepted, now).await?;
        Ok(work.commit().await?)
    }

    /// Stops counting a token with accepted decimals. Returns whether any were accepted.
    pub async fn withdraw_decimals(&self, caller: &Caller, asset: &AssetId) -> Result<bool, AssetError> {
        known(&self.ports, caller.user, asset).await?;
        let mut work = self.ports.storage.begin().await?;
        let withdrawn = work.accepted_decimals().withdraw(caller.user, asset).await?;
        work.commit().await?;
        Ok(withdrawn)
    }

    /// Stores a choice. A choice that undoes an earlier one is deleted instead if the spam rules agree with it: the
    /// rules then apply again, and their reason is shown.
    async fn choose(&self, caller: &Caller, asset: &AssetId, hidden: bool) -> Result<(), AssetError> {
        known(&self.ports, caller.user, asset).await?;
        let choice = HiddenAsset {
            asset: asset.clone(),
            hidden,
        };
        let opposite = HiddenAsset {
            hidden: !hidden,
            ..choice.clone()
        };
        let choices = self.ports.stores.hidden_assets.of_user(caller.user).await?;
        let takes_back = choices.contains(&opposite) && rules_hide(&self.ports, caller.user, asset).await? == hidden;
        let mut work = self.ports.storage.begin().await?;
        if takes_back {
            work.hidden_assets().forget(caller.user, asset).await?;
        } else {
            work.hidden_assets()
                .set(caller.user, &choice, self.ports.clock.now())
                .await?;
        }
        Ok(work.commit().await?)
    }
}

/// Rejects assets that this server has never seen, so that rows cannot be stored for invented assets. A token that only
/// other users added counts as never seen.
pub(crate) async fn known(ports: &Ports, user: UserId, asset: &AssetId) -> Result<(), AssetError> {
    let found = ports.stores.assets.find(std::slice::from_ref(asset)).await?.pop();
    let found = found.ok_or(AssetError::NotFound)?;
    if !found.only_added() {
        return Ok(());
    }
    let own = ports.stores.added_tokens.of_user(user).await?;
    let is_own = own.iter().any(|one| one.asset == *asset);
    is_own.then_some(()).ok_or(AssetError::NotFound)
}
