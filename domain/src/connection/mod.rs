//! A user's accounts at exchanges. One is a row beside their wallets with an address that only the server makes, so that everything
//! that knows accounts knows these too.

mod connect;

use std::sync::Arc;

use ports::Ports;

pub use connect::ConnectionError;

/// Use cases on a user's accounts at exchanges.
pub struct Connections {
    ports: Arc<Ports>,
}

impl Connections {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}
