//! Mock services that list the transactions of one address, each in the shape and with the paging of its API.

mod more;
mod rows;

use std::sync::atomic::{AtomicUsize, Ordering};

use adapters::chain::bitcoin_api::{Bitcore, Blockbook, Blockcypher, Haskoin, ServerApi};
use serde_json::{Value, json};

use crate::mock_web_service::MockWebService;

macro_rules! reply {
    ($file:literal) => {
        include_str!(concat!("../../../adapters/src/chain/fixtures/bitcoin_api/", $file))
    };
}

/// The newest block of every service.
pub const TIP: u64 = 920_000;
const TIP_HASH: &str = "00000000000000000001a2b3c4d5e6f700112233445566778899aabbccddeeff";
const GENESIS: &str = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";

/// A kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Esplora,
    /// Esplora's API over Electrum: pages of ten, continued by a parameter.
    Electrum,
    Blockbook,
    Haskoin,
    Bitcore,
    Blockcypher,
}

impl Shape {
    pub const ALL: [Self; 6] = [
        Self::Esplora,
        Self::Electrum,
        Self::Blockbook,
        Self::Haskoin,
        Self::Bitcore,
        Self::Blockcypher,
    ];

    pub fn api(self) -> Option<&'static dyn ServerApi> {
        match self {
            Self::Esplora | Self::Electrum => None,
            Self::Blockbook => Some(&Blockbook),
            Self::Haskoin => Some(&Haskoin),
            Self::Bitcore => Some(&Bitcore),
            Self::Blockcypher => Some(&Blockcypher),
        }
    }

    pub fn chain(self) -> &'static str {
        match self {
            Self::Esplora | Self::Electrum => "bip122:000000000019d6689c085ae165831e93",
            Self::Blockbook | Self::Bitcore | Self::Blockcypher => "bip122:1a91e3dace36e2be3bf030a65679fe82",
            Self::Haskoin => "bip122:000000000000000000651ef99cb9fcbe",
        }
    }

    pub fn address(self) -> &'static str {
        match self {
            Self::Esplora | Self::Electrum => "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
            Self::Blockbook | Self::Bitcore | Self::Blockcypher => "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
            Self::Haskoin => "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        }
    }

    pub fn stranger(self) -> &'static str {
        match self {
            Self::Esplora | Self::Electrum => "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            Self::Blockbook | Self::Bitcore | Self::Blockcypher => "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy",
            Self::Haskoin => "qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme",
        }
    }
}

/// The transactions of an address: the first one a coinbase, two in every third block up to the newest.
#[derive(Clone)]
pub struct Listing {
    pub shape: Shape,
    pub confirmed: u64,
    /// Unconfirmed ones, which come first.
    pub pending: u64,
    /// How many are added in a newer block before each following page.
    pub arriving: u64,
    /// How many of the newest are gone from the second page on, until the list is read again.
    pub shrinking: u64,
    /// A text of the answers and what is there instead.
    pub replaced: Option<(String, String)>,
    /// What the list says instead.
    pub verbatim: Option<String>,
}

impl Listing {
    pub fn of(shape: Shape, confirmed: u64) -> Self {
        Self {
            shape,
            confirmed,
            pending: 0,
            arriving: 0,
            shrinking: 0,
            replaced: None,
            verbatim: None,
        }
    }

    fn height(&self, index: u64) -> u64 {
        TIP - (self.confirmed - 1 - index) / 2 * 3
    }

    /// Returns the ids of the transactions in these blocks, sorted.
    pub fn ids(&self, from: u64, to: u64) -> Vec<String> {
        let within = (0..self.confirmed).filter(|index| (from..=to).contains(&self.height(*index)));
        within.map(id).collect()
    }

    /// Returns whether an answer contains this text.
    pub fn is_affected(&self, text: &str) -> bool {
        let rows: Vec<String> = self.rows(0).iter().map(Value::to_string).collect();
        rows.iter().any(|row| row.contains(text))
    }

    /// Returns the list as it is at the n-th request, the newest first.
    fn rows(&self, nth: u64) -> Vec<Value> {
        let pending = (0..self.pending).map(|index| self.row(10_000 + index, None));
        let arrived = (0..self.arriving * nth).map(|index| self.row(20_000 + index, Some(TIP + 1)));
        let gone = if nth == 1 { self.shrinking } else { 0 };
        let confirmed = (0..self.confirmed - gone.min(self.confirmed)).rev();
        let confirmed = confirmed.map(|index| self.row(index, Some(self.height(index))));
        pending.chain(arrived.rev()).chain(confirmed).collect()
    }
}

fn id(index: u64) -> String {
    format!("{:064x}", index + 1000)
}

/// Starts a server that lists these transactions.
pub async fn server(listing: Listing) -> MockWebService {
    let count = AtomicUsize::new(0);
    MockWebService::new(move |path, _| {
        if let Some(known) = of_chain(listing.shape, path).or_else(|| more::balance(&listing, path)) {
            return (200, known);
        }
        if listing.shape == Shape::Electrum && path.contains("/txs/chain") {
            return (404, "not found".to_owned());
        }
        // The list does not change with a request for one of its transactions.
        let is_list = !path.starts_with("/tx/") && !path.starts_with("/txs/");
        let nth = u64::try_from(count.fetch_add(usize::from(is_list), Ordering::Relaxed)).unwrap();
        let page = match &listing.verbatim {
            Some(text) => text.clone(),
            None => page(&listing, path, nth),
        };
        match &listing.replaced {
            Some((from, to)) => (200, page.replace(from, to)),
            None => (200, page),
        }
    })
    .await
}

/// Returns the answer to a request about the chain.
fn of_chain(shape: Shape, path: &str) -> Option<String> {
    let found = match (shape, path) {
        (Shape::Esplora | Shape::Electrum, "/block-height/0") => GENESIS,
        (Shape::Esplora | Shape::Electrum, "/blocks/tip/hash") => TIP_HASH,
        (Shape::Esplora | Shape::Electrum, path) if path.starts_with("/block/") => reply!("esplora/block.json"),
        (Shape::Haskoin, "/block/best?notx=true") => reply!("haskoin/block.json"),
        (Shape::Haskoin, "/block/height/478559?notx=true") => reply!("haskoin/at_height.json"),
        (Shape::Blockbook, "/block-index/0") => reply!("blockbook/block_index.json"),
        (Shape::Blockbook, "/") => return Some(reply!("blockbook/status.json").replace("6000000", "920000")),
        (Shape::Blockbook, path) if path.starts_with("/block/") => {
            return Some(reply!("blockbook/block.json").replace("6000000", "920000"));
        }
        (Shape::Bitcore, "/block/tip") => return Some(reply!("bitcore/tip.json").replace("6000000", "920000")),
        (Shape::Bitcore, "/block/1") => reply!("bitcore/block.json"),
        (Shape::Blockcypher, "/") => return Some(reply!("blockcypher/chain.json").replace("6000000", "920000")),
        (Shape::Blockcypher, "/blocks/0?limit=1") => reply!("blockcypher/block.json"),
        _ => return None,
    };
    Some(found.to_owned())
}

fn page(listing: &Listing, path: &str, nth: u64) -> String {
    let rows = listing.rows(nth);
    let parameter = |name: &str| {
        let query = path.split_once('?').map_or("", |(_, query)| query);
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|(of, _)| *of == name)
            .map(|(_, value)| value.to_owned())
            .next()
    };
    match listing.shape {
        Shape::Esplora | Shape::Electrum if path.ends_with("/txs/mempool") => {
            let waiting = rows.iter().filter(|row| row["status"]["confirmed"] == false);
            Value::Array(waiting.cloned().collect()).to_string()
        }
        Shape::Esplora => {
            let last = path.split_once("/chain/").map(|(_, last)| last.to_owned());
            Value::Array(after(&rows, last, 25)).to_string()
        }
        Shape::Electrum => Value::Array(after(&rows, parameter("after_txid"), 10)).to_string(),
        Shape::Haskoin => {
            let number = |name| parameter(name).unwrap().parse::<usize>().unwrap();
            let cut = rows.into_iter().skip(number("offset")).take(number("limit"));
            Value::Array(cut.collect()).to_string()
        }
        Shape::Blockbook => {
            let number = |name| parameter(name).map(|value| value.parse::<u64>().unwrap());
            blockbook_page(
                listing,
                &rows,
                (number("from").unwrap_or(0), number("to").unwrap_or(u64::MAX)),
                (number("page").unwrap(), number("pageSize").unwrap()),
            )
        }
        Shape::Bitcore => more::bitcore(listing, &rows, path),
        Shape::Blockcypher => more::blockcypher(listing, &rows, path, parameter("before")),
    }
}

fn after(rows: &[Value], last: Option<String>, size: usize) -> Vec<Value> {
    let place = last.map_or(0, |last| rows.iter().position(|row| row["txid"] == *last).unwrap() + 1);
    rows.iter().skip(place).take(size).cloned().collect()
}

/// A page past the end is the last one. The number of pages is not known while there are more.
fn blockbook_page(listing: &Listing, rows: &[Value], (from, to): (u64, u64), (page, size): (u64, u64)) -> String {
    let is_within = |row: &&Value| {
        row["blockHeight"]
            .as_u64()
            .is_none_or(|height| (from..=to).contains(&height))
    };
    let rows: Vec<&Value> = rows.iter().filter(is_within).collect();
    let pages = (rows.len() as u64).div_ceil(size).max(1);
    let moved = page.min(pages);
    let [skipped, taken] = [(moved - 1) * size, size].map(|count| usize::try_from(count).unwrap());
    let cut: Vec<&&Value> = rows.iter().skip(skipped).take(taken).collect();
    json!({
        "page": moved,
        "totalPages": -1,
        "itemsOnPage": size,
        "address": listing.shape.address(),
        "transactions": cut,
    })
    .to_string()
}
