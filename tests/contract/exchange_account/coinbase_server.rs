//! Coinbase's private API for a local server. It verifies each token by the documentation, with another library than the one that signs.

use adapters::{
    exchange::{CoinbaseAccounts, account::AccountParts},
    price::Endpoint,
};
use conformance::mock_server::{Request, Response};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use ports::ExchangeReader;
use ring::signature::{ECDSA_P256_SHA256_FIXED, ED25519, UnparsedPublicKey, VerificationAlgorithm};
use serde_json::{Value, json};

use super::{
    bitstamp_server::time_of,
    exchange_server::{AccountProtocol, AccountServerState, PageFault},
    history_walk::written_time,
};

pub const API_KEY: &str =
    "organizations/00000000-0000-4000-8000-000000000001/apiKeys/00000000-0000-4000-8000-000000000002";
/// The private key of the published vectors.
pub const SECRET: &str = "-----BEGIN EC PRIVATE KEY-----\n\
                          MHcCAQEEICmWZEm6ZbjQ+BK4FX+4+K/WBrKYCAgZBxiFE05Vq83yoAoGCCqGSM49\n\
                          AwEHoUQDQgAEUcIvveO86JLnJDz5SkveJmyuAFaeXnEQYnotokJK9GsCYY8JQJG7\n\
                          kJFoiMSgJ2hcGiP2lYoeg+Hq2ZRIVNBMuA==\n-----END EC PRIVATE KEY-----";
/// The public key of it: an uncompressed point.
const PUBLIC: &str = "BFHCL73jvOiS5yQ8+UpL3iZsrgBWnl5xEGJ6LaJCSvRrAmGPCUCRu5CRaIjEoCdoXBoj9pWKHoPh6tmUSFTQTLg=";
/// A key of Ed25519: its id, its seed, and its public key, of RFC 8037.
pub const OTHER_KEY: &str = "5a6f1c3e-3b1f-4d64-9f2b-2f5f7a0f6d11";
pub const OTHER_SECRET: &str = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
const OTHER_PUBLIC: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

pub const RIGHTS: &str = "/api/v3/brokerage/key_permissions";
pub const WALLETS: &str = "/v2/accounts";
pub const PORTFOLIO: &str = "/api/v3/brokerage/accounts";
pub const FUTURES: &str = "/api/v3/brokerage/cfm/balance_summary";
/// The transactions of the wallets that the account has at first.
pub const BITCOIN_ROWS: &str = "/v2/accounts/b/transactions";
pub const EURO_ROWS: &str = "/v2/accounts/e/transactions";
pub const TIME: &str = "/api/v3/brokerage/time";
/// The paths of all places, in the order in which they are read.
pub const PLACES: [&str; 3] = [WALLETS, PORTFOLIO, FUTURES];

/// The protocol of Coinbase.
pub struct Coinbase;

pub fn key_rights(changed: &[(&str, Value)]) -> Value {
    let mut rights = json!({
        "can_view": true, "can_trade": false, "can_transfer": false, "portfolio_uuid": "p-1", "portfolio_type": "DEFAULT",
    });
    for (name, value) in changed {
        rights[*name] = value.clone();
    }
    rights
}

pub fn wallet(id: &str, code: &str, amount: impl Into<Value>) -> Value {
    let amount: Value = amount.into();
    json!({
        "id": id, "name": format!("{code} Wallet"), "primary": true, "type": "wallet", "balance": { "amount": amount, "currency": code },
        "currency": { "code": code, "name": code, "exponent": 8, "type": "crypto" }, "resource": "account",
    })
}

pub fn account(uuid: &str, currency: &str, available: &str, hold: &str) -> Value {
    let money = |value: &str| json!({ "value": value, "currency": currency });
    json!({
        "uuid": uuid, "currency": currency, "available_balance": money(available), "hold": money(hold), "default": true, "active": true,
        "type": "ACCOUNT_TYPE_CRYPTO", "deleted_at": null, "platform": "ACCOUNT_PLATFORM_CONSUMER",
    })
}

/// Returns a row of a wallet, some seconds after the first one.
pub fn transaction(id: &str, seconds: u64, kind: &str, (code, amount): (&str, &str)) -> Value {
    json!({
        "id": id, "type": kind, "status": "completed", "amount": { "amount": amount, "currency": code },
        "native_amount": { "amount": "1", "currency": "EUR" }, "created_at": written_time(time_of(seconds), 'T') + "Z",
        "resource": "transaction", "description": null,
    })
}

/// Returns a refusal of `/v2` and one of `/api/v3`.
pub fn named(status: u16, name: &str) -> Response {
    let text = format!("MSG-OF-COINBASE {API_KEY}");
    Response::json(status, &json!({ "errors": [{ "id": name, "message": text }] }))
}

pub fn named_by_grpc(status: u16, name: &str) -> Response {
    let text = format!("MSG-OF-COINBASE {API_KEY}");
    Response::json(
        status,
        &json!({ "error": name, "message": text, "error_details": text }),
    )
}

impl AccountProtocol for Coinbase {
    const NAME: &'static str = "coinbase";
    const KEY: (&'static str, &'static str) = (API_KEY, SECRET);
    const WORDS: &'static str = "MSG-OF-COINBASE";

    fn state() -> AccountServerState {
        let wallets = vec![wallet("b", "BTC", "1.5"), wallet("e", "EUR", 25.21)];
        let accounts = vec![account("b", "BTC", "1.25", "0.25"), account("e", "EUR", "25.21", "0")];
        AccountServerState {
            answers: [(RIGHTS, key_rights(&[])), (FUTURES, json!({ "balance_summary": null }))].into(),
            lists: [
                (WALLETS, wallets),
                (PORTFOLIO, accounts),
                (BITCOIN_ROWS, vec![]),
                (EURO_ROWS, vec![]),
            ]
            .into(),
            ..AccountServerState::default()
        }
    }

    fn verify(state: &mut AccountServerState, request: &Request) -> Result<(), Response> {
        if verified(state, request).is_some() {
            return Ok(());
        }
        Err(if request.path().starts_with("/v2/") {
            named(401, "authentication_error")
        } else {
            Response::new(401, "text/plain", "Unauthorized")
        })
    }

    fn public(state: &AccountServerState, request: &Request) -> Option<Response> {
        let now = state.now();
        let time = json!({ "iso": "2026-11-30T00:00:00Z", "epochSeconds": (now / 1000).to_string(), "epochMillis": now.to_string() });
        (request.path() == TIME).then(|| Response::json(200, &time))
    }

    fn page(state: &AccountServerState, request: &Request, rows: &[Value]) -> Value {
        let is_wallets = request.path().starts_with("/v2/");
        let is_history = is_wallets && request.path() != WALLETS;
        assert!(!is_history || request.query("order") == Some("desc".into()));
        let (cursor, id) = if is_wallets {
            ("starting_after", "id")
        } else {
            ("cursor", "uuid")
        };
        let limit: usize = request.query("limit").unwrap().parse().unwrap();
        let is_first = state.page_fault == Some(PageFault::RepeatsFirst);
        let after = request.query(cursor).filter(|_| !is_first);
        let start = after.map_or(0, |after| 1 + rows.iter().position(|row| row[id] == after).unwrap());
        let mut page: Vec<&Value> = rows.iter().skip(start).take(limit).collect();
        let has_next = start + page.len() < rows.len();
        let last = page.last().filter(|_| has_next).map(|row| row[id].as_str().unwrap());
        if state.page_fault == Some(PageFault::Unsorted) {
            page.reverse();
        }
        let page = if state.page_fault == Some(PageFault::Empty) {
            vec![]
        } else {
            page
        };
        match (is_wallets, state.page_fault) {
            (true, Some(PageFault::Unstated)) => json!({ "data": page }),
            (false, Some(PageFault::Unstated)) => json!({ "accounts": page }),
            (true, _) => {
                let path = request.path();
                let next = last.map(|last| format!("{path}?limit={limit}&starting_after={last}"));
                json!({ "data": page, "pagination": { "limit": limit, "order": "desc", "next_uri": next } })
            }
            (false, _) => {
                json!({ "accounts": page, "has_next": has_next, "cursor": last.unwrap_or_default(), "size": page.len() })
            }
        }
    }

    fn reader(parts: AccountParts, endpoint: Endpoint) -> Box<dyn ExchangeReader> {
        Box::new(CoinbaseAccounts::new(parts, endpoint))
    }
}

/// Verifies the token of a request as the documentation says.
fn verified(state: &mut AccountServerState, request: &Request) -> Option<()> {
    let token = request.header("authorization")?.strip_prefix("Bearer ")?;
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let decoded =
        |part: &str| -> Value { serde_json::from_slice(&BASE64URL_NOPAD.decode(part.as_bytes()).unwrap()).unwrap() };
    let (header, claims) = (decoded(header), decoded(claims));
    let (algorithm, public): (&dyn VerificationAlgorithm, &str) =
        match (header["kid"].as_str()?, header["alg"].as_str()?) {
            (API_KEY, "ES256") => (&ECDSA_P256_SHA256_FIXED, PUBLIC),
            (OTHER_KEY, "EdDSA") => (&ED25519, OTHER_PUBLIC),
            _ => return None,
        };
    let public = UnparsedPublicKey::new(algorithm, BASE64.decode(public.as_bytes()).unwrap());
    let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
    public.verify(signed.as_bytes(), &signature).ok()?;
    let now = state.now().div_euclid(1000);
    let (begin, end) = (claims["nbf"].as_i64()?, claims["exp"].as_i64()?);
    let is_valid = begin <= now + 1 && now < end && end - begin <= 120;
    let uri = format!("{} api.coinbase.com{}", request.method, request.path());
    let is_own =
        claims["sub"] == header["kid"] && claims["iss"] == "cdp" && claims["uri"] == uri && header["typ"] == "JWT";
    let nonce = header["nonce"].as_str()?.to_owned();
    let is_new = nonce.len() >= 16 && !state.used.contains(&nonce);
    state.used.push(nonce);
    (is_valid && is_own && is_new && request.header("cb-version").is_some()).then_some(())
}
