//! The protocol of KuCoin for a local server. It verifies each signature by the formula of the documentation, with an HMAC of its own.

use conformance::mock_server::Request;
use data_encoding::BASE64;
use serde_json::{Value, json};
use sha2::Sha256;

use super::{
    hmac::hmac,
    signed_lists::{ListFault, ServedLists},
    signed_server::{ExchangeProtocol, Refusal, SignedServer, WORDS},
};

pub const API_KEY: &str = "5c2db93503aa674c74a31734";
pub const SECRET: &str = "f03a5284-5c39-4aaa-9b20-secret-of-kucoin";
pub const PASSPHRASE: &str = "Phrase of KuCoin 7!";

pub const RIGHTS: &str = "/api/v1/user/api-key";
pub const MODE: &str = "/api/ua/v1/account/mode";
pub const ACCOUNTS: &str = "/api/v1/accounts";
pub const CROSS_MARGIN: &str = "/api/v3/margin/accounts";
pub const FUNDING: &str = "/api/ua/v1/account/balance?accountType=FUNDING";
pub const UNIFIED: &str = "/api/ua/v1/unified/account/balance";
pub const EARN: &str = "/api/v1/earn/hold-assets?currentPage=1&pageSize=100";
pub const SECOND_PAGE_OF_EARN: &str = "/api/v1/earn/hold-assets?currentPage=2&pageSize=100";
pub const LEDGER: &str = "/api/v1/accounts/ledgers";
pub const TRADING_LEDGER: &str = "/api/v1/hf/accounts/ledgers";
pub const MARGIN_LEDGER: &str = "/api/v3/hf/margin/account/ledgers";
pub const UNIFIED_LEDGER: &str = "/api/ua/v1/account/ledger";
pub const DEPOSITS: &str = "/api/v1/deposits";
pub const WITHDRAWALS: &str = "/api/v1/withdrawals";
pub const TIME: &str = "/api/v1/timestamp";
/// The targets of all places of a classic account, in the order in which they are read.
pub const PLACES: [&str; 5] = [MODE, ACCOUNTS, CROSS_MARGIN, "/api/v3/isolated/accounts", EARN];

static PROTOCOL: ExchangeProtocol = ExchangeProtocol {
    time: (TIME, |now| json!({ "code": "200000", "data": now })),
    verified,
    refusal: |code| json!({ "code": code, "msg": format!("{WORDS} {API_KEY}") }),
    answer: |data| json!({ "code": "200000", "data": data }),
    list,
    usual_parameters: &[],
};

/// Starts a server with a classic account that has a reading key and a few balances.
pub fn start() -> SignedServer {
    let answers = [
        (RIGHTS, key_rights("General")),
        (
            MODE,
            json!({ "selfAccountMode": "CLASSIC", "unifiedSubAccount": [], "classicSubAccount": [] }),
        ),
        (
            ACCOUNTS,
            json!([
                { "id": "5c6a4fd399a1d81c4f9cc4d0", "currency": "BTC", "type": "main", "balance": "0.50219821", "available": "0.5", "holds": "0.00219821" },
                { "id": "5c6a49ec99a1d819392e8e9f", "currency": "USDT", "type": "trade", "balance": 25.21, "available": "25.21", "holds": "0" },
            ]),
        ),
        (
            CROSS_MARGIN,
            json!({ "totalAssetOfQuoteCurrency": "0", "debtRatio": "0", "accounts": [] }),
        ),
        (
            "/api/v3/isolated/accounts",
            json!({ "totalAssetOfQuoteCurrency": "0", "assets": [] }),
        ),
        (EARN, earn_page(0, &[])),
    ];
    SignedServer::start(&PROTOCOL, &answers)
}

/// Returns a page of Earn with rows of these numbers.
pub fn earn_page(total: usize, numbers: &[usize]) -> Value {
    let row = |number: &usize| json!({ "orderId": number.to_string(), "currency": "KCS", "holdAmount": "0.5", "status": "LOCKED" });
    let rows: Vec<Value> = numbers.iter().map(row).collect();
    json!({ "totalNum": total, "currentPage": 1, "pageSize": 100, "totalPage": 1, "items": rows })
}

/// Returns what a key with these rights may do.
pub fn key_rights(permission: &str) -> Value {
    json!({
        "uid": 228_617_842, "region": "DE", "remark": "Spyhop", "apiKey": API_KEY, "apiVersion": 3, "permission": permission,
        "ipWhitelist": "203.0.113.24", "isMaster": true, "createdAt": 1_700_000_000_000_u64, "expiredAt": null, "siteType": "global",
    })
}

fn verified(request: &Request, now: i64) -> Result<(), Refusal> {
    if request.method != "GET" {
        return Err((405, "400100"));
    }
    let header = |name: &str| request.header(name).unwrap_or_default();
    let code = |text: &str| BASE64.encode(&hmac::<Sha256>(64, SECRET.as_bytes(), text.as_bytes()));
    if header("kc-api-key") != API_KEY {
        return Err((401, "400003"));
    }
    let stated = header("kc-api-timestamp");
    let time: i64 = stated.parse().map_err(|_| (401, "400002"))?;
    if (time - now).abs() > 5_000 {
        return Err((401, "400002"));
    }
    if !["2", "3"].contains(&header("kc-api-key-version")) {
        return Err((401, "400001"));
    }
    let message = [stated, "GET", &request.target].concat();
    if header("kc-api-sign") != code(&message) {
        return Err((401, "400005"));
    }
    if header("kc-api-passphrase") != code(PASSPHRASE) {
        return Err((401, "400004"));
    }
    Ok(())
}

/// The windows, the limits and the pages of the documentation. The last moment is not part of the list.
fn list(lists: &ServedLists, request: &Request) -> Option<Result<Value, Refusal>> {
    let path = request.path();
    let (days, size, most) = match path {
        LEDGER => (1, "pageSize", 500),
        TRADING_LEDGER | MARGIN_LEDGER => (1, "limit", 200),
        UNIFIED_LEDGER => (1, "pageSize", 200),
        DEPOSITS | WITHDRAWALS => (30, "pageSize", 500),
        _ => return None,
    };
    let number = |name: &str| request.query(name).and_then(|text| text.parse::<i64>().ok());
    let (Some(first), Some(last), Some(limit)) = (number("startAt"), number("endAt"), number(size)) else {
        return Some(Err((200, "400100")));
    };
    if last < first || last - first > days * 24 * 3_600_000 || !(10..=most).contains(&limit) {
        return Some(Err((200, "400100")));
    }
    let account = request.query("accountType");
    let mut rows = lists.between(path, (first, last - 1));
    rows.retain(|row| {
        account
            .as_ref()
            .is_none_or(|account| row["accountType"] == account.as_str())
    });
    let limit = usize::try_from(limit).unwrap();
    if days == 30 || path == LEDGER {
        let (page, _) = lists.page(&rows, 0, limit);
        let total = rows.len() + usize::from(lists.fault == Some(ListFault::CountsMore));
        let page = json!({ "currentPage": 1, "pageSize": limit, "totalNum": total, "totalPage": 1, "items": page });
        return Some(Ok(page));
    }
    let before = number("lastId").filter(|_| lists.fault != Some(ListFault::RepeatsPlace));
    let before = before.map(|id| id + i64::from(lists.fault == Some(ListFault::Overlaps)));
    rows.retain(|row| before.is_none_or(|before| id_of(row) < before));
    let (page, _) = lists.page(&rows, 0, limit);
    Some(Ok(if account.is_some() {
        json!({ "lastId": 1, "items": page })
    } else {
        json!(page)
    }))
}

fn id_of(row: &Value) -> i64 {
    let text = row["id"].as_str().map(|text| text.parse().unwrap());
    text.or(row["id"].as_i64()).unwrap()
}
