//! The Bitcoin family reader meets the requirements with every API of its servers.

use std::{sync::Arc, time::Duration};

use adapters::chain::{
    bitcoin::BitcoinReader,
    bitcoin_api::{Bitcore, Blockbook, Blockchair, Blockcypher, Esplora, Haskoin, ServerApi},
};
use conformance::{
    chain_reader::{BlockState, ChainState, Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::ChainReader;
use serde_json::{Value, json};

use super::chains::{row, samples};

/// A chain with servers of one API, and the block that identifies the chain.
#[derive(Clone, Copy)]
struct Servers {
    api: &'static dyn ServerApi,
    code: &'static str,
    accounts: [&'static str; 2],
    native: &'static str,
    first: &'static str,
}

const BITCOIN: Servers = Servers {
    api: &Esplora,
    code: "bitcoin",
    accounts: [
        "bip122:000000000019d6689c085ae165831e93:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        "bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    ],
    native: "bip122:000000000019d6689c085ae165831e93/slip44:0",
    first: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
};
const CASH: Servers = Servers {
    api: &Haskoin,
    code: "bitcoin-cash",
    accounts: [
        "bip122:000000000000000000651ef99cb9fcbe:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
        "bip122:000000000000000000651ef99cb9fcbe:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy",
    ],
    native: "bip122:000000000000000000651ef99cb9fcbe/slip44:145",
    first: "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec",
};
const DOGE: Servers = Servers {
    api: &Blockchair,
    code: "dogecoin",
    accounts: [
        "bip122:1a91e3dace36e2be3bf030a65679fe82:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L",
        "bip122:1a91e3dace36e2be3bf030a65679fe82:DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD",
    ],
    native: "bip122:1a91e3dace36e2be3bf030a65679fe82/slip44:3",
    first: "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
};

impl Servers {
    /// Returns the answer at a path; `None` if there is none.
    fn page(&self, path: &[&str], chain: &ChainState) -> Option<Value> {
        let another = format!("{:064x}", 1);
        let first = if chain.other_chain {
            another.as_str()
        } else {
            self.first
        };
        let enveloped = |data: Value| Some(json!({ "data": data, "context": { "code": 200 } }));
        let BlockState { number, hash, time, .. } = chain.newest();
        let native = path
            .iter()
            .find_map(|part| chain.newest().held_by(part))
            .map(|held| held.native);
        let held: Value = native.map_or(Value::Null, |native| serde_json::from_str(&native.to_string()).unwrap());
        match (self.api.slug(), path) {
            ("esplora", ["block", hash]) => {
                let block = chain.by_hash(hash)?;
                Some(json!({ "id": block.hash, "height": block.number, "timestamp": block.time.seconds() }))
            }
            ("esplora", ["address", address]) => {
                let stats = json!({ "funded_txo_sum": held, "spent_txo_sum": 0, "tx_count": 1 });
                Some(json!({ "address": address, "chain_stats": stats, "mempool_stats": stats }))
            }
            ("haskoin", ["block", "height", _]) => Some(json!([{ "hash": first, "mainchain": true }])),
            ("haskoin", ["block", "best"]) => Some(json!({ "height": number, "hash": hash, "time": time.seconds() })),
            ("haskoin", ["address", address, "balance"]) => {
                Some(json!({ "address": format!("bitcoincash:{address}"), "confirmed": held, "unconfirmed": 5 }))
            }
            ("blockchair", ["dashboards", "block", height]) => {
                enveloped(json!({ *height: { "block": { "hash": first } } }))
            }
            ("blockchair", ["stats"]) => enveloped(
                json!({ "best_block_height": number, "best_block_hash": hash, "best_block_time": time.to_string() }),
            ),
            ("blockchair", ["dashboards", "address", address]) => {
                enveloped(json!({ *address: { "address": { "balance": held, "transaction_count": 1 } } }))
            }
            ("bitcore", ["block", "tip"]) => Some(json!({ "height": number, "hash": hash, "time": time.to_string() })),
            ("bitcore", ["block", _]) => Some(json!({ "previousBlockHash": first })),
            ("bitcore", ["address", _, "balance"]) => {
                Some(json!({ "confirmed": held, "unconfirmed": 5, "balance": held }))
            }
            ("blockbook", [""]) => Some(json!({
                "blockbook": { "inSync": true, "bestHeight": number },
                "backend": { "blocks": number, "bestBlockHash": hash },
            })),
            ("blockbook", ["block-index", _]) => Some(json!({ "blockHash": first })),
            ("blockbook", ["block", hash]) => {
                let block = chain.by_hash(hash)?;
                Some(json!({ "hash": block.hash, "height": block.number, "time": block.time.seconds() }))
            }
            ("blockbook", ["address", address]) => {
                Some(json!({ "address": address, "balance": held.to_string(), "txs": 1, "unconfirmedTxs": 0 }))
            }
            ("blockcypher", ["blocks", _]) => Some(json!({ "hash": first })),
            ("blockcypher", ["addrs", address, "balance"]) => Some(
                json!({ "address": address, "balance": held, "unconfirmed_balance": 5, "n_tx": 1, "unconfirmed_n_tx": 0 }),
            ),
            ("blockcypher", [""]) => Some(json!({ "height": number, "hash": hash, "time": time.to_string() })),
            _ => None,
        }
    }

    /// Returns the plain text answers of Esplora's API.
    fn word(&self, path: &[&str], chain: &ChainState) -> Option<String> {
        match (self.api.slug(), path) {
            ("esplora", ["block-height", "0"]) if chain.other_chain => Some(format!("{:064x}", 1)),
            ("esplora", ["block-height", "0"]) => Some(self.first.to_owned()),
            ("esplora", ["blocks", "tip", "hash"]) => Some(chain.newest().hash.clone()),
            _ => None,
        }
    }
}

impl Harness for Servers {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        let (mut row, client) = row(self.code, base);
        row.endpoints[0].api = Some(self.api);
        Arc::new(BitcoinReader::new(&[row], &client))
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        let path: Vec<&str> = request.path().trim_start_matches('/').split('/').collect();
        match (self.word(&path, chain), self.page(&path, chain)) {
            (Some(word), _) => Response::new(200, "text/plain", word),
            (None, Some(page)) => Response::json(200, &page),
            (None, None) => Response::new(404, "text/plain", "not found"),
        }
    }

    fn hash(&self, number: u64) -> String {
        format!("{number:064x}")
    }

    fn samples(&self) -> Samples {
        // Bitcore uses JavaScript numbers.
        let largest = match self.api.slug() {
            "bitcore" => "9007199254740991",
            _ => "18446744073709551615",
        };
        samples(self.accounts, self.native, &[], largest)
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn the_bitcoin_family_reader_meets_them() {
    let cypher = Servers {
        api: &Blockcypher,
        ..DOGE
    };
    let [core, book] = [&Bitcore as &dyn ServerApi, &Blockbook].map(|api| Servers { api, ..DOGE });
    let reports = futures::future::join_all([BITCOIN, CASH, DOGE, cypher, core, book].map(check)).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
}
