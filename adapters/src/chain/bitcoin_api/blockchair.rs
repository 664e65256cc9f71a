//! Blockchair: `/stats`, `/dashboards/block/{n}`, `/dashboards/address/{a}`, each in an envelope of `data` and `context`.
//!
//! The shape follows Blockchair's documentation; no live run has confirmed it here. `state=latest` excludes the
//! mempool. Without a key it allows 1,440 requests a day, and it blocks a client that sends a handful at once for
//! hours (430).

use async_trait::async_trait;
use ports::{Address, Block, RemoteError, json::Json};

use super::{
    client::{ServerClient, amount, block, date_time, hash, integer, is_address},
    server_api::{AddressBalance, ServerApi, Usage},
};
use crate::http_client::{HostRate, RequestContext};

/// Confirmed data only, without transactions and outputs.
const CONFIRMED: &str = "state=latest&limit=0";

/// The API of Blockchair.
pub struct Blockchair;

#[async_trait]
impl ServerApi for Blockchair {
    fn slug(&self) -> &'static str {
        "blockchair"
    }

    /// It allows 1,440 requests a day and blocks clients that send a handful at once.
    fn public_rate(&self) -> Option<HostRate> {
        Some(HostRate {
            per_minute: 1,
            burst: 3,
        })
    }

    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError> {
        let (context, height) = (client.head_context(), height.to_string());
        let data = data(client, &["dashboards", "block", &height], "limit=0", &context).await?;
        let found = data[height.as_str()]["block"]["hash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, client: &ServerClient, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = client.head_context();
        let data = data(client, &["stats"], "", &context).await?;
        let time = date_time(&data["best_block_time"]);
        block(&data["best_block_height"], &data["best_block_hash"], time)
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError> {
        let context = client.address_context(address);
        let data = data(
            client,
            &["dashboards", "address", address.as_str()],
            CONFIRMED,
            &context,
        )
        .await?;
        let mut entries = data.as_object().into_iter().flatten();
        let own = entries.find(|(name, _)| is_address(&Json::String((*name).clone()), address));
        let own = own.map(|(_, entry)| &entry["address"]);
        let balance = own.and_then(|own| integer(&own["balance"])).and_then(amount);
        let confirmed = own.and_then(|own| own["transaction_count"].as_u64());
        Ok(AddressBalance {
            balance: balance.ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: confirmed.map(|confirmed| Usage { confirmed, pending: 0 }),
            pending: None,
        })
    }
}

/// Returns the `data` of the envelope. The `context` repeats the status: HTTP 200 does not mean success.
async fn data(
    client: &ServerClient,
    path: &[&str],
    query: &str,
    context: &RequestContext,
) -> Result<Json, RemoteError> {
    let mut reply = client.json(path, query, context).await?;
    match reply["context"]["code"].as_u64() {
        Some(200) => Ok(reply.remove("data").unwrap_or_default()),
        Some(code) => {
            let refused = || context.refused(&format!("status {code} in its answer"));
            Err(client.rate_limited_by_code(code, context).unwrap_or_else(refused))
        }
        None => Err(context.malformed("an answer without its context")),
    }
}
