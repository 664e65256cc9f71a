//! Sharing: a link to one's portfolio, and what visitors see by it or of one public address.
//!
//! A visitor is no caller. What they see is valued from a viewpoint of their own, to which no nickname, no price set by hand
//! and no choice of hidden assets is handed, and arranged into types that have no place for them.

mod day;
mod look;
mod open;
mod portfolio;
mod rotate;
mod seen;

use std::{sync::Arc, time::Duration};

use ports::{Address, Name, Ports, ShareSession, StorageError, Timestamp, Token, name::ReverseName};

use crate::chain::ChainSupport;
pub use day::SharedDay;

pub use portfolio::{
    SharedAsset, SharedCoverage, SharedFailure, SharedGap, SharedPart, SharedPortfolio, SharedPrice, SharedStale,
    SharedWalletLine,
};
pub use rotate::Rotation;

/// A look lasts this long; while the link stands, the next one is there for the asking.
pub const LOOK: Duration = Duration::from_hours(1);

/// Shares and visitors' looks at them.
pub struct Shares {
    ports: Arc<Ports>,
}

/// Whoever holds the token of a look. They may read what is shown, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visitor {
    pub(crate) view: ShareSession,
}

/// A look that was opened.
pub struct Opened {
    /// The wallets that are shown.
    pub wallets: Vec<SharedWallet>,
    /// Which chains their addresses are valid on.
    pub support: ChainSupport,
    /// Handed out once.
    pub token: Token,
    /// When the look ends.
    pub expires_at: Timestamp,
}

/// A wallet as a visitor sees it: what the chain knows, and nothing that its person says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedWallet {
    /// The address.
    pub address: Address,
    /// Its public name, where the person gave one for it.
    pub name: Option<Name>,
    /// The name that the address claims and that points back to it, for a wallet of a portfolio without a name. `None` on the
    /// page of a public address: that it is known would betray that somebody watches the address.
    pub reverse_name: Option<ReverseName>,
}

impl SharedWallet {
    /// What it is called: its name, or its address made short.
    #[must_use]
    pub fn label(&self) -> String {
        self.name
            .as_ref()
            .map_or_else(|| self.address.short(), ToString::to_string)
    }
}

/// Why there is nothing to look at.
#[derive(Debug, thiserror::Error)]
pub enum ShareError {
    /// No such link: mistyped, renewed or taken back. Or no such figure of this look.
    #[error("There is no such link, or no such figure behind it.")]
    NotFound,
    /// No such link, and the try was counted as a miss.
    #[error("not found")]
    Missed {
        /// How many more misses are allowed now.
        left: u32,
    },
    /// The text is no public address.
    #[error("{0}")]
    NoAddress(String),
    /// Too many links that do not exist were tried.
    #[error("too many share links tried")]
    TooMany {
        /// When the next may be tried.
        retry_after: Duration,
    },
    /// Storage failed, so nobody knows.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Shares {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
