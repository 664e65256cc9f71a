//! People's own rows for addresses: nickname, kind, and what each is worth.

pub(crate) mod listing;
mod search;
pub(crate) mod update;

use std::sync::Arc;

use ports::Ports;

pub(crate) use listing::{Listing, Stated, UNDO};
pub use search::{WalletCard, WalletFilter, WalletPage, WalletSort};
pub use update::WalletError;
pub(crate) use update::is_named;

/// People's own rows for addresses.
pub struct Wallets {
    ports: Arc<Ports>,
}

impl Wallets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
