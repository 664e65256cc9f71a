//! BlockCypher: the chain itself, `/blocks/{n}`, `/addrs/{a}/balance`.
//!
//! The shape follows BlockCypher's documentation; no live run has confirmed it here. `balance` excludes the mempool,
//! `final_balance` would include it. Without a token it allows three requests a second and about 100 an hour.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, is, whole, written},
    server::{Said, Speech, Usage},
};

pub(super) struct Blockcypher;

#[async_trait]
impl Speech for Blockcypher {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let errand = at.head();
        let said = at.json(&["blocks", &height.to_string()], "limit=1", &errand).await?;
        let found = said["hash"].as_str().and_then(hash);
        found.ok_or_else(|| errand.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let errand = at.head();
        let said = at.json(&[], "", &errand).await?;
        block(&said["height"], &said["hash"], written(&said["time"]))
            .ok_or_else(|| errand.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let said = at.json(&["addrs", address.as_str(), "balance"], "", &errand).await?;
        let balance = whole(&said["balance"]).filter(|_| is(&said["address"], address));
        let usage = said["n_tx"].as_u64().zip(said["unconfirmed_n_tx"].as_u64());
        Ok(Said {
            balance: balance
                .and_then(amount)
                .ok_or_else(|| errand.malformed("an address without its balance"))?,
            usage: usage.map(|(confirmed, pending)| Usage { confirmed, pending }),
        })
    }
}
