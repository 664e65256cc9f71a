//! Derives entries from facts.

pub(in crate::ledger) mod balance;
pub(crate) mod check;
pub(crate) mod comparison;
pub(in crate::ledger) mod difference_cause;
pub(crate) mod filed;
mod filed_span;
pub(in crate::ledger) mod moved_assets;
pub(crate) mod redecode;
pub(in crate::ledger) mod replay;
pub(in crate::ledger) mod replay_cache;
pub(crate) mod tokens;
pub(crate) mod whole_ledger;

use std::collections::BTreeMap;

use ports::{
    AccountId, Entry, EntryId, Ports, TransactionId,
    fact::{CoinTransaction, FactBody, StoredFact},
};

use crate::{
    code_map::CodeMap,
    decode::{DecodeContext, decode, decode_event},
};

/// Returns the entries of an account for these transactions, ordered by transaction. A transaction that does not concern the
/// account has no entry. `codes` is what the codes of an account at an exchange mean.
pub(crate) fn entries(
    ports: &Ports,
    account: &AccountId,
    codes: &CodeMap,
    facts: &BTreeMap<TransactionId, Vec<StoredFact>>,
) -> Vec<Entry> {
    if account.chain.is_exchange() {
        return events(account, &codes.applied_to_facts(facts));
    }
    let chain = ports.chains.get(&account.chain);
    let Some(context) = chain.and_then(|chain| DecodeContext::of(chain, ports.labels.clone())) else {
        return Vec::new();
    };
    let entry = |(transaction, facts): (&TransactionId, &Vec<StoredFact>)| {
        let id = EntryId {
            account: account.clone(),
            transaction: transaction.clone(),
        };
        decode(&id, facts, &context)
    };
    let mut entries: Vec<Entry> = facts.iter().filter_map(entry).collect();
    follow_what_is_spent(&mut entries, facts);
    entries
}

/// Returns the entries of the events of an account at an exchange.
fn events(account: &AccountId, facts: &BTreeMap<TransactionId, Vec<StoredFact>>) -> Vec<Entry> {
    let entry = |(event, facts): (&TransactionId, &Vec<StoredFact>)| {
        let id = EntryId {
            account: account.clone(),
            transaction: event.clone(),
        };
        decode_event(&id, facts)
    };
    facts.iter().filter_map(entry).collect()
}

/// Moves transactions of Bitcoin-like chains behind those in their block whose outputs they spend, because no source states their
/// positions.
fn follow_what_is_spent(entries: &mut [Entry], facts: &BTreeMap<TransactionId, Vec<StoredFact>>) {
    let generations = generations(facts);
    for entry in entries {
        if let Some(generation) = generations.get(&entry.id.transaction) {
            // In one generation, what arrives comes before what is spent.
            entry.position = entry.position.saturating_add(generation.saturating_mul(2));
        }
    }
}

/// Returns how many transactions of their block have to come before these at least, for those that spend an output of their block.
fn generations(facts: &BTreeMap<TransactionId, Vec<StoredFact>>) -> BTreeMap<&TransactionId, u32> {
    let all = facts.values().flatten();
    let coins = all.filter_map(|stored| match &stored.fact.body {
        FactBody::CoinTransaction(coin) if stored.fact.block.position.is_none() => Some((&stored.fact, coin)),
        _ => None,
    });
    let coins: BTreeMap<&TransactionId, (u64, &CoinTransaction)> = coins
        .map(|(fact, coin)| (&fact.transaction, (fact.block.number, coin)))
        .collect();
    let spending = coins.iter().map(|(id, (block, coin))| {
        let is_of_block = |id: &&TransactionId| coins.get(*id).is_some_and(|(other, _)| other == block);
        let parents: Vec<&TransactionId> = coin.spends.iter().filter(is_of_block).collect();
        (*id, parents)
    });
    let spending: Vec<_> = spending.filter(|(_, parents)| !parents.is_empty()).collect();
    let mut found: BTreeMap<&TransactionId, u32> = BTreeMap::new();
    // A chain of spending has no circle. Where a source invents one, this ends nevertheless.
    for _ in 0..spending.len() {
        let before = found.clone();
        for (id, parents) in &spending {
            let last = parents
                .iter()
                .map(|parent| before.get(*parent).copied().unwrap_or(0))
                .max();
            found.insert(id, last.unwrap_or(0).saturating_add(1));
        }
        if found == before {
            break;
        }
    }
    found
}
