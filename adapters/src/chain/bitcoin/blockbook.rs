//! Blockbook: its status at the base, `/block-index/{n}`, `/block/{hash}`, `/address/{a}?details=basic`, below `/api/v2`.
//!
//! The shape follows Blockbook's own description of its second API; no live run has confirmed it here. Amounts are text.
//! `balance` leaves out what waits in the mempool.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, is, seconds},
    server::{Said, Speech, Usage},
};

/// Without the list of transactions.
const BASIC: &str = "details=basic";

pub(super) struct Blockbook;

#[async_trait]
impl Speech for Blockbook {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        let context = at.head();
        let said = at.json(&["block-index", &height.to_string()], "", &context).await?;
        let found = said["blockHash"].as_str().and_then(hash);
        found.ok_or_else(|| context.malformed("not a block"))
    }

    /// The status names the height, and the hash as its node has it: that may be one block ahead of what is indexed. The
    /// block itself, whose reply is long, is asked for only when it is a new one.
    async fn newest(&self, at: &Place, known: Option<&Block>) -> Result<Block, RemoteError> {
        let context = at.head();
        let status = at.json(&[], "", &context).await?;
        let (index, node) = (&status["blockbook"], &status["backend"]);
        let height = index["bestHeight"].as_u64();
        let height = height.ok_or_else(|| context.malformed("a status without its height"))?;
        if index["inSync"] != true {
            return Err(context.unavailable("it has not indexed the newest blocks yet", None));
        }
        let of_node = node["bestBlockHash"].as_str().and_then(hash);
        let tip = match of_node.filter(|_| node["blocks"].as_u64() == Some(height)) {
            Some(tip) => tip,
            None => self.hash_at(at, height).await?,
        };
        if let Some(known) = known.filter(|known| known.hash == tip) {
            return Ok(known.clone());
        }
        let said = at.json(&["block", &tip], "", &context).await?;
        let found = block(&said["height"], &said["hash"], seconds(&said["time"]));
        let found = found.filter(|block| block.hash == tip);
        found.ok_or_else(|| context.malformed("a block without its hash, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let context = at.about(address);
        let said = at.json(&["address", address.as_str()], BASIC, &context).await?;
        let balance = said["balance"].as_str().filter(|_| is(&said["address"], address));
        let balance = balance.and_then(|digits| digits.parse().ok()).and_then(amount);
        let usage = said["txs"].as_u64().zip(said["unconfirmedTxs"].as_u64());
        Ok(Said {
            balance: balance.ok_or_else(|| context.malformed("an address without its balance"))?,
            usage: usage.map(|(confirmed, pending)| Usage { confirmed, pending }),
        })
    }
}
