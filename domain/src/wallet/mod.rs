//! A user's wallets: recognizing, listing, searching and changing them.

mod cleanup;
mod frozen;
pub(crate) mod list_change;
pub(crate) mod replace;
mod search;
mod set_group;
pub(crate) mod update;

use std::sync::Arc;

use ports::Ports;

pub(crate) use cleanup::WalletCleanup;
pub(crate) use frozen::freeze_over_limit;
pub(crate) use list_change::{UNDO, WalletInput, WalletListChange, new_wallet};
pub use replace::ListWallets;
pub use search::{WalletCard, WalletFilter, WalletPage, WalletSort};
pub(crate) use update::is_named;
pub use update::{WalletChange, WalletError};

/// Use cases on a user's wallets.
pub struct Wallets {
    ports: Arc<Ports>,
}

impl Wallets {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
