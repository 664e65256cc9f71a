//! The history of an address from Esplora, newest first.
//!
//! A page has 25 transactions, with Electrum behind it 10: only an empty page is the end. Amounts are numbers.

use ports::{Address, RemoteError, fact::FactBlock, json::Json};

use super::{
    client::{ServerClient, hash, unix_time},
    transactions::{
        IdentifiedTransaction, ListedTransaction, TransactionFields, TransactionList, TransactionQuery, check_order,
        coin, each, has_passed, number, spends,
    },
};
use crate::http_client::RequestContext;

/// How a server continues a list: by a path, or by a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paging {
    Path,
    Parameter,
}

impl Paging {
    fn code(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Parameter => "parameter",
        }
    }
}

/// Requests the page after the last transaction of the previous one.
pub(super) async fn transactions(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
) -> Result<TransactionList, RemoteError> {
    let context = client.history_context(query.address);
    let (paging, last, reply) = match query.after.map(position) {
        None => first(client, query, &context).await?,
        Some(Some((paging, last))) => {
            let reply = following(client, query, paging, &last, &context).await?;
            (paging, Some(last), reply)
        }
        Some(None) => return Err(context.malformed("an unknown position in its list")),
    };
    let all = reply
        .as_array()
        .ok_or_else(|| context.malformed("no list of transactions"))?;
    // A server that does not know the parameter begins again.
    if all
        .iter()
        .any(|row| last.is_some() && row["txid"].as_str() == last.as_deref())
    {
        return Err(context.malformed("a page that repeats the previous one"));
    }
    let confirmed = all.iter().filter(|row| row["status"]["confirmed"] != false);
    let rows: Result<Vec<ListedTransaction>, RemoteError> = confirmed.map(|row| parsed(row, &context)).collect();
    let rows = rows?;
    check_order(&rows, &context)?;
    let last = all.last().and_then(|row| hash(row["txid"].as_str()?));
    let next = last.filter(|_| !has_passed(&rows, query.blocks.0));
    Ok(TransactionList {
        rows,
        next: next.map(|last| format!("{}-{last}", paging.code())),
        total: None,
    })
}

fn position(after: &str) -> Option<(Paging, String)> {
    let (code, last) = after.split_once('-')?;
    let paging = [Paging::Path, Paging::Parameter];
    let paging = paging.into_iter().find(|paging| paging.code() == code)?;
    Some((paging, hash(last)?))
}

/// Requests the first page of confirmed transactions, or where that does not exist the first page of all.
async fn first(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
    context: &RequestContext,
) -> Result<(Paging, Option<String>, Json), RemoteError> {
    let address = query.address.as_str();
    match client.json(&["address", address, "txs", "chain"], "", context).await {
        Err(RemoteError::Refused { .. }) => {
            let reply = client.json(&["address", address, "txs"], "", context).await?;
            Ok((Paging::Parameter, None, reply))
        }
        reply => Ok((Paging::Path, None, reply?)),
    }
}

async fn following(
    client: &ServerClient,
    query: &TransactionQuery<'_>,
    paging: Paging,
    last: &str,
    context: &RequestContext,
) -> Result<Json, RemoteError> {
    let address = query.address.as_str();
    match paging {
        Paging::Path => {
            client
                .json(&["address", address, "txs", "chain", last], "", context)
                .await
        }
        Paging::Parameter => {
            let parameter = format!("after_txid={last}");
            client.json(&["address", address, "txs"], &parameter, context).await
        }
    }
}

fn parsed(row: &Json, context: &RequestContext) -> Result<ListedTransaction, RemoteError> {
    let status = &row["status"];
    let block = FactBlock {
        number: status["block_height"]
            .as_u64()
            .ok_or_else(|| context.malformed(NO_BLOCK))?,
        hash: status["block_hash"].as_str().and_then(hash),
        time: unix_time(&status["block_time"]).ok_or_else(|| context.malformed(NO_BLOCK))?,
        position: None,
    };
    fields(row).transaction(block, context)
}

fn fields(row: &Json) -> TransactionFields<'_> {
    let output = |output: &Json| Some(coin(&output["scriptpubkey_address"], number(&output["value"])?));
    TransactionFields {
        id: &row["txid"],
        inputs: each(&row["vin"], |input| output(&input["prevout"])),
        spends: spends(&row["vin"], "txid"),
        outputs: each(&row["vout"], output),
        fee: number(&row["fee"]),
        is_coinbase: row["vin"][0]["is_coinbase"] == true,
    }
}

/// Requests the transactions in the mempool, of which it lists 50.
pub(super) async fn waiting(
    client: &ServerClient,
    address: &Address,
) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
    let context = client.history_context(address);
    let reply = client
        .json(&["address", address.as_str(), "txs", "mempool"], "", &context)
        .await?;
    let all = reply
        .as_array()
        .ok_or_else(|| context.malformed("no list of transactions"))?;
    let waiting = all.iter().filter(|row| row["status"]["confirmed"] != true);
    waiting.map(|row| fields(row).identified(&context)).collect()
}

const NO_BLOCK: &str = "a confirmed transaction without its block";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_names_the_way_of_paging_and_the_last_transaction() {
        let last = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
        let read = |code: &str| position(&format!("{code}-{last}"));
        assert_eq!(read("path"), Some((Paging::Path, last.to_owned())));
        assert_eq!(read("parameter"), Some((Paging::Parameter, last.to_owned())));
        assert_eq!(read("page"), None);
        assert_eq!(position("path-12"), None);
    }
}
