//! Changes a wallet's nickname, kind and gap limit.

use ports::{StorageError, Wallet, WalletKind, extended_key::GapLimit, wallet::Nickname};

use crate::{caller::Caller, job, wallet::Wallets};

/// Why a wallet was not changed.
#[derive(Debug, thiserror::Error)]
pub enum WalletError {
    /// The caller has no such wallet.
    #[error("There is no such wallet of this user.")]
    NotFound,
    /// A gap limit was given for a wallet without an extended key.
    #[error("Only an extended public key has a gap limit.")]
    NoKey,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What to change of a wallet; what is `None` stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalletChange {
    /// The kind.
    pub kind: Option<WalletKind>,
    /// The nickname; `Some(None)` removes it.
    pub nickname: Option<Option<Nickname>>,
    /// The gap limit of an extended key. Addresses that are watched already stay so if it is lowered.
    pub gap_limit: Option<GapLimit>,
}

impl Wallets {
    /// Changes a wallet and returns the caller's wallets. A raised gap limit enqueues the search for more addresses.
    pub async fn update(&self, caller: &Caller, text: &str, change: WalletChange) -> Result<Vec<Wallet>, WalletError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        work.users().lock(caller.user).await?.ok_or(WalletError::NotFound)?;
        let mut wallets = work.wallets().of_user(caller.user, now).await?;
        wallets.retain(|wallet| wallet.removed_at.is_none());
        let wallet = wallets
            .iter_mut()
            .find(|wallet| is_named(wallet, text))
            .ok_or(WalletError::NotFound)?;
        let WalletChange {
            kind,
            nickname,
            gap_limit,
        } = change;
        wallet.kind = kind.or(wallet.kind);
        if let Some(nickname) = nickname {
            wallet.nickname = nickname;
        }
        let is_raised = gap_limit.map(|limit| set_gap_limit(wallet, limit)).transpose()?;
        work.wallets().save(wallet).await?;
        if is_raised == Some(true) {
            job::enqueue_scan(&self.ports, work.as_mut(), wallet.id, now).await?;
        }
        work.commit().await?;
        Ok(wallets)
    }
}

/// Sets the gap limit of a wallet's key and returns whether it was raised.
fn set_gap_limit(wallet: &mut Wallet, limit: GapLimit) -> Result<bool, WalletError> {
    let extended = wallet.extended.as_mut().ok_or(WalletError::NoKey)?;
    let is_raised = limit > extended.gap_limit;
    extended.gap_limit = limit;
    Ok(is_raised)
}

/// Returns whether a text refers to this wallet, by its address, its name or the text that was entered for it.
pub fn is_named(wallet: &Wallet, text: &str) -> bool {
    let name = wallet.name.as_ref().map(ports::Name::as_str);
    let own = [Some(wallet.key()), Some(wallet.text.as_str()), name];
    own.into_iter()
        .flatten()
        .any(|own| own.eq_ignore_ascii_case(text.trim()))
}
