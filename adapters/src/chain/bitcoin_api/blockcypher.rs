//! BlockCypher: the chain itself, `/blocks/{n}`, `/addrs/{a}/balance`.
//!
//! The shape follows BlockCypher's documentation; no live run has confirmed it here. `balance` excludes the mempool,
//! `final_balance` would include it. Without a token it allows three requests a second and about 100 an hour.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    blockcypher_history,
    client::{ServerClient, amount, block, date_time, hash, integer, is_address},
    server_api::{AddressBalance, ServerApi, Usage},
    transactions::{TransactionList, TransactionQuery},
};
use crate::http_client::HostRate;

/// The API of BlockCypher.
pub struct Blockcypher;

#[async_trait]
impl ServerApi for Blockcypher {
    fn slug(&self) -> &'static str {
        "blockcypher"
    }

    /// It allows 100 requests an hour.
    fn public_rate(&self) -> Option<HostRate> {
        Some(HostRate {
            per_minute: 1,
            burst: 8,
        })
    }

    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        let context = client.head_context();
        let reply = client
            .json(&["blocks", &height.to_string()], "limit=1", &context)
            .await?;
        let found = reply["hash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, client: &ServerClient, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = client.head_context();
        let reply = client.json(&[], "", &context).await?;
        block(&reply["height"], &reply["hash"], date_time(&reply["time"]))
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let reply = client
            .json(&["addrs", address.as_str(), "balance"], "", &context)
            .await?;
        let balance = integer(&reply["balance"]).filter(|_| is_address(&reply["address"], address));
        let usage = reply["n_tx"].as_u64().zip(reply["unconfirmed_n_tx"].as_u64());
        Ok(AddressBalance {
            balance: balance
                .and_then(amount)
                .ok_or_else(|| context.malformed("an address without its balance"))?,
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
        blockcypher_history::transactions(client, query).await
    }
}
