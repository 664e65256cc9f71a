//! Haskoin Store, for Bitcoin Cash: `/block/best`, `/block/height/{n}`, `/address/{a}/balance`.
//!
//! The shape follows Haskoin Store's source code; no live run has confirmed it here. `confirmed` excludes the mempool.
//! Addresses are accepted with or without the prefix `bitcoincash:` and returned with it.
//!
//! `/address/balances` takes 100 addresses in one request. It is not used: it would disclose that the addresses of an
//! extended public key belong to one person, which separate requests leave to be guessed.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    client::{ServerClient, amount, block, hash, integer, is_address, unix_time},
    haskoin_history,
    server_api::{AddressBalance, ServerApi},
    transactions::{IdentifiedTransaction, TransactionList, TransactionQuery},
};
use crate::http_client::HostRate;

/// Omits the list of transactions of a block.
const BARE: &str = "notx=true";

/// The API of Haskoin Store.
pub struct Haskoin;

#[async_trait]
impl ServerApi for Haskoin {
    fn slug(&self) -> &'static str {
        "haskoin"
    }

    fn public_rate(&self) -> Option<HostRate> {
        None
    }

    /// A height has one block on the main chain. Older servers return it alone, newer ones in a list.
    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        let context = client.head_context();
        let reply = client
            .json(&["block", "height", &height.to_string()], BARE, &context)
            .await?;
        let blocks = reply.as_array().unwrap_or(std::slice::from_ref(&reply));
        let main = blocks.iter().find(|block| block["mainchain"] == true);
        let found = main.and_then(|block| hash(block["hash"].as_str()?));
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, client: &ServerClient, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = client.head_context();
        let reply = client.json(&["block", "best"], BARE, &context).await?;
        block(&reply["height"], &reply["hash"], unix_time(&reply["time"]))
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let reply = client
            .json(&["address", address.as_str(), "balance"], "", &context)
            .await?;
        let confirmed = integer(&reply["confirmed"]).filter(|_| is_address(&reply["address"], address));
        Ok(AddressBalance {
            balance: confirmed
                .and_then(amount)
                .ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: None,
            // A sum that may be below zero, and not a number of transactions.
            pending: reply["unconfirmed"].as_i64().map(|sum| u64::from(sum != 0)),
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
        haskoin_history::transactions(client, query).await
    }

    fn lists_waiting(&self) -> bool {
        true
    }

    async fn waiting(
        &self,
        client: &ServerClient,
        address: &Address,
    ) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
        haskoin_history::waiting(client, address).await
    }
}
