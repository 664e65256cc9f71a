//! Sharing: a link to a user's portfolio, and what visitors see through it or at one public address.
//!
//! A visitor is not a caller. A visitor's portfolio is valued from a separate viewpoint that has no nicknames, no
//! manual prices and no hidden assets, and it is returned in types that have no fields for them.

mod admit;
mod cleanup;
mod day;
mod history;
mod open;
mod portfolio;
mod rotate;
mod seen;

use std::{sync::Arc, time::Duration};

use ports::{Address, Name, Ports, ShareSession, StorageError, Timestamp, Token, name::ReverseName};

use crate::{chain::ChainSupport, ledger::Ledgers};
pub(crate) use cleanup::ShareCleanup;
pub use day::SharedDay;
pub use history::{
    SharedAccountHistory, SharedEntryDetail, SharedEntryPage, SharedFact, SharedHistoryCoverage, SharedMatch,
};

pub use portfolio::{
    SharedAsset, SharedCoverage, SharedFailure, SharedGap, SharedPortfolio, SharedPrice, SharedStale, SharedWalletLine,
};
pub use rotate::Rotation;

/// How long a share session lasts. As long as the link exists, a new session can be opened afterwards.
pub const SESSION_LENGTH: Duration = Duration::from_hours(1);

/// Use cases on shares and on the sessions of visitors.
pub struct Shares {
    ports: Arc<Ports>,
    ledgers: Ledgers,
}

/// A visitor, identified by the token of a share session. They may read the shared portfolio or address and nothing
/// else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    pub(crate) session: ShareSession,
}

/// A newly opened share session.
pub struct NewShareSession {
    /// The wallets that the visitor sees.
    pub wallets: Vec<SharedWallet>,
    /// The chains, to find those that the addresses are valid on.
    pub support: ChainSupport,
    /// The session's token. It is returned only here and stored as a hash.
    pub token: Token,
    /// When the session expires.
    pub expires_at: Timestamp,
}

/// A wallet as a visitor sees it: public data only, without the owner's nickname.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedWallet {
    /// The address of the wallet.
    pub address: Address,
    /// The public name that the owner entered for it, if any.
    pub name: Option<Name>,
    /// The name that the address claims and that resolves back to it, for wallets of a portfolio without a name. `None`
    /// on the page of a public address, because a stored reverse name would reveal that a user watches the address.
    pub reverse_name: Option<ReverseName>,
}

impl SharedWallet {
    /// Returns the name, or the shortened address.
    #[must_use]
    pub fn label(&self) -> String {
        self.name
            .as_ref()
            .map_or_else(|| self.address.short(), ToString::to_string)
    }
}

/// Why a share session was not opened or has nothing to return.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    /// There is no such link: it is mistyped, renewed or removed. Or there is no such figure in the share session.
    #[error("There is no such link, or no such figure behind it.")]
    NotFound,
    /// There is no such link, and the attempt was counted.
    #[error("not found")]
    Missed {
        /// How many more wrong attempts are allowed now.
        left: u32,
    },
    /// The text is no public address.
    #[error("{0}")]
    NoAddress(String),
    /// Too many wrong links were tried.
    #[error("too many share links tried")]
    TooMany {
        /// How long to wait before the next attempt.
        retry_after: Duration,
    },
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Shares {
    pub(crate) fn new(ports: Arc<Ports>, ledgers: Ledgers) -> Self {
        Self { ports, ledgers }
    }
}
