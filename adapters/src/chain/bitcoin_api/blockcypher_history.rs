//! The history of an address from BlockCypher, newest first: `/addrs/{a}/full?limit=…&txlimit=…&confirmations=1&before=…`.
//!
//! `before` excludes its own block, and a page never ends within a block, so the lowest block of a page continues the list.
//! Transactions are cut to a number of inputs and outputs; the rest is requested from `/txs/{id}`. Amounts are numbers.

use ports::{
    RemoteError,
    fact::{CoinOutput, FactBlock},
    json::Json,
};

use super::{
    client::{ServerClient, date_time, hash, is_address},
    transactions::{
        ListedTransaction, TransactionFields, TransactionList, TransactionQuery, check_order, coin, each, has_passed,
        number, spends,
    },
};
use crate::http_client::RequestContext;

/// The number of transactions on a page, which is the most that it lists.
const PAGE: u64 = 50;
/// The number of inputs, and of outputs, that a response contains of one transaction.
const PARTS: u64 = 200;
/// The most responses that one transaction may take.
const RESPONSES: usize = 25;

pub(super) async fn transactions(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
) -> Result<TransactionList, RemoteError> {
    let context = client.history_context(query.address);
    let before = match query.after.map(str::parse::<u64>) {
        None => query.blocks.1.saturating_add(1),
        Some(Ok(before)) => before,
        Some(Err(_)) => return Err(context.malformed("an unknown position in its list")),
    };
    let parameters = format!("limit={PAGE}&txlimit={PARTS}&confirmations=1&before={before}");
    let path = ["addrs", query.address.as_str(), "full"];
    let reply = client.json(&path, &parameters, &context).await?;
    if !is_address(&reply["address"], query.address) {
        return Err(context.malformed("another address than the requested one"));
    }
    let all = match (reply["txs"].as_array(), reply["n_tx"].as_u64()) {
        (Some(all), _) => all,
        // The list of an address without transactions is left out.
        (None, Some(0)) => &[],
        (None, _) => return Err(context.malformed("an address without its transactions")),
    };
    let has_more = reply["hasMore"] == true;
    let mut rows = Vec::with_capacity(all.len());
    for row in all {
        rows.push(complete(client, row, &context).await?);
    }
    check_order(&rows, &context)?;
    let lowest = rows.last().map(|row| row.block.number);
    let next = match lowest {
        Some(lowest) if lowest >= before => return Err(context.malformed("a page that repeats the previous one")),
        None if has_more => return Err(context.malformed("an empty page before the end of its list")),
        lowest => lowest.filter(|_| has_more && !has_passed(&rows, query.blocks.0)),
    };
    Ok(TransactionList {
        rows,
        next: next.map(|lowest| lowest.to_string()),
        total: None,
    })
}

/// Parses a transaction, after requesting the inputs and outputs that the list left out.
async fn complete(
    client: &ServerClient,
    row: &Json,
    context: &RequestContext,
) -> Result<ListedTransaction, RemoteError> {
    let malformed = || context.malformed("a transaction without its id, inputs or outputs");
    let id = row["hash"].as_str().and_then(hash).ok_or_else(malformed)?;
    let sizes = row["vin_sz"].as_u64().zip(row["vout_sz"].as_u64());
    let (inputs_size, outputs_size) = sizes.ok_or_else(malformed)?;
    let (mut inputs, mut outputs) = (rows(row, "inputs"), rows(row, "outputs"));
    for _ in 0..RESPONSES {
        if len(&inputs) >= inputs_size && len(&outputs) >= outputs_size {
            let parts = (Json::Array(inputs), Json::Array(outputs));
            return parsed(row, &id, &parts, context);
        }
        let (from_input, from_output) = (len(&inputs), len(&outputs));
        let parameters = format!("limit={PARTS}&instart={from_input}&outstart={from_output}");
        let reply = client.json(&["txs", &id], &parameters, context).await?;
        if reply["hash"].as_str() != Some(&id) {
            return Err(context.malformed("another transaction than the requested one"));
        }
        inputs.extend(rows(&reply, "inputs"));
        outputs.extend(rows(&reply, "outputs"));
        if (from_input, from_output) == (len(&inputs), len(&outputs)) {
            return Err(malformed());
        }
    }
    Err(context.refused("a transaction has too many inputs or outputs"))
}

fn rows(of: &Json, name: &str) -> Vec<Json> {
    of[name].as_array().unwrap_or_default().to_vec()
}

fn len(rows: &[Json]) -> u64 {
    u64::try_from(rows.len()).unwrap_or(u64::MAX)
}

fn parsed(
    row: &Json,
    id: &str,
    (inputs, outputs): &(Json, Json),
    context: &RequestContext,
) -> Result<ListedTransaction, RemoteError> {
    let missing = || context.malformed("a confirmed transaction without its block");
    let position = row["block_index"].as_u64();
    let block = FactBlock {
        number: row["block_height"].as_u64().ok_or_else(missing)?,
        hash: row["block_hash"].as_str().and_then(hash),
        time: date_time(&row["confirmed"]).ok_or_else(missing)?,
        position: position.and_then(|position| u32::try_from(position).ok()),
    };
    let id = Json::String(id.to_owned());
    let fields = TransactionFields {
        id: &id,
        inputs: each(inputs, |input| output(input, "output_value")),
        spends: spends(inputs, "prev_hash"),
        outputs: each(outputs, |one| output(one, "value")),
        fee: number(&row["fees"]),
        // The input of a coinbase refers to no output.
        is_coinbase: inputs[0]["output_index"].as_i64() == Some(-1),
    };
    fields.transaction(block, context)
}

/// Scripts of several addresses belong to none of them.
fn output(row: &Json, value: &str) -> Option<CoinOutput> {
    let addresses = row["addresses"].as_array().unwrap_or_default();
    let single = match addresses {
        [address] => address,
        _ => &Json::Null,
    };
    Some(coin(single, number(&row[value])?))
}
