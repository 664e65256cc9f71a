//! The history of an address from Bitcore: `/address/{a}/txs?limit=…` lists the outputs that the address received, with the
//! blocks that created and spent them, and `/tx/{id}` and `/tx/{id}/coins` state the transactions.
//!
//! An old output may be spent in a new block, so only the whole list tells which transactions lie in a range of blocks. It is
//! requested again for each part. Rows of older versions have an `_id` by which the list continues; a longer list without it is
//! refused. Amounts are numbers.

use std::collections::BTreeSet;

use ports::{
    Address, RemoteError,
    fact::{CoinOutput, FactBlock},
    json::Json,
};

use super::{
    client::{EXACT_IN_JAVASCRIPT, ServerClient, date_time, hash, is_address},
    transactions::{
        ListedTransaction, TransactionFields, TransactionList, TransactionQuery, coin, each, number, spends,
    },
};
use crate::http_client::RequestContext;

/// The number of outputs in one response. The default would be 10.
const OUTPUTS: usize = 1000;
/// The most responses that the list of outputs may take.
const RESPONSES: usize = 10;
/// The number of transactions in one part: each takes two requests, and the server slows down after about ten at once.
const PART: usize = 4;

/// A transaction by its block and id, the newest first.
type ListedPlace = (std::cmp::Reverse<u64>, String);

pub(super) async fn transactions(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
) -> Result<TransactionList, RemoteError> {
    let context = client.history_context(query.address);
    let after = match query.after.map(position) {
        None => None,
        Some(Some(after)) => Some(after),
        Some(None) => return Err(context.malformed("an unknown position in its list")),
    };
    let places = places(client, query, &context).await?;
    let rest = places
        .into_iter()
        .filter(|place| after.as_ref().is_none_or(|after| place > after));
    let rest: Vec<ListedPlace> = rest.collect();
    let mut rows = Vec::with_capacity(PART);
    for (height, id) in rest.iter().take(PART) {
        rows.push(transaction(client, (height.0, id), &context).await?);
    }
    let last = rest
        .get(..PART)
        .filter(|_| rest.len() > PART)
        .and_then(<[ListedPlace]>::last);
    Ok(TransactionList {
        rows,
        next: last.map(|(height, id)| format!("{}-{id}", height.0)),
        total: None,
    })
}

fn position(after: &str) -> Option<ListedPlace> {
    let (height, id) = after.split_once('-')?;
    Some((std::cmp::Reverse(height.parse().ok()?), hash(id)?))
}

/// Returns the transactions in the requested blocks that created or spent an output of the address.
async fn places(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
    context: &RequestContext,
) -> Result<BTreeSet<ListedPlace>, RemoteError> {
    let (first, last) = query.blocks;
    let mut found = BTreeSet::new();
    for row in outputs(client, query.address, context).await? {
        let malformed = || context.malformed("an output without its address, transaction or block");
        if !is_address(&row["address"], query.address) {
            return Err(malformed());
        }
        for (height, id) in [("mintHeight", "mintTxid"), ("spentHeight", "spentTxid")] {
            // Negative numbers mean unconfirmed, unspent, conflicting or expired.
            let height = row[height].as_i64().ok_or_else(malformed)?;
            let Ok(height) = u64::try_from(height) else { continue };
            let id = row[id].as_str().and_then(hash).ok_or_else(malformed)?;
            if (first..=last).contains(&height) {
                found.insert((std::cmp::Reverse(height), id));
            }
        }
    }
    Ok(found)
}

/// Returns all outputs that an address received. A Bitcoin Cash address is requested without its prefix.
async fn outputs(client: &ServerClient, address: &Address, context: &RequestContext) -> Result<Vec<Json>, RemoteError> {
    let bare = address.as_str().rsplit(':').next().unwrap_or_default();
    let mut found: Vec<Json> = Vec::new();
    let mut since = String::new();
    for _ in 0..RESPONSES {
        let parameters = format!("limit={OUTPUTS}{since}");
        let reply = client.json(&["address", bare, "txs"], &parameters, context).await?;
        let rows = reply
            .as_array()
            .ok_or_else(|| context.malformed("no list of outputs"))?;
        let last = rows.last().map(|row| row["_id"].as_str().map(str::to_owned));
        let is_end = rows.len() < OUTPUTS;
        found.extend(rows.iter().cloned());
        match last {
            _ if is_end => return Ok(found),
            Some(Some(last)) if last.bytes().all(|byte| byte.is_ascii_hexdigit()) => since = format!("&since={last}"),
            _ => break,
        }
    }
    Err(context.refused("it lists only a part of the outputs of this address"))
}

/// Requests a transaction with all inputs and outputs.
async fn transaction(
    client: &ServerClient,
    (height, id): (u64, &str),
    context: &RequestContext,
) -> Result<ListedTransaction, RemoteError> {
    let row = client.json(&["tx", id], "", context).await?;
    let coins = client.json(&["tx", id, "coins"], "", context).await?;
    if row["txid"].as_str() != Some(id) {
        return Err(context.malformed("another transaction than the requested one"));
    }
    if row["blockHeight"].as_u64() != Some(height) {
        return Err(context.unavailable("its list changed while it was read", None));
    }
    let missing = || context.malformed("a confirmed transaction without its block");
    let block = FactBlock {
        number: height,
        hash: row["blockHash"].as_str().and_then(hash),
        time: date_time(&row["blockTime"]).ok_or_else(missing)?,
        position: None,
    };
    let counts = [("inputCount", "inputs"), ("outputCount", "outputs")];
    let is_whole = counts.into_iter().all(|(count, of)| {
        let listed = coins[of].as_array().map(<[Json]>::len);
        // No inputs, as in a coinbase, are counted as -1.
        row[count]
            .as_u64()
            .is_none_or(|count| u64::try_from(listed.unwrap_or_default()).is_ok_and(|it| it == count))
    });
    let is_coinbase = row["coinbase"] == true;
    if !is_whole && !is_coinbase {
        return Err(context.malformed("a transaction of which inputs or outputs are missing"));
    }
    let fields = TransactionFields {
        id: &row["txid"],
        inputs: each(&coins["inputs"], output),
        spends: spends(&coins["inputs"], "mintTxid"),
        outputs: each(&coins["outputs"], output),
        // A fee of zero, or an unknown one, is stated as -1.
        fee: number(&row["fee"]),
        is_coinbase,
    };
    fields.transaction(block, context)
}

/// An amount that the server may have rounded is none.
fn output(one: &Json) -> Option<CoinOutput> {
    let value = number(&one["value"]).filter(|value| value.as_u128().is_some_and(|it| it <= EXACT_IN_JAVASCRIPT))?;
    Some(coin(&one["address"], value))
}
