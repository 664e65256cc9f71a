//! People's own rows for addresses: nickname, kind, and what each is worth.

pub(crate) mod listing;
pub(crate) mod open;
pub(crate) mod recognise;
mod search;
pub(crate) mod update;

use std::sync::Arc;

use ports::Ports;

pub use search::{WalletCard, WalletFilter, WalletPage, WalletSort};
pub use update::WalletError;

/// People's own rows for addresses.
pub struct Wallets {
    ports: Arc<Ports>,
}

impl Wallets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
