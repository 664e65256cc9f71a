//! The transactions in which an account takes part, from nodes with traces but without an index of addresses.
//!
//! `trace_filter`, <https://openethereum.github.io/JSONRPC-trace-module>: the calls from and to an address in a range of blocks,
//! internal ones, creations, and refunds of destroyed contracts included. Besu and Nethermind have it; Besu answers 1,000 blocks at
//! once unless it is configured otherwise. No live run has confirmed either of them yet; anvil is tested.

use std::time::Duration;

use ports::{RemoteError, TransactionId};
use serde_json::json;

use super::{
    fields::NodeFields,
    query::{NodeQuery, RangeError},
    range::RangeRows,
};
use crate::chain::json_rpc::RpcRequest;

/// A transaction in which the account takes part.
#[derive(Clone, Debug)]
pub(super) struct IndexedTransaction {
    pub id: TransactionId,
    pub block: u64,
}

/// The transactions of calls.
pub(super) struct TraceRows;

impl RangeRows for TraceRows {
    type Row = IndexedTransaction;

    /// Nodes that keep no index of calls execute the blocks again.
    const QUICK: Option<Duration> = Some(Duration::from_secs(1));

    async fn read(query: &NodeQuery<'_>, blocks: (u64, u64)) -> Result<Vec<IndexedTransaction>, RangeError> {
        let requests = ["fromAddress", "toAddress"].map(|side| request(query, side, blocks));
        let mut found = Vec::new();
        for answer in query.of_range(&requests, blocks).await? {
            let rows = answer.as_array();
            let rows = rows.ok_or_else(|| query.context.malformed("calls that are no list"))?;
            for row in rows {
                found.extend(transaction(NodeFields::new(row, &query.context), blocks)?);
            }
        }
        found.sort_by(|one, other| (one.block, &one.id).cmp(&(other.block, &other.id)));
        found.dedup_by(|one, other| one.id == other.id);
        Ok(found)
    }
}

/// Returns the request for the calls with the account on one side.
pub(super) fn request(query: &NodeQuery<'_>, side: &str, (from, to): (u64, u64)) -> RpcRequest {
    RpcRequest {
        method: "trace_filter",
        params: json!([{
            "fromBlock": format!("{from:#x}"), "toBlock": format!("{to:#x}"), side: [query.account.address.as_str()],
        }]),
    }
}

/// Reads the transaction of a call. Rewards of blocks belong to none.
fn transaction(row: NodeFields<'_>, (from, to): (u64, u64)) -> Result<Option<IndexedTransaction>, RemoteError> {
    if row.is_missing("transactionHash") {
        return Ok(None);
    }
    let block = row.plain_number("blockNumber")?;
    if !(from..=to).contains(&block) {
        return Err(row.malformed("blockNumber"));
    }
    Ok(Some(IndexedTransaction {
        id: row.transaction("transactionHash")?,
        block,
    }))
}
