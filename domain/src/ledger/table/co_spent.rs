//! Transactions of Bitcoin-like chains that several own accounts paid together: what each of them paid, and to whom.
//!
//! The entries of one account say only what it lost, because other owners of inputs are strangers to it. Which accounts are a person's
//! is known when a book is loaded; then the entries are derived again with all of them.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, Address, ChainId, Entry, Ports, StorageError};

use crate::{
    decode::{DecodeContext, decode, is_net_of_shared},
    ledger::table::key_entries::{KeyAccounts, facts_of},
};

/// Returns whether an entry may be one that other own accounts paid too.
fn is_shared(entry: &Entry) -> bool {
    entry.legs.iter().any(is_net_of_shared)
}

/// Derives the entries again that several of these accounts may have paid.
pub(in crate::ledger) async fn with_co_owners(
    ports: &Ports,
    (accounts, keys): (&[AccountId], &[KeyAccounts]),
    mut entries: Vec<Entry>,
) -> Result<Vec<Entry>, StorageError> {
    if !entries.iter().any(is_shared) {
        return Ok(entries);
    }
    let owned = addresses(accounts);
    let several = |entry: &Entry| owned.get(&entry.id.account.chain).is_some_and(|all| all.len() > 1);
    let wanted = entries.iter().filter(|entry| is_shared(entry) && several(entry));
    let mut facts = facts_of(ports, wanted.map(|entry| &entry.id)).await?;
    for entry in &mut entries {
        let Some(facts) = facts.remove(&entry.id) else { continue };
        let context = context(ports, keys, &owned, &entry.id.account);
        let again = context.and_then(|context| decode(&entry.id, &facts, &context));
        if let Some(again) = again {
            *entry = again;
        }
    }
    Ok(entries)
}

fn addresses(accounts: &[AccountId]) -> BTreeMap<&ChainId, BTreeSet<Address>> {
    let mut found: BTreeMap<&ChainId, BTreeSet<Address>> = BTreeMap::new();
    for account in accounts {
        found.entry(&account.chain).or_default().insert(account.address.clone());
    }
    found
}

fn context(
    ports: &Ports,
    keys: &[KeyAccounts],
    owned: &BTreeMap<&ChainId, BTreeSet<Address>>,
    account: &AccountId,
) -> Option<DecodeContext> {
    let key = keys
        .iter()
        .find(|key| key.addresses().any(|one| *one == account.address));
    Some(DecodeContext {
        own: key.map_or_else(BTreeSet::new, |key| key.addresses().cloned().collect()),
        co_owned: owned.get(&account.chain)?.clone(),
        ..DecodeContext::of(ports.chains.get(&account.chain)?, ports.labels.clone())?
    })
}
