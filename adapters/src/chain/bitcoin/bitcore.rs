//! Bitcore nodes: `/block/tip`, `/block/{height}`, `/address/{a}/balance`, below `/api/{COIN}/mainnet`.
//!
//! The shape follows Bitcore's own sources; no live run has confirmed it here. `confirmed` leaves out what waits in the
//! mempool. The reply does not repeat the address, and addresses of Bitcoin Cash are asked without `bitcoincash:`: with it
//! the reply is a balance of zero. Amounts are JavaScript numbers, exact up to 2^53 - 1.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, whole, written},
    server::{Said, Speech},
};

/// The largest whole number that JavaScript keeps exactly.
const EXACT: u128 = (1 << 53) - 1;

pub(super) struct Bitcore;

#[async_trait]
impl Speech for Bitcore {
    /// Bitcore does not keep the first block, so a block is known by the one after it.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let (context, next) = (at.head(), (height + 1).to_string());
        let said = at.json(&["block", &next], "", &context).await?;
        let found = said["previousBlockHash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = at.head();
        let said = at.json(&["block", "tip"], "", &context).await?;
        block(&said["height"], &said["hash"], written(&said["time"]))
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let context = at.about(address);
        let bare = address.as_str().rsplit(':').next().unwrap_or_default();
        let said = at.json(&["address", bare, "balance"], "", &context).await?;
        let confirmed = whole(&said["confirmed"]).ok_or_else(|| context.malformed("an address without its balance"))?;
        if confirmed > EXACT {
            return Err(context.malformed("an amount that it cannot state exactly"));
        }
        let balance = amount(confirmed).ok_or_else(|| context.malformed("an address without its balance"))?;
        Ok(Said { balance, usage: None })
    }
}
