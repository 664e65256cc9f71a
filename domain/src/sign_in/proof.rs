//! What somebody proved about themselves.

use ports::{
    Address, ChainId, EmailAddress, SignInWallet, StorageError, Timestamp, UnitOfWork, UserEmail, UserEmailState,
    UserId,
};

/// What somebody proved: that they receive the mail of an address, or that a wallet is theirs.
#[derive(Clone, Copy)]
pub(super) enum Proof<'a> {
    Email(&'a EmailAddress),
    Wallet {
        address: &'a Address,
        /// The chain on which a contract accepted the signature; `None` where the key of the address signed.
        chain: Option<&'a ChainId>,
    },
}

impl Proof<'_> {
    /// Returns the user who signs in with it.
    pub(super) async fn owner(self, work: &mut dyn UnitOfWork) -> Result<Option<UserId>, StorageError> {
        match self {
            Self::Email(address) => work.user_emails().owner(address).await,
            Self::Wallet { address, chain } => work.sign_in_wallets().owner(address, chain).await,
        }
    }

    /// Returns whether a registered user can sign in with it from now on. An e-mail address is only changed after the old one
    /// was notified, so a user who has one keeps it.
    pub(super) fn can_be_added(self, emails: &[UserEmail]) -> bool {
        match self {
            Self::Email(_) => emails.iter().all(|email| email.state != UserEmailState::Verified),
            Self::Wallet { .. } => true,
        }
    }

    /// Makes it a way to sign in as a user.
    pub(super) async fn link(
        self,
        work: &mut dyn UnitOfWork,
        user: UserId,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        match self {
            Self::Email(address) => {
                let email = UserEmail {
                    user,
                    address: address.clone(),
                    state: UserEmailState::Verified,
                    set_at: now,
                };
                work.user_emails().set(&email).await
            }
            Self::Wallet { address, chain } => {
                let wallet = SignInWallet {
                    address: address.clone(),
                    chain: chain.cloned(),
                    user,
                    linked_at: now,
                };
                work.sign_in_wallets().link(&wallet).await
            }
        }
    }
}
