//! Compares the transactions that a source reports with those that the account sent according to a node.

use ports::{AccountId, ChainReader, RemoteError};

/// Returns the number of transactions that the account sent according to a node; `None` where the chain does not count
/// them.
///
/// A node that does not answer fails the job: without the comparison the history would be called complete unchecked.
pub(super) async fn expected(reader: &dyn ChainReader, account: &AccountId) -> Result<Option<u64>, RemoteError> {
    if account.chain.evm_number().is_none() {
        return Ok(None);
    }
    match reader.probe(account).await {
        Ok(probe) => Ok(probe.map(|probe| probe.sent.saturating_sub(probe.pending))),
        Err(RemoteError::Unsupported { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
