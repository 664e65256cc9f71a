//! Tests of the reader of accounts at Binance, against a local server that verifies its signatures.

use std::{sync::Arc, time::Duration};

use adapters::{
    exchange::{BinanceAccounts, account::ExchangeCodes},
    price::Endpoint,
};
use conformance::mock_server::{Fault, Response, RetryAfter};
use ports::{Address, ExchangeReader, KeyEnd, KeyNetwork, PositionKind, RemoteError};
use serde_json::{Value, json};
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

use super::{
    binance_server::{
        API_KEY, BinanceServer, CROSS_MARGIN, FLEXIBLE, FUNDING, ISOLATED_MARGIN, LOANS, LOCKED, ListFault, PLACES,
        RIGHTS, SECRET, SPOT, key_rights,
    },
    key, shown,
};

pub struct BinanceFixture {
    pub server: BinanceServer,
    pub client: Arc<adapters::http_client::HttpClient>,
    pub ledger: Arc<RequestLog>,
    pub reader: BinanceAccounts,
}

pub fn fixture() -> BinanceFixture {
    let server = BinanceServer::start();
    let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
    let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
    let codes = Arc::new(ExchangeCodes::listed().unwrap());
    BinanceFixture {
        reader: BinanceAccounts::new((client.clone(), codes), endpoint).at_pace(600_000_000),
        server,
        client,
        ledger,
    }
}

pub fn account() -> Address {
    "binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
}

/// Returns an error, which contains nothing of the key, of Binance's words or of the address of the server.
pub fn refused<T: std::fmt::Debug>(answer: Result<T, RemoteError>) -> RemoteError {
    let error = answer.unwrap_err();
    let text = format!("{error} {error:?}");
    for private in [API_KEY, SECRET, "127.0.0.1", "timestamp", "MSG-OF-BINANCE"] {
        assert!(!text.contains(private), "{text}");
    }
    error
}

impl BinanceFixture {
    async fn lines(&self) -> Result<Vec<String>, RemoteError> {
        let positions = self.reader.balances(&account(), &key(API_KEY, SECRET)).await?;
        assert!(
            positions
                .iter()
                .all(|one| one.raw.is_negative() == (one.kind == PositionKind::Borrowed))
        );
        Ok(shown(&positions))
    }

    async fn failure(&self) -> RemoteError {
        refused(self.lines().await)
    }
}

#[tokio::test]
async fn rights_and_balances_are_read_with_signed_requests() {
    let fixture = fixture();
    let rights = fixture.reader.rights(&account(), &key(API_KEY, SECRET)).await.unwrap();
    assert_eq!((rights.excess().len(), rights.missing.len()), (0, 0));
    assert_eq!(
        (rights.network, rights.end),
        (KeyNetwork::Only(vec![]), KeyEnd::NotStated)
    );
    assert_eq!(
        fixture.lines().await.unwrap(),
        [
            "bip122:000000000019d6689c085ae165831e93/slip44:0 0.50219821 Regular Spot",
            "fiat:iso4217/code:EUR 25.21 Regular Spot",
        ]
    );
    let paths = [RIGHTS].into_iter().chain(PLACES);
    let requests: Vec<String> = paths
        .map(|path| match path {
            SPOT => format!("GET {path} omitZeroBalances=true"),
            FUNDING => format!("POST {path}"),
            FLEXIBLE | LOCKED => format!("GET {path} current=1 size=100"),
            LOANS => format!("GET {path} current=1 limit=100"),
            _ => format!("GET {path}"),
        })
        .collect();
    assert_eq!(fixture.server.requests(), requests, "and nothing else is sent");
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert!(
        lines
            .iter()
            .all(|line| ["rights of a key", "balances"].contains(&line.purpose.as_str()))
    );
}

#[tokio::test]
async fn an_account_for_margin_that_was_never_opened_is_no_failure() {
    let fixture = fixture();
    let usual = fixture.lines().await.unwrap();
    for (path, code) in [(CROSS_MARGIN, -3003), (ISOLATED_MARGIN, -11001)] {
        fixture
            .server
            .change(|state| state.always.extend([(path, (400, code))]));
    }
    assert_eq!(fixture.lines().await.unwrap(), usual);
    for path in [FUNDING, SPOT] {
        fixture
            .server
            .change(|state| state.always.extend([(path, (400, -3003))]));
        assert_eq!(refused(fixture.lines().await).code(), "unsupported", "{path}");
        fixture
            .server
            .change(|state| state.always.retain(|known, _| *known != path));
    }
    fixture
        .server
        .change(|state| state.always.extend([(CROSS_MARGIN, (400, -9999))]));
    assert_eq!(refused(fixture.lines().await).code(), "refused");
}

#[tokio::test]
async fn every_place_is_a_position_and_every_unknown_code_is_kept() {
    let fixture = fixture();
    fixture.server.change(|state| {
        let spot = [
            ("ETH", json!("1234567.123456789012345678")),
            ("NEWCOIN", json!(7.5)),
            ("LDUSDT", json!("50")),
            ("LDO", json!("2")),
        ];
        let spot = spot.map(|(asset, free)| json!({ "asset": asset, "free": free, "locked": "0" }));
        state.answers.insert(SPOT, json!({ "balances": spot }));
        let margin = json!({ "asset": "USDT", "free": "1", "locked": "0", "borrowed": "100", "interest": "0.5", "netAsset": "-99.5" });
        state.answers.insert(CROSS_MARGIN, json!({ "userAssets": [margin] }));
        let earn = json!({ "asset": "USDT", "totalAmount": "50.5", "collateralAmount": "0", "productId": "USDT001" });
        state.lists.insert(FLEXIBLE, vec![earn]);
        let loan = json!({ "loanCoin": "USDC", "totalDebt": "30.5", "collateralCoin": "SOL", "collateralAmount": "3" });
        state.lists.insert(LOANS, vec![loan]);
    });
    let mut lines = fixture.lines().await.unwrap();
    lines.sort();
    assert_eq!(
        lines,
        [
            "eip155:1/erc20:0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32 2 Regular Spot",
            "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 -30.5 Borrowed Flexible Loan",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 -100.5 Borrowed Cross Margin",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 1 Regular Cross Margin",
            "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7 50.5 Lent Simple Earn Flexible",
            "eip155:1/slip44:60 1234567.123456789012345678 Regular Spot",
            "exchange:binance/code:NEWCOIN 7.5 Regular Spot",
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501 3 Supplied Flexible Loan",
        ]
    );
}

fn locked_rows(count: usize) -> Vec<Value> {
    let row = |number| json!({ "asset": "NEWCOIN", "amount": "0.5", "positionId": number });
    (0..count).map(row).collect()
}

#[tokio::test]
async fn every_page_of_a_list_is_read() {
    for (count, pages) in [(1, 1), (99, 1), (100, 1), (101, 2), (250, 3)] {
        let fixture = fixture();
        fixture
            .server
            .change(|state| drop(state.lists.insert(LOCKED, locked_rows(count))));
        let lines = fixture.lines().await.unwrap();
        let half = if count % 2 == 0 { "" } else { ".5" };
        let expected = format!(
            "exchange:binance/code:NEWCOIN {}{half} Lent Simple Earn Locked",
            count / 2
        );
        assert!(lines.contains(&expected), "{lines:?}");
        let requests = fixture.server.requests();
        assert_eq!(requests.iter().filter(|one| one.contains(LOCKED)).count(), pages);
    }
}

#[tokio::test]
async fn a_list_that_lacks_or_repeats_rows_fails() {
    for fault in [ListFault::ShortPages, ListFault::IgnoresPage, ListFault::CountsMore] {
        let fixture = fixture();
        fixture.server.change(|state| {
            state.lists.insert(LOCKED, locked_rows(200));
            state.list_fault = Some(fault);
        });
        assert_eq!(fixture.failure().await.code(), "malformed", "{fault:?}");
        assert!(fixture.server.count() < 12, "{fault:?}");
    }
}

#[tokio::test]
async fn wrong_keys_and_secrets_are_not_tried_again() {
    let fixture = fixture();
    for (key, code) in [
        (key(&API_KEY.replace('v', "w"), SECRET), "bad_key"),
        (key("short", SECRET), "bad_key"),
        (key(API_KEY, &SECRET.replace('N', "M")), "bad_signature"),
    ] {
        assert_eq!(refused(fixture.reader.rights(&account(), &key).await).code(), code);
        assert_eq!(refused(fixture.reader.balances(&account(), &key).await).code(), code);
    }
    assert_eq!(fixture.server.count(), 6);
    let error = refused(fixture.reader.rights(&account(), &key("schlüssel", SECRET)).await);
    assert_eq!(error.code(), "bad_key");
    assert_eq!(fixture.server.count(), 6, "what cannot be a key is not sent");
}

#[tokio::test]
async fn refusals_have_distinct_errors() {
    for (refusal, code, requests) in [
        ((401, -2014), "bad_key", 1),
        ((401, -2015), "bad_key", 1),
        ((400, -1022), "bad_signature", 1),
        ((401, -1002), "no_permission", 1),
        ((400, -1003), "rate_limited", 1),
        ((400, -1121), "unsupported", 1),
        ((400, -1127), "refused", 1),
        ((400, -3003), "unsupported", 1),
        ((400, -3004), "refused", 1),
        ((403, -1002), "no_permission", 1),
        ((200, -2015), "bad_key", 1),
        ((400, -1008), "unavailable", 2),
        ((500, -1016), "unavailable", 2),
        ((451, 0), "region_blocked", 1),
    ] {
        let fixture = fixture();
        fixture.server.change(|state| state.always.extend([(SPOT, refusal)]));
        assert_eq!(fixture.failure().await.code(), code, "{refusal:?}");
        assert_eq!(fixture.server.count(), requests, "{refusal:?}");
    }
}

#[tokio::test]
async fn limits_of_this_server_s_address_pause_as_long_as_stated() {
    for (status, pause) in [(429, 7), (418, 3_600)] {
        let fixture = fixture();
        let mut response = Response::json(status, &json!({ "code": -1003, "msg": "MSG-OF-BINANCE" }));
        response.headers.push(("retry-after", "7".to_owned()));
        fixture
            .server
            .change(|state| drop(state.responses.insert(SPOT, response)));
        let error = fixture.failure().await;
        assert_eq!(
            (error.code(), error.retry_after()),
            ("rate_limited", Some(Duration::from_secs(pause)))
        );
        assert_eq!(fixture.failure().await.code(), "rate_limited");
        assert_eq!(fixture.server.count(), 1, "nothing is sent during the pause");
    }
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_never_an_empty_account() {
    for (fault, code, requests) in [
        (Fault::Html, "malformed", 1),
        (
            Fault::Json("{\"balances\": [{\"asset\": \"BT".to_owned()),
            "malformed",
            1,
        ),
        (Fault::Json("{}".to_owned()), "malformed", 9),
        (Fault::Json("[]".to_owned()), "malformed", 9),
        (Fault::Truncated, "unavailable", 2),
        (Fault::Reset, "unavailable", 2),
        (Fault::Status(503), "unavailable", 2),
        (Fault::Status(403), "refused", 1),
        (Fault::TooManyRequests(RetryAfter::Seconds(60)), "rate_limited", 1),
    ] {
        let fixture = fixture();
        fixture
            .server
            .fail_when(|request| request.path() == SPOT, fault.clone());
        assert_eq!(fixture.failure().await.code(), code, "{fault:?}");
        assert_eq!(fixture.server.count(), requests, "{fault:?}");
    }
}

#[tokio::test]
async fn one_place_that_does_not_answer_fails_all_of_them() {
    for place in PLACES {
        for fault in [
            Fault::Html,
            Fault::Status(404),
            Fault::Json("{\"code\": -3004, \"msg\": \"\"}".to_owned()),
        ] {
            let fixture = fixture();
            fixture.server.fail_when(move |request| request.path() == place, fault);
            let error = fixture.failure().await;
            assert!(["malformed", "refused"].contains(&error.code()), "{place}: {error:?}");
        }
    }
}

#[tokio::test]
async fn a_clock_that_differs_is_measured_once() {
    for offset in [60_000, -60_000] {
        let fixture = fixture();
        fixture.server.change(|state| state.clock_offset = offset);
        assert_eq!(fixture.lines().await.unwrap().len(), 2);
        assert_eq!(fixture.lines().await.unwrap().len(), 2);
        let requests = fixture.server.requests();
        let spot = format!("GET {SPOT} omitZeroBalances=true");
        assert_eq!(requests[..3], [spot.as_str(), "GET /api/v3/time", spot.as_str()]);
        assert_eq!(requests.len(), 2 * PLACES.len() + 2, "{requests:?}");
    }
    let fixture = fixture();
    fixture
        .server
        .change(|state| state.always.extend([(SPOT, (400, -1021))]));
    assert_eq!(fixture.failure().await.code(), "clock_skew");
    assert_eq!(fixture.server.count(), 3);
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    let time = lines.iter().find(|line| line.purpose == "time of an exchange").unwrap();
    assert_eq!(time.disclosed, ports::disclosure::DisclosedField::Nothing);
}

#[tokio::test]
async fn a_second_request_has_a_new_signature() {
    let fixture = fixture();
    fixture.server.change(|state| state.refusals = vec![(500, -1016)]);
    assert_eq!(fixture.lines().await.unwrap().len(), 2);
    let seen = fixture.server.seen();
    assert_eq!((seen[0].path(), seen[1].path()), (SPOT, SPOT));
    assert_ne!(seen[0].query("signature"), seen[1].query("signature"));
    assert!(
        seen.iter()
            .all(|request| !request.target.contains(API_KEY) && !request.target.contains(SECRET))
    );
}

#[tokio::test]
async fn rights_that_are_not_stated_are_no_rights_to_read() {
    let fixture = fixture();
    let rights = || async { fixture.reader.rights(&account(), &key(API_KEY, SECRET)).await };
    for answer in [
        json!({}),
        json!([]),
        json!({ "enableReading": true, "ipRestrict": true }),
        key_rights(&[("enableWithdrawals", json!(null))]),
    ] {
        fixture
            .server
            .change(|state| drop(state.answers.insert(RIGHTS, answer)));
        assert_eq!(refused(rights().await).code(), "malformed");
    }
    let changed = [
        ("enableWithdrawals", json!(true)),
        ("enableTeleport", json!(true)),
        ("ipRestrict", json!(false)),
    ];
    fixture
        .server
        .change(|state| drop(state.answers.insert(RIGHTS, key_rights(&changed))));
    let stated = rights().await.unwrap();
    let names: Vec<(&str, bool)> = stated
        .excess()
        .iter()
        .map(|right| (right.name.as_str(), right.switch.contains("Enable Withdrawals")))
        .collect();
    assert_eq!(names, [("enableTeleport", false), ("enableWithdrawals", true)]);
    assert_eq!(stated.network, KeyNetwork::Any);
    fixture
        .server
        .change(|state| state.always.extend([(RIGHTS, (400, -1100))]));
    assert_eq!(refused(rights().await).code(), "refused");
    assert!(fixture.server.requests().iter().all(|request| request.contains(RIGHTS)));
}
