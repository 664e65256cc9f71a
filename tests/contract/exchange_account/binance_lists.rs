//! The lists of the history in the local server in the place of Binance, with the windows and the limits of the documentation.

use std::collections::BTreeMap;

use conformance::mock_server::{Request, Response};
use serde_json::{Value, json};

pub const DEPOSITS: &str = "/sapi/v1/capital/deposit/hisrec";
pub const WITHDRAWALS: &str = "/sapi/v1/capital/withdraw/history";
pub const CURRENCIES: &str = "/sapi/v1/fiat/orders";
pub const CONVERSIONS: &str = "/sapi/v1/convert/tradeFlow";
pub const DUST: &str = "/sapi/v1/asset/dribblet";
pub const DISTRIBUTIONS: &str = "/sapi/v1/asset/assetDividend";
pub const TRADES: &str = "/api/v3/myTrades";
pub const MARKET: &str = "/api/v3/exchangeInfo";
pub const PRICES: &str = "/api/v3/ticker/price";

const DAY: u64 = 24 * 3_600_000;
/// The most rows of a list that is as long as an answer, which tests make short.
pub const MOST: usize = 1_000;

/// What a server can do wrong with a list of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryFault {
    /// It counts more rows than it lists.
    CountsMore,
    /// It returns trades before the requested one.
    IgnoresId,
    /// It repeats the last trade of each answer.
    RepeatsTrade,
    /// It returns trades of another market.
    OtherMarket,
}

/// What happened in the account: the rows of each list with their times in milliseconds, and the trades of each market.
#[derive(Default)]
pub struct BinanceHistory {
    pub rows: BTreeMap<&'static str, Vec<(u64, Value)>>,
    pub trades: BTreeMap<String, Vec<Value>>,
    /// Markets without trades.
    pub listed: Vec<String>,
    /// Markets that are listed, and whose trades are refused.
    pub listed_only: Vec<String>,
    /// Both assets and the status of markets that are requested by name.
    pub markets: Vec<(&'static str, &'static str, &'static str)>,
    /// Whether the first of them is the answer for any name.
    pub answers_any: bool,
    pub fault: Option<HistoryFault>,
}

impl BinanceHistory {
    /// Adds a row to a list.
    pub fn add(&mut self, path: &'static str, time: u64, row: Value) {
        self.rows.entry(path).or_default().push((time, row));
    }

    /// Returns the answer of a list; `None` for other paths.
    pub fn answer(&self, request: &Request) -> Option<Response> {
        let answer = match request.path() {
            DEPOSITS | WITHDRAWALS => self.within(request, 90, "startTime", 1_000).map(|(rows, _)| json!(rows)),
            CURRENCIES => self.within(request, 90, "beginTime", 500).map(|(rows, total)| {
                let own = request.query("transactionType").unwrap();
                let rows: Vec<Value> = rows.into_iter().filter(|row| row["kind"] == own).collect();
                let total = if rows.len() < 500 { rows.len() } else { total };
                json!({ "code": "000000", "message": "success", "data": rows, "total": total + self.more(), "success": true })
            }),
            CONVERSIONS => self.within(request, 30, "startTime", 1_000).map(|(rows, total)| {
                let has_more = total > rows.len();
                json!({ "list": rows, "limit": 1000, "moreData": has_more })
            }),
            DUST => self.within(request, 30, "startTime", 100).map(|(rows, total)| {
                json!({ "total": (total + self.more()).to_string(), "userAssetDribblets": rows })
            }),
            DISTRIBUTIONS => self
                .within(request, 180, "startTime", 500)
                .map(|(rows, total)| json!({ "rows": rows, "total": total + self.more() })),
            TRADES => self.trades(request),
            _ => return None,
        };
        Some(match answer {
            Ok(answer) => Response::json(200, &answer),
            Err(code) => Response::json(400, &json!({ "code": code, "msg": "MSG-OF-BINANCE" })),
        })
    }

    fn more(&self) -> usize {
        usize::from(self.fault == Some(HistoryFault::CountsMore))
    }

    /// Returns the newest rows of a window, and how many it has.
    fn within(&self, request: &Request, days: u64, begin: &str, most: usize) -> Result<(Vec<Value>, usize), i64> {
        let number = |name: &str| request.query(name).and_then(|text| text.parse::<u64>().ok());
        let (first, last) = (number(begin).ok_or(-1102)?, number("endTime").ok_or(-1102)?);
        if last < first || last - first >= days * DAY {
            return Err(-1127);
        }
        let limit = number("limit").or_else(|| number("rows")).unwrap_or(20);
        let most = if request.path() == DUST {
            most
        } else {
            most.min(usize::try_from(limit).unwrap())
        };
        let rows = self.rows.get(request.path()).map(Vec::as_slice).unwrap_or_default();
        let mut rows: Vec<&(u64, Value)> = rows.iter().filter(|(time, _)| (first..=last).contains(time)).collect();
        rows.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        let total = rows.len();
        Ok((rows.into_iter().take(most).map(|(_, row)| row.clone()).collect(), total))
    }

    fn trades(&self, request: &Request) -> Result<Value, i64> {
        let symbol = request.query("symbol").ok_or(-1102)?;
        let known = self.trades.get(&symbol);
        if known.is_none() && !self.listed.contains(&symbol) {
            return Err(-1121);
        }
        let limit: usize = request.query("limit").and_then(|text| text.parse().ok()).unwrap_or(500);
        assert!(limit <= MOST);
        let all = known.map(Vec::as_slice).unwrap_or_default();
        let from: Option<u64> = request.query("fromId").map(|text| text.parse().unwrap());
        let from = from.filter(|_| self.fault != Some(HistoryFault::IgnoresId));
        let mut rows: Vec<Value> = match from {
            Some(from) => all
                .iter()
                .filter(|row| row["id"].as_u64() >= Some(from))
                .take(limit)
                .cloned()
                .collect(),
            None => all[all.len().saturating_sub(limit)..].to_vec(),
        };
        match (self.fault, rows.last().cloned()) {
            (Some(HistoryFault::RepeatsTrade), Some(last)) => rows.push(last),
            (Some(HistoryFault::OtherMarket), Some(_)) => rows[0]["symbol"] = json!("OTHERUSDT"),
            _ => {}
        }
        Ok(json!(rows))
    }

    /// Returns the market of a name, or a refusal.
    pub fn market(&self, request: &Request) -> Response {
        let symbol = request.query("symbol").unwrap_or_default();
        let mut own = self.markets.iter();
        match own.find(|(base, quote, _)| self.answers_any || format!("{base}{quote}") == symbol) {
            Some((base, quote, status)) => {
                let market = json!({ "symbol": format!("{base}{quote}"), "status": status, "baseAsset": base, "quoteAsset": quote });
                Response::json(200, &json!({ "timezone": "UTC", "symbols": [market] }))
            }
            None => Response::json(400, &json!({ "code": -1121, "msg": "Invalid symbol." })),
        }
    }

    /// Returns the names of all markets with prices.
    pub fn prices(&self) -> Value {
        let symbols = self.trades.keys().chain(&self.listed).chain(&self.listed_only);
        symbols
            .map(|symbol| json!({ "symbol": symbol, "price": "1.00000000" }))
            .collect()
    }
}

/// Returns a trade of a market.
pub fn trade(symbol: &str, id: u64, time: u64, is_buyer: bool) -> Value {
    json!({
        "symbol": symbol, "id": id, "orderId": 100_000 + id, "price": "0.50", "qty": "12.00000000", "quoteQty": "6.00000000",
        "commission": "0.00100000", "commissionAsset": "BNB", "time": time, "isBuyer": is_buyer, "isMaker": false, "isBestMatch": true,
    })
}
