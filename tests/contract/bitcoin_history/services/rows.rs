//! The transactions of a list, each as the API of its service spells them.

use serde_json::{Value, json};

use super::{Listing, Shape, TIP, id};

impl Listing {
    /// Returns a transaction as the list of its service has it.
    pub fn row(&self, index: u64, height: Option<u64>) -> Value {
        match self.shape {
            Shape::Esplora | Shape::Electrum => self.esplora_row(index, height),
            Shape::Blockbook => self.blockbook_row(index, height),
            Shape::Haskoin => self.haskoin_row(index, height),
            Shape::Bitcore => self.bitcore_row(index, height),
            Shape::Blockcypher => self.blockcypher_row(index, height),
        }
    }

    /// Returns who pays: the address itself in every other transaction.
    fn payer(&self, index: u64) -> &'static str {
        if index.is_multiple_of(2) {
            self.shape.stranger()
        } else {
            self.shape.address()
        }
    }

    fn esplora_row(&self, index: u64, height: Option<u64>) -> Value {
        let input = match index {
            0 => json!({"is_coinbase": true, "prevout": null}),
            _ => json!({"is_coinbase": false, "prevout": {"scriptpubkey_address": self.payer(index), "value": 2000}}),
        };
        let status = match height {
            None => json!({"confirmed": false}),
            Some(height) => json!({
                "confirmed": true,
                "block_height": height,
                "block_hash": format!("{height:064x}"),
                "block_time": 1_700_000_000 + height,
            }),
        };
        json!({
            "txid": id(index),
            "vin": [input],
            "vout": [
                {"scriptpubkey_address": self.shape.address(), "value": 1200},
                {"scriptpubkey_address": self.shape.stranger(), "value": 700},
                {"scriptpubkey_type": "op_return", "value": 0},
            ],
            "fee": if index == 0 { 0 } else { 100 },
            "status": status,
        })
    }

    fn blockbook_row(&self, index: u64, height: Option<u64>) -> Value {
        let input = match index {
            0 => json!({"n": 0, "isAddress": false, "coinbase": "03abcd"}),
            _ => {
                json!({"txid": id(index + 7000), "addresses": [self.payer(index)], "isAddress": true, "value": "2000"})
            }
        };
        let mut row = json!({
            "txid": id(index),
            "vin": [input],
            "vout": [
                {"addresses": [self.shape.address()], "isAddress": true, "value": "1200"},
                {"addresses": [self.shape.stranger()], "isAddress": true, "value": "700"},
                {"addresses": ["OP_RETURN (hello)"], "isAddress": false, "value": "0"},
            ],
            "blockHeight": -1,
            "fees": if index == 0 { "0" } else { "100" },
        });
        if let Some(height) = height {
            row["blockHeight"] = json!(height);
            row["blockHash"] = json!(format!("{height:064x}"));
            row["blockTime"] = json!(1_700_000_000 + height);
        }
        row
    }

    fn haskoin_row(&self, index: u64, height: Option<u64>) -> Value {
        let spelled = |address: &str| format!("bitcoincash:{address}");
        let input = match index {
            0 => json!({"coinbase": true, "address": null, "value": 0}),
            _ => json!({"coinbase": false, "address": spelled(self.payer(index)), "value": 2000}),
        };
        let block = match height {
            None => json!({"mempool": 1_790_000_000}),
            Some(height) => json!({"height": height, "position": index}),
        };
        json!({
            "txid": id(index),
            "inputs": [input],
            "outputs": [
                {"address": spelled(self.shape.address()), "value": 1200},
                {"address": spelled(self.shape.stranger()), "value": 700},
                {"address": null, "value": 0},
            ],
            "fee": if index == 0 { 0 } else { 100 },
            "block": block,
            "deleted": false,
            "time": 1_700_000_000 + height.unwrap_or(TIP),
        })
    }

    /// Returns a transaction with its outputs, as the list of coins and the two requests for a transaction state it.
    fn bitcore_row(&self, index: u64, height: Option<u64>) -> Value {
        let height = height.map_or(json!(-1), |height| json!(height));
        let coin = |address: &str, value: u64| json!({"address": address, "value": value});
        let inputs = match index {
            0 => json!([]),
            _ => json!([coin(self.payer(index), 2000)]),
        };
        json!({
            "txid": id(index),
            "blockHeight": height,
            "blockHash": height.as_u64().map_or(String::new(), |height| format!("{height:064x}")),
            "blockTime": "2023-04-03T14:04:50.000Z",
            "coinbase": index == 0,
            "inputCount": if index == 0 { json!(-1) } else { json!(1) },
            "outputCount": 3,
            "fee": if index == 0 { -1 } else { 100 },
            "coins": {
                "inputs": inputs,
                "outputs": [coin(self.shape.address(), 1200), coin(self.shape.stranger(), 700), coin("false", 0)],
            },
        })
    }

    fn blockcypher_row(&self, index: u64, height: Option<u64>) -> Value {
        let input = match index {
            0 => json!({"output_index": -1, "script_type": "empty"}),
            _ => json!({"output_index": 1, "output_value": 2000, "addresses": [self.payer(index)]}),
        };
        let mut row = json!({
            "hash": id(index),
            "block_height": -1,
            "fees": if index == 0 { 0 } else { 100 },
            "vin_sz": 1,
            "vout_sz": 3,
            "inputs": [input],
            "outputs": [
                {"value": 1200, "addresses": [self.shape.address()]},
                {"value": 700, "addresses": [self.shape.stranger()]},
                {"value": 0, "addresses": null, "script_type": "null-data"},
            ],
        });
        if let Some(height) = height {
            row["block_height"] = json!(height);
            row["block_hash"] = json!(format!("{height:064x}"));
            row["confirmed"] = json!("2023-04-03T14:04:50Z");
        }
        row
    }
}
