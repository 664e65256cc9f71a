//! Blockchair: `/stats`, `/dashboards/block/{n}`, `/dashboards/address/{a}`, each in an envelope of `data` and `context`.
//!
//! The shape follows Blockchair's documentation; no live run has confirmed it here. `state=latest` leaves out what waits
//! in the mempool. Without a key it allows 1,440 requests a day; a
//! handful at once and it blocks the machine for hours (430).

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};
use serde_json::Value;

use super::{
    place::{Place, amount, block, hash, is, whole, written},
    server::{Said, Speech, Usage},
};
use crate::http_client::RequestContext;

/// Only what is in blocks, and neither transactions nor outputs.
const CONFIRMED: &str = "state=latest&limit=0";

pub(super) struct Blockchair;

#[async_trait]
impl Speech for Blockchair {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let (context, height) = (at.head(), height.to_string());
        let data = data(at, &["dashboards", "block", &height], "limit=0", &context).await?;
        let found = data[height.as_str()]["block"]["hash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = at.head();
        let data = data(at, &["stats"], "", &context).await?;
        let time = written(&data["best_block_time"]);
        block(&data["best_block_height"], &data["best_block_hash"], time)
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let context = at.about(address);
        let data = data(at, &["dashboards", "address", address.as_str()], CONFIRMED, &context).await?;
        let mut entries = data.as_object().into_iter().flatten();
        let own = entries.find(|(name, _)| is(&Value::String((*name).clone()), address));
        let own = own.map(|(_, entry)| &entry["address"]);
        let balance = own.and_then(|own| whole(&own["balance"])).and_then(amount);
        let confirmed = own.and_then(|own| own["transaction_count"].as_u64());
        Ok(Said {
            balance: balance.ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: confirmed.map(|confirmed| Usage { confirmed, pending: 0 }),
        })
    }
}

/// What is in the envelope. Its `context` says once more how it went: a good status does not mean a good answer.
async fn data(at: &Place, path: &[&str], query: &str, context: &RequestContext) -> Result<Value, RemoteError> {
    let mut said = at.json(path, query, context).await?;
    match said["context"]["code"].as_u64() {
        Some(200) => Ok(said["data"].take()),
        Some(code) => {
            let refused = || context.refused(&format!("status {code} in its answer"));
            Err(at.rate_limited_by_code(code, context).unwrap_or_else(refused))
        }
        None => Err(context.malformed("an answer without its context")),
    }
}
