//! Derives entries from facts.

use std::collections::BTreeMap;

use ports::{AccountId, Entry, EntryId, Ports, TransactionId, fact::StoredFact};

use crate::decode::{DecodeContext, decode};

/// Returns the entries of an account for these transactions, ordered by transaction. A transaction that does not concern the
/// account has no entry.
pub(crate) fn entries(
    ports: &Ports,
    account: &AccountId,
    facts: &BTreeMap<TransactionId, Vec<StoredFact>>,
) -> Vec<Entry> {
    let Some(chain) = ports.chains.get(&account.chain) else {
        return Vec::new();
    };
    let context = DecodeContext::of(chain, ports.labels.clone());
    let entry = |(transaction, facts): (&TransactionId, &Vec<StoredFact>)| {
        let id = EntryId {
            account: account.clone(),
            transaction: transaction.clone(),
        };
        decode(&id, facts, &context)
    };
    facts.iter().filter_map(entry).collect()
}
