//! The logs that name an account: transfers of tokens in both directions, approvals, and the wrapped native asset.
//!
//! An address is searched among the indexed arguments, which are the topics after the first one. Tokens that index other
//! arguments than their standard says are not found.

use std::time::Duration;

use ports::{Address, RemoteError, TransactionId, fact::Log, json::Json};
use serde_json::{Value, json};

use super::{
    fields::NodeFields,
    query::{NodeQuery, RangeError},
    range::RangeRows,
    refusal::RangeHint,
};
use crate::chain::json_rpc::{self, RpcRequest};

/// `Transfer(address,address,uint256)`, ERC-20 and ERC-721.
pub(super) const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// `TransferSingle(address,address,address,uint256,uint256)`, ERC-1155.
pub(super) const TRANSFER_SINGLE: &str = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
/// `TransferBatch(address,address,address,uint256[],uint256[])`, ERC-1155.
pub(super) const TRANSFER_BATCH: &str = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
/// `Approval(address,address,uint256)`, ERC-20 and ERC-721.
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
/// `ApprovalForAll(address,address,bool)`, ERC-721 and ERC-1155.
const APPROVAL_FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
/// `Deposit(address,uint256)` and `Withdrawal(address,uint256)` of WETH9, which logs no transfers for them.
const WRAPPED_DEPOSIT: &str = "0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c";
const WRAPPED_WITHDRAWAL: &str = "0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65";

/// The events in which the account is the first, the second or the third indexed argument.
const EVENTS: [&[&str]; 3] = [
    &[
        TRANSFER,
        APPROVAL,
        APPROVAL_FOR_ALL,
        WRAPPED_DEPOSIT,
        WRAPPED_WITHDRAWAL,
    ],
    &[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH],
    &[TRANSFER_SINGLE, TRANSFER_BATCH],
];
/// A number of logs that is a multiple of this may be a limit at which the node cut the list off without saying so.
const ROUND: usize = 500;

/// A log, with its transaction.
#[derive(Clone, Debug)]
pub(super) struct FoundLog {
    pub transaction: TransactionId,
    pub block: u64,
    pub block_hash: String,
    pub log: Log,
}

/// The logs that name the account.
pub(super) struct LogRows;

impl RangeRows for LogRows {
    type Row = FoundLog;

    const QUICK: Option<Duration> = None;

    async fn read(query: &NodeQuery<'_>, blocks: (u64, u64)) -> Result<Vec<FoundLog>, RangeError> {
        read(query, blocks).await
    }
}

/// Reads the logs of a range of blocks that name the account, in the order of the chain. The machine that answers must have the
/// last block: behind one address there may be several, and one that lags would answer with fewer logs.
async fn read(query: &NodeQuery<'_>, blocks: (u64, u64)) -> Result<Vec<FoundLog>, RangeError> {
    let mut requests: Vec<RpcRequest> = (0..EVENTS.len()).map(|at| request(query, at, blocks)).collect();
    requests.push(RpcRequest {
        method: "eth_blockNumber",
        params: json!([]),
    });
    let mut answers = query.of_range(&requests, blocks).await?;
    let newest = answers.pop().unwrap_or_default();
    if json_rpc::quantity(&newest, &query.context)? < blocks.1 {
        let why = "it does not have the last one of the requested blocks";
        return Err(RangeError::Failed(query.context.unavailable(why, None)));
    }
    let mut found = Vec::new();
    for answer in &answers {
        let rows = answer.as_array();
        let rows = rows.ok_or_else(|| query.context.malformed("logs that are no list"))?;
        if !rows.is_empty() && rows.len().is_multiple_of(ROUND) && blocks.1 > blocks.0 {
            return Err(RangeError::TooWide(RangeHint::default()));
        }
        for row in rows {
            found.push(log(query, row, blocks)?);
        }
    }
    found.sort_by_key(|one| (one.block, one.log.index));
    // A transfer to itself is in two answers.
    found.dedup_by(|one, other| (one.block, one.log.index) == (other.block, other.log.index));
    Ok(found)
}

fn request(query: &NodeQuery<'_>, argument: usize, (from, to): (u64, u64)) -> RpcRequest {
    let mut topics = vec![json!(EVENTS[argument])];
    topics.extend((0..argument).map(|_| Value::Null));
    topics.push(json!(topic_of(&query.account.address)));
    RpcRequest {
        method: "eth_getLogs",
        params: json!([{ "fromBlock": format!("{from:#x}"), "toBlock": format!("{to:#x}"), "topics": topics }]),
    }
}

/// Returns an address as a topic.
pub(super) fn topic_of(address: &Address) -> String {
    let text = address.as_str().to_ascii_lowercase();
    format!("0x{:0>64}", text.trim_start_matches("0x"))
}

fn log(query: &NodeQuery<'_>, row: &Json, (from, to): (u64, u64)) -> Result<FoundLog, RemoteError> {
    let fields = NodeFields::new(row, &query.context);
    if row["removed"] == true {
        return Err(query.context.unavailable("its newest blocks keep changing", None));
    }
    let found = FoundLog {
        transaction: fields.transaction("transactionHash")?,
        block: fields.number("blockNumber")?,
        block_hash: fields.hash("blockHash")?,
        log: any_log(fields)?,
    };
    if !(from..=to).contains(&found.block) {
        return Err(query.context.malformed("a log of a block that was not requested"));
    }
    let topic = topic_of(&query.account.address);
    if !found.log.topics.iter().skip(1).any(|one| *one == topic) {
        return Err(query.context.malformed("a log of another account"));
    }
    Ok(found)
}

/// Reads a log, whatever it names.
pub(super) fn any_log(fields: NodeFields<'_>) -> Result<Log, RemoteError> {
    Ok(Log {
        index: fields.small_number("logIndex")?,
        address: fields.address("address")?,
        topics: fields.topics()?,
        data: fields.bytes("data")?,
    })
}
