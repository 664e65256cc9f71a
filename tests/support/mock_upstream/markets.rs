//! Markets in the formats of the exchanges' public tickers. An exchange without markets answers that it does not know the
//! requested one.

use super::{Request, Response};
use ports::Timestamp;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The ticker of a market, as written in the JSON strings.
#[derive(Debug, Clone)]
pub struct Market {
    pub bid: String,
    pub ask: String,
    /// The volume of a day: in the asset at Coinbase and Kraken, in the quote currency at Binance.
    pub volume: String,
    /// Milliseconds since 1970; Kraken states no time.
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

/// Answers a request for markets; `None` for other requests.
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
        let ticker = markets.get(&format!("binance:{name}"))?;
        Some(
            json!({ "symbol": name, "bidPrice": ticker.bid, "askPrice": ticker.ask, "quoteVolume": ticker.volume,
            "closeTime": ticker.millis }),
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
        let ticker = markets.get(&format!("kraken:{name}"))?;
        let row =
            json!({ "a": [ticker.ask, "1", "1.000"], "b": [ticker.bid, "1", "1.000"], "v": ["0", ticker.volume] });
        Some((name.to_owned(), row))
    };
    match asked.split(',').map(row).collect::<Option<Map<String, Value>>>() {
        Some(rows) => Response::json(200, &json!({ "error": [], "result": rows })),
        None => Response::json(200, &json!({ "error": ["EQuery:Unknown asset pair"] })),
    }
}

fn coinbase(markets: &Markets, market: &str) -> Response {
    match markets.get(&format!("coinbase:{market}")) {
        Some(ticker) => {
            let time = Timestamp::from_millis(ticker.millis).to_string();
            let row = json!({ "bid": ticker.bid, "ask": ticker.ask, "volume": ticker.volume, "time": time });
            Response::json(200, &row)
        }
        // Markets in the first half of the alphabet were delisted, the others never existed.
        None if market < "M" => Response::json(400, &json!({ "message": "Not allowed for delisted products" })),
        None => Response::json(404, &json!({ "message": "NotFound" })),
    }
}
