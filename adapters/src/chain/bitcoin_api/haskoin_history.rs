//! The history of an address from Haskoin Store, newest first: `/address/{a}/transactions/full?limit=…&offset=…`.
//!
//! The list is cut by its offset, so a new transaction moves the rows between two requests. Each page therefore begins with
//! the last row of the previous one, by which the rest is found. Amounts are numbers.

use ports::{Address, RemoteError, fact::FactBlock, json::Json};

use super::{
    client::{ServerClient, hash, unix_time},
    transactions::{
        IdentifiedTransaction, ListedTransaction, TransactionFields, TransactionList, TransactionQuery, check_order,
        coin, each, has_passed, number, spends,
    },
};
use crate::http_client::RequestContext;

/// The number of transactions on a page. The default would be 100, the most is 5,000.
const PAGE: u64 = 100;

pub(super) async fn transactions(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
) -> Result<TransactionList, RemoteError> {
    let context = client.history_context(query.address);
    let (offset, last) = match query.after.map(position) {
        None => (0, None),
        Some(Some((offset, last))) => (offset, Some(last)),
        Some(None) => return Err(context.malformed("an unknown position in its list")),
    };
    let path = ["address", query.address.as_str(), "transactions", "full"];
    let reply = client
        .json(&path, &format!("limit={PAGE}&offset={offset}"), &context)
        .await?;
    let all = reply
        .as_array()
        .ok_or_else(|| context.malformed("no list of transactions"))?;
    let known = match last {
        None => 0,
        Some(last) => {
            let place = all.iter().position(|row| row["txid"].as_str() == Some(&last));
            let moved = || context.unavailable("its list changed while it was read", None);
            place.ok_or_else(moved)? + 1
        }
    };
    let added = all.iter().skip(known);
    let confirmed = added.filter(|row| !is_waiting(row) && row["deleted"] != true);
    let rows: Result<Vec<ListedTransaction>, RemoteError> = confirmed.map(|row| parsed(row, &context)).collect();
    let rows = rows?;
    check_order(&rows, &context)?;
    let is_end = all.len() <= known || has_passed(&rows, query.blocks.0);
    let last = all
        .last()
        .and_then(|row| hash(row["txid"].as_str()?))
        .filter(|_| !is_end);
    let end = offset + u64::try_from(all.len()).unwrap_or(0);
    Ok(TransactionList {
        rows,
        next: last.map(|last| format!("{}-{last}", end.saturating_sub(1))),
        total: None,
    })
}

fn position(after: &str) -> Option<(u64, String)> {
    let (offset, last) = after.split_once('-')?;
    Some((offset.parse().ok()?, hash(last)?))
}

fn parsed(row: &Json, context: &RequestContext) -> Result<ListedTransaction, RemoteError> {
    let missing = || context.malformed("a confirmed transaction without its block");
    let block = FactBlock {
        number: row["block"]["height"].as_u64().ok_or_else(missing)?,
        hash: None,
        time: unix_time(&row["time"]).ok_or_else(missing)?,
        position: None,
    };
    fields(row).transaction(block, context)
}

fn is_waiting(row: &Json) -> bool {
    !row["block"]["mempool"].is_null()
}

fn fields(row: &Json) -> TransactionFields<'_> {
    let output = |output: &Json| Some(coin(&output["address"], number(&output["value"])?));
    TransactionFields {
        id: &row["txid"],
        inputs: each(&row["inputs"], output),
        spends: spends(&row["inputs"], "txid"),
        outputs: each(&row["outputs"], output),
        fee: number(&row["fee"]),
        is_coinbase: row["inputs"][0]["coinbase"] == true,
    }
}

/// Requests the transactions in the mempool, which begin the list.
pub(super) async fn waiting(
    client: &ServerClient,
    address: &Address,
) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
    let context = client.history_context(address);
    let path = ["address", address.as_str(), "transactions", "full"];
    let reply = client.json(&path, &format!("limit={PAGE}&offset=0"), &context).await?;
    let all = reply
        .as_array()
        .ok_or_else(|| context.malformed("no list of transactions"))?;
    let waiting = all.iter().filter(|row| is_waiting(row) && row["deleted"] != true);
    waiting.map(|row| fields(row).identified(&context)).collect()
}
