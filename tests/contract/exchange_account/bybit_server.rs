//! The protocol of Bybit for a local server. It verifies each signature by the formula of the documentation, with an HMAC of its own.

use conformance::mock_server::Request;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    hmac::hmac,
    signed_lists::ServedLists,
    signed_server::{ExchangeProtocol, Refusal, SignedServer, WORDS},
};

pub const API_KEY: &str = "opjSlSOzqIeXROT5rq";
pub const SECRET: &str = "KeepThisSecretOfBybitToYourself12345";

pub const RIGHTS: &str = "/v5/user/query-api";
pub const SETTINGS: &str = "/v5/account/info";
pub const UNIFIED: &str = "/v5/account/wallet-balance?accountType=UNIFIED";
pub const INVERSE: &str = "/v5/account/wallet-balance?accountType=CONTRACT";
pub const FUNDING: &str = "/v5/asset/transfer/query-account-coins-balance?accountType=FUND";
pub const FLEXIBLE_SAVING: &str = "/v5/earn/position?category=FlexibleSaving";
pub const ON_CHAIN_EARN: &str = "/v5/earn/position?category=OnChain";
pub const LOANS: &str = "/v5/crypto-loan-common/position";
pub const UNIFIED_LOG: &str = "/v5/account/transaction-log";
pub const FUNDING_LOG: &str = "/v5/asset/fundinghistory";
pub const DEPOSITS: &str = "/v5/asset/deposit/query-record";
pub const INTERNAL_DEPOSITS: &str = "/v5/asset/deposit/query-internal-record";
pub const WITHDRAWALS: &str = "/v5/asset/withdraw/query-record";
pub const TIME: &str = "/v5/market/time";
/// The targets of all places, in the order in which they are read.
pub const PLACES: [&str; 6] = [UNIFIED, SETTINGS, FUNDING, FLEXIBLE_SAVING, ON_CHAIN_EARN, LOANS];

static PROTOCOL: ExchangeProtocol = ExchangeProtocol {
    time: (
        TIME,
        |now| json!({ "retCode": 0, "retMsg": "OK", "result": { "timeSecond": (now / 1000).to_string() }, "time": now }),
    ),
    verified,
    refusal: |code| json!({ "retCode": code.parse::<i64>().unwrap(), "retMsg": format!("{WORDS} {API_KEY}"), "result": {}, "time": 1 }),
    answer: |result| json!({ "retCode": 0, "retMsg": "OK", "result": result, "retExtInfo": {}, "time": 1 }),
    list,
    usual_parameters: &[],
};

/// Starts a server with an account that has a reading key and a few balances.
pub fn start() -> SignedServer {
    let coins = json!([
        { "coin": "BTC", "equity": "0.50219821", "walletBalance": "0.5", "locked": "0.1", "borrowAmount": "0", "unrealisedPnl": "0.00219821" },
        { "coin": "USDT", "equity": 25.21, "walletBalance": "25.21", "borrowAmount": "0" },
    ]);
    let answers = [
        (RIGHTS, key_rights(&[])),
        (
            SETTINGS,
            json!({ "unifiedMarginStatus": 5, "marginMode": "REGULAR_MARGIN" }),
        ),
        (
            UNIFIED,
            json!({ "list": [{ "accountType": "UNIFIED", "totalEquity": "9", "coin": coins }] }),
        ),
        (
            INVERSE,
            json!({ "list": [{ "accountType": "CONTRACT", "coin": [{ "coin": "BTC", "equity": "2" }] }] }),
        ),
        (FUNDING, json!({ "accountType": "FUND", "balance": [] })),
        (FLEXIBLE_SAVING, json!({ "list": [] })),
        (ON_CHAIN_EARN, json!({ "list": [] })),
        (
            LOANS,
            json!({ "borrowList": [], "collateralList": [], "supplyList": [] }),
        ),
    ];
    SignedServer::start(&PROTOCOL, &answers)
}

/// Returns the rights of a key that reads, with these changes.
pub fn key_rights(changed: &[(&str, Value)]) -> Value {
    let mut rights = json!({
        "id": "16651472", "note": "Spyhop", "apiKey": API_KEY, "readOnly": 1, "secret": "", "ips": ["203.0.113.24"], "type": 1,
        "permissions": { "ContractTrade": [], "Spot": ["SpotTrade"], "Wallet": ["AccountTransfer"], "Exchange": ["ExchangeHistory"], "Earn": ["Earn"] },
        "deadlineDay": -2, "expiredAt": "1970-01-01T00:00:00Z", "createdAt": "2026-02-15T03:13:24Z", "uta": 1, "isMaster": true, "userID": 24_617_703,
    });
    for (name, value) in changed {
        rights[*name] = value.clone();
    }
    rights
}

fn verified(request: &Request, now: i64) -> Result<(), Refusal> {
    if request.method != "GET" {
        return Err((405, "10001"));
    }
    let header = |name: &str| request.header(name).unwrap_or_default();
    if header("x-bapi-api-key") != API_KEY {
        return Err((200, "10003"));
    }
    let (stated, window) = (header("x-bapi-timestamp"), header("x-bapi-recv-window"));
    let time: i64 = stated.parse().map_err(|_| (200, "10002"))?;
    let most: i64 = window.parse().map_err(|_| (200, "10002"))?;
    if time >= now + 1_000 || now - most > time {
        return Err((200, "10002"));
    }
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let message = [stated, API_KEY, window, query].concat();
    if header("x-bapi-sign") != hex::encode(hmac::<Sha256>(64, SECRET.as_bytes(), message.as_bytes())) {
        return Err((200, "10004"));
    }
    Ok(())
}

/// The windows, the limits and the pages of the documentation.
fn list(lists: &ServedLists, request: &Request) -> Option<Result<Value, Refusal>> {
    let (days, most, times, unit, field) = match request.path() {
        UNIFIED_LOG => (7, 50, ["startTime", "endTime"], 1, "list"),
        FUNDING_LOG => (7, 100, ["createTimeFrom", "createTimeTo"], 1_000, "list"),
        DEPOSITS | INTERNAL_DEPOSITS | WITHDRAWALS => (30, 50, ["startTime", "endTime"], 1, "rows"),
        _ => return None,
    };
    let number = |name: &str| request.query(name).and_then(|text| text.parse::<i64>().ok());
    let (Some(first), Some(last), Some(limit)) = (number(times[0]), number(times[1]), number("limit")) else {
        return Some(Err((200, "10001")));
    };
    let is_wrong = last < first || (last - first) * unit > days * 24 * 3_600_000 || !(1..=most).contains(&limit);
    if is_wrong || request.path() == WITHDRAWALS && number("withdrawType") != Some(2) {
        return Some(Err((200, "10001")));
    }
    let rows = lists.between(request.path(), (first * unit, last * unit + unit - 1));
    // Places are stated as they belong into a URL, so that `12:1` is `12%3A1`.
    let place = request
        .query("cursor")
        .map_or(Some(0), |text| text.strip_suffix(":1")?.parse().ok());
    let Some(skipped) = place else {
        return Some(Err((200, "10001")));
    };
    let (page, next) = lists.page(&rows, skipped, usize::try_from(limit).unwrap());
    let next = next.map_or_else(String::new, |next| format!("{next}%3A1"));
    Some(Ok(json!({ field: page, "nextPageCursor": next })))
}
