//! The protocol of HTX for a local server. It verifies each signature by the formula of the documentation, with an HMAC of its own.

use conformance::mock_server::Request;
use data_encoding::BASE64;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    hmac::hmac,
    signed_history::now,
    signed_lists::{ListFault, ServedLists},
    signed_server::{ExchangeProtocol, Refusal, SignedServer, WORDS, utc_millis},
};

pub const API_KEY: &str = "160bb889-b7c4d2e6-e0a1b2c3-ghxertfvbf";
pub const SECRET: &str = "b0d4c2a8-c6e1f3a5-94b7-secret-of-htx";

pub const PERSON: &str = "/v2/user/uid";
/// The target with the key of the account.
pub const RIGHTS: &str = "/v2/user/api-key?accessKey=160bb889-b7c4d2e6-e0a1b2c3-ghxertfvbf&uid=63628520";
pub const ACCOUNTS: &str = "/v1/account/accounts";
pub const SPOT: &str = "/v1/account/accounts/10000001/balance";
pub const CROSS_MARGIN: &str = "/v1/account/accounts/10000002/balance";
pub const ISOLATED_MARGIN: &str = "/v1/margin/accounts/balance";
pub const TRADES: &str = "/v1/order/matchresults";
pub const TRANSFERS: &str = "/v2/account/ledger";
pub const CHANGES: &str = "/v1/account/history";
pub const DEPOSITS_AND_WITHDRAWALS: &str = "/v1/query/deposit-withdraw";
pub const TIME: &str = "/v1/common/timestamp";
/// The targets of all places, in the order in which they are read.
pub const PLACES: [&str; 4] = [ACCOUNTS, SPOT, CROSS_MARGIN, ISOLATED_MARGIN];

/// The refusals of a signature, as `code: text`.
pub const WRONG_KEY: &str = "api-signature-not-valid: Incorrect Access key [Access key错误]";
pub const WRONG_TIME: &str = "api-signature-not-valid: Invalid submission time or incorrect time format";
pub const WRONG_SIGNATURE: &str = "api-signature-not-valid: Verification failure [校验失败]";

static PROTOCOL: ExchangeProtocol = ExchangeProtocol {
    time: (TIME, |now| json!({ "status": "ok", "data": now })),
    verified,
    refusal,
    answer: |data| json!({ "status": "ok", "code": 200, "data": data }),
    list,
    usual_parameters: &[
        "AccessKeyId",
        "SignatureMethod",
        "SignatureVersion",
        "Timestamp",
        "Signature",
    ],
};

/// Starts a server with an account that has a reading key and a few balances.
pub fn start() -> SignedServer {
    let account = |id: u64, kind: &str| json!({ "id": id, "type": kind, "subtype": "", "state": "working" });
    let accounts = json!([
        account(10_000_001, "spot"),
        account(10_000_002, "super-margin"),
        account(10_000_003, "margin"),
        account(10_000_004, "point"),
    ]);
    let spot = balances(&[
        ("btc", "trade", json!("0.5")),
        ("btc", "frozen", json!("0.00219821")),
        ("usdt", "trade", json!(25.21)),
        ("ht", "trade", json!("0")),
    ]);
    let answers = [
        (PERSON, json!(63_628_520)),
        (RIGHTS, json!([key_rights("readOnly")])),
        (ACCOUNTS, accounts),
        (SPOT, spot),
        (CROSS_MARGIN, balances(&[])),
        (ISOLATED_MARGIN, json!([])),
    ];
    SignedServer::start(&PROTOCOL, &answers)
}

/// Returns an account with rows of these currencies, kinds and balances.
pub fn balances(rows: &[(&str, &str, Value)]) -> Value {
    let row = |(currency, kind, balance): &(&str, &str, Value)| json!({ "currency": currency, "type": kind, "balance": balance, "seq-num": "1" });
    json!({ "id": 1, "type": "spot", "state": "working", "list": rows.iter().map(row).collect::<Vec<_>>() })
}

/// Returns the key of the account with these rights.
pub fn key_rights(permission: &str) -> Value {
    json!({
        "accessKey": API_KEY, "status": "normal", "note": "Spyhop", "permission": permission, "ipAddresses": "203.0.113.24", "validDays": -1,
        "createTime": 1_615_192_704_000_u64, "updateTime": 1_623_030_338_000_u64,
    })
}

fn refusal(code: &str) -> Value {
    if let Ok(number) = code.parse::<i64>() {
        return json!({ "code": number, "message": format!("{WORDS} {API_KEY}") });
    }
    let (code, text) = code.split_once(": ").unwrap_or((code, ""));
    json!({ "status": "error", "err-code": code, "err-msg": format!("Signature not valid: {text} {WORDS}"), "data": null })
}

fn verified(request: &Request, now: i64) -> Result<(), Refusal> {
    if request.method != "GET" {
        return Err((405, "method-not-allowed"));
    }
    let field = |name: &str| request.query(name).unwrap_or_default();
    if field("AccessKeyId") != API_KEY {
        return Err((200, WRONG_KEY));
    }
    let time = utc_millis(&field("Timestamp")).ok_or((200, WRONG_TIME))?;
    if field("Timestamp").len() != "2017-05-11T15:19:30".len() || (time - now).abs() > 300_000 {
        return Err((200, WRONG_TIME));
    }
    if field("SignatureMethod") != "HmacSHA256" || field("SignatureVersion") != "2" {
        return Err((200, WRONG_SIGNATURE));
    }
    let (path, query) = request.target.split_once('?').ok_or((200, WRONG_SIGNATURE))?;
    let mut pairs: Vec<&str> = query
        .split('&')
        .filter(|pair| !pair.starts_with("Signature="))
        .collect();
    pairs.sort_unstable();
    let message = format!("GET\n{}\n{path}\n{}", request.header("host").unwrap(), pairs.join("&"));
    let signature = BASE64.encode(&hmac::<Sha256>(64, SECRET.as_bytes(), message.as_bytes()));
    if field("Signature") != signature {
        return Err((200, WRONG_SIGNATURE));
    }
    Ok(())
}

/// The windows and the limits of the documentation. What is too old is refused.
fn list(lists: &ServedLists, request: &Request) -> Option<Result<Value, Refusal>> {
    let (hours, days, times, size) = match request.path() {
        TRADES => (48, 120, ["start-time", "end-time"], "size"),
        TRANSFERS => (240, 180, ["startTime", "endTime"], "limit"),
        CHANGES => (1, 30, ["start-time", "end-time"], "size"),
        DEPOSITS_AND_WITHDRAWALS => return Some(transfers(lists, request)),
        _ => return None,
    };
    let number = |name: &str| request.query(name).and_then(|text| text.parse::<i64>().ok());
    let (Some(first), Some(last), Some(limit)) = (number(times[0]), number(times[1]), number(size)) else {
        return Some(Err((200, "invalid-parameter")));
    };
    let is_wrong = last < first || last - first > hours * 3_600_000 || first < now() - days * 24 * 3_600_000;
    let account = request.query("account-id").or_else(|| request.query("accountId"));
    let has_account = request.path() == TRADES || account.as_deref() == Some("10000001");
    if is_wrong || !has_account || !(1..=500).contains(&limit) {
        return Some(Err((200, "invalid-parameter")));
    }
    let types = request.query("transact-types");
    let mut rows = lists.between(request.path(), (first, last));
    let is_requested = |row: &Value| {
        let types = types
            .as_ref()
            .map(|types| types.split(',').any(|own| row["transact-type"] == own));
        types.unwrap_or(true)
    };
    rows.retain(is_requested);
    Some(Ok(json!(lists.page(&rows, 0, usize::try_from(limit).unwrap()).0)))
}

/// Returns deposits or withdrawals, from a row on and the newest first.
fn transfers(lists: &ServedLists, request: &Request) -> Result<Value, Refusal> {
    let kind = request.query("type").ok_or((200, "invalid-parameter"))?;
    if request.query("direct").as_deref() != Some("next") || request.query("size").as_deref() != Some("500") {
        return Err((200, "invalid-parameter"));
    }
    let from: Option<u64> = request.query("from").map(|text| text.parse().unwrap());
    let from = from.filter(|_| lists.fault != Some(ListFault::RepeatsPlace));
    let mut rows = lists.between(request.path(), (0, i64::MAX));
    rows.retain(|row| row["type"] == kind.as_str() && from.is_none_or(|from| row["id"].as_u64() <= Some(from)));
    Ok(json!(lists.page(&rows, 0, 500).0))
}
