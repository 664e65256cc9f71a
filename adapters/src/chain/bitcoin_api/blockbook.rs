//! Blockbook: status at the base, `/block-index/{n}`, `/block/{hash}`, `/address/{a}?details=basic`, below `/api/v2`.
//!
//! The shape follows Blockbook's own description of its second API; no live run has confirmed it here. Amounts are
//! text. `balance` excludes the mempool.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    blockbook_history,
    client::{ServerClient, amount, block, hash, is_address, unix_time},
    server_api::{AddressBalance, ServerApi, Usage},
    transactions::{IdentifiedTransaction, TransactionList, TransactionQuery},
};
use crate::http_client::HostRate;

/// Omits the list of transactions.
const BASIC: &str = "details=basic";

/// The API of Blockbook.
pub struct Blockbook;

#[async_trait]
impl ServerApi for Blockbook {
    fn slug(&self) -> &'static str {
        "blockbook"
    }

    fn public_rate(&self) -> Option<HostRate> {
        Some(HostRate {
            per_minute: 60,
            burst: 8,
        })
    }

    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        let context = client.head_context();
        let reply = client.json(&["block-index", &height.to_string()], "", &context).await?;
        let found = reply["blockHash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    /// The status contains the indexed height, and the hash at the node's height, which may be one block ahead. The
    /// block itself is a long response and is requested only when it is new.
    async fn newest(&self, client: &ServerClient, known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = client.head_context();
        let status = client.json(&[], "", &context).await?;
        let (index, node) = (&status["blockbook"], &status["backend"]);
        let height = index["bestHeight"].as_u64();
        let height = height.ok_or_else(|| context.malformed("a status without its height"))?;
        if index["inSync"] != true {
            return Err(context.unavailable("it has not indexed the newest blocks yet", None));
        }
        let of_node = node["bestBlockHash"].as_str().and_then(hash);
        let tip = match of_node.filter(|_| node["blocks"].as_u64() == Some(height)) {
            Some(tip) => tip,
            None => self.hash_at(client, height).await?,
        };
        if let Some(known) = known.filter(|known| known.hash == tip) {
            return Ok(known.clone());
        }
        let reply = client.json(&["block", &tip], "", &context).await?;
        let found = block(&reply["height"], &reply["hash"], unix_time(&reply["time"]));
        let found = found.filter(|block| block.hash == tip);
        found.ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let reply = client.json(&["address", address.as_str()], BASIC, &context).await?;
        let balance = reply["balance"]
            .as_str()
            .filter(|_| is_address(&reply["address"], address));
        let balance = balance.and_then(|digits| digits.parse().ok()).and_then(amount);
        let usage = reply["txs"].as_u64().zip(reply["unconfirmedTxs"].as_u64());
        Ok(AddressBalance {
            balance: balance.ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: usage.map(|(confirmed, pending)| Usage { confirmed, pending }),
            pending: usage.map(|(_, pending)| pending),
        })
    }

    fn lists_transactions(&self) -> bool {
        true
    }

    async fn transactions(
        &self,
        client: &ServerClient,
        query: &TransactionQuery<'_>,
    ) -> Result<TransactionList, RemoteError> {
        blockbook_history::transactions(client, query).await
    }

    fn lists_waiting(&self) -> bool {
        true
    }

    async fn waiting(
        &self,
        client: &ServerClient,
        address: &Address,
    ) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
        blockbook_history::waiting(client, address).await
    }
}
