//! Bitstamp's private API for a local server. It verifies each signature by the documentation, with an HMAC of its own.

use adapters::{
    exchange::{BitstampAccounts, account::AccountParts},
    price::Endpoint,
};
use conformance::mock_server::{Request, Response};
use ports::ExchangeReader;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    exchange_server::{AccountProtocol, AccountServerState, PageFault},
    history_walk::written_time,
    hmac::hmac,
};

pub const API_KEY: &str = "Qm7pV2xKfT9dLw4cZs8Yb3Nh";
pub const SECRET: &str = "bs-secret-of-an-account";

pub const BALANCES: &str = "/api/v2/account_balances/";
pub const EARN: &str = "/api/v2/earn/subscriptions/";
pub const TRANSACTIONS: &str = "/api/v2/user_transactions/";
pub const CHAIN_TRANSFERS: &str = "/api/v2/crypto-transactions/";
/// The paths of all places, in the order in which they are read.
pub const PLACES: [&str; 2] = [BALANCES, EARN];

/// The protocol of Bitstamp.
pub struct Bitstamp;

pub fn balance(currency: &str, total: impl Into<Value>) -> Value {
    let total: Value = total.into();
    json!({ "currency": currency, "total": total, "available": total, "reserved": "0.00000" })
}

/// Returns a moment some seconds after the first row, in seconds since 1970: 13 September 2020.
pub fn time_of(seconds: u64) -> i64 {
    1_600_000_000 + i64::try_from(seconds).unwrap()
}

/// Returns a row of the history some seconds after the first one.
pub fn transaction(id: u64, seconds: u64, kind: u64, fields: &[(&str, Value)]) -> Value {
    let time = written_time(time_of(seconds), ' ');
    let mut row = json!({ "id": id, "datetime": time, "type": kind.to_string(), "fee": "0.00000000" });
    for (name, value) in fields {
        row[*name] = value.clone();
    }
    row
}

pub fn refusal(status: u16, code: &str) -> Response {
    let reason = format!("MSG-OF-BITSTAMP {API_KEY}");
    Response::json(status, &json!({ "status": "error", "reason": reason, "code": code }))
}

impl AccountProtocol for Bitstamp {
    const NAME: &'static str = "bitstamp";
    const KEY: (&'static str, &'static str) = (API_KEY, SECRET);
    const WORDS: &'static str = "MSG-OF-BITSTAMP";

    fn state() -> AccountServerState {
        AccountServerState {
            answers: [
                (BALANCES, json!([balance("btc", "1.50000000"), balance("eur", 25.21)])),
                (EARN, json!([])),
                (TRANSACTIONS, json!([])),
                (
                    CHAIN_TRANSFERS,
                    json!({ "deposits": [], "withdrawals": [], "ripple_iou_transactions": [] }),
                ),
            ]
            .into(),
            ..AccountServerState::default()
        }
    }

    fn verify(state: &mut AccountServerState, request: &Request) -> Result<(), Response> {
        let refused = |code: &str| Err(refusal(403, code));
        let method = if request.path() == EARN { "GET" } else { "POST" };
        let kind = request.header("content-type").unwrap_or_default();
        let is_form = kind == "application/x-www-form-urlencoded";
        let has_kind = if request.body.is_empty() {
            kind.is_empty()
        } else {
            is_form
        };
        if request.method != method || !has_kind || request.header("x-auth-version") != Some("v2") {
            return refused("API0020");
        }
        if request.header("x-auth") != Some(&format!("BITSTAMP {API_KEY}")) {
            return refused("API0001");
        }
        let header = |name: &str| request.header(name).unwrap_or_default();
        let (nonce, time) = (header("x-auth-nonce"), header("x-auth-timestamp"));
        let body = std::str::from_utf8(&request.body).unwrap();
        let path = request.path();
        let message = format!("BITSTAMP {API_KEY}{method}www.bitstamp.net{path}{kind}{nonce}{time}v2{body}");
        let signature = hex::encode(hmac::<Sha256>(64, SECRET.as_bytes(), message.as_bytes()));
        if header("x-auth-signature") != signature {
            return refused("API0005");
        }
        let parts: Vec<usize> = nonce.split('-').map(str::len).collect();
        let is_uuid = parts == [8, 4, 4, 4, 12] && nonce.bytes().all(|byte| !byte.is_ascii_uppercase());
        if !is_uuid || state.used.contains(&nonce.to_owned()) {
            return refused("API0004");
        }
        state.used.push(nonce.to_owned());
        let time: i64 = time.parse().unwrap();
        if (state.now() - time).abs() > 150_000 {
            return refused("API0017");
        }
        Ok(())
    }

    /// Returns the rows after those that are skipped, the newest first.
    fn page(state: &AccountServerState, request: &Request, rows: &[Value]) -> Value {
        let form = std::str::from_utf8(&request.body).unwrap();
        let field = |name: &str| -> usize {
            let value = form
                .split('&')
                .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            value.map_or(0, |value| value.parse().unwrap())
        };
        assert!(form.is_empty() || form == "limit=1" || form.ends_with("&sort=desc"));
        let mut rows: Vec<&Value> = rows.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row["datetime"].as_str().unwrap(), row["id"].as_u64())));
        let skipped = match state.page_fault {
            Some(PageFault::RepeatsFirst) => 0,
            Some(PageFault::Empty) if field("offset") > 0 => rows.len(),
            Some(PageFault::Shifted(more)) => field("offset") - more,
            _ => field("offset"),
        };
        let mut page: Vec<&Value> = rows.into_iter().skip(skipped).take(field("limit").min(1_000)).collect();
        if state.page_fault == Some(PageFault::Unsorted) && page.len() > 2 {
            let middle = page.len() - 1;
            page[..middle].reverse();
        }
        json!(page)
    }

    fn reader(parts: AccountParts, endpoint: Endpoint) -> Box<dyn ExchangeReader> {
        Box::new(BitstampAccounts::new(parts, endpoint))
    }
}
