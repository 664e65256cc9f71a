//! The answers of Bitcore and BlockCypher, and the balances of the others.

use serde_json::{Value, json};

use super::{Listing, Shape};

/// The list of outputs of the address, one of its transactions, or the inputs and outputs of one.
pub fn bitcore(listing: &Listing, rows: &[Value], path: &str) -> String {
    let path = path.split('?').next().unwrap();
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let transaction = |id: &str| rows.iter().find(|row| row["txid"] == id).unwrap();
    match parts.as_slice() {
        ["address", address, "txs"] if *address == listing.shape.address() => {
            Value::Array(coins(listing, rows)).to_string()
        }
        ["tx", id] => {
            let mut row = transaction(id).clone();
            row.as_object_mut().unwrap().remove("coins");
            row.to_string()
        }
        ["tx", id, "coins"] => transaction(id)["coins"].to_string(),
        _ => panic!("{path}"),
    }
}

/// Every transaction creates one output of the address. One that the address pays spends that of the transaction before it.
fn coins(listing: &Listing, rows: &[Value]) -> Vec<Value> {
    let is_own = |coins: &Value| coins[0]["address"] == listing.shape.address();
    let coin = |(at, row): (usize, &Value)| {
        // The newest comes first.
        let spender = at.checked_sub(1).and_then(|next| rows.get(next));
        let spender = spender.filter(|next| is_own(&next["coins"]["inputs"]));
        json!({
            "address": listing.shape.address(),
            "value": 1200,
            "mintTxid": row["txid"],
            "mintHeight": row["blockHeight"],
            "spentTxid": spender.map_or(json!(""), |spender| spender["txid"].clone()),
            "spentHeight": spender.map_or(json!(-2), |spender| spender["blockHeight"].clone()),
            "confirmations": -1,
        })
    };
    rows.iter().enumerate().map(coin).collect()
}

/// A page of at least `limit` transactions below a block, or the rest of a transaction.
pub fn blockcypher(listing: &Listing, rows: &[Value], path: &str, before: Option<String>) -> String {
    if let Some(rest) = path.strip_prefix("/txs/") {
        let (id, query) = rest.split_once('?').unwrap();
        assert!(query.ends_with("instart=1&outstart=2"), "{query}");
        let mut row = rows.iter().find(|row| row["hash"] == id).unwrap().clone();
        row["inputs"] = json!([]);
        row["outputs"].as_array_mut().unwrap().drain(..2);
        return row.to_string();
    }
    assert!(path.contains("limit=50") && path.contains("confirmations=1"), "{path}");
    let before: u64 = before.unwrap().parse().unwrap();
    let height = |row: &Value| row["block_height"].as_u64();
    let below: Vec<&Value> = rows
        .iter()
        .filter(|row| height(row).is_some_and(|it| it < before))
        .collect();
    let end = below.get(49).map(|last| height(last));
    let page: Vec<Value> = below
        .iter()
        .filter(|row| end.is_none_or(|end| height(row) >= end))
        .map(|row| cut(row))
        .collect();
    let mut reply = json!({"address": listing.shape.address(), "n_tx": rows.len(), "hasMore": page.len() < below.len(), "txs": page});
    if rows.is_empty() {
        reply.as_object_mut().unwrap().remove("txs");
    }
    reply.to_string()
}

/// Every seventh transaction is listed without its last output.
fn cut(row: &Value) -> Value {
    let mut row = row.clone();
    let digits = row["hash"].as_str().unwrap();
    if u64::from_str_radix(&digits[48..], 16).unwrap().is_multiple_of(7) {
        row["outputs"].as_array_mut().unwrap().pop();
    }
    row
}

/// Returns the answer to a request for the balance.
pub fn balance(listing: &Listing, path: &str) -> Option<String> {
    let address = listing.shape.address();
    let rest = path.strip_prefix(&format!("/address/{address}"))?;
    let found = match (listing.shape, rest) {
        (Shape::Esplora | Shape::Electrum, "") => json!({
            "address": address,
            "chain_stats": {"funded_txo_sum": 5000, "spent_txo_sum": 2000, "tx_count": listing.confirmed},
            "mempool_stats": {"funded_txo_sum": 1200, "spent_txo_sum": 0, "tx_count": listing.pending},
        }),
        (Shape::Blockbook, "?details=basic") => json!({
            "address": address,
            "balance": "3000",
            "unconfirmedBalance": "1200",
            "txs": listing.confirmed,
            "unconfirmedTxs": listing.pending,
        }),
        (Shape::Haskoin, "/balance") => json!({
            "address": format!("bitcoincash:{address}"),
            "confirmed": 3000,
            "unconfirmed": if listing.pending == 0 { 0 } else { -800 },
        }),
        _ => return None,
    };
    Some(found.to_string())
}
