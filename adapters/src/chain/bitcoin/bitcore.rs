//! Bitcore nodes: `/block/tip`, `/block/{height}`, `/address/{a}/balance`, below `/api/{COIN}/mainnet`.
//!
//! The shape follows Bitcore's source code; no live run has confirmed it here. `confirmed` excludes the mempool. The
//! response does not repeat the address. Addresses of Bitcoin Cash are requested without `bitcoincash:`: with the
//! prefix the response is a balance of zero. Amounts are JavaScript numbers, exact up to 2^53 - 1.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, whole, written},
    server::{Said, Speech},
};

/// The largest integer that JavaScript represents exactly.
const EXACT: u128 = (1 << 53) - 1;

pub(super) struct Bitcore;

#[async_trait]
impl Speech for Bitcore {
    /// Bitcore does not store the first block, so the hash of a block is read from its successor.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let (errand, next) = (at.head(), (height + 1).to_string());
        let said = at.json(&["block", &next], "", &errand).await?;
        let found = said["previousBlockHash"].as_str().and_then(hash);
        found.ok_or_else(|| errand.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let errand = at.head();
        let said = at.json(&["block", "tip"], "", &errand).await?;
        block(&said["height"], &said["hash"], written(&said["time"]))
            .ok_or_else(|| errand.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let bare = address.as_str().rsplit(':').next().unwrap_or_default();
        let said = at.json(&["address", bare, "balance"], "", &errand).await?;
        let confirmed = whole(&said["confirmed"]).ok_or_else(|| errand.malformed("an address without its balance"))?;
        if confirmed > EXACT {
            return Err(errand.malformed("an amount that it cannot state exactly"));
        }
        let balance = amount(confirmed).ok_or_else(|| errand.malformed("an address without its balance"))?;
        Ok(Said { balance, usage: None })
    }
}
