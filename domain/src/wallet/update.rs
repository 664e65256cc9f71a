//! Changes a wallet's nickname and kind.

use ports::{StorageError, Wallet, WalletKind, wallet::Nickname};

use crate::{caller::Caller, wallet::Wallets};

/// Why a wallet was not changed.
#[derive(Debug, thiserror::Error)]
pub enum WalletError {
    /// The caller has no such wallet.
    #[error("There is no such wallet of this user.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Wallets {
    /// Sets the kind and the nickname, if given; a nickname of `Some(None)` removes it. Returns the caller's wallets.
    pub async fn update(
        &self,
        caller: &Caller,
        text: &str,
        kind: Option<WalletKind>,
        nickname: Option<Option<Nickname>>,
    ) -> Result<Vec<Wallet>, WalletError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        work.users().lock(caller.user).await?.ok_or(WalletError::NotFound)?;
        let mut wallets = work.wallets().of_user(caller.user, now).await?;
        wallets.retain(|wallet| wallet.removed_at.is_none());
        let wallet = wallets
            .iter_mut()
            .find(|wallet| is_named(wallet, text))
            .ok_or(WalletError::NotFound)?;
        wallet.kind = kind.or(wallet.kind);
        if let Some(nickname) = nickname {
            wallet.nickname = nickname;
        }
        work.wallets().save(wallet).await?;
        work.commit().await?;
        Ok(wallets)
    }
}

/// Returns whether a text refers to this wallet, by its address, its name or the text that was entered for it.
pub fn is_named(wallet: &Wallet, text: &str) -> bool {
    let name = wallet.name.as_ref().map(ports::Name::as_str);
    let own = [Some(wallet.key()), Some(wallet.text.as_str()), name];
    own.into_iter()
        .flatten()
        .any(|own| own.eq_ignore_ascii_case(text.trim()))
}
