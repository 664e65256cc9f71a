//! Transactions with their receipts, calls and block times.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    RemoteError, TransactionId,
    fact::{FactBlock, InternalTransfer, ReportedTransaction, TransactionReceipt},
    json::Json,
};
use serde_json::json;

use super::{
    fields::NodeFields,
    native,
    query::NodeQuery,
    receipt::{self, receipt_request},
};
use crate::chain::{
    evm::{head::parse_head, request::block_by},
    json_rpc::RpcRequest,
};

/// The gas of a plain transfer of native value.
const PLAIN_GAS: u64 = 21_000;
const CHANGING: &str = "its newest blocks keep changing";

/// A transaction that concerns the account.
#[derive(Clone, Debug)]
pub(super) struct FoundTransaction {
    pub id: TransactionId,
    pub block: FactBlock,
    pub transaction: ReportedTransaction,
    pub receipt: TransactionReceipt,
    /// The transfers of native value by contracts; `None` where the node has no traces.
    pub calls: Option<Vec<InternalTransfer>>,
}

/// Reads these transactions, each of which must be in the block with this number. All parts of a transaction are of one block:
/// a block that is replaced in between is an error.
pub(super) async fn read(
    query: &NodeQuery<'_>,
    wanted: &BTreeMap<TransactionId, u64>,
    with_calls: bool,
) -> Result<Vec<FoundTransaction>, RemoteError> {
    let blocks: BTreeSet<u64> = wanted.values().copied().collect();
    let mut answers = query.all(&requests(&blocks, wanted, with_calls)).await?.into_iter();
    let mut next = || answers.next().ok_or_else(|| query.context.malformed("no answer"));
    let mut headers = BTreeMap::new();
    for number in blocks {
        let header = parse_head(&next()?, &query.context)?.block;
        if header.number != number {
            return Err(query.context.malformed("another block than the requested one"));
        }
        headers.insert(number, header);
    }
    let mut found = Vec::with_capacity(wanted.len());
    for (id, number) in wanted {
        let (transaction, receipt) = (next()?, next()?);
        let calls = if with_calls { Some(next()?) } else { None };
        let header = headers.get(number).ok_or_else(|| query.context.malformed("no block"))?;
        let answer = TransactionAnswer {
            query,
            transaction: NodeFields::new(&transaction, &query.context),
            receipt: NodeFields::new(&receipt, &query.context),
        };
        found.push(answer.read(id, header, calls.as_ref())?);
    }
    found.sort_by(|one, other| {
        let key = |one: &FoundTransaction| (one.block.number, one.block.position);
        key(one).cmp(&key(other)).then_with(|| one.id.cmp(&other.id))
    });
    Ok(found)
}

/// Returns the requests for the blocks, and then for the parts of each transaction.
fn requests(blocks: &BTreeSet<u64>, wanted: &BTreeMap<TransactionId, u64>, with_calls: bool) -> Vec<RpcRequest> {
    let mut requests: Vec<RpcRequest> = blocks.iter().map(|block| block_by(&format!("{block:#x}"))).collect();
    for id in wanted.keys() {
        requests.push(transaction_request(id));
        requests.push(receipt_request(id));
        if with_calls {
            requests.push(native::calls_request(id));
        }
    }
    requests
}

/// Returns the request for a transaction.
pub(super) fn transaction_request(id: &TransactionId) -> RpcRequest {
    RpcRequest {
        method: "eth_getTransactionByHash",
        params: json!([id.to_string()]),
    }
}

/// What a node answers about one transaction.
struct TransactionAnswer<'a> {
    query: &'a NodeQuery<'a>,
    transaction: NodeFields<'a>,
    receipt: NodeFields<'a>,
}

impl TransactionAnswer<'_> {
    fn read(
        &self,
        id: &TransactionId,
        header: &ports::Block,
        calls: Option<&Json>,
    ) -> Result<FoundTransaction, RemoteError> {
        for fields in [self.transaction, self.receipt] {
            if fields.is_missing("blockHash") || fields.hash("blockHash")? != header.hash {
                return Err(self.query.context.unavailable(CHANGING, None));
            }
        }
        let is_same =
            self.transaction.transaction("hash")? == *id && self.receipt.transaction("transactionHash")? == *id;
        if !is_same {
            return Err(self
                .query
                .context
                .malformed("another transaction than the requested one"));
        }
        let receipt = receipt::read(
            self.receipt,
            Some(self.transaction),
            self.query.account,
            &self.query.context,
        )?;
        let transaction = self.transaction(&receipt)?;
        let calls = match calls {
            Some(calls) if transaction.succeeded => Some(native::transfers(self.query, calls)?),
            Some(_) => Some(Vec::new()),
            None => None,
        };
        Ok(FoundTransaction {
            id: id.clone(),
            block: FactBlock {
                number: header.number,
                hash: Some(header.hash.clone()),
                time: header.time,
                position: Some(self.receipt.small_number("transactionIndex")?),
            },
            transaction,
            receipt,
            calls,
        })
    }

    fn transaction(&self, receipt: &TransactionReceipt) -> Result<ReportedTransaction, RemoteError> {
        let fields = self.transaction;
        let input = fields.bytes("input")?;
        let envelope = fields.optional_number("type")?;
        let succeeded = match receipt.succeeded {
            Some(succeeded) => succeeded,
            None => self.has_gas_left()?,
        };
        Ok(ReportedTransaction {
            from: fields.address("from")?,
            to: fields.optional_address("to")?,
            created: receipt.created.clone(),
            value: fields.amount("value")?,
            nonce: Some(fields.number("nonce")?),
            succeeded,
            fee: Some(receipt.fee),
            data_fee: receipt.data_fee,
            selector: input.get(..10).map(str::to_owned),
            envelope: envelope.and_then(|envelope| u8::try_from(envelope).ok()),
        })
    }

    /// Before Byzantium receipts do not state whether a transaction succeeded, and one that failed used all of its gas.
    fn has_gas_left(&self) -> Result<bool, RemoteError> {
        let limit = self.transaction.number("gas")?;
        Ok(limit <= PLAIN_GAS || self.receipt.number("gasUsed")? < limit)
    }
}
