//! An extended key as one account: what a transaction changed in all its addresses together.
//!
//! Entries are stored by address. A transaction of a key usually concerns several of its addresses: it spends from some and
//! returns the change to another one. One entry replaces theirs when a book is loaded, derived again from the same facts with
//! all addresses of the key as own ones, so that change is no payment and the fee is stated where every input is the key's.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, Address, Annotation, ChainId, Entry, EntryId, Ports, StorageError, TransactionId,
    annotation::AnnotationContent,
    entry::{Leg, LegRole},
    fact::StoredFact,
};

use crate::{
    account::PersonAccounts,
    decode::{DecodeContext, decode, is_net_of_shared},
};

/// How many transactions' facts are loaded at once.
const BATCH: usize = 500;

/// The accounts of the addresses of one extended key, the first derived one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyAccounts(Vec<AccountId>);

/// Which entries stand for others.
#[derive(Debug, Default)]
pub(in crate::ledger) struct KeyEntries {
    /// The entry that replaces another one, by the replaced one.
    shown: BTreeMap<EntryId, EntryId>,
    /// The replaced entries, by the one that replaces them.
    replaced: BTreeMap<EntryId, Vec<EntryId>>,
}

/// The entries of one transaction in the addresses of one key.
struct KeyTransaction<'a> {
    context: &'a DecodeContext,
    entries: Vec<Entry>,
}

impl KeyAccounts {
    /// Returns those of the wallets that are extended keys.
    pub fn of(person: &PersonAccounts) -> Vec<Self> {
        let keys = person.counted().filter(|wallet| wallet.extended.is_some());
        let accounts = keys.map(|key| key.derived().map(|one| one.account.clone()).collect());
        accounts.map(Self).collect()
    }

    /// Returns the address that stands for the key.
    pub fn first(&self) -> Option<&Address> {
        self.0.first().map(|account| &account.address)
    }

    /// Returns its addresses.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        self.0.iter().map(|account| &account.address)
    }

    /// Returns what decoding uses on each of its chains.
    fn contexts(&self, ports: &Ports) -> Vec<DecodeContext> {
        let mut own: BTreeMap<&ChainId, BTreeSet<Address>> = BTreeMap::new();
        for account in &self.0 {
            own.entry(&account.chain).or_default().insert(account.address.clone());
        }
        let context = |(chain, own)| {
            Some(DecodeContext {
                own,
                ..DecodeContext::of(ports.chains.get(chain)?, ports.labels.clone())?
            })
        };
        own.into_iter().filter_map(context).collect()
    }
}

impl KeyEntries {
    /// Returns the entry that is shown for this one.
    pub fn shown<'a>(&'a self, id: &'a EntryId) -> &'a EntryId {
        self.shown.get(id).unwrap_or(id)
    }

    /// Returns the entries that this one replaces.
    pub fn replaced(&self, id: &EntryId) -> &[EntryId] {
        self.replaced.get(id).map_or(&[], Vec::as_slice)
    }

    /// Moves annotations of replaced entries to those that are shown. Their own come first.
    pub fn annotate(&self, annotations: &mut [Annotation]) {
        annotations.sort_by_key(|one| self.shown.contains_key(&one.entry));
        for one in annotations {
            one.entry = self.shown(&one.entry).clone();
            if let AnnotationContent::Match { other, .. } = &mut one.content {
                *other = self.shown(other).clone();
            }
        }
    }

    fn add(&mut self, entry: &Entry, replaced: &[Entry]) {
        for other in replaced.iter().filter(|other| other.id != entry.id) {
            self.shown.insert(other.id.clone(), entry.id.clone());
            let others = self.replaced.entry(entry.id.clone()).or_default();
            others.push(other.id.clone());
        }
    }
}

impl KeyTransaction<'_> {
    /// Returns whether the entries can differ from what the transaction changed in the key.
    fn is_partial(&self) -> bool {
        let is_open = |leg: &Leg| match &leg.counterparty {
            Some(other) => self.context.own.contains(other),
            // Several owners spent, of whom some may be addresses of the key that are not read yet.
            None => leg.role == LegRole::In || is_net_of_shared(leg),
        };
        self.entries.len() > 1 || self.entries.iter().flat_map(|entry| &entry.legs).any(is_open)
    }

    /// Returns the entry whose id is kept: of an address that spent, where there is one.
    fn representative(&self) -> Option<&EntryId> {
        let spent = |entry: &Entry| entry.legs.iter().any(|leg| leg.role == LegRole::Out);
        let entries = self.entries.iter();
        entries
            .min_by_key(|entry| (!spent(entry), &entry.id))
            .map(|one| &one.id)
    }
}

/// Replaces the entries of each transaction in the addresses of a key by one.
pub(in crate::ledger) async fn combine(
    ports: &Ports,
    keys: &[KeyAccounts],
    entries: Vec<Entry>,
) -> Result<(Vec<Entry>, KeyEntries), StorageError> {
    if keys.is_empty() {
        return Ok((entries, KeyEntries::default()));
    }
    let contexts: Vec<DecodeContext> = keys.iter().flat_map(|key| key.contexts(ports)).collect();
    let (kept, groups) = grouped(&contexts, entries);
    // The facts of one address state the whole transaction.
    let facts = facts_of(ports, groups.iter().filter_map(KeyTransaction::representative)).await?;
    Ok(decoded(kept, groups, facts))
}

/// Returns all entries, with each group's derived again from these facts.
fn decoded(
    mut kept: Vec<Entry>,
    groups: Vec<KeyTransaction<'_>>,
    mut facts: BTreeMap<EntryId, Vec<StoredFact>>,
) -> (Vec<Entry>, KeyEntries) {
    let mut found = KeyEntries::default();
    for group in groups {
        let combined = group.representative().and_then(|id| {
            let facts = facts.remove(id)?;
            decode(id, &facts, group.context)
        });
        if let Some(entry) = combined {
            found.add(&entry, &group.entries);
            kept.push(entry);
        } else {
            // Without facts that count, the entries are derived again soon.
            kept.extend(group.entries);
        }
    }
    rename_parties(&mut kept, &found);
    (kept, found)
}

/// Returns the entries that stay as they are, and the groups to combine.
fn grouped(contexts: &[DecodeContext], entries: Vec<Entry>) -> (Vec<Entry>, Vec<KeyTransaction<'_>>) {
    let mut holders: BTreeMap<(&ChainId, &Address), usize> = BTreeMap::new();
    for (index, context) in contexts.iter().enumerate() {
        for address in &context.own {
            holders.entry((&context.chain, address)).or_insert(index);
        }
    }
    let mut kept = Vec::new();
    let mut groups: BTreeMap<(usize, TransactionId), Vec<Entry>> = BTreeMap::new();
    for entry in entries {
        let EntryId { account, transaction } = &entry.id;
        match holders.get(&(&account.chain, &account.address)) {
            Some(&index) => groups.entry((index, transaction.clone())).or_default().push(entry),
            None => kept.push(entry),
        }
    }
    let mut partial = Vec::new();
    for ((index, _), entries) in groups {
        let Some(context) = contexts.get(index) else {
            kept.extend(entries);
            continue;
        };
        let group = KeyTransaction { context, entries };
        if group.is_partial() {
            partial.push(group);
        } else {
            kept.extend(group.entries);
        }
    }
    (kept, partial)
}

/// Returns the facts of these entries.
pub(in crate::ledger) async fn facts_of(
    ports: &Ports,
    entries: impl Iterator<Item = &EntryId>,
) -> Result<BTreeMap<EntryId, Vec<StoredFact>>, StorageError> {
    let mut wanted: BTreeMap<&AccountId, Vec<TransactionId>> = BTreeMap::new();
    for id in entries {
        wanted.entry(&id.account).or_default().push(id.transaction.clone());
    }
    let mut found: BTreeMap<EntryId, Vec<StoredFact>> = BTreeMap::new();
    for (account, transactions) in wanted {
        for batch in transactions.chunks(BATCH) {
            for fact in ports.stores.facts.of_transactions(account, batch).await? {
                let id = EntryId {
                    account: account.clone(),
                    transaction: fact.fact.transaction.clone(),
                };
                found.entry(id).or_default().push(fact);
            }
        }
    }
    Ok(found)
}

/// Names the address whose entry is shown where another account dealt with a replaced one, so that both sides of a transfer
/// between the person's accounts are found.
fn rename_parties(entries: &mut [Entry], found: &KeyEntries) {
    for entry in entries {
        let (chain, transaction) = (entry.id.account.chain.clone(), entry.id.transaction.clone());
        let parties = entry.legs.iter_mut().map(|leg| &mut leg.counterparty);
        for address in parties.chain([&mut entry.counterparty]).flatten() {
            let id = EntryId {
                account: AccountId {
                    chain: chain.clone(),
                    address: address.clone(),
                },
                transaction: transaction.clone(),
            };
            address.clone_from(&found.shown(&id).account.address);
        }
    }
}

#[cfg(test)]
mod tests;
