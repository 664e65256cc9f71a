//! The protocol of OKX for a local server. It verifies each signature by the formula of the documentation, with an HMAC of its own.

use conformance::mock_server::Request;
use data_encoding::BASE64;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    hmac::hmac,
    signed_lists::{ListFault, ServedLists},
    signed_server::{ExchangeProtocol, Refusal, SignedServer, WORDS, utc_millis},
};

pub const API_KEY: &str = "8f4b6c1e-0d2a-4e5f-9a7b-key-of-okx";
pub const SECRET: &str = "22582BD0CFF14C41EDBF1AB98506286D";
pub const PASSPHRASE: &str = "Phrase of a key 7!";

pub const RIGHTS: &str = "/api/v5/account/config";
pub const TRADING: &str = "/api/v5/account/balance";
pub const FUNDING: &str = "/api/v5/asset/balances";
pub const EARN_ORDERS: &str = "/api/v5/finance/staking-defi/orders-active";
pub const LOANS: &str = "/api/v5/finance/flexible-loan/loan-info";
pub const SAVINGS: &str = "/api/v5/finance/savings/balance";
pub const TRADING_BILLS: &str = "/api/v5/account/bills-archive";
pub const FUNDING_BILLS: &str = "/api/v5/asset/bills-history";
pub const DEPOSITS: &str = "/api/v5/asset/deposit-history";
pub const WITHDRAWALS: &str = "/api/v5/asset/withdrawal-history";
pub const TIME: &str = "/api/v5/public/time";
/// The targets of all places, in the order in which they are read.
pub const PLACES: [&str; 8] = [
    TRADING,
    FUNDING,
    "/api/v5/asset/non-tradable-assets",
    SAVINGS,
    EARN_ORDERS,
    "/api/v5/finance/staking-defi/eth/balance",
    "/api/v5/finance/staking-defi/sol/balance",
    LOANS,
];

static PROTOCOL: ExchangeProtocol = ExchangeProtocol {
    time: (
        TIME,
        |now| json!({ "code": "0", "msg": "", "data": [{ "ts": now.to_string() }] }),
    ),
    verified,
    refusal: |code| json!({ "code": code, "msg": format!("{WORDS} {API_KEY}"), "data": [] }),
    answer: |data| json!({ "code": "0", "msg": "", "data": data }),
    list,
    usual_parameters: &[],
};

/// Starts a server with an account that has a reading key and a few balances.
pub fn start() -> SignedServer {
    let balance = json!([{ "totalEq": "9", "details": [
        { "ccy": "BTC", "eq": "0.50219821", "cashBal": "0.5", "availBal": "0.5", "frozenBal": "0.1", "liab": "", "interest": "", "upl": "0.00219821" },
        { "ccy": "USDT", "eq": 25.21, "cashBal": "25.21", "liab": "0" },
    ]}]);
    let mut answers: Vec<(&str, Value)> = PLACES.iter().map(|place| (*place, json!([]))).collect();
    answers.extend([(RIGHTS, config("read_only", "203.0.113.24")), (TRADING, balance)]);
    SignedServer::start(&PROTOCOL, &answers)
}

/// Returns the settings of an account with the rights and the addresses of its key.
pub fn config(rights: &str, addresses: &str) -> Value {
    json!([{
        "acctLv": "2", "autoLoan": false, "ip": addresses, "kycLv": "3", "label": "Spyhop", "mainUid": "44705892343619584",
        "opAuth": "0", "perm": rights, "posMode": "net_mode", "roleType": "0", "type": "0", "uid": "44705892343619584",
    }])
}

fn verified(request: &Request, now: i64) -> Result<(), Refusal> {
    if request.method != "GET" {
        return Err((405, "50115"));
    }
    let header = |name: &str| request.header(name).unwrap_or_default();
    if header("ok-access-key") != API_KEY {
        return Err((401, "50111"));
    }
    if header("ok-access-passphrase") != PASSPHRASE {
        return Err((401, "50105"));
    }
    let stated = header("ok-access-timestamp");
    let time = utc_millis(stated).ok_or((401, "50112"))?;
    if !stated.ends_with('Z') || stated.len() != "2020-12-08T09:08:57.715Z".len() {
        return Err((401, "50112"));
    }
    if (time - now).abs() > 30_000 {
        return Err((401, "50102"));
    }
    let message = [stated, "GET", &request.target].concat();
    let signature = BASE64.encode(&hmac::<Sha256>(64, SECRET.as_bytes(), message.as_bytes()));
    if header("ok-access-sign") != signature {
        return Err((401, "50113"));
    }
    Ok(())
}

/// The places and the limits of the documentation. Neither the first nor the last moment is part of the list.
fn list(lists: &ServedLists, request: &Request) -> Option<Result<Value, Refusal>> {
    let number = |name: &str| request.query(name).and_then(|text| text.parse::<i64>().ok());
    let field = match request.path() {
        TRADING_BILLS => "billId",
        FUNDING_BILLS if number("pagingType") == Some(2) => "billId",
        DEPOSITS | WITHDRAWALS => "ts",
        FUNDING_BILLS => return Some(Err((400, "51000"))),
        _ => return None,
    };
    let limit = number("limit").unwrap_or(100);
    if !(1..=100).contains(&limit) {
        return Some(Err((400, "51000")));
    }
    let (begin, end) = (number("begin").unwrap_or(0), number("end").unwrap_or(i64::MAX));
    if request.path() == TRADING_BILLS && (begin < 1 || end <= begin) {
        return Some(Err((400, "51000")));
    }
    let after = number("after").filter(|_| lists.fault != Some(ListFault::RepeatsPlace));
    let after = after.map_or(i64::MAX, |after| {
        after + i64::from(lists.fault == Some(ListFault::Overlaps))
    });
    let older = |row: &Value| row[field].as_str().unwrap().parse::<i64>().unwrap() < after;
    let rows = lists.between(request.path(), (begin + 1, end - 1));
    let rows: Vec<Value> = rows.into_iter().filter(older).collect();
    let mut page: Vec<Value> = rows.into_iter().take(usize::try_from(limit).unwrap()).collect();
    if lists.fault == Some(ListFault::OutOfOrder) {
        page.reverse();
    }
    Some(Ok(json!(page)))
}
