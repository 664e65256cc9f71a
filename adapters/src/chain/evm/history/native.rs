//! Transactions and native transfers of an account, from nodes with traces, and with an index of addresses where there is one.
//!
//! The index is that of Otterscan, <https://docs.otterscan.io/api-docs/ots-api>: `ots_searchTransactionsAfter` lists the
//! transactions in which an address takes part, internal calls included, in whole blocks. The calls are those of
//! `trace_transaction`, because their tree shows which of them were undone. Erigon, reth and anvil have both. Where a node has
//! traces alone, ranges of blocks are searched (`traces.rs`). Requests go to the operator's own endpoints only: public ones do not
//! serve them.

use ports::{RemoteError, TransactionId, fact::InternalTransfer, json::Json};
use serde_json::json;

use super::{
    fields::NodeFields,
    query::NodeQuery,
    traces::{self, IndexedTransaction},
};
use crate::chain::json_rpc::{NodeError, NodeErrorKind, RpcRequest};

/// The number of transactions per page of the index.
const PAGE: u64 = 100;
/// Calls that run other code on the caller's own account, or that cannot change anything: their value did not move.
const WITHOUT_VALUE: [&str; 3] = ["delegatecall", "staticcall", "callcode"];
/// The id of no transaction.
const NOTHING: &str = "0x0000000000000000000000000000000000000000000000000000000000000000";

/// How a node finds the transactions in which an account takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NativeIndex {
    /// By an index of addresses.
    Addresses,
    /// By the calls in ranges of blocks.
    Traces,
}

/// Returns how the node finds native transfers; `None` where it does not. An error that may pass is returned, because the history
/// would otherwise be read without native transfers.
pub(super) async fn index(query: &NodeQuery<'_>) -> Result<Option<NativeIndex>, RemoteError> {
    if !query.node.is_own() {
        return Ok(None);
    }
    let probes = [
        RpcRequest {
            method: "trace_transaction",
            params: json!([NOTHING]),
        },
        RpcRequest {
            method: "ots_getApiLevel",
            params: json!([]),
        },
        traces::request(query, "fromAddress", (0, 0)),
    ];
    let mut is_served = Vec::with_capacity(probes.len());
    for answer in query.node.send(&probes, query.purpose).await? {
        let error = answer.err();
        if let Some(error) = error.as_ref().filter(|error| error.kind == NodeErrorKind::RateLimited) {
            return Err(error.to_remote(&query.context));
        }
        is_served.push(!error.is_some_and(|error| is_unknown_method(&error)));
    }
    Ok(match is_served.as_slice() {
        [true, true, _] => Some(NativeIndex::Addresses),
        [true, false, true] => Some(NativeIndex::Traces),
        _ => None,
    })
}

/// Nodes answer unknown methods with -32601, and gateways with a text; about the transaction that does not exist they may
/// answer anything else.
fn is_unknown_method(error: &NodeError) -> bool {
    const WORDS: [&str; 7] = [
        "not found",
        "not exist",
        "not supported",
        "unsupported",
        "not available",
        "not allowed",
        "disabled",
    ];
    let is_about_method = error.text.contains("method") || error.text.contains("ots_") || error.text.contains("trace_");
    error.code == -32601
        || error.kind == NodeErrorKind::Restricted
        || is_about_method && WORDS.iter().any(|word| error.text.contains(word))
}

/// Reads the first transactions of a range of blocks. Returns them with the last block that they cover completely.
pub(super) async fn search(
    query: &NodeQuery<'_>,
    (from, to): (u64, u64),
) -> Result<(Vec<IndexedTransaction>, u64), RemoteError> {
    // Block 0 stands for the begin of the chain, whose first block has no transactions.
    let request = RpcRequest {
        method: "ots_searchTransactionsAfter",
        params: json!([query.account.address.as_str(), from.saturating_sub(1), PAGE]),
    };
    let answers = query.all(&[request]).await?;
    let answer = answers.first().ok_or_else(|| query.context.malformed("no answer"))?;
    let page = NodeFields::new(answer, &query.context);
    let mut found = Vec::new();
    for row in page.list("txs")? {
        let fields = NodeFields::new(row, &query.context);
        let block = fields.number("blockNumber")?;
        if block < from {
            return Err(query
                .context
                .malformed("a transaction of a block that was not requested"));
        }
        found.push(IndexedTransaction {
            id: fields.transaction("hash")?,
            block,
        });
    }
    // "First" means the newest ones: pages are numbered from the head of the chain.
    let is_last = answer["firstPage"]
        .as_bool()
        .ok_or_else(|| page.malformed("firstPage"))?;
    let newest = found.iter().map(|one| one.block).max();
    let through = match newest {
        Some(newest) if !is_last => newest.min(to),
        None if !is_last => return Err(query.context.malformed("an empty page that is not the last one")),
        _ => to,
    };
    found.retain(|one| one.block <= to);
    found.sort_by(|one, other| (one.block, &one.id).cmp(&(other.block, &other.id)));
    found.dedup_by(|one, other| one.id == other.id);
    Ok((found, through))
}

/// Returns the request for all calls of a transaction.
pub(super) fn calls_request(id: &TransactionId) -> RpcRequest {
    RpcRequest {
        method: "trace_transaction",
        params: json!([id.to_string()]),
    }
}

/// Reads the internal transfers of native value to and from the account. A call within one that failed has failed as well.
pub(super) fn transfers(query: &NodeQuery<'_>, calls: &Json) -> Result<Vec<InternalTransfer>, RemoteError> {
    let rows = calls.as_array();
    let rows = rows.ok_or_else(|| query.context.malformed("calls that are no list"))?;
    let mut failed: Vec<Vec<u64>> = Vec::new();
    for row in rows {
        if !row["error"].is_null() {
            failed.push(place(query, row)?);
        }
    }
    let mut found = Vec::new();
    for row in rows {
        let place = place(query, row)?;
        if place.is_empty() {
            continue;
        }
        let has_failed = failed.iter().any(|other| place.starts_with(other));
        found.extend(transfer(query, row, &place, has_failed)?);
    }
    Ok(found)
}

fn place(query: &NodeQuery<'_>, row: &Json) -> Result<Vec<u64>, RemoteError> {
    let numbers = row["traceAddress"].as_array();
    let numbers = numbers.and_then(|numbers| numbers.iter().map(Json::as_u64).collect::<Option<Vec<u64>>>());
    numbers.ok_or_else(|| query.context.malformed("a call without a readable traceAddress"))
}

fn transfer(
    query: &NodeQuery<'_>,
    row: &Json,
    place: &[u64],
    failed: bool,
) -> Result<Option<InternalTransfer>, RemoteError> {
    let fields = NodeFields::new(row, &query.context);
    let action = fields.object("action");
    let kind = fields.text("type")?.to_ascii_lowercase();
    let (call, from, to, value) = match kind.as_str() {
        "call" => {
            let call = action.text("callType")?.to_ascii_lowercase();
            (
                call,
                action.address("from")?,
                Some(action.address("to")?),
                action.amount("value")?,
            )
        }
        "create" => {
            let created = fields.object("result").optional_address("address")?;
            (kind, action.address("from")?, created, action.amount("value")?)
        }
        "suicide" | "selfdestruct" => {
            let to = Some(action.address("refundAddress")?);
            (kind, action.address("address")?, to, action.amount("balance")?)
        }
        _ => return Ok(None),
    };
    let account = &query.account.address;
    let is_own = from == *account || to.as_ref() == Some(account);
    let moves = is_own && !value.is_zero() && !WITHOUT_VALUE.contains(&call.as_str());
    let trace: Vec<String> = place.iter().map(u64::to_string).collect();
    Ok(moves.then(|| InternalTransfer {
        trace: trace.join("_"),
        from,
        to,
        value,
        call,
        failed,
    }))
}
