//! The Esplora API: `/address/{a}`, `/blocks/tip/hash`, `/block/{hash}`, `/block-height/{n}`, and for the history
//! `/address/{a}/txs/chain/{last}`. It is served by mempool.space, blockstream.info and litecoinspace.org, and it is what
//! most people run at home. Servers of mempool.space's kind over Electrum have `/address/{a}/txs?after_txid={last}` instead.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    client::{ServerClient, amount, block, hash, integer, is_address, unix_time},
    esplora_history,
    server_api::{AddressBalance, ServerApi, Usage},
    transactions::{IdentifiedTransaction, TransactionList, TransactionQuery},
};
use crate::http_client::{HostRate, RequestContext};

/// The API of Esplora.
pub struct Esplora;

#[async_trait]
impl ServerApi for Esplora {
    fn slug(&self) -> &'static str {
        "esplora"
    }

    fn public_rate(&self) -> Option<HostRate> {
        None
    }

    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        hash_of(client, &["block-height", &height.to_string()]).await
    }

    async fn newest(&self, client: &ServerClient, known: Option<&Block>) -> Result<Block, RemoteError> {
        let tip = hash_of(client, &["blocks", "tip", "hash"]).await?;
        if let Some(known) = known.filter(|known| known.hash == tip) {
            return Ok(known.clone());
        }
        let context = client.head_context();
        let reply = client.json(&["block", &tip], "", &context).await?;
        let found = block(&reply["height"], &reply["id"], unix_time(&reply["timestamp"]));
        let found = found.filter(|block| block.hash == tip);
        found.ok_or_else(|| context.malformed("a block without its id, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let reply = client.json(&["address", address.as_str()], "", &context).await?;
        let sum = |field: &str| integer(&reply["chain_stats"][field]);
        let left = sum("funded_txo_sum").zip(sum("spent_txo_sum"));
        let left = left.and_then(|(funded, spent)| funded.checked_sub(spent));
        let left = left.filter(|_| is_address(&reply["address"], address)).and_then(amount);
        let count = |stats: &str| reply[stats]["tx_count"].as_u64();
        let usage = count("chain_stats").zip(count("mempool_stats"));
        Ok(AddressBalance {
            balance: left.ok_or_else(|| context.malformed("an address without its sums"))?,
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
        esplora_history::transactions(client, query).await
    }

    fn lists_waiting(&self) -> bool {
        true
    }

    async fn waiting(
        &self,
        client: &ServerClient,
        address: &Address,
    ) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
        esplora_history::waiting(client, address).await
    }
}

/// Requests an answer that is one alphanumeric word of plain text.
async fn word(client: &ServerClient, path: &[&str], context: &RequestContext) -> Result<String, RemoteError> {
    let bytes = client.bytes(path, context).await?;
    let text = std::str::from_utf8(&bytes).ok().map(str::trim);
    let word = text.filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric()));
    word.map(str::to_owned).ok_or_else(|| context.malformed("not a word"))
}

async fn hash_of(client: &ServerClient, path: &[&str]) -> Result<String, RemoteError> {
    let context = client.head_context();
    let word = word(client, path, &context).await?;
    hash(&word).ok_or_else(|| context.malformed("not a hash"))
}
