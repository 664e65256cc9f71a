//! The history of an address from Blockbook, newest first: `/address/{a}?details=txs&page=…&from=…&to=…`.
//!
//! Amounts are text. `to` keeps new blocks from moving the pages. A page past the end is answered with the last one, so
//! the number of the page in the answer decides. Transactions in the mempool have the height -1.

use ports::{
    Address, RemoteError,
    fact::{CoinOutput, FactBlock},
    json::Json,
};

use super::{
    client::{ServerClient, hash, is_address, unix_time},
    transactions::{
        IdentifiedTransaction, ListedTransaction, TransactionFields, TransactionList, TransactionQuery, check_order,
        coin, digits, each, spends,
    },
};
use crate::http_client::RequestContext;

/// The number of transactions on a page: few enough that an answer with all their inputs stays small.
const PAGE: u64 = 100;

pub(super) async fn transactions(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
) -> Result<TransactionList, RemoteError> {
    let context = client.history_context(query.address);
    let page = match query.after.map(str::parse::<u64>) {
        None => 1,
        Some(Ok(page)) => page,
        Some(Err(_)) => return Err(context.malformed("an unknown position in its list")),
    };
    let (from, to) = query.blocks;
    let parameters = format!("details=txs&page={page}&pageSize={PAGE}&from={from}&to={to}");
    let reply = client
        .json(&["address", query.address.as_str()], &parameters, &context)
        .await?;
    if !is_address(&reply["address"], query.address) {
        return Err(context.malformed("another address than the requested one"));
    }
    let answered = reply["page"].as_u64().unwrap_or(1);
    let all = reply["transactions"].as_array().unwrap_or_default();
    // The number of pages is -1 where it is unknown.
    let pages = reply["totalPages"].as_u64();
    if answered != page || all.is_empty() {
        // A page after the last one is moved to the last one, and the list of an address without transactions is left out.
        return if page > 1 && pages.is_some_and(|pages| page <= pages) {
            Err(context.malformed("another page than the requested one"))
        } else {
            Ok(TransactionList::default())
        };
    }
    let confirmed = all.iter().filter(|row| !is_waiting(row));
    let rows: Result<Vec<ListedTransaction>, RemoteError> = confirmed.map(|row| parsed(row, &context)).collect();
    let rows = rows?;
    check_order(&rows, &context)?;
    let is_last = pages.is_some_and(|pages| page >= pages);
    Ok(TransactionList {
        rows,
        next: (!is_last).then(|| (page + 1).to_string()),
        total: None,
    })
}

fn parsed(row: &Json, context: &RequestContext) -> Result<ListedTransaction, RemoteError> {
    let missing = || context.malformed("a confirmed transaction without its block");
    let block = FactBlock {
        number: row["blockHeight"].as_u64().ok_or_else(missing)?,
        hash: row["blockHash"].as_str().and_then(hash),
        time: unix_time(&row["blockTime"]).ok_or_else(missing)?,
        position: None,
    };
    fields(row).transaction(block, context)
}

fn is_waiting(row: &Json) -> bool {
    row["blockHeight"].as_i64() == Some(-1)
}

fn fields(row: &Json) -> TransactionFields<'_> {
    TransactionFields {
        id: &row["txid"],
        inputs: each(&row["vin"], output),
        spends: spends(&row["vin"], "txid"),
        outputs: each(&row["vout"], output),
        fee: digits(&row["fees"]),
        is_coinbase: row["vin"][0]["coinbase"].as_str().is_some(),
    }
}

/// Requests the transactions in the mempool, which begin the list unless it ends with a block.
pub(super) async fn waiting(
    client: &ServerClient,
    address: &Address,
) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
    let context = client.history_context(address);
    let parameters = format!("details=txs&page=1&pageSize={PAGE}");
    let reply = client
        .json(&["address", address.as_str()], &parameters, &context)
        .await?;
    if !is_address(&reply["address"], address) {
        return Err(context.malformed("another address than the requested one"));
    }
    let all = reply["transactions"].as_array().unwrap_or_default();
    let waiting = all.iter().filter(|row| is_waiting(row));
    waiting.map(|row| fields(row).identified(&context)).collect()
}

/// Scripts of several addresses belong to none of them. Where `isAddress` is false, the text describes a script.
fn output(row: &Json) -> Option<CoinOutput> {
    let addresses = row["addresses"].as_array().unwrap_or_default();
    let single = match addresses {
        [address] if row["isAddress"] != false => address,
        _ => &Json::Null,
    };
    Some(coin(single, digits(&row["value"])?))
}
