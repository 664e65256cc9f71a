//! What an author of an adapter provides to the kit: the reader, and the answers of its service.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{AccountId, TransactionId, TransactionReceiptReader};

use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your reader, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only, with short timeouts.
    fn reader(&self, base: &str) -> Arc<dyn TransactionReceiptReader>;

    /// Returns the service's answer to a request about receipts or blocks.
    fn answer(&self, request: &Request, receipts: &MockReceipts) -> Response;

    /// Returns the id of the transaction with this number.
    fn transaction(&self, number: u64) -> TransactionId;

    /// Returns the hash of a block, by its height and a number that tells replaced blocks apart.
    fn block_hash(&self, height: u64, version: u64) -> String;

    /// Returns the accounts and ids that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts and ids that the kit requests.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two accounts on one chain. The transactions concern both.
    pub accounts: [AccountId; 2],
    /// An id that is no transaction of the chain.
    pub other_id: TransactionId,
}

/// The data of the mocked service.
#[derive(Clone, Debug, Default)]
pub struct MockReceipts {
    /// The height and the hash of the block of each transaction, by its number. Others have no receipt.
    pub blocks: BTreeMap<u64, (u64, String)>,
    /// Whether the service refuses receipts, in its usual form.
    pub is_refused: bool,
}
