//! A price source with prices set by a test, in the formats of DefiLlama's coins API, CoinGecko's API v3 and the exchanges'
//! public tickers.

use super::{
    Request, Response,
    markets::{self, Market, Markets},
};
use ports::json::{self, Bounds, Json};
use serde_json::json;
use std::collections::BTreeMap;

/// DefiLlama refuses longer addresses and longer lists.
const LONGEST_TARGET: usize = 9_000;
const MOST_COINS: usize = 200;
/// CoinGecko's documented number of contract addresses in one request.
const MOST_CONTRACTS: usize = 515;

/// The source's data about a coin.
#[derive(Debug, Clone)]
pub struct Quote {
    /// The price in dollars, as written in the JSON: `1.0001`, `1e-12`.
    pub price: String,
    /// Seconds since 1970.
    pub timestamp: i64,
    /// Between 0 and 1 in decimal digits; DefiLlama only.
    pub confidence: Option<String>,
    pub symbol: String,
    pub decimals: Option<u8>,
    /// The change in 24 hours in percent, in decimal digits; CoinGecko only.
    pub change: Option<String>,
}

impl Quote {
    /// Returns a valid quote.
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

/// The source's data. Unknown coins are left out of the answers, as by the real services.
#[derive(Debug, Default)]
pub struct Prices {
    quotes: BTreeMap<String, Quote>,
    documents: BTreeMap<String, String>,
    most_contracts: Option<usize>,
    markets: Markets,
}

impl Prices {
    /// Sets the ticker of a market, by `<exchange>:<market>`, for example `kraken:XETHZUSD`.
    pub fn set_market(&mut self, market: &str, ticker: Market) {
        self.markets.insert(market.to_owned(), ticker);
    }

    /// Sets a coin's quote, by `<chain>:<address>` with the source's chain name, or by `coingecko:<id>`.
    pub fn set(&mut self, coin: &str, quote: Quote) {
        self.quotes.insert(coin.to_lowercase(), quote);
    }

    /// Sets the time of every quote, in seconds since 1970.
    pub fn stamp(&mut self, timestamp: i64) {
        self.quotes.values_mut().for_each(|quote| quote.timestamp = timestamp);
    }

    /// Removes a coin's quote.
    pub fn remove(&mut self, coin: &str) {
        self.quotes.remove(&coin.to_lowercase());
    }

    /// Serves a text at any other path, for example `/coins/list` or a token list.
    pub fn serve(&mut self, path: &str, json: &str) {
        self.documents.insert(path.to_owned(), json.to_owned());
    }

    /// Limits the contract addresses of a CoinGecko request; without a key the limit has been one.
    pub fn limit_contracts(&mut self, most: usize) {
        self.most_contracts = Some(most);
    }

    /// Answers a request to any of the sources.
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
            // A coin without a history is left out.
            (Some("chart"), Some(_), None, None) if !self.documents.contains_key(path) => {
                Response::json(200, &json!({ "coins": {} }))
            }
            _ => self.document(path),
        }
    }

    /// Coin ids are returned as they were sent.
    fn llama(&self, coins: &str) -> Response {
        let coins: Vec<String> = decoded(coins).split(',').map(str::to_owned).collect();
        if coins.len() > MOST_COINS {
            return Response::json(413, &json!({ "message": "Request Entity Too Large" }));
        }
        let known = coins
            .into_iter()
            .filter_map(|coin| Some((coin.clone(), self.quotes.get(&coin.to_lowercase())?)));
        let rows = known.map(|(coin, quote)| (coin, llama_row(quote))).collect();
        Response::json(200, &object([("coins", Some(Json::Object(rows)))]))
    }

    /// Keys are returned in lower case.
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
        let rows = known.map(|(id, quote)| (id.to_owned(), gecko_row(quote, request)));
        Response::json(200, &Json::Object(rows.collect()))
    }

    fn document(&self, path: &str) -> Response {
        match self.documents.get(path) {
            Some(text) => Response::new(200, "application/json", text.as_str()),
            None => Response::json(404, &json!({ "error": "not found" })),
        }
    }
}

fn llama_row(quote: &Quote) -> Json {
    let fields = [
        ("symbol", Some(Json::String(quote.symbol.clone()))),
        ("price", Some(number(&quote.price))),
        ("timestamp", Some(number(&quote.timestamp.to_string()))),
        ("confidence", quote.confidence.as_deref().map(number)),
        ("decimals", quote.decimals.map(|decimals| number(&decimals.to_string()))),
    ];
    object(fields)
}

fn gecko_row(quote: &Quote, request: &Request) -> Json {
    let wants = |flag: &str| request.query(flag).as_deref() == Some("true");
    let currencies = request.query("vs_currencies").unwrap_or_default();
    let is_in_dollars = currencies.split(',').any(|currency| currency == "usd");
    let change = quote
        .change
        .as_deref()
        .filter(|_| is_in_dollars && wants("include_24hr_change"));
    let time = wants("include_last_updated_at").then(|| quote.timestamp.to_string());
    let fields = [
        ("usd", is_in_dollars.then(|| number(&quote.price))),
        ("usd_24h_change", change.map(number)),
        ("last_updated_at", time.as_deref().map(number)),
    ];
    object(fields)
}

fn object<const N: usize>(fields: [(&str, Option<Json>); N]) -> Json {
    let present = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Json::Object(present.collect())
}

/// Returns a number, or what a test sends in its place, without changing a digit.
fn number(text: &str) -> Json {
    let bounds = Bounds { depth: 4, values: 16 };
    json::read(text.as_bytes(), bounds).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Decodes the percent encoding of a path; a plus sign is kept.
fn decoded(path: &str) -> String {
    let pair = format!("path={}", path.replace('+', "%2B"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map(|(_, text)| text.into_owned())
        .unwrap_or_default()
}
