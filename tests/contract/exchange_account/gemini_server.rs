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
    bitstamp_server::time_of,
    exchange_server::{AccountProtocol, AccountServerState, PageFault},
    history_walk::written_time,
    hmac::hmac,
};

pub const API_KEY: &str = "account-Jf0yXkQpVtGzLhBw7c2M";
pub const SECRET: &str = "1234abcd-secret-of-gemini";

pub const ROLES: &str = "/v1/roles";
pub const BALANCES: &str = "/v1/balances";
pub const STAKING: &str = "/v1/balances/staking";
pub const MARGIN: &str = "/v1/margin/account";
pub const TRADES: &str = "/v1/mytrades";
pub const TRANSFERS: &str = "/v2/transfers";
pub const STAKING_HISTORY: &str = "/v1/staking/history";
pub const SYMBOLS: &str = "/v1/symbols/details/all";
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

/// Returns a trade some seconds after the first one.
pub fn trade(id: u64, seconds: u64, (side, symbol): (&str, &str), amounts: [&str; 2], fee: (&str, &str)) -> Value {
    json!({
        "price": amounts[1], "amount": amounts[0], "timestamp": time_of(seconds), "timestampms": time_of(seconds) * 1_000 + 21, "type": side,
        "aggressor": true, "fee_currency": fee.1, "fee_amount": fee.0, "tid": id, "order_id": "107317524", "exchange": "gemini",
        "is_clearing_fill": false, "symbol": symbol,
    })
}

/// Returns a deposit or a withdrawal some seconds after the first one.
pub fn transfer(id: u64, seconds: u64, (kind, status): (&str, &str), (amount, code): (&str, &str), fee: &str) -> Value {
    json!({
        "type": kind, "status": status, "timestampms": time_of(seconds) * 1_000, "eid": id, "currency": code, "amount": amount,
        "network": "ethereum", "feeAmount": fee, "feeCurrency": code, "txHash": format!("aa{id}"),
    })
}

/// Returns a row of staking some seconds after the first one.
pub fn staked(id: u64, seconds: u64, kind: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({
        "transactionId": format!("S{id}"), "transactionType": kind, "amountCurrency": "ETH", "amount": amount,
        "dateTime": time_of(seconds) * 1_000,
    })
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
                (SYMBOLS, json!([])),
            ]
            .into(),
            lists: [(TRADES, vec![]), (TRANSFERS, vec![]), (STAKING_HISTORY, vec![])].into(),
            ..AccountServerState::default()
        }
    }

    fn public(state: &AccountServerState, request: &Request) -> Option<Response> {
        let is_public =
            request.path() == SYMBOLS && request.method == "GET" && request.header("x-gemini-apikey").is_none();
        is_public.then(|| Response::json(200, &state.answers[SYMBOLS]))
    }

    /// Returns the oldest rows since a moment, the newest of them first; of staking the newest ones between two moments.
    fn page(state: &AccountServerState, request: &Request, rows: &[Value]) -> Value {
        let payload = request.header("x-gemini-payload").unwrap();
        let payload: Value = serde_json::from_slice(&BASE64.decode(payload.as_bytes()).unwrap()).unwrap();
        let is_staking = request.path() == STAKING_HISTORY;
        let (limit, time) = match request.path() {
            TRADES => ("limit_trades", "timestampms"),
            TRANSFERS => ("limit_transfers", "timestampms"),
            _ => ("limit", "dateTime"),
        };
        let most = usize::try_from(payload[limit].as_u64().unwrap()).unwrap();
        assert!(most <= if request.path() == TRANSFERS { 50 } else { 500 });
        let time = |row: &&Value| row[time].as_i64().unwrap();
        let mut rows: Vec<&Value> = rows.iter().collect();
        if is_staking {
            let text = |name: &str| payload[name].as_str().unwrap().to_owned();
            let written = |millis: i64| {
                format!(
                    "{}.{:03}Z",
                    written_time(millis.div_euclid(1_000), 'T'),
                    millis.rem_euclid(1_000)
                )
            };
            rows.retain(|row| (text("since")..=text("until")).contains(&written(time(row))));
        } else if state.page_fault != Some(PageFault::RepeatsFirst) {
            rows.retain(|row| time(row) >= payload["timestamp"].as_i64().unwrap());
        }
        let is_newest = is_staking || state.page_fault == Some(PageFault::Newest);
        rows.sort_by_key(|row| (if is_newest { -time(row) } else { time(row) }, row["tid"].as_u64()));
        rows.truncate(most);
        rows.sort_by_key(|row| std::cmp::Reverse(time(row)));
        if state.page_fault == Some(PageFault::Unsorted) {
            rows.reverse();
        }
        if is_staking {
            return json!([{ "providerId": "62b21e17", "transactions": rows }]);
        }
        json!(rows)
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
        Box::new(GeminiAccounts::new(parts, endpoint).at_pace(60_000_000))
    }
}
