//! People: making a user, reading one, and the list of wallets as a whole.

mod authenticate;
mod create;
mod delete;
mod get;
mod list_wallets;
mod sign_out;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{Ports, StorageError, Token, User, Wallet};

use crate::{chain::ChainSupport, plan::Plan};

pub use crate::wallet::ListWallets;
pub use authenticate::AuthenticateError;
pub use create::{Created, Once};
pub use delete::CONFIRMATION;

/// People and their sessions.
pub struct Users {
    ports: Arc<Ports>,
}

/// A person as they see themselves.
#[derive(Clone, Debug)]
pub struct UserView {
    /// The user.
    pub user: User,
    /// The user's rows in their order.
    pub wallets: Vec<Wallet>,
    /// The chains that are known and read.
    pub support: ChainSupport,
    /// What the user may do.
    pub plan: Plan,
}

/// Why a list of wallets was not taken.
#[derive(Debug, thiserror::Error)]
pub enum UserError {
    /// Nothing in the list is recognised, or a row holds a secret. By row, what is wrong.
    #[error("No wallet was taken: {}", reasons(.0))]
    Rows(BTreeMap<usize, String>),
    /// A nickname cannot be kept. By its key, what is wrong.
    #[error("Please check the nicknames: {}", reasons(.0))]
    Nicknames(BTreeMap<String, String>),
    /// The list would empty a list that is not empty, and nobody said that this is meant.
    #[error("This would remove all wallets. Set allow_empty to confirm.")]
    WouldEmpty,
    /// Somebody else changed the list first.
    #[error("Your wallets changed in another window. Reload the page.")]
    Stale,
    /// More addresses than the plan allows.
    #[error("Your plan includes {limit} wallets")]
    PlanLimit {
        /// How many the plan allows.
        limit: i64,
        /// How many there would be.
        used: usize,
        /// The upgrade modal's id of this limit.
        upgrade_trigger: u32,
    },
    /// More wallets than one person may have on this server.
    #[error("You can track up to {limit} wallets on this server.")]
    TooManyWallets {
        /// How many.
        limit: usize,
    },
    /// The key of the call was used for another body.
    #[error("This Idempotency-Key was used for another request. Send a new key.")]
    OtherBody,
    /// The same call under the same key is under way.
    #[error("The same request is still in progress. Try again in a moment.")]
    InProgress,
    /// Deleting was not confirmed.
    #[error("Type \"{CONFIRMATION}\" to confirm")]
    NotConfirmed,
    /// Only anonymous people can be deleted so far.
    #[error("Registered accounts can't be deleted here yet")]
    Registered,
    /// Too many users were made from one network.
    #[error("Too many requests. Please try again later.")]
    TooOften {
        /// When the next one passes.
        retry_after: Duration,
    },
    /// The session's user is gone.
    #[error("There is no such user or wallet.")]
    NotFound,
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// The reasons of a map as sentences, in its order and each once.
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
        }
    }
}

/// A token together with the view of its new user.
pub type Opened = (UserView, Token);
