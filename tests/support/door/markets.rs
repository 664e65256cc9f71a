//! Markets in the shapes of the exchanges' public tickers. An exchange that has none of the markets set answers as if it did
//! not know the one that is asked.

use super::{Request, Response};
use ports::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What a market says, as it shall stand in the JSON's texts.
#[derive(Debug, Clone)]
pub struct Market {
    pub bid: String,
    pub ask: String,
    /// Of a day, in the asset at Coinbase and Kraken, in what the price counts in at Binance.
    pub volume: String,
    /// Milliseconds since 1970; Kraken names no time.
    pub millis: i64,
}

impl Market {
    /// A deep market at one price.
    pub fn at(price: &str, millis: i64) -> Self {
        Self {
            bid: price.to_owned(),
            ask: price.to_owned(),
            volume: "1000000000".to_owned(),
            millis,
        }
    }
}

/// Markets by `<exchange>:<market>`.
pub type Markets = BTreeMap<String, Market>;

/// The answer to a question about markets; `None` when it is another question.
pub(super) fn answer(markets: &Markets, request: &Request) -> Option<Response> {
    let parts: Vec<&str> = request.path().trim_matches('/').split('/').collect();
    match parts.as_slice() {
        ["api", "v3", "ticker", "24hr"] => Some(binance(markets, request)),
        ["0", "public", "Ticker"] => Some(kraken(markets, request)),
        ["products", market, "ticker"] => Some(coinbase(markets, market)),
        _ => None,
    }
}

fn binance(markets: &Markets, request: &Request) -> Response {
    let asked = request.query("symbols").unwrap_or_default();
    let asked: Vec<String> = serde_json::from_str(&asked).unwrap_or_default();
    let row = |name: &String| {
        let says = markets.get(&format!("binance:{name}"))?;
        Some(
            json!({ "symbol": name, "bidPrice": says.bid, "askPrice": says.ask, "quoteVolume": says.volume,
            "closeTime": says.millis }),
        )
    };
    match asked.iter().map(row).collect::<Option<Vec<Value>>>() {
        Some(rows) if !rows.is_empty() => Response::json(200, &Value::from(rows)),
        _ => Response::json(400, &json!({ "code": -1121, "msg": "Invalid symbol." })),
    }
}

fn kraken(markets: &Markets, request: &Request) -> Response {
    let asked = request.query("pair").unwrap_or_default();
    let row = |name: &str| {
        let says = markets.get(&format!("kraken:{name}"))?;
        let row = json!({ "a": [says.ask, "1", "1.000"], "b": [says.bid, "1", "1.000"], "v": ["0", says.volume] });
        Some((name.to_owned(), row))
    };
    match asked.split(',').map(row).collect::<Option<Map<String, Value>>>() {
        Some(rows) => Response::json(200, &json!({ "error": [], "result": rows })),
        None => Response::json(200, &json!({ "error": ["EQuery:Unknown asset pair"] })),
    }
}

fn coinbase(markets: &Markets, market: &str) -> Response {
    match markets.get(&format!("coinbase:{market}")) {
        Some(says) => {
            let time = Timestamp::from_millis(says.millis).to_string();
            let row = json!({ "bid": says.bid, "ask": says.ask, "volume": says.volume, "time": time });
            Response::json(200, &row)
        }
        // The half of the alphabet that was delisted once, and the half that was never there.
        None if market < "M" => Response::json(400, &json!({ "message": "Not allowed for delisted products" })),
        None => Response::json(404, &json!({ "message": "NotFound" })),
    }
}
