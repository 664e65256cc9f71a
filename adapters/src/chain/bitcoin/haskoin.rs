//! Servers of Haskoin Store, of Bitcoin Cash: `/block/best`, `/block/height/{n}`, `/address/{a}/balance`.
//!
//! The shape follows Haskoin Store's own sources; no live run has confirmed it here. `confirmed` leaves out what waits in
//! the mempool; addresses are read with or without their beginning `bitcoincash:` and answered with it.
//!
//! `/address/balances` takes 100 addresses in one request. It is not used: that request would state that the addresses of an
//! extended public key belong together, which one request for each address leaves to be guessed.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, is, seconds, whole},
    server::{Said, Speech},
};

/// A block without the list of its transactions.
const BARE: &str = "notx=true";

pub(super) struct Haskoin;

#[async_trait]
impl Speech for Haskoin {
    /// A height has one block of the main chain; servers of the older version give it alone, the newer ones in a list.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let context = at.head();
        let said = at
            .json(&["block", "height", &height.to_string()], BARE, &context)
            .await?;
        let blocks = said.as_array().map_or(std::slice::from_ref(&said), Vec::as_slice);
        let main = blocks.iter().find(|block| block["mainchain"] == true);
        let found = main.and_then(|block| hash(block["hash"].as_str()?));
        found.ok_or_else(|| context.malformed("not a block"))
    }

    async fn newest(&self, at: &Place, _known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = at.head();
        let said = at.json(&["block", "best"], BARE, &context).await?;
        block(&said["height"], &said["hash"], seconds(&said["time"]))
            .ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let context = at.about(address);
        let said = at.json(&["address", address.as_str(), "balance"], "", &context).await?;
        let confirmed = whole(&said["confirmed"]).filter(|_| is(&said["address"], address));
        Ok(Said {
            balance: confirmed
                .and_then(amount)
                .ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: None,
        })
    }
}
