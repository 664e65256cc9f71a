//! One server of the Esplora shape.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ports::{Address, Block, ChainId, RawAmount, RemoteError, Timestamp, disclosure::Told};
use serde_json::{Number, Value};
use url::Url;

use super::SOURCE;
use crate::{
    chain::rows::Endpoint,
    http_client::{Errand, HttpClient, Request, host_key},
};

/// The hash of the block that names Bitcoin Cash in CAIP-2 is not that of the first block, which it shares with Bitcoin,
/// but that of the first one after they parted.
const CASH: (&str, u64) = ("000000000000000000651ef99cb9fcbe", 478_559);
/// Attempts at one server: another one may be asked instead.
const ATTEMPTS: u32 = 2;

/// One server, and whether it was seen to be of its chain.
pub(super) struct Server {
    client: Arc<HttpClient>,
    chain: ChainId,
    base: Url,
    host: String,
    known: AtomicBool,
}

impl Server {
    pub(super) fn new(client: &Arc<HttpClient>, chain: &ChainId, endpoint: &Endpoint) -> Self {
        Self {
            client: client.clone(),
            chain: chain.clone(),
            base: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            known: AtomicBool::new(false),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.host
    }

    fn errand(&self, purpose: &'static str, told: Told) -> Errand {
        Errand {
            who: self.host.clone(),
            source: SOURCE.clone(),
            purpose,
            told,
            chain: Some(self.chain.clone()),
        }
    }

    fn request(&self, path: &[&str]) -> Request {
        let mut url = self.base.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        Request::get(url).with_attempts(ATTEMPTS)
    }

    /// An answer that is one word of plain text.
    async fn word(&self, path: &[&str], errand: &Errand) -> Result<String, RemoteError> {
        let bytes = self.client.send(&self.request(path), errand).await?;
        let text = std::str::from_utf8(&bytes).ok().map(str::trim);
        let word = text.filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric()));
        word.map(str::to_owned)
            .ok_or_else(|| errand.malformed("something else than a word"))
    }

    async fn hash(&self, path: &[&str], errand: &Errand) -> Result<String, RemoteError> {
        let word = self.word(path, errand).await?.to_ascii_lowercase();
        let fits = word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
        fits.then_some(word)
            .ok_or_else(|| errand.malformed("something else than a hash"))
    }

    /// The height of its newest block, once it has shown to be of its chain.
    pub(super) async fn height(&self) -> Result<u64, RemoteError> {
        let errand = self.errand("head", Told::Nothing);
        if !self.known.load(Ordering::Relaxed) {
            self.identify(&errand).await?;
            self.known.store(true, Ordering::Relaxed);
        }
        let word = self.word(&["blocks", "tip", "height"], &errand).await?;
        word.parse()
            .map_err(|_| errand.malformed("something else than a height"))
    }

    async fn identify(&self, errand: &Errand) -> Result<(), RemoteError> {
        let wanted = self
            .chain
            .as_str()
            .split_once(':')
            .map_or("", |(_, reference)| reference);
        let height = if wanted == CASH.0 { CASH.1 } else { 0 };
        let hash = self.hash(&["block-height", &height.to_string()], errand).await?;
        if hash.starts_with(wanted) {
            Ok(())
        } else {
            Err(errand.refused(&format!("it is of another chain: its block {height} is {hash}")))
        }
    }

    /// The hash of its newest block.
    pub(super) async fn tip(&self) -> Result<String, RemoteError> {
        let errand = self.errand("head", Told::Nothing);
        self.hash(&["blocks", "tip", "hash"], &errand).await
    }

    /// Height and time of a block.
    pub(super) async fn block(&self, hash: &str) -> Result<Block, RemoteError> {
        let errand = self.errand("head", Told::Nothing);
        let answer: Value = self.client.json(&self.request(&["block", hash]), &errand).await?;
        let height = answer["height"].as_u64();
        let second = answer["timestamp"]
            .as_u64()
            .and_then(|second| u32::try_from(second).ok());
        match (answer["id"].as_str() == Some(hash), height, second) {
            (true, Some(number), Some(second)) => Ok(Block {
                number,
                hash: hash.to_owned(),
                time: Timestamp::from_seconds(second.into()),
            }),
            _ => Err(errand.malformed("a block without its id, height or time")),
        }
    }

    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.block(&self.tip().await?).await
    }

    /// What confirmed outputs pay to the address, less what confirmed inputs spend of it.
    pub(super) async fn balance(&self, address: &Address) -> Result<RawAmount, RemoteError> {
        let errand = self.errand("balances", Told::Address(address.clone()));
        let request = self.request(&["address", address.as_str()]);
        let answer: Value = self.client.json(&request, &errand).await?;
        let sum = |field: &str| match &answer["chain_stats"][field] {
            Value::Number(number) => whole(number),
            _ => None,
        };
        let named = answer["address"].as_str() == Some(address.as_str());
        let left = sum("funded_txo_sum").zip(sum("spent_txo_sum"));
        let left = left.and_then(|(funded, spent)| funded.checked_sub(spent));
        let left = left.filter(|_| named).and_then(|left| left.to_string().parse().ok());
        left.ok_or_else(|| errand.malformed("an address without its sums"))
    }

    pub(super) fn apart(&self, height: u64, reference: u64) -> RemoteError {
        let errand = self.errand("head", Told::Nothing);
        errand.unavailable(
            &format!("its newest block is {height}, the others are at {reference}"),
            None,
        )
    }

    pub(super) fn restless(&self) -> RemoteError {
        let errand = self.errand("balances", Told::Nothing);
        errand.unavailable("its newest block keeps changing", None)
    }
}

/// A number as it is written, if it is whole and not below zero. No digit is lost beyond 2^53.
fn whole(number: &Number) -> Option<u128> {
    number.to_string().parse().ok()
}
