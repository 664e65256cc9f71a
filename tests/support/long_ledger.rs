//! An account at Kraken with a ledger of any length, on a local server: its rows are computed from their numbers.
//!
//! The first row is a deposit of euros. Each trade buys bitcoin for euros and has two rows. Every request must be signed, with rising numbers.

use std::{
    collections::BTreeMap,
    ops::Deref,
    sync::atomic::{AtomicU64, Ordering},
};

use adapters::Started;
use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use domain::{Tracker, connection::ConnectAccount, user::ListWallets};
use ports::{AccountId, ExchangeKey};
use serde_json::{Value, json};

use crate::{
    kraken_protocol::{API_KEY, SECRET, key_info, verified},
    mock_upstream::Gate,
    product::now,
};

/// How many rows a page has.
const PAGE: u64 = 50;
/// The seconds between two trades.
const STEP: u64 = 600;
/// The seconds from the last trade until now: rows of the last hour are read again in each run.
const SETTLED: u64 = 7_200;
/// The decimal places of euros and of bitcoin there.
const EURO_PLACES: usize = 4;
const BITCOIN_PLACES: usize = 10;
/// What is left of the deposit, in the smallest unit.
const LEFT: u64 = 10_000_000;
const LEDGER: &str = "/0/private/Ledgers";

/// A running server. Dropping it stops it.
pub struct LongLedger {
    server: MockServer,
    trades: u64,
    /// The gate of the requests for the ledger.
    pub gate: Gate,
}

/// The requests of an account so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRequests {
    /// The pages of the walk from the newest to the oldest row, each counted once.
    pub pages: u64,
    /// The requests for a page of it that was requested before.
    pub repeated: u64,
    /// The requests for rows that are newer than the walk.
    pub newest: u64,
    /// All other requests, by method.
    pub others: BTreeMap<String, u64>,
}

/// An account that is connected and not read yet.
pub struct ConnectedLedger {
    pub account: AccountId,
    /// The session of its person.
    pub token: String,
}

impl LongLedger {
    /// Starts a server whose account has this many trades.
    pub fn start(trades: u64) -> Self {
        let gate = Gate::default();
        let first = now().unsigned_abs() - SETTLED - trades * STEP;
        let rows = LedgerRows { trades, first };
        let handler = LedgerHandler {
            rows,
            gate: gate.clone(),
            last_nonce: AtomicU64::new(0),
        };
        Self {
            server: MockServer::start(handler),
            trades,
            gate,
        }
    }

    /// Returns the lines of a configuration with which Kraken is this server.
    pub fn config(&self) -> String {
        let url = self.server.url();
        format!("[providers.kraken]\nbase_url = \"{url}\"\nown = true\nper_minute = 600000\n")
    }

    /// Returns how many pages the ledger has.
    pub fn pages(&self) -> u64 {
        // The last page is never full, so that it shows the end.
        row_count(self.trades).div_ceil(PAGE)
    }

    /// Connects the account for a new registered person, while no program runs. Its reading is enqueued.
    pub async fn connect(&self, started: &Started) -> ConnectedLedger {
        let tracker = Tracker::new(started.ports.clone());
        let created = tracker.users().create(&ListWallets::default()).await.unwrap();
        let token = created.token.reveal().to_owned();
        let person = tracker.users().authenticate(&token).await.unwrap();
        let mut work = started.ports.storage.begin().await.unwrap();
        let at = started.ports.clock.now();
        work.registrations().register(person.user, at, None).await.unwrap();
        work.commit().await.unwrap();
        let request = ConnectAccount {
            exchange: "exchange:kraken".parse().unwrap(),
            name: "Main".parse().unwrap(),
            accepts_warnings: true,
        };
        let field = |name: &str| {
            let text = if name == ExchangeKey::API_KEY { API_KEY } else { SECRET };
            Some(text.to_owned())
        };
        let row = tracker.connections().connect(&person, &request, field).await.unwrap();
        let account = format!("{}:{}", request.exchange, row.address.unwrap());
        ConnectedLedger {
            account: account.parse().unwrap(),
            token,
        }
    }

    /// Returns the number of requests for the ledger so far.
    pub fn ledger_count(&self) -> usize {
        let seen = self.server.seen();
        seen.iter().filter(|request| request.path() == LEDGER).count()
    }

    /// Returns the requests so far.
    pub fn requests(&self) -> LedgerRequests {
        let mut found = LedgerRequests {
            pages: 0,
            repeated: 0,
            newest: 0,
            others: BTreeMap::new(),
        };
        let mut walk: BTreeMap<String, u64> = BTreeMap::new();
        for request in self.server.seen() {
            let form = String::from_utf8(request.body.clone()).unwrap();
            match request.path() {
                LEDGER if form.contains("&start=") => found.newest += 1,
                LEDGER => {
                    *walk
                        .entry(field(&form, "ofs").unwrap_or_default().to_owned())
                        .or_default() += 1
                }
                other => *found.others.entry(other.to_owned()).or_default() += 1,
            }
        }
        found.pages = walk.len() as u64;
        found.repeated = walk.values().map(|times| times - 1).sum();
        found
    }
}

impl Deref for LongLedger {
    type Target = MockServer;

    fn deref(&self) -> &Self::Target {
        &self.server
    }
}

/// The rows, numbered from the oldest one.
struct LedgerRows {
    trades: u64,
    /// The second of the first trade.
    first: u64,
}

const fn row_count(trades: u64) -> u64 {
    1 + 2 * trades
}

/// What a trade costs in euros, its fee and the bitcoin that it buys, in their smallest units.
const fn trade(number: u64) -> (u64, u64, u64) {
    let cents = 1_000 + number % 900;
    let euros = cents * 100;
    (euros, euros * 26 / 10_000, cents * 2_000 + number % 7)
}

impl LedgerRows {
    /// Returns how many rows are before a second.
    fn before(&self, second: u64) -> u64 {
        if second <= self.deposited_at() {
            return 0;
        }
        let trades = second.saturating_sub(self.first).div_ceil(STEP);
        row_count(trades.min(self.trades))
    }

    const fn deposited_at(&self) -> u64 {
        self.first - STEP
    }

    fn sums(&self) -> (u64, u64) {
        let trades = (0..self.trades).map(trade);
        trades.fold((0, 0), |(paid, bought), (euros, fee, bitcoin)| {
            (paid + euros + fee, bought + bitcoin)
        })
    }

    fn row(&self, number: u64) -> (String, Value) {
        let trade_number = number.saturating_sub(1) / 2;
        let (euros, fee, bitcoin) = trade(trade_number);
        let (second, event, kind, asset, amount, fee) = match number {
            0 => {
                let deposit = decimal(self.sums().0 + LEFT, EURO_PLACES);
                (
                    self.deposited_at(),
                    "D0".to_owned(),
                    "deposit",
                    "ZEUR",
                    deposit,
                    decimal(0, EURO_PLACES),
                )
            }
            _ => {
                let (second, event) = (self.first + trade_number * STEP, format!("T{trade_number}"));
                if number % 2 == 1 {
                    let paid = format!("-{}", decimal(euros, EURO_PLACES));
                    (second, event, "trade", "ZEUR", paid, decimal(fee, EURO_PLACES))
                } else {
                    let bought = decimal(bitcoin, BITCOIN_PLACES);
                    (second, event, "trade", "XXBT", bought, decimal(0, BITCOIN_PLACES))
                }
            }
        };
        let time: Value = format!("{second}.25").parse().unwrap();
        let row = json!({
            "refid": event, "time": time, "type": kind, "subtype": if kind == "trade" { "tradespot" } else { "" },
            "aclass": "currency", "asset": asset, "amount": amount, "fee": fee, "balance": "0.0000",
        });
        (format!("L{number:07}"), row)
    }

    /// Returns the rows after `start` and up to `end`, the newest first, after those that are skipped, as the documentation says.
    fn page(&self, form: &str) -> Value {
        let number = |name: &str| field(form, name).and_then(|text| text.parse::<u64>().ok());
        let end = self.before(number("end").unwrap());
        let start = number("start").map_or(0, |start| self.before(start));
        let count = end.saturating_sub(start);
        let newest = end - number("ofs").unwrap_or(0).min(count);
        let oldest = newest.saturating_sub(PAGE).max(start);
        let rows: serde_json::Map<String, Value> = (oldest..newest).map(|number| self.row(number)).collect();
        json!({ "ledger": rows, "count": count })
    }

    fn balances(&self) -> Value {
        let bitcoin = decimal(self.sums().1, BITCOIN_PLACES);
        json!({ "XXBT": { "balance": bitcoin }, "ZEUR": { "balance": decimal(LEFT, EURO_PLACES) } })
    }
}

/// Writes a number of smallest units.
fn decimal(units: u64, places: usize) -> String {
    let digits = format!("{units:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    format!("{whole}.{fraction}")
}

fn field<'a>(form: &'a str, name: &str) -> Option<&'a str> {
    form.split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

struct LedgerHandler {
    rows: LedgerRows,
    gate: Gate,
    last_nonce: AtomicU64,
}

impl LedgerHandler {
    fn result(&self, request: &Request) -> Result<Value, &'static str> {
        let nonce = verified(request)?;
        if self.last_nonce.fetch_max(nonce, Ordering::SeqCst) >= nonce {
            return Err("EAPI:Invalid nonce");
        }
        match request.path() {
            "/0/private/GetApiKeyInfo" => Ok(key_info(&[
                "query-funds",
                "query-open-trades",
                "query-closed-trades",
                "query-ledger",
            ])),
            "/0/private/BalanceEx" => Ok(self.rows.balances()),
            "/0/private/Earn/Allocations" => Ok(json!({ "converted_asset": "USD", "items": [] })),
            LEDGER => Ok(self.rows.page(&String::from_utf8(request.body.clone()).unwrap())),
            _ => Err("EGeneral:Unknown method"),
        }
    }
}

#[async_trait]
impl RequestHandler for LedgerHandler {
    async fn answer(&self, request: &Request) -> Response {
        if request.path() == LEDGER {
            self.gate.pass().await;
        }
        let answer = match self.result(request) {
            Ok(result) => json!({ "error": [], "result": result }),
            Err(error) => json!({ "error": [error] }),
        };
        Response::json(200, &answer)
    }
}
