//! Users: creating, authenticating and deleting them, and replacing their list of wallets.

mod authenticate;
mod cleanup;
mod create;
mod delete;
mod get;
mod list_wallets;
mod session;
mod sessions;
mod settings;
mod sign_out;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{Ports, SignInWallet, StorageError, TimeZone, User, UserDetails, UserEmail, Wallet};

use crate::{chain::ChainSupport, plan::Plan};

pub use crate::wallet::ListWallets;
pub use authenticate::AuthenticateError;
pub(crate) use cleanup::UserCleanup;
pub use create::{Created, CreatedOnce};
pub use delete::CONFIRMATION;
pub(crate) use session::{expiry, open_session};
pub use settings::{SettingsChange, SettingsError};

/// Use cases on users and their sessions.
pub struct Users {
    ports: Arc<Ports>,
}

/// A user with everything that they see about themselves.
#[derive(Clone, Debug)]
pub struct UserView {
    /// The user.
    pub user: User,
    /// The user's wallets in display order.
    pub wallets: Vec<Wallet>,
    /// All chains, and which of them are read.
    pub support: ChainSupport,
    /// The plan that applies to the user.
    pub plan: Plan,
    /// What the user states about themselves.
    pub details: UserDetails,
    /// The zone of days and years; `None` until it is chosen.
    pub time_zone: Option<TimeZone>,
    /// The user's e-mail addresses, the verified one first; none for anonymous users.
    pub emails: Vec<UserEmail>,
    /// The wallets with which the user signs in, the first linked first.
    pub sign_in_wallets: Vec<SignInWallet>,
}

/// Why a user or their list of wallets was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// No row can be read, or a row contains a secret. The problems by row index.
    #[error("No wallet was taken: {}", reasons(.0))]
    Rows(BTreeMap<usize, String>),
    /// Nicknames are invalid. The problems by the nickname's key.
    #[error("Please check the nicknames: {}", reasons(.0))]
    Nicknames(BTreeMap<String, String>),
    /// The change would remove all wallets, and `allow_empty` is not set.
    #[error("This would remove all wallets. Set allow_empty to confirm.")]
    WouldEmpty,
    /// The list was changed since the version that the caller saw.
    #[error("Your wallets changed in another window. Reload the page.")]
    Stale,
    /// More wallets than the plan allows.
    #[error("Your plan includes {limit} wallets")]
    PlanLimit {
        /// The plan's limit.
        limit: i64,
        /// How many wallets there would be.
        used: usize,
        /// The id by which the upgrade dialog identifies the limit.
        upgrade_trigger: u32,
    },
    /// More wallets than one user may have on this server.
    #[error("You can track up to {limit} wallets on this server.")]
    TooManyWallets {
        /// The server's limit.
        limit: usize,
    },
    /// The idempotency key was used with another body.
    #[error("This Idempotency-Key was used for another request. Send a new key.")]
    OtherBody,
    /// A call with the same idempotency key is still running.
    #[error("The same request is still in progress. Try again in a moment.")]
    InProgress,
    /// The deletion was not confirmed.
    #[error("Type \"{CONFIRMATION}\" to confirm")]
    NotConfirmed,
    /// The call needs a user who signed in within the last minutes.
    #[error("Please confirm that it's you: sign in again, then retry.")]
    ProofRequired,
    /// Too many users were created from one network.
    #[error("Too many requests. Please try again later.")]
    TooOften {
        /// How long to wait before the next attempt.
        retry_after: Duration,
    },
    /// The user or wallet does not exist.
    #[error("There is no such user or wallet.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Joins the reasons of a map in its order, each once.
fn reasons<K>(wrong: &BTreeMap<K, String>) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    for reason in wrong.values() {
        if !reasons.contains(&reason.as_str()) {
            reasons.push(reason);
        }
    }
    reasons.join(" ")
}

impl Users {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    pub(crate) fn plan(&self) -> Plan {
        Plan::in_force(self.ports.plans_on)
    }

    pub(crate) fn view(&self, user: User, wallets: Vec<Wallet>) -> UserView {
        UserView {
            user,
            wallets,
            support: ChainSupport::of(&self.ports),
            plan: self.plan(),
            details: UserDetails::default(),
            time_zone: None,
            emails: Vec::new(),
            sign_in_wallets: Vec::new(),
        }
    }

    /// Returns the view of a user with what they state about themselves and how they sign in.
    pub(crate) async fn whole_view(&self, user: User, wallets: Vec<Wallet>) -> Result<UserView, StorageError> {
        let stores = &self.ports.stores;
        let details = stores.user_details.of_user(user.id).await?;
        let settings = stores.user_settings.of_user(user.id).await?;
        let (emails, sign_in_wallets) = match user.registered_at {
            Some(_) => (
                stores.user_emails.of_user(user.id).await?,
                stores.sign_in_wallets.of_user(user.id).await?,
            ),
            None => (Vec::new(), Vec::new()),
        };
        Ok(UserView {
            details,
            time_zone: settings.and_then(|settings| settings.time_zone),
            emails,
            sign_in_wallets,
            ..self.view(user, wallets)
        })
    }
}
