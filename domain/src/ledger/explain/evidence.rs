//! The steps of explanations that lead to entries and their facts.

use std::collections::BTreeMap;

use ports::{
    AccountId, Amount, EntryId, StorageError, TransactionId,
    entry::{Entry, Leg},
    fact::{FactReader, StoredFact},
};
use serde_json::{Value, json};

use crate::{
    ledger::{explain::steps::PriceSteps, search::valuer::amount},
    trace::{Measure, Node, NodeBlock, Operation},
};

/// The most entries whose facts are loaded for one explanation.
const MOST_ENTRIES: usize = 100;

/// The facts of the entries that an explanation names.
#[derive(Default)]
pub struct NamedFacts {
    facts: BTreeMap<EntryId, Vec<StoredFact>>,
}

impl NamedFacts {
    /// Loads the facts of these entries, of the first [`MOST_ENTRIES`] of them.
    pub async fn load(reader: &dyn FactReader, entries: &[&Entry]) -> Result<Self, StorageError> {
        let mut accounts: BTreeMap<&AccountId, Vec<TransactionId>> = BTreeMap::new();
        for entry in entries.iter().take(MOST_ENTRIES) {
            let transactions = accounts.entry(&entry.id.account).or_default();
            transactions.push(entry.id.transaction.clone());
        }
        let mut found = Self::default();
        for (account, transactions) in accounts {
            for fact in reader.of_transactions(account, &transactions).await? {
                let id = EntryId {
                    account: account.clone(),
                    transaction: fact.fact.transaction.clone(),
                };
                found.facts.entry(id).or_default().push(fact);
            }
        }
        Ok(found)
    }

    /// Returns the facts of an entry.
    pub fn of(&self, entry: &EntryId) -> &[StoredFact] {
        self.facts.get(entry).map_or(&[], Vec::as_slice)
    }
}

/// Returns the quantity of an amount of an entry, with the facts that state it.
pub fn quantity(steps: &PriceSteps<'_>, facts: &NamedFacts, entry: &Entry, leg: &Leg) -> Node {
    let asset = steps.book.assets.get(&leg.asset);
    let mut node = Node::new(Operation::Observation, "Quantity", steps.symbol(&leg.asset)).measuring(Measure::Quantity);
    node.value = amount(asset, leg).ok();
    of_entry(steps, facts, entry, &mut node);
    let own = facts.of(&entry.id);
    let stated = own
        .iter()
        .find(|fact| fact.fact.body.stream() == leg.stream)
        .or(own.first());
    node.source = stated.map(|fact| steps.source(&fact.fact.source));
    node.raw = Some(raw(entry, leg, own));
    node
}

/// Adds the place of an entry to a node: its transaction, block and time.
pub fn of_entry(steps: &PriceSteps<'_>, facts: &NamedFacts, entry: &Entry, node: &mut Node) {
    let chain = steps.ports.chains.get(&entry.id.account.chain);
    let name = chain.map_or_else(|| entry.id.account.chain.to_string(), |chain| chain.name.clone());
    let transaction = &entry.id.transaction;
    node.detail = Some(format!("{name}, transaction {}", short(&transaction.to_string())));
    node.observed_at = Some(entry.time);
    let stated = facts.of(&entry.id).iter().find_map(|fact| fact.fact.block.hash.clone());
    let url = chain.and_then(|chain| chain.explorer.as_ref());
    let own = entry.block_hash.as_ref().map(ToString::to_string);
    node.block = own.or(stated).map(|hash| NodeBlock {
        number: entry.block,
        hash,
        time: entry.time,
        url: url.map(|explorer| explorer.transaction.replace("{}", &transaction.to_string())),
    });
}

/// Returns a constant that the person entered.
pub fn entered(label: &str, value: Amount, unit: &str) -> Node {
    let mut node = Node::new(Operation::Constant, label, unit);
    node.value = Some(value);
    node
}

fn raw(entry: &Entry, leg: &Leg, facts: &[StoredFact]) -> String {
    let fact = |stored: &StoredFact| {
        json!({
            "id": stored.id.to_string(),
            "source": stored.fact.source.to_string(),
            "stream": stored.fact.body.stream().code(),
            "block": stored.fact.block.number,
            "block_hash": stored.fact.block.hash,
            "read_at": stored.read_at.to_string(),
            "content": serde_json::to_value(&stored.fact.body).unwrap_or(Value::Null),
        })
    };
    json!({
        "account": entry.id.account.to_string(),
        "transaction": entry.id.transaction.to_string(),
        "decoder": format!("{} version {}", entry.decoder, entry.decoder_version),
        "asset": leg.asset.to_string(),
        "amount": leg.amount.to_string(),
        "stream": leg.stream.code(),
        "item": leg.item,
        "facts": facts.iter().map(fact).collect::<Vec<Value>>(),
    })
    .to_string()
}

/// Returns the beginning and the end of the id of a transaction.
fn short(id: &str) -> String {
    let (count, text) = (id.chars().count(), id);
    if count <= 14 {
        return text.to_owned();
    }
    let head: String = text.chars().take(6).collect();
    let tail: String = text.chars().skip(count - 4).collect();
    format!("{head}…{tail}")
}
