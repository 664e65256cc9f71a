//! Gemini's private API for a local server. It verifies each signature by the documentation, with an HMAC of its own.

use adapters::{
    exchange::{GeminiAccounts, account::AccountParts},
    price::Endpoint,
};
use conformance::mock_server::{Request, Response};
use data_encoding::BASE64;
use ports::ExchangeReader;
use serde_json::{Value, json};
use sha2::Sha384;

use super::{
    exchange_server::{AccountProtocol, AccountServerState},
    hmac::hmac,
};

pub const API_KEY: &str = "account-Jf0yXkQpVtGzLhBw7c2M";
pub const SECRET: &str = "1234abcd-secret-of-gemini";

pub const ROLES: &str = "/v1/roles";
pub const BALANCES: &str = "/v1/balances";
pub const STAKING: &str = "/v1/balances/staking";
pub const MARGIN: &str = "/v1/margin/account";
/// The paths of all places, in the order in which they are read.
pub const PLACES: [&str; 3] = [BALANCES, STAKING, MARGIN];

/// The protocol of Gemini.
pub struct Gemini;

pub fn roles(changed: &[(&str, Value)]) -> Value {
    let mut roles = json!({ "isAuditor": true, "isFundManager": false, "isTrader": false });
    for (name, value) in changed {
        roles[*name] = value.clone();
    }
    roles
}

pub fn balance(currency: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({ "type": "exchange", "currency": currency, "amount": amount, "available": amount, "availableForWithdrawal": amount })
}

pub fn margin(borrowed: &str) -> Value {
    let dollars = |value: &str| json!({ "currency": "USD", "value": value });
    json!({ "marginAssetValue": dollars("10000.00"), "totalBorrowed": dollars(borrowed), "leverage": "1.5" })
}

pub fn refusal(status: u16, reason: &str) -> Response {
    let message = format!("MSG-OF-GEMINI {API_KEY}");
    Response::json(
        status,
        &json!({ "result": "error", "reason": reason, "message": message }),
    )
}

impl AccountProtocol for Gemini {
    const NAME: &'static str = "gemini";
    const KEY: (&'static str, &'static str) = (API_KEY, SECRET);
    const WORDS: &'static str = "MSG-OF-GEMINI";

    fn state() -> AccountServerState {
        AccountServerState {
            answers: [
                (ROLES, roles(&[])),
                (BALANCES, json!([balance("BTC", "1.5"), balance("EUR", 25.21)])),
                (STAKING, json!([])),
                (MARGIN, margin("0.00")),
            ]
            .into(),
            ..AccountServerState::default()
        }
    }

    fn verify(state: &mut AccountServerState, request: &Request) -> Result<(), Response> {
        let refused = |reason: &str| Err(refusal(400, reason));
        let is_empty = request.body.is_empty() && request.header("content-length") == Some("0");
        if request.method != "POST" || !is_empty || request.header("content-type") != Some("text/plain") {
            return refused("InvalidJson");
        }
        if request.header("x-gemini-apikey") != Some(API_KEY) {
            return refused("InvalidApiKey");
        }
        let payload = request.header("x-gemini-payload").unwrap_or_default();
        let signature = hex::encode(hmac::<Sha384>(128, SECRET.as_bytes(), payload.as_bytes()));
        if request.header("x-gemini-signature") != Some(&signature) {
            return refused("InvalidSignature");
        }
        let payload: Value = serde_json::from_slice(&BASE64.decode(payload.as_bytes()).unwrap()).unwrap();
        let has_symbol = request.path() != MARGIN || payload["symbol"] == "btcusd";
        if payload["request"] != request.path() || !has_symbol {
            return refused("EndpointMismatch");
        }
        let number = payload["nonce"].as_i64().unwrap();
        let is_next = match state.last_number {
            None => (number - state.now().div_euclid(1000)).abs() <= 30,
            Some(last) => number > last,
        };
        state.used.push(number.to_string());
        if !is_next {
            return refused("InvalidNonce");
        }
        state.last_number = state.last_number.map(|_| number);
        Ok(())
    }

    fn reader(parts: AccountParts, endpoint: Endpoint) -> Box<dyn ExchangeReader> {
        Box::new(GeminiAccounts::new(parts, endpoint))
    }
}
