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
    exchange_server::{AccountProtocol, AccountServerState},
    hmac::hmac,
};

pub const API_KEY: &str = "Qm7pV2xKfT9dLw4cZs8Yb3Nh";
pub const SECRET: &str = "bs-secret-of-an-account";

pub const BALANCES: &str = "/api/v2/account_balances/";
pub const EARN: &str = "/api/v2/earn/subscriptions/";
pub const TRANSACTIONS: &str = "/api/v2/user_transactions/";
/// The paths of all places, in the order in which they are read.
pub const PLACES: [&str; 2] = [BALANCES, EARN];

/// The protocol of Bitstamp.
pub struct Bitstamp;

pub fn balance(currency: &str, total: impl Into<Value>) -> Value {
    let total: Value = total.into();
    json!({ "currency": currency, "total": total, "available": total, "reserved": "0.00000" })
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

    fn reader(parts: AccountParts, endpoint: Endpoint) -> Box<dyn ExchangeReader> {
        Box::new(BitstampAccounts::new(parts, endpoint))
    }
}
