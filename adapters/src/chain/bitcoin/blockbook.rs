//! Blockbook: status at the base, `/block-index/{n}`, `/block/{hash}`, `/address/{a}?details=basic`, below `/api/v2`.
//!
//! The shape follows Blockbook's own description of its second API; no live run has confirmed it here. Amounts are
//! text. `balance` excludes the mempool.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, is, seconds},
    server::{Said, Speech, Usage},
};

/// Omits the list of transactions.
const BASIC: &str = "details=basic";

pub(super) struct Blockbook;

#[async_trait]
impl Speech for Blockbook {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let errand = at.head();
        let said = at.json(&["block-index", &height.to_string()], "", &errand).await?;
        let found = said["blockHash"].as_str().and_then(hash);
        found.ok_or_else(|| errand.malformed("not a block"))
    }

    /// The status contains the indexed height, and the hash at the node's height, which may be one block ahead. The
    /// block itself is a long response and is requested only when it is new.
    async fn newest(&self, at: &Place, known: Option<&Block>) -> Result<Block, RemoteError> {
        let errand = at.head();
        let status = at.json(&[], "", &errand).await?;
        let (index, node) = (&status["blockbook"], &status["backend"]);
        let height = index["bestHeight"].as_u64();
        let height = height.ok_or_else(|| errand.malformed("a status without its height"))?;
        if index["inSync"] != true {
            return Err(errand.unavailable("it has not indexed the newest blocks yet", None));
        }
        let of_node = node["bestBlockHash"].as_str().and_then(hash);
        let tip = match of_node.filter(|_| node["blocks"].as_u64() == Some(height)) {
            Some(tip) => tip,
            None => self.hash_at(at, height).await?,
        };
        if let Some(known) = known.filter(|known| known.hash == tip) {
            return Ok(known.clone());
        }
        let said = at.json(&["block", &tip], "", &errand).await?;
        let found = block(&said["height"], &said["hash"], seconds(&said["time"]));
        let found = found.filter(|block| block.hash == tip);
        found.ok_or_else(|| errand.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let said = at.json(&["address", address.as_str()], BASIC, &errand).await?;
        let balance = said["balance"].as_str().filter(|_| is(&said["address"], address));
        let balance = balance.and_then(|digits| digits.parse().ok()).and_then(amount);
        let usage = said["txs"].as_u64().zip(said["unconfirmedTxs"].as_u64());
        Ok(Said {
            balance: balance.ok_or_else(|| errand.malformed("an address without its balance"))?,
            usage: usage.map(|(confirmed, pending)| Usage { confirmed, pending }),
        })
    }
}
