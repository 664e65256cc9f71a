//! Transaction receipts from EVM nodes, on the chains whose histories explorers report. Their lists have neither logs nor, on most
//! roll-ups, the whole fee.
//!
//! Several public hosts do not serve old receipts. What one node does not have is requested from the next one.

use std::{
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use async_trait::async_trait;
use ports::{
    AccountId, ChainId, Fact, Profile, RemoteError, SourceId, TransactionId, TransactionReceiptReader,
    disclosure::DisclosedField,
    entry::HashParts,
    fact::{FactBlock, FactBody},
    json::Json,
    source::SourceKind,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use super::{
    details::transaction_request,
    facts::MANY_LOGS,
    fields::NodeFields,
    query::{BATCH, NodeQuery},
    receipt::{self, is_enough, receipt_request},
};
use crate::chain::{
    evm::{EvmReader, network::EvmNetwork, node::Purpose},
    family::{distinct, unread_chain},
};

static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("evm-receipts"));
const WHO: &str = "Transaction receipts from EVM nodes";

/// Reads transaction receipts from the nodes of a reader's chains.
pub struct EvmReceipts {
    networks: Vec<Arc<EvmNetwork>>,
}

impl EvmReceipts {
    /// Creates a reader of the chains of the other reader.
    #[must_use]
    pub fn new(reader: &EvmReader) -> Self {
        Self {
            networks: reader.networks.clone(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&Arc<EvmNetwork>, RemoteError> {
        let known = self.networks.iter().find(|network| network.row.chain.id == *chain);
        known.ok_or_else(|| unread_chain(WHO, chain))
    }
}

#[async_trait]
impl TransactionReceiptReader for EvmReceipts {
    fn profile(&self) -> Profile {
        Profile {
            id: SOURCE.clone(),
            name: WHO.to_owned(),
            kind: SourceKind::Chain,
            website: "https://ethereum.org/developers/docs/apis/json-rpc/".to_owned(),
            learns: "The node that answers sees transactions of the address, the time and this server. Who sent them is \
                     public. It may guess that transactions requested by one server belong together. It never sees who you \
                     are."
                .to_owned(),
            capabilities: vec!["transaction receipts".to_owned(), "checks of histories".to_owned()],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts: distinct(self.networks.iter().flat_map(|network| network.hosts())),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        let chains = self.networks.iter().map(|network| network.row.chain.id.clone());
        chains.collect()
    }

    async fn block_hash(&self, chain: &ChainId, number: u64) -> Result<Option<String>, RemoteError> {
        let purpose = Purpose {
            source: SOURCE.clone(),
            purpose: "check of a history",
            disclosed: DisclosedField::Nothing,
        };
        let mut attempts = self.network(chain)?.attempts(&SOURCE).await?;
        let mut is_answered = false;
        while let Some(node) = attempts.next() {
            let hash = node.block_hash(number, &purpose).await;
            match attempts.done(node, hash) {
                Some(Some(hash)) => return Ok(Some(hash)),
                Some(None) => is_answered = true,
                None => {}
            }
        }
        if is_answered { Ok(None) } else { Err(attempts.failure()) }
    }

    async fn receipts(
        &self,
        account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        let network = self.network(&account.chain)?;
        let purpose = Purpose {
            source: SOURCE.clone(),
            purpose: "transaction receipts",
            disclosed: DisclosedField::Address(account.address.clone()),
        };
        let mut search = ReceiptSearch::new(transactions);
        let mut attempts = network.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next().filter(|_| !search.left.is_empty()) {
            let read = search.read(&NodeQuery::new(account, node, &purpose)).await;
            attempts.done(node, read);
        }
        if search.is_answered() {
            Ok(search.found())
        } else {
            Err(attempts.failure())
        }
    }
}

/// The receipts that were found, and the transactions whose receipts are still to be found.
struct ReceiptSearch<'a> {
    left: Vec<&'a LocatedTransaction>,
    facts: Vec<Fact>,
    /// The transactions of which a node has no receipt in the requested block.
    missing: BTreeSet<&'a TransactionId>,
}

impl<'a> ReceiptSearch<'a> {
    fn new(transactions: &'a [LocatedTransaction]) -> Self {
        let is_hash = |one: &&LocatedTransaction| matches!(one.id.hash().parts(), HashParts::Prefixed(_));
        Self {
            left: transactions.iter().filter(is_hash).collect(),
            facts: Vec::new(),
            missing: BTreeSet::new(),
        }
    }

    /// Requests what is left from a node. What it answers before it fails is kept.
    async fn read(&mut self, query: &NodeQuery<'_>) -> Result<(), RemoteError> {
        let mut wanted = std::mem::take(&mut self.left);
        while !wanted.is_empty() {
            let some: Vec<&LocatedTransaction> = wanted.drain(..wanted.len().min(BATCH)).collect();
            if let Err(error) = self.read_batch(query, &some).await {
                self.left.extend(some);
                self.left.extend(wanted);
                return Err(error);
            }
        }
        Ok(())
    }

    async fn read_batch(
        &mut self,
        query: &NodeQuery<'_>,
        wanted: &[&'a LocatedTransaction],
    ) -> Result<(), RemoteError> {
        let requests: Vec<_> = wanted.iter().map(|one| receipt_request(&one.id)).collect();
        let answers = query.all(&requests).await?;
        let is_whole = |answer: &Json| answer.is_null() || is_enough(NodeFields::new(answer, &query.context));
        let partial = wanted.iter().zip(&answers).filter(|(_, answer)| !is_whole(answer));
        let requests: Vec<_> = partial.map(|(one, _)| transaction_request(&one.id)).collect();
        let mut transactions = query.all(&requests).await?.into_iter();
        let (mut facts, mut missing) = (Vec::new(), Vec::new());
        for (one, answer) in wanted.iter().zip(&answers) {
            let transaction = if is_whole(answer) { None } else { transactions.next() };
            match found(query, one, answer, transaction.as_ref())? {
                Some(fact) => facts.push(fact),
                None => missing.push(*one),
            }
        }
        self.facts.extend(facts);
        self.missing.extend(missing.iter().map(|one| &one.id));
        self.left.extend(missing);
        Ok(())
    }

    /// Returns whether every receipt was found, or is missing at a node that serves receipts.
    fn is_answered(&self) -> bool {
        self.left.iter().all(|one| self.missing.contains(&one.id))
    }

    /// Leaves out receipts with many logs where the account is not the sender.
    fn found(mut self) -> FoundReceipts {
        self.facts.retain(|fact| match &fact.body {
            FactBody::Receipt(receipt) => receipt.from == fact.account.address || receipt.logs.len() <= MANY_LOGS,
            _ => false,
        });
        FoundReceipts {
            facts: self.facts,
            missing: self.left.into_iter().map(|one| one.id.clone()).collect(),
        }
    }
}

/// Returns a receipt as a fact; `None` where the node has none, or one of another block.
fn found(
    query: &NodeQuery<'_>,
    wanted: &LocatedTransaction,
    answer: &Json,
    transaction: Option<&Json>,
) -> Result<Option<Fact>, RemoteError> {
    if answer.is_null() {
        return Ok(None);
    }
    let fields = NodeFields::new(answer, &query.context);
    if fields.transaction("transactionHash")? != wanted.id {
        return Err(query.context.malformed("another transaction than the requested one"));
    }
    let (number, hash) = (fields.number("blockNumber")?, fields.hash("blockHash")?);
    let is_same_hash = |known: &String| known.eq_ignore_ascii_case(&hash);
    if number != wanted.block.number || !wanted.block.hash.as_ref().is_none_or(is_same_hash) {
        return Ok(None);
    }
    let transaction = transaction.map(|transaction| NodeFields::new(transaction, &query.context));
    Ok(Some(Fact {
        account: query.account.clone(),
        transaction: wanted.id.clone(),
        block: FactBlock {
            number,
            hash: Some(hash),
            time: wanted.block.time,
            position: Some(fields.small_number("transactionIndex")?),
        },
        source: SOURCE.clone(),
        body: FactBody::Receipt(receipt::read(fields, transaction, query.account, &query.context)?),
    }))
}
