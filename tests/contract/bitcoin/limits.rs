//! Rate limits of the services, blocks after too many requests, and slow services that are called only if needed.

use std::time::{Duration, Instant};

use adapters::{
    chain::{bitcoin::BitcoinReader, bitcoin_api::Blockchair, rows::ChainEndpoint},
    http_client::{AllowedHost, HostRate, HttpClientSettings},
};
use ports::{AccountId, ChainReader, RemoteError};
use support::{
    outgoing::{client_for_hosts, client_for_urls, short_timeouts},
    patience,
};

use super::{
    CASH, CASH_ADDRESS, DOGE, DOGE_ADDRESS, row,
    services::{BLOCKCHAIR, HASKOIN, SERVICES},
};
use crate::progress::CheckedProgress;

/// Requests of a reading from a server that is already identified.
const READING: u32 = 3;
const FIFTY_MINUTES: Duration = Duration::from_mins(50);

#[tokio::test]
async fn a_rate_limit_inside_the_answer_is_recognized() {
    for (code, rests) in [(402, false), (430, true), (434, true)] {
        let body = format!(r#"{{"data":null,"context":{{"code":{code},"error":"You have exceeded your limit"}}}}"#);
        let pages = BLOCKCHAIR.but(BLOCKCHAIR.pages[0].0, 200, body).await;
        let (client, _) = client_for_urls(std::slice::from_ref(&pages.url), short_timeouts());
        let reader = BitcoinReader::new(&[row(DOGE, &[(&Blockchair, &pages)])], &client);
        let account: AccountId = format!("{DOGE}:{DOGE_ADDRESS}").parse().unwrap();
        let failed = reader.balances(&account, &[], &CheckedProgress).await.unwrap_err();
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
        let (client, _) = client_for_urls(std::slice::from_ref(&pages.url), short_timeouts());
        let reader = BitcoinReader::new(&[row(DOGE, &[(&Blockchair, &pages)])], &client);
        let account: AccountId = format!("{DOGE}:{DOGE_ADDRESS}").parse().unwrap();
        let failed = reader.balances(&account, &[], &CheckedProgress).await.unwrap_err();
        assert!(
            failed.retry_after().is_some_and(|rest| rest >= FIFTY_MINUTES),
            "{status}: {failed:?}"
        );
        let asked = pages.seen().len();
        assert!(reader.balances(&account, &[], &CheckedProgress).await.is_err());
        assert_eq!(pages.seen().len(), asked, "{status}");
    }
}

/// A public service is rate limited. The burst is enough to identify it or to read an address; if it is not enough for both,
/// the reading waits for the next permits.
#[tokio::test]
async fn a_reading_respects_the_rate_limit_of_a_public_service() {
    for service in SERVICES {
        let pages = service.honest().await;
        let url: url::Url = pages.url.parse().unwrap();
        let public = ChainEndpoint {
            api: Some(service.api),
            ..ChainEndpoint::new(url.clone(), false)
        };
        let limit = public.allowed().unwrap().rate;
        let client = |per_minute| {
            let host = AllowedHost::of(&url, true)
                .unwrap()
                .at(HostRate { per_minute, ..limit });
            let settings = HttpClientSettings {
                patience: Duration::from_millis(5),
                ..short_timeouts()
            };
            client_for_hosts(vec![host], settings).0
        };
        let account: AccountId = format!("{}:{}", service.chain, service.address).parse().unwrap();
        let mut row = row(service.chain, &[(service.api, &pages)]);
        row.endpoints = vec![public];
        // Within the test, no permit becomes available.
        let reader = BitcoinReader::new(&[row.clone()], &client(1));
        let mut reading = reader.balances(&account, &[], &CheckedProgress).await;
        if limit.burst < READING + 1 {
            assert!(
                matches!(reading, Err(RemoteError::Throttled { .. })),
                "{:?}",
                service.api
            );
            let has_address = pages.seen().iter().any(|path| path.contains(service.address));
            assert!(!has_address, "it receives no address before permits are available");
            // A minute of the service's rate limit is a tenth of a second here.
            let reader = BitcoinReader::new(&[row], &client(limit.per_minute * 600));
            let since = Instant::now();
            while matches!(reading, Err(RemoteError::Throttled { .. })) && since.elapsed() < patience(20) {
                reading = reader.balances(&account, &[], &CheckedProgress).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        let reading = reading.unwrap_or_else(|error| panic!("{:?}: {error}", service.api));
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
        let usual = [(HASKOIN.api, &one), (HASKOIN.api, &two)];
        let mut row = row(CASH, &usual[..others]);
        let url = slow.url.parse().unwrap();
        row.endpoints.push(ChainEndpoint {
            api: Some(&Blockchair),
            ..ChainEndpoint::new(url, false)
        });
        let urls: Vec<String> = [&one, &two, &slow].map(|pages| pages.url.clone()).to_vec();
        let (client, _) = client_for_urls(&urls, short_timeouts());
        let reader = BitcoinReader::new(&[row], &client);
        let account: AccountId = format!("{CASH}:{CASH_ADDRESS}").parse().unwrap();
        for _ in 0..3 {
            let reading = reader.balances(&account, &[], &CheckedProgress).await.unwrap();
            assert!(one.url.ends_with(&reading.host));
        }
        let seen = slow.seen();
        assert!(seen.len() <= heads, "{others}: {seen:?}");
        assert_eq!(seen.is_empty(), heads == 0, "{others}: {seen:?}");
    }
}
