//! A Bitcoin or Litecoin node of the test world with an Esplora-like API.
//!
//! Bitcoin is bcoin, Litecoin is Debian's litecoind, each on its own test chain. The API server writes addresses in the
//! format of the live chain and returns the live chain's first block; everything else comes from the node.

use crate::{
    chain::{MISSING, package},
    folder::Folder,
    patience,
    port::free_port,
    process::{Process, Service},
    rpc::Rpc,
};
use serde_json::{Value, json};
use std::{ffi::OsString, path::Path, thread};

const START_TRIES: usize = 4;
const NO_LITECOIND: &str = "litecoind is not installed: sudo apt-get install litecoind";
/// The fee of a payment, in the coin's smallest unit.
pub const FEE: u64 = 50_000;

/// The coin of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Bitcoin,
    Litecoin,
}

/// A running node and its API server. Dropping it stops both.
#[derive(Debug)]
pub struct CoinNode {
    _api: Process,
    _node: Process,
    orders: Rpc,
}

impl CoinNode {
    /// Starts one node of each kind concurrently, with their data in `folder`. The error is the message to show.
    pub fn both(folder: &Folder) -> Result<[Self; 2], String> {
        let start = |kind| Self::start(kind, folder.path());
        thread::scope(|scope| {
            let others = scope.spawn(|| start(Kind::Litecoin));
            let bitcoin = start(Kind::Bitcoin);
            let litecoin = others
                .join()
                .map_err(|_| "the start of litecoind panicked".to_owned())?;
            Ok([bitcoin?, litecoin?])
        })
    }

    /// Starts a node with a hundred blocks and a funded bank.
    pub fn start(kind: Kind, folder: &Path) -> Result<Self, String> {
        let mut refusal = String::new();
        for _ in 0..START_TRIES {
            let (node_port, port) = (free_port()?, free_port()?);
            let (node, url) = start_node(kind, node_port, folder)?;
            let mut api = Process::start(&api(kind, &url, port), folder);
            let orders = Rpc::on_port(port);
            let ready = || orders.try_call("addresses", json!({ "owner": "nobody" })).is_ok();
            match api.wait_until(patience(30), ready) {
                Ok(()) => {
                    return Ok(Self {
                        _api: api,
                        _node: node,
                        orders,
                    });
                }
                Err(why) => refusal = why,
            }
        }
        Err(refusal)
    }

    /// The base URL of its API, for an endpoint of a chain's row.
    pub fn url(&self) -> String {
        format!("{}/api", self.orders.url())
    }

    /// The addresses of an owner: `p2pkh`, `p2sh`, `segwit`, and `taproot` if the node supports it.
    pub fn addresses(&self, owner: &str) -> Vec<(&'static str, String)> {
        let texts = self.orders.call("addresses", json!({ "owner": owner }));
        let texts = texts.as_array().cloned().unwrap_or_default();
        let texts = texts.iter().map(|text| text.as_str().unwrap_or_default().to_owned());
        ["p2pkh", "p2sh", "segwit", "taproot"].into_iter().zip(texts).collect()
    }

    /// Pays from the bank; the transaction waits in the mempool. Returns its id.
    pub fn give(&self, to: &[(&str, u64)]) -> String {
        text(&self.orders.call("pay", json!({ "to": to, "fee": FEE })))
    }

    /// Pays from an owner's address of this form; the change goes back to it. Returns the transaction id.
    pub fn spend(&self, owner: &str, form: &str, to: &[(&str, u64)]) -> String {
        let order = json!({ "from": [owner, form], "to": to, "fee": FEE });
        text(&self.orders.call("pay", order))
    }

    /// Mines blocks; the first one includes the whole mempool.
    pub fn mine(&self, blocks: u32) {
        self.orders.call("mine", json!({ "blocks": blocks }));
    }

    /// Replaces the newest `depth` blocks by a longer branch without a transaction. With `instead`, the bank makes that payment
    /// from the same outputs.
    pub fn reorganise(&self, depth: u32, without: &str, instead: Option<&[(&str, u64)]>) {
        let order = json!({ "depth": depth, "without": without, "instead": instead, "fee": 2 * FEE });
        self.orders.call("reorg", order);
    }

    /// The height and hash of the newest block, from the API.
    pub async fn tip(&self) -> (u64, String) {
        let (_, height) = self.ask("/blocks/tip/height").await;
        (height.parse().unwrap_or_default(), self.ask("/blocks/tip/hash").await.1)
    }

    /// The height of a block, `None` if the API does not know its hash.
    pub async fn height_of(&self, hash: &str) -> Option<u64> {
        let (_, answer) = self.ask(&format!("/block/{hash}")).await;
        serde_json::from_str::<Value>(&answer).ok()?["height"].as_u64()
    }

    /// The content type and text of the API's answer at a path.
    pub async fn ask(&self, path: &str) -> (String, String) {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let answer = reqwest::get(format!("{}{path}", self.url())).await;
        let answer = answer.unwrap_or_else(|why| panic!("{path}: {why}"));
        let kind = answer.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or_default().to_owned();
        (kind, answer.text().await.unwrap_or_default())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn start_node(kind: Kind, port: u16, folder: &Path) -> Result<(Process, String), String> {
    let service = match kind {
        Kind::Bitcoin => bcoin(port)?,
        Kind::Litecoin => litecoind(port, folder)?,
    };
    let who = if kind == Kind::Litecoin { "u:p@" } else { "" };
    Ok((
        Process::start(&service, folder),
        format!("http://{who}127.0.0.1:{port}"),
    ))
}

/// A script of the world's npm package. It uses the JavaScript cryptography, because no native code was compiled.
fn script(name: &str, file: &str, arguments: &[&str]) -> Service {
    let path = package().join("coins").join(file);
    let mut all: Vec<OsString> = vec!["NODE_BACKEND=js".into(), "node".into(), path.into()];
    all.extend(arguments.iter().map(Into::into));
    Service {
        name: name.to_owned(),
        program: "env".into(),
        arguments: all,
        death_signal: "KILL",
        never_root: false,
    }
}

fn api(kind: Kind, url: &str, port: u16) -> Service {
    let coin = if kind == Kind::Bitcoin { "bitcoin" } else { "litecoin" };
    script(&format!("{coin}-api"), "serve.mjs", &[coin, url, &port.to_string()])
}

fn bcoin(port: u16) -> Result<Service, String> {
    if !package().join("node_modules/bcoin").exists() {
        return Err(MISSING.to_owned());
    }
    Ok(script("bitcoin", "bitcoin.mjs", &[&port.to_string()]))
}

fn litecoind(port: u16, folder: &Path) -> Result<Service, String> {
    let given = std::env::var_os("SPYHOP_TEST_LITECOIND");
    let in_path = || std::env::split_paths(&std::env::var_os("PATH")?).find_map(|one| program_in(&one));
    let program = given.map(Into::into).or_else(in_path).ok_or(NO_LITECOIND)?;
    let data = folder.join(format!("litecoin-{port}"));
    std::fs::create_dir_all(&data).map_err(|why| why.to_string())?;
    let mut arguments = vec![format!("-datadir={}", data.display()), format!("-rpcport={port}")];
    arguments.extend(LITECOIND.map(str::to_owned));
    Ok(Service {
        name: "litecoin".to_owned(),
        program,
        arguments: arguments.into_iter().map(Into::into).collect(),
        death_signal: "KILL",
        never_root: false,
    })
}

/// Runs on an isolated test chain: no peers, no wallet, and connections from this machine only.
const LITECOIND: [&str; 11] = [
    "-regtest",
    "-server",
    "-listen=0",
    "-connect=0",
    "-dnsseed=0",
    "-disablewallet",
    "-persistmempool=0",
    "-rpcuser=u",
    "-rpcpassword=p",
    "-rpcbind=127.0.0.1",
    "-rpcallowip=127.0.0.1",
];

fn program_in(folder: &Path) -> Option<std::path::PathBuf> {
    Some(folder.join("litecoind")).filter(|path| path.exists())
}
