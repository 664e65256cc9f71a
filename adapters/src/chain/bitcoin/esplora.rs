//! The Esplora API: `/address/{a}`, `/blocks/tip/hash`, `/block/{hash}`, `/block-height/{n}`. It is served by
//! mempool.space, blockstream.info and litecoinspace.org, and it is what most people run at home.

use async_trait::async_trait;
use ports::{Address, Block, RemoteError};

use super::{
    place::{Place, amount, block, hash, is, seconds, whole},
    server::{Said, Speech, Usage},
};
use crate::http_client::Errand;

pub(super) struct Esplora;

#[async_trait]
impl Speech for Esplora {
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError> {
        hash_of(at, &["block-height", &height.to_string()]).await
    }

    async fn newest(&self, at: &Place, known: Option<&Block>) -> Result<Block, RemoteError> {
        let tip = hash_of(at, &["blocks", "tip", "hash"]).await?;
        if let Some(known) = known.filter(|known| known.hash == tip) {
            return Ok(known.clone());
        }
        let errand = at.head();
        let said = at.json(&["block", &tip], "", &errand).await?;
        let found = block(&said["height"], &said["id"], seconds(&said["timestamp"]));
        let found = found.filter(|block| block.hash == tip);
        found.ok_or_else(|| errand.malformed("a block without its id, height or time"))
    }

    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError> {
        let errand = at.about(address);
        let said = at.json(&["address", address.as_str()], "", &errand).await?;
        let sum = |field: &str| whole(&said["chain_stats"][field]);
        let left = sum("funded_txo_sum").zip(sum("spent_txo_sum"));
        let left = left.and_then(|(funded, spent)| funded.checked_sub(spent));
        let left = left.filter(|_| is(&said["address"], address)).and_then(amount);
        let count = |stats: &str| said[stats]["tx_count"].as_u64();
        let usage = count("chain_stats").zip(count("mempool_stats"));
        Ok(Said {
            balance: left.ok_or_else(|| errand.malformed("an address without its sums"))?,
            usage: usage.map(|(confirmed, pending)| Usage { confirmed, pending }),
        })
    }
}

/// Requests an answer that is one alphanumeric word of plain text.
async fn word(at: &Place, path: &[&str], errand: &Errand) -> Result<String, RemoteError> {
    let bytes = at.bytes(path, errand).await?;
    let text = std::str::from_utf8(&bytes).ok().map(str::trim);
    let word = text.filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric()));
    word.map(str::to_owned).ok_or_else(|| errand.malformed("not a word"))
}

async fn hash_of(at: &Place, path: &[&str]) -> Result<String, RemoteError> {
    let errand = at.head();
    let word = word(at, path, &errand).await?;
    hash(&word).ok_or_else(|| errand.malformed("not a hash"))
}
