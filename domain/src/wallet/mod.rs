//! A user's wallets: recognizing, listing, searching and changing them.

pub(crate) mod listing;
pub(crate) mod open;
pub(crate) mod recognise;
mod search;
pub(crate) mod update;

use std::sync::Arc;

use ports::Ports;

pub use search::{WalletCard, WalletFilter, WalletPage, WalletSort};
pub use update::WalletError;

/// Use cases on a user's wallets.
pub struct Wallets {
    ports: Arc<Ports>,
}

impl Wallets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
