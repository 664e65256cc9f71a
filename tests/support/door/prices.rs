//! A price source whose prices are the test's, in the shapes of DefiLlama's coins API, CoinGecko's API v3 and the exchanges'
//! public tickers.

use super::{
    Request, Response,
    markets::{self, Market, Markets},
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// DefiLlama refuses longer addresses and longer lists.
const LONGEST_TARGET: usize = 9_000;
const MOST_COINS: usize = 200;
/// CoinGecko's documented number of contract addresses in one request.
const MOST_CONTRACTS: usize = 515;

/// What the source knows of a coin.
#[derive(Debug, Clone)]
pub struct Quote {
    /// In dollars, as it shall stand in the JSON: `1.0001`, `1e-12`.
    pub price: String,
    /// Seconds since 1970.
    pub timestamp: i64,
    /// Between 0 and 1 in decimal digits; DefiLlama's shape only.
    pub confidence: Option<String>,
    pub symbol: String,
    pub decimals: Option<u8>,
    /// Percent in 24 hours in decimal digits; CoinGecko's shape only.
    pub change: Option<String>,
}

impl Quote {
    /// A quote that nothing is wrong with.
    pub fn new(price: &str, timestamp: i64) -> Self {
        let confidence = Some("0.99".to_owned());
        Self {
            price: price.to_owned(),
            timestamp,
            confidence,
            symbol: "COIN".to_owned(),
            decimals: None,
            change: None,
        }
    }
}

/// The source's contents. A coin that is not in it is absent from the answers, as with the real ones.
#[derive(Debug, Default)]
pub struct Prices {
    quotes: BTreeMap<String, Quote>,
    documents: BTreeMap<String, String>,
    most_contracts: Option<usize>,
    markets: Markets,
}

impl Prices {
    /// Sets what a market says, by `<exchange>:<market>`, for example `kraken:XETHZUSD`.
    pub fn set_market(&mut self, market: &str, says: Market) {
        self.markets.insert(market.to_owned(), says);
    }

    /// Sets a coin's quote, by `<chain>:<address>` or `coingecko:<id>` with the source's own word for the chain.
    pub fn set(&mut self, coin: &str, quote: Quote) {
        self.quotes.insert(coin.to_lowercase(), quote);
    }

    /// Every quote is of this moment, in seconds since 1970.
    pub fn stamp(&mut self, timestamp: i64) {
        self.quotes.values_mut().for_each(|quote| quote.timestamp = timestamp);
    }

    /// Takes a coin's quote away.
    pub fn remove(&mut self, coin: &str) {
        self.quotes.remove(&coin.to_lowercase());
    }

    /// Serves a text at any other path, for example `/coins/list` or a token list.
    pub fn serve(&mut self, path: &str, json: &str) {
        self.documents.insert(path.to_owned(), json.to_owned());
    }

    /// How many contract addresses CoinGecko's shape takes in one request; keyless it has been one.
    pub fn limit_contracts(&mut self, most: usize) {
        self.most_contracts = Some(most);
    }

    /// The answer of whichever source the question is for.
    pub fn answer(&self, request: &Request) -> Response {
        let path = request.path();
        if let Some(response) = markets::answer(&self.markets, request) {
            return response;
        }
        let path = path.strip_prefix("/api/v3").unwrap_or(path);
        if request.target.len() > LONGEST_TARGET {
            return Response::new(414, "text/html", "<h1>414 URI Too Long</h1>");
        }
        let mut parts = path.trim_start_matches('/').split('/');
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("prices"), Some("current"), Some(coins), None) => self.llama(coins),
            (Some("prices"), Some("historical"), Some(_), Some(coins)) => self.llama(coins),
            (Some("simple"), Some("price"), None, None) => self.gecko(request, "coingecko", "ids", usize::MAX),
            (Some("simple"), Some("token_price"), Some(platform), None) => self.gecko(
                request,
                platform,
                "contract_addresses",
                self.most_contracts.unwrap_or(MOST_CONTRACTS),
            ),
            _ => self.document(path),
        }
    }

    /// Coins are echoed as they were sent.
    fn llama(&self, coins: &str) -> Response {
        let coins: Vec<String> = decoded(coins).split(',').map(str::to_owned).collect();
        if coins.len() > MOST_COINS {
            return Response::json(413, &json!({ "message": "Request Entity Too Large" }));
        }
        let known = coins
            .into_iter()
            .filter_map(|coin| Some((coin.clone(), self.quotes.get(&coin.to_lowercase())?)));
        let rows: Map<String, Value> = known.map(|(coin, quote)| (coin, llama_row(quote))).collect();
        Response::json(200, &json!({ "coins": rows }))
    }

    /// Keys come back in lower case.
    fn gecko(&self, request: &Request, space: &str, parameter: &str, most: usize) -> Response {
        let asked = request.query(parameter).unwrap_or_default().to_lowercase();
        let asked: Vec<&str> = asked.split(',').filter(|id| !id.is_empty()).collect();
        if asked.is_empty() || asked.len() > most {
            let status = json!({ "error_code": 10012, "error_message": format!("at most {most} of {parameter}") });
            return Response::json(400, &json!({ "error": { "status": status } }));
        }
        let known = asked
            .into_iter()
            .filter_map(|id| Some((id, self.quotes.get(&format!("{space}:{id}"))?)));
        let rows: Map<String, Value> = known
            .map(|(id, quote)| (id.to_owned(), gecko_row(quote, request)))
            .collect();
        Response::json(200, &Value::from(rows))
    }

    fn document(&self, path: &str) -> Response {
        match self.documents.get(path) {
            Some(text) => Response::new(200, "application/json", text.as_str()),
            None => Response::json(404, &json!({ "error": "not found" })),
        }
    }
}

fn llama_row(quote: &Quote) -> Value {
    let mut row = json!({ "symbol": quote.symbol, "price": number(&quote.price), "timestamp": quote.timestamp });
    if let Some(confidence) = &quote.confidence {
        row["confidence"] = number(confidence);
    }
    if let Some(decimals) = quote.decimals {
        row["decimals"] = json!(decimals);
    }
    row
}

fn gecko_row(quote: &Quote, request: &Request) -> Value {
    let wants = |flag: &str| request.query(flag).as_deref() == Some("true");
    let currencies = request.query("vs_currencies").unwrap_or_default();
    let mut row = json!({});
    if currencies.split(',').any(|currency| currency == "usd") {
        row["usd"] = number(&quote.price);
        if let (true, Some(change)) = (wants("include_24hr_change"), &quote.change) {
            row["usd_24h_change"] = number(change);
        }
    }
    if wants("include_last_updated_at") {
        row["last_updated_at"] = json!(quote.timestamp);
    }
    row
}

/// A number as the test wrote it, digit by digit.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{text} is not a JSON number: {why}"))
}

/// Percent signs of a path; a plus sign stays one.
fn decoded(path: &str) -> String {
    let pair = format!("path={}", path.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map(|(_, text)| text.into_owned())
        .unwrap_or_default()
}
