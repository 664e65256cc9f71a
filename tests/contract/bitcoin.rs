//! Tests of the Bitcoin family reader with every API except Esplora's, against local mock services.

use std::time::Duration;

use adapters::{
    chain::{
        bitcoin::BitcoinReader,
        rows::{ChainEndpoint, ChainSpec, Shape, rows},
    },
    http_client::{AllowedHost, HostRate, HttpClientSettings},
};
use ports::{
    AccountId, Address, ChainReader, RemoteError,
    chain::{Progress, Reading},
};
use support::outgoing::{client_for, client_of, hasty, of_any_age};

use self::services::{BITCORE, BLOCKBOOK, BLOCKCHAIR, BLOCKCYPHER, HASKOIN, SERVICES, Service};
use crate::pages::Pages;

mod services;

const CASH: &str = "bip122:000000000000000000651ef99cb9fcbe";
const CASH_ADDRESS: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const DOGE: &str = "bip122:1a91e3dace36e2be3bf030a65679fe82";
const DOGE_ADDRESS: &str = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";
/// 2^53 + 1: the mempool does not count, and no digit is lost.
const HELD: &str = "9007199254740993";
/// 2^53 - 1: the largest amount that a service with JavaScript numbers states exactly.
const EXACT: &str = "9007199254740991";

/// Requests of a reading from a server that is already identified.
const READING: u32 = 3;
const FIFTY_MINUTES: Duration = Duration::from_mins(50);

struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, done: u32, total: u32) {
        assert!(done <= total);
    }
}

fn row(chain: &str, servers: &[(Shape, &Pages)]) -> ChainSpec {
    let known = rows().unwrap().iter().find(|row| row.chain.id.as_str() == chain);
    let endpoint = |(shape, pages): &(Shape, &Pages)| ChainEndpoint {
        shape: *shape,
        ..ChainEndpoint::new(pages.url.parse().unwrap(), true)
    };
    of_any_age(ChainSpec {
        endpoints: servers.iter().map(endpoint).collect(),
        ..known.unwrap().clone()
    })
}

async fn read(service: Service, servers: &[(Shape, &Pages)]) -> Result<Reading, RemoteError> {
    let urls: Vec<String> = servers.iter().map(|(_, pages)| pages.url.clone()).collect();
    let (client, _) = client_for(&urls, hasty());
    let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
    BitcoinReader::new(&[row(service.chain, servers)], &client)
        .balances(&account, &[], &NoProgress)
        .await
}

#[tokio::test]
async fn a_balance_is_exact_confirmed_and_of_one_block() {
    for service in SERVICES {
        let pages = service.honest().await;
        let reading = read(service, &[(service.shape, &pages)]).await.unwrap();
        let [(asset, raw)] = reading.balances.as_slice() else {
            panic!("{:?}: {:?}", service.shape, reading.balances);
        };
        assert!(asset.as_str().starts_with(service.chain), "{asset}");
        assert_eq!(raw.to_string(), service.held, "{:?}", service.shape);
        assert_eq!(reading.block.time.to_string(), "2026-09-21T14:13:20Z");
        assert!([920_000, 6_000_000].contains(&reading.block.number));
        assert_eq!(reading.block.hash.len(), 64);
        assert_eq!(pages.seen().len(), service.requested, "{:?}", pages.seen());
    }
}

/// A spent output leaves no balance but a transaction count, which the gap limit of extended public keys relies on.
#[tokio::test]
async fn transactions_are_counted_if_the_server_states_them() {
    for (service, counted) in [
        (BLOCKCHAIR, Some((8, 0))),
        (BLOCKCYPHER, Some((9, 1))),
        (BLOCKBOOK, Some((9, 1))),
        (HASKOIN, None),
        (BITCORE, None),
    ] {
        let pages = service.honest().await;
        let (client, _) = client_for(std::slice::from_ref(&pages.url), hasty());
        let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
        let reader = BitcoinReader::new(&[row(service.chain, &[(service.shape, &pages)])], &client);
        let probe = reader.probe(&account).await.unwrap();
        let counts = probe.map(|probe| (probe.sent, probe.pending));
        assert_eq!(counts, counted, "unknown is not zero: {:?}", service.shape);
    }
}

#[tokio::test]
async fn an_address_that_was_never_used_holds_nothing() {
    for service in SERVICES {
        let empty = service.pages[0].1.replace(service.held, "0");
        assert!(service.read_with(0, 200, empty).await.unwrap().balances.is_empty());
    }
}

#[tokio::test]
async fn each_service_failure_has_its_own_error() {
    let page = "<!doctype html><title>Just a moment</title>";
    for service in SERVICES {
        let usual = service.pages[0].1;
        let another = match service.chain {
            CASH => usual.replace(CASH_ADDRESS, "qq07l6rr5lsdm3m80qxw80ku2ex0tj76vvsxpvmgme"),
            _ => usual.replace(DOGE_ADDRESS, "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy"),
        };
        let cases = [
            (0, 429, "{\"error\":\"Limits reached.\"}".to_owned(), "rate_limited"),
            (0, 402, "{}".to_owned(), "rate_limited"),
            (0, 430, "{}".to_owned(), "rate_limited"),
            (0, 503, "down".to_owned(), "unavailable"),
            (0, 404, "{}".to_owned(), "refused"),
            (0, 200, page.to_owned(), "malformed"),
            (0, 200, usual[..usual.len() / 2].to_owned(), "malformed"),
            (0, 200, usual.replace(service.held, "1.5"), "malformed"),
            (0, 200, usual.replace(service.held, "-1"), "malformed"),
            (0, 200, usual.replace(service.held, "null"), "malformed"),
            (1, 200, page.to_owned(), "malformed"),
            (1, 200, service.pages[1].1.replace("0000", "zz"), "malformed"),
            (2, 200, "{}".to_owned(), "malformed"),
        ];
        // Bitcore does not repeat the address.
        let another = (service.shape != Shape::Bitcore).then_some((0, 200, another, "malformed"));
        for (at, status, body, code) in cases.into_iter().chain(another) {
            let case = format!("{:?} {at} {status} {body}", service.shape);
            let failed = service.read_with(at, status, body).await.unwrap_err();
            assert_eq!(failed.code(), code, "{case}");
        }
    }
}

#[tokio::test]
async fn a_rate_limit_inside_the_answer_is_recognized() {
    for (code, rests) in [(402, false), (430, true), (434, true)] {
        let body = format!(r#"{{"data":null,"context":{{"code":{code},"error":"You have exceeded your limit"}}}}"#);
        let pages = BLOCKCHAIR.but(BLOCKCHAIR.pages[0].0, 200, body).await;
        let (client, _) = client_for(std::slice::from_ref(&pages.url), hasty());
        let reader = BitcoinReader::new(&[row(DOGE, &[(Shape::Blockchair, &pages)])], &client);
        let account: AccountId = format!("{DOGE}:{DOGE_ADDRESS}").parse().unwrap();
        let failed = reader.balances(&account, &[], &NoProgress).await.unwrap_err();
        assert_eq!(failed.code(), "rate_limited");
        assert_eq!(
            client.health()[0].resting.is_some_and(|rest| rest > FIFTY_MINUTES),
            rests,
            "{code}"
        );
    }
}

/// A service that blocks this machine is not called for an hour, because each further request would prolong the block.
#[tokio::test]
async fn a_service_that_blocks_us_is_not_called_for_an_hour() {
    for status in [430, 434] {
        let pages = BLOCKCHAIR.but(BLOCKCHAIR.pages[0].0, status, "{}".to_owned()).await;
        let (client, _) = client_for(std::slice::from_ref(&pages.url), hasty());
        let reader = BitcoinReader::new(&[row(DOGE, &[(Shape::Blockchair, &pages)])], &client);
        let account: AccountId = format!("{DOGE}:{DOGE_ADDRESS}").parse().unwrap();
        let failed = reader.balances(&account, &[], &NoProgress).await.unwrap_err();
        assert!(
            failed.retry_after().is_some_and(|rest| rest >= FIFTY_MINUTES),
            "{status}: {failed:?}"
        );
        let asked = pages.seen().len();
        assert!(reader.balances(&account, &[], &NoProgress).await.is_err());
        assert_eq!(pages.seen().len(), asked, "{status}");
    }
}

/// JavaScript numbers lose digits there: an amount whose last digits may be wrong is not a balance.
#[tokio::test]
async fn a_sum_beyond_the_services_precision_is_refused() {
    let body = BITCORE.pages[0].1.replace(EXACT, "9007199254740992");
    let failed = BITCORE.read_with(0, 200, body).await.unwrap_err();
    assert_eq!(failed.code(), "malformed");
}

/// With the `bitcoincash:` prefix, Bitcore returns zero for any address of Bitcoin Cash.
#[tokio::test]
async fn bitcore_gets_bitcoin_cash_addresses_without_prefix() {
    let block = BITCORE.pages[2].1.replace(
        "1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691",
        "000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec",
    );
    let pages = Pages::new(move |asked, _| match asked {
        "/block/478560" => (200, block.clone()),
        "/block/tip" => (200, BITCORE.pages[1].1.to_owned()),
        "/address/qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a/balance" => (200, BITCORE.pages[0].1.to_owned()),
        _ => (200, r#"{"confirmed":0,"unconfirmed":0,"balance":0}"#.to_owned()),
    })
    .await;
    let reading = read(HASKOIN, &[(Shape::Bitcore, &pages)]).await.unwrap();
    assert_eq!(reading.balances[0].1.to_string(), EXACT);
}

/// While it imports blocks, its balances are of another block than the one it names.
#[tokio::test]
async fn an_index_that_has_not_caught_up_is_rejected() {
    let behind = BLOCKBOOK.pages[1].1.replace("\"inSync\": true", "\"inSync\": false");
    let failed = BLOCKBOOK.read_with(1, 200, behind).await.unwrap_err();
    assert_eq!(failed.code(), "unavailable");
}

#[tokio::test]
async fn a_service_of_another_chain_receives_no_address() {
    // The chains were one until this block: only its hash distinguishes them.
    let bitcoin = HASKOIN.pages[2].1.replace("651ef99cb9fcbe", "19f112ec0a9982");
    let pages = HASKOIN.but(HASKOIN.pages[2].0, 200, bitcoin).await;
    let failed = read(HASKOIN, &[(Shape::Haskoin, &pages)]).await.unwrap_err();
    assert_eq!(failed.code(), "refused");
    assert!(pages.seen().iter().all(|path| !path.contains(CASH_ADDRESS)));
}

#[tokio::test]
async fn services_with_different_apis_replace_each_other() {
    let tired = BLOCKCHAIR.but(BLOCKCHAIR.pages[0].0, 402, "{}".to_owned()).await;
    let other = BLOCKCYPHER.honest().await;
    let servers = [(Shape::Blockchair, &tired), (Shape::Blockcypher, &other)];
    let reading = read(BLOCKCHAIR, &servers).await.unwrap();
    assert_eq!(reading.balances[0].1.to_string(), HELD);
    assert!(other.url.ends_with(&reading.host), "{}", reading.host);
}

/// A public service is rate limited. The burst is enough to identify it or to read an address; if it is not enough for both,
/// the reading waits for the next permits.
#[tokio::test]
async fn a_reading_respects_the_rate_limit_of_a_public_service() {
    for service in SERVICES {
        let pages = service.honest().await;
        let url: url::Url = pages.url.parse().unwrap();
        let public = ChainEndpoint {
            shape: service.shape,
            ..ChainEndpoint::new(url.clone(), false)
        };
        // A minute of the service's rate limit is a tenth of a second here.
        let limit = public.allowed().unwrap().rate;
        let host = AllowedHost::of(&url, true).unwrap().at(HostRate {
            per_minute: limit.per_minute * 600,
            ..limit
        });
        let settings = HttpClientSettings {
            patience: Duration::from_millis(5),
            ..hasty()
        };
        let (client, _) = client_of(vec![host], settings);
        let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
        let mut row = row(service.chain, &[(service.shape, &pages)]);
        row.endpoints = vec![public];
        let reader = BitcoinReader::new(&[row], &client);
        let mut reading = reader.balances(&account, &[], &NoProgress).await;
        if limit.burst < READING + 1 {
            assert!(
                matches!(reading, Err(RemoteError::Throttled { .. })),
                "{:?}",
                service.shape
            );
            let has_address = pages.seen().iter().any(|path| path.contains(service.address));
            assert!(!has_address, "it receives no address before permits are available");
            tokio::time::sleep(Duration::from_millis(500)).await;
            reading = reader.balances(&account, &[], &NoProgress).await;
        }
        let reading = reading.unwrap_or_else(|error| panic!("{:?}: {error}", service.shape));
        assert_eq!(reading.balances[0].1.to_string(), service.held);
    }
}

/// If two others agree, the slow service is not called; if only one is left, it is called once.
#[tokio::test]
async fn a_slow_service_is_called_only_if_needed() {
    for (others, heads) in [(2, 0), (1, 2)] {
        let slow = BLOCKCHAIR
            .but("/stats", 200, BLOCKCHAIR.pages[1].1.replace("6000000", "920000"))
            .await;
        let [one, two] = [HASKOIN.honest().await, HASKOIN.honest().await];
        let usual = [(Shape::Haskoin, &one), (Shape::Haskoin, &two)];
        let mut row = row(CASH, &usual[..others]);
        let url = slow.url.parse().unwrap();
        row.endpoints.push(ChainEndpoint {
            shape: Shape::Blockchair,
            ..ChainEndpoint::new(url, false)
        });
        let urls: Vec<String> = [&one, &two, &slow].map(|pages| pages.url.clone()).to_vec();
        let (client, _) = client_for(&urls, hasty());
        let reader = BitcoinReader::new(&[row], &client);
        let account: AccountId = format!("{CASH}:{CASH_ADDRESS}").parse().unwrap();
        for _ in 0..3 {
            let reading = reader.balances(&account, &[], &NoProgress).await.unwrap();
            assert!(one.url.ends_with(&reading.host));
        }
        let seen = slow.seen();
        assert!(seen.len() <= heads, "{others}: {seen:?}");
        assert_eq!(seen.is_empty(), heads == 0, "{others}: {seen:?}");
    }
}

#[tokio::test]
async fn a_server_that_falls_behind_after_the_comparison_is_rejected() {
    let falls = Pages::new(|asked, nth| {
        let usual = HASKOIN.pages.iter().find(|(page, _)| *page == asked).unwrap().1;
        match asked {
            "/block/best?notx=true" if nth > 1 => {
                let older = usual.replace("920000", "919990").replace("0000000000", "0000000001");
                (200, older)
            }
            _ => (200, usual.to_owned()),
        }
    })
    .await;
    let honest = HASKOIN.honest().await;
    let servers = [(Shape::Haskoin, &falls), (Shape::Haskoin, &honest)];
    let reading = read(HASKOIN, &servers).await.unwrap();
    assert_eq!(reading.block.number, 920_000);
    assert!(honest.url.ends_with(&reading.host), "{}", reading.host);
}

/// The reader reads every textual form of an address of these chains.
#[test]
fn every_address_form_is_read() {
    let rows = rows().unwrap();
    let (client, _) = client_for(&[], hasty());
    let read = BitcoinReader::new(rows, &client).chains();
    let cases = [
        (
            CASH,
            "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
            CASH_ADDRESS,
        ),
        (
            CASH,
            "BITCOINCASH:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A",
            CASH_ADDRESS,
        ),
        (CASH, CASH_ADDRESS, CASH_ADDRESS),
        (CASH, "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu", CASH_ADDRESS),
        (DOGE, DOGE_ADDRESS, DOGE_ADDRESS),
        (
            DOGE,
            "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy",
            "AC8Q9Z4i4sXcbW7TV1jqrjG1JEWMdLyzcy",
        ),
        (
            DOGE,
            "9szWbTqxXytjadcNwXRAdmURkoHYpkTR8m",
            "9szWbTqxXytjadcNwXRAdmURkoHYpkTR8m",
        ),
    ];
    for (chain, text, account) in cases {
        let row = rows.iter().find(|row| row.chain.id.as_str() == chain).unwrap();
        let address: Address = text.parse().unwrap();
        assert_eq!(row.chain.account(&address).unwrap().address.as_str(), account, "{text}");
        assert!(read.contains(&row.chain.id), "{chain}");
        assert!(row.endpoints.len() > 1 && row.finality.confirmations > 1, "{chain}");
    }
}
