//! Compares the transactions that a source reports with those that the account sent according to a node.

use std::collections::BTreeMap;

use ports::{
    AccountId, ChainReader, Ports, RemoteError,
    chain::Probe,
    fact::{FactBody, StoredFact},
};

use super::stored::for_each_stored;
use crate::sync::handlers::job_error::JobError;

/// The transaction types of roll-ups that no key of the sender signs and that take no nonce of the account: deposits, retryable
/// tickets and internal ones of Arbitrum. A deposit of an OP chain (0x7e) takes one, and its row states which.
const WITHOUT_NONCE: std::ops::RangeInclusive<u8> = 0x64..=0x6a;

/// The type of transactions with authorizations.
const WITH_AUTHORIZATIONS: u8 = 4;

/// What a node states about the transactions that an account sent.
#[derive(Clone, Copy)]
pub(super) struct NodeCount {
    /// How many are in blocks.
    pub(super) sent: u64,
    /// Whether the account is a contract.
    is_contract: bool,
    /// Whether a contract acts for its key.
    is_delegated: bool,
}

impl NodeCount {
    fn of(probe: Probe) -> Self {
        Self {
            sent: probe.sent.saturating_sub(probe.pending),
            is_contract: probe.is_contract,
            is_delegated: probe.is_delegated,
        }
    }
}

/// How many of the transactions that an account sent are known.
pub(super) struct SentTransactions {
    /// The number of different nonces among the stored transactions.
    pub(super) found: u64,
    /// The number that the account sent according to a node.
    pub(super) expected: u64,
    /// What the comparison with the node shows.
    pub(super) shortage: Option<Shortage>,
    /// Whether what is missing may be authorizations (EIP-7702), which are in no list of the account's own transactions.
    pub(super) may_be_authorizations: bool,
}

/// Why fewer transactions are known than the account's nonce says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortage {
    /// The account is a contract: its nonce counts the contracts that it created.
    Contract,
    /// Transactions are missing, the first one of them in this block or later.
    Missing(u64),
}

/// Returns the number of transactions that the account sent according to a node; `None` where the chain does not count
/// them.
///
/// A node that does not answer fails the job: without the comparison the history would be called complete unchecked.
pub(super) async fn expected(reader: &dyn ChainReader, account: &AccountId) -> Result<Option<NodeCount>, RemoteError> {
    if account.chain.evm_number().is_none() {
        return Ok(None);
    }
    match reader.probe(account).await {
        Ok(probe) => Ok(probe.map(NodeCount::of)),
        Err(RemoteError::Unsupported { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Counts the stored transactions that the account sent, and compares them with what a node states.
pub(super) async fn compare(ports: &Ports, account: &AccountId, node: NodeCount) -> Result<SentTransactions, JobError> {
    let expected = node.sent;
    let (mut blocks, mut may_be_authorizations) = (BTreeMap::new(), node.is_delegated);
    for_each_stored(ports, account, (0, None), |fact| {
        may_be_authorizations |= has_authorizations(&fact);
        for nonce in nonces(&fact, account).filter(|nonce| *nonce < expected) {
            blocks.insert(nonce, fact.fact.block.number);
        }
    })
    .await?;
    let found = u64::try_from(blocks.len()).unwrap_or(u64::MAX);
    let shortage = first_missing(&blocks, expected).map(|block| {
        if node.is_contract {
            Shortage::Contract
        } else {
            Shortage::Missing(block)
        }
    });
    Ok(SentTransactions {
        found,
        expected,
        shortage,
        may_be_authorizations,
    })
}

/// Returns the block of the last transaction before the first missing one; 0 where the first one of all is missing, and `None`
/// where every nonce is known.
fn first_missing(blocks: &BTreeMap<u64, u64>, expected: u64) -> Option<u64> {
    let missing = (0..expected).find(|nonce| !blocks.contains_key(nonce))?;
    let before = missing.checked_sub(1).and_then(|nonce| blocks.get(&nonce));
    Some(before.copied().unwrap_or_default())
}

/// Returns the nonces that a transaction and the authorizations in it took from the account.
fn nonces<'a>(fact: &'a StoredFact, account: &AccountId) -> impl Iterator<Item = u64> + use<'a> {
    let (own, authorized) = match &fact.fact.body {
        FactBody::Transaction(one) if one.from == account.address => {
            let takes_one = one.envelope.is_none_or(|kind| !WITHOUT_NONCE.contains(&kind));
            (one.nonce.filter(|_| takes_one), &[][..])
        }
        FactBody::Receipt(receipt) => (None, receipt.authorized.as_slice()),
        _ => (None, &[][..]),
    };
    own.into_iter().chain(authorized.iter().copied())
}

fn has_authorizations(fact: &StoredFact) -> bool {
    match &fact.fact.body {
        FactBody::Transaction(one) => one.envelope == Some(WITH_AUTHORIZATIONS),
        FactBody::Receipt(receipt) => !receipt.authorized.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_begins_after_the_last_nonce_before_it() {
        let known = |nonces: &[u64]| {
            nonces
                .iter()
                .map(|nonce| (*nonce, 100 + nonce))
                .collect::<BTreeMap<_, _>>()
        };
        assert_eq!(first_missing(&known(&[0, 1, 2]), 3), None);
        assert_eq!(first_missing(&known(&[]), 0), None);
        assert_eq!(first_missing(&known(&[1, 2]), 3), Some(0));
        assert_eq!(first_missing(&known(&[0, 1, 3]), 4), Some(101));
        assert_eq!(first_missing(&known(&[0, 1]), u64::MAX), Some(101));
    }
}
