//! Blockchair: `/stats`, `/dashboards/block/{n}`, `/dashboards/address/{a}`, each in an envelope of `data` and `context`.
//!
//! The shape follows Blockchair's documentation; no live run has confirmed it here. `state=latest` excludes the
//! mempool. Without a key it allows 1,440 requests a day, and it blocks a client that sends a handful at once for
//! hours (430).

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};
use serde_json::Value;

use super::{
    place::{Place, amount, block, hash, is, whole, written},
    server::{Said, Speech, Usage},
};
use crate::http_client::Errand;

/// Confirmed data only, without transactions and outputs.
const CONFIRMED: &str = "state=latest&limit=0";

pub(super) struct Blockchair;

#[async_trait]
impl Speech for Blockchair {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let (errand, height) = (at.head(), height.to_string());
        let data = data(at, &["dashboards", "block", &height], "limit=0", &errand).await?;
        let found = data[height.as_str()]["block"]["hash"].as_str().and_then(hash);
        found.ok_or_else(|| errand.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let errand = at.head();
        let data = data(at, &["stats"], "", &errand).await?;
        let time = written(&data["best_block_time"]);
        block(&data["best_block_height"], &data["best_block_hash"], time)
            .ok_or_else(|| errand.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let data = data(at, &["dashboards", "address", address.as_str()], CONFIRMED, &errand).await?;
        let mut entries = data.as_object().into_iter().flatten();
        let own = entries.find(|(name, _)| is(&Value::String((*name).clone()), address));
        let own = own.map(|(_, entry)| &entry["address"]);
        let balance = own.and_then(|own| whole(&own["balance"])).and_then(amount);
        let confirmed = own.and_then(|own| own["transaction_count"].as_u64());
        Ok(Said {
            balance: balance.ok_or_else(|| errand.malformed("an address without its balance"))?,
            usage: confirmed.map(|confirmed| Usage { confirmed, pending: 0 }),
        })
    }
}

/// Returns the `data` of the envelope. The `context` repeats the status: HTTP 200 does not mean success.
async fn data(at: &Place, path: &[&str], query: &str, errand: &Errand) -> Result<Value, RemoteError> {
    let mut said = at.json(path, query, errand).await?;
    match said["context"]["code"].as_u64() {
        Some(200) => Ok(said["data"].take()),
        Some(code) => {
            let refused = || errand.refused(&format!("status {code} in its answer"));
            Err(at.refused_by_code(code, errand).unwrap_or_else(refused))
        }
        None => Err(errand.malformed("an answer without its context")),
    }
}
