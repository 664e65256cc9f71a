//! A user's accounts at exchanges. One is a row beside their wallets with an address that only the server makes, so that everything
//! that knows accounts knows these too, and a key with which it is read.

mod access;
mod check;
mod cleanup;
mod connect;
mod disconnect;
mod end_access;
mod error;
mod filed;
mod list;
mod rows;
mod warning;

use std::sync::Arc;

use ports::Ports;

pub use access::{AccessAnswer, AccessRequest};
pub use connect::ConnectAccount;
pub use error::ConnectionError;
pub use list::{ConnectedAccount, ConnectionState, KeySummary};
pub use warning::KeyWarning;

pub(crate) use cleanup::ConnectionCleanup;
pub(crate) use end_access::end_access;
pub(crate) use rows::{account_named, accounts_at};

pub use crate::job::KEY_UNDO;

/// Use cases on a user's accounts at exchanges.
pub struct Connections {
    ports: Arc<Ports>,
}

impl Connections {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
