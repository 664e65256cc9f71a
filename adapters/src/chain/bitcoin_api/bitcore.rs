//! Bitcore nodes: `/block/tip`, `/block/{height}`, `/address/{a}/balance`, below `/api/{COIN}/mainnet`.
//!
//! The shape follows Bitcore's source code; no live run has confirmed it here. `confirmed` excludes the mempool. The
//! response does not repeat the address. Addresses of Bitcoin Cash are requested without `bitcoincash:`: with the
//! prefix the response is a balance of zero. Amounts are JavaScript numbers, exact up to 2^53 - 1.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    bitcore_history,
    client::{EXACT_IN_JAVASCRIPT, ServerClient, amount, block, date_time, hash, integer},
    server_api::{AddressBalance, ServerApi},
    transactions::{TransactionList, TransactionQuery},
};
use crate::http_client::HostRate;

/// The API of Bitcore.
pub struct Bitcore;

#[async_trait]
impl ServerApi for Bitcore {
    fn slug(&self) -> &'static str {
        "bitcore"
    }

    /// It answers about ten requests at once and then slows down.
    fn public_rate(&self) -> Option<HostRate> {
        Some(HostRate {
            per_minute: 60,
            burst: 8,
        })
    }

    /// Bitcore does not store the first block, so the hash of a block is read from its successor.
    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        let (context, next) = (client.head_context(), (height + 1).to_string());
        let reply = client.json(&["block", &next], "", &context).await?;
        let found = reply["previousBlockHash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, client: &ServerClient, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = client.head_context();
        let reply = client.json(&["block", "tip"], "", &context).await?;
        block(&reply["height"], &reply["hash"], date_time(&reply["time"]))
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let bare = address.as_str().rsplit(':').next().unwrap_or_default();
        let reply = client.json(&["address", bare, "balance"], "", &context).await?;
        let confirmed =
            integer(&reply["confirmed"]).ok_or_else(|| context.malformed("an address without its balance"))?;
        if confirmed > EXACT_IN_JAVASCRIPT {
            return Err(context.malformed("an amount that it cannot state exactly"));
        }
        let balance = amount(confirmed).ok_or_else(|| context.malformed("an address without its balance"))?;
        Ok(AddressBalance {
            balance,
            usage: None,
            pending: None,
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
        bitcore_history::transactions(client, query).await
    }
}
