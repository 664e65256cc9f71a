//! What the API of a server must provide.

use std::fmt;

use async_trait::async_trait;
use ports::{Address, Block, RawAmount, RemoteError};

use super::{
    client::ServerClient,
    transactions::{IdentifiedTransaction, TransactionList, TransactionQuery},
};
use crate::http_client::HostRate;

/// The confirmed balance of an address, and its usage.
pub struct AddressBalance {
    /// Confirmed outputs minus confirmed inputs.
    pub(crate) balance: RawAmount,
    /// The usage, or `None` where the server does not report it.
    pub(crate) usage: Option<Usage>,
    /// At least how many transactions wait for a block, or `None` where the server does not report any.
    pub(crate) pending: Option<u64>,
}

/// The number of transactions of an address.
#[derive(Clone, Copy)]
pub struct Usage {
    /// Transactions in blocks.
    pub(crate) confirmed: u64,
    /// Transactions in the mempool, where they are reported.
    pub(crate) pending: u64,
}

/// The API of a server. A response of an unexpected shape is an error, never a zero.
#[async_trait]
pub trait ServerApi: Send + Sync {
    /// Returns the name of the API in the rows of chains and in the configuration.
    fn slug(&self) -> &'static str;

    /// Returns the rate limit of the public service, where it is known and lower than usual. A burst has room for at least
    /// one reading, which reserves three requests: with a smaller burst it would never start.
    fn public_rate(&self) -> Option<HostRate>;

    /// Returns the hash of the block at a height, by which the chain of a server is verified.
    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError>;

    /// Returns the newest block. Where that is cheaper, it only checks whether `known` still is the newest.
    async fn newest(&self, client: &ServerClient, known: Option<&Block>) -> Result<Block, RemoteError>;

    /// Returns the balance of an address.
    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError>;

    /// Returns whether it lists the transactions of an address with all inputs and outputs.
    fn lists_transactions(&self) -> bool {
        false
    }

    /// Returns a part of the confirmed transactions of an address.
    async fn transactions(
        &self,
        client: &ServerClient,
        query: &TransactionQuery<'_>,
    ) -> Result<TransactionList, RemoteError> {
        Err(RemoteError::Unsupported {
            who: client.host.clone(),
            what: format!("a list of the transactions of {}", query.address),
        })
    }

    /// Returns whether it lists the transactions of an address that wait for a block.
    fn lists_waiting(&self) -> bool {
        false
    }

    /// Returns the first transactions of an address that wait for a block, in one request.
    async fn waiting(
        &self,
        client: &ServerClient,
        address: &Address,
    ) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
        Err(RemoteError::Unsupported {
            who: client.host.clone(),
            what: format!("a list of the transactions of {address} that wait for a block"),
        })
    }
}

impl fmt::Debug for dyn ServerApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

impl PartialEq for dyn ServerApi {
    fn eq(&self, other: &Self) -> bool {
        self.slug() == other.slug()
    }
}

impl Eq for dyn ServerApi {}
