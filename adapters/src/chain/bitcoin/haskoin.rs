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
    place::{Place, amount, block, hash, is, seconds, whole},
    server::{Said, Speech},
};

/// Omits the list of transactions of a block.
const BARE: &str = "notx=true";

pub(super) struct Haskoin;

#[async_trait]
impl Speech for Haskoin {
    /// A height has one block on the main chain. Older servers return it alone, newer ones in a list.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let errand = at.head();
        let said = at
            .json(&["block", "height", &height.to_string()], BARE, &errand)
            .await?;
        let blocks = said.as_array().map_or(std::slice::from_ref(&said), Vec::as_slice);
        let main = blocks.iter().find(|block| block["mainchain"] == true);
        let found = main.and_then(|block| hash(block["hash"].as_str()?));
        found.ok_or_else(|| errand.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let errand = at.head();
        let said = at.json(&["block", "best"], BARE, &errand).await?;
        block(&said["height"], &said["hash"], seconds(&said["time"]))
            .ok_or_else(|| errand.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let said = at.json(&["address", address.as_str(), "balance"], "", &errand).await?;
        let confirmed = whole(&said["confirmed"]).filter(|_| is(&said["address"], address));
        Ok(Said {
            balance: confirmed
                .and_then(amount)
                .ok_or_else(|| errand.malformed("an address without its balance"))?,
            usage: None,
        })
    }
}
