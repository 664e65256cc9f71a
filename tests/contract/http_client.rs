//! Tests of the outgoing HTTP client against a server that fails on demand.

use adapters::http_client::{
    AllowedHost, BreakerState, HttpClient, HttpClientSettings, OutgoingRequest, RequestContext, TOO_LARGE,
};
use ports::{Address, ChainId, RemoteError, disclosure::DisclosedField, json::Json};
use serde_json::json;
use std::time::{Duration, Instant};
use support::{
    json::lists_in_texts,
    mock_upstream::{Fault, MockUpstream, Quote, RetryAfter},
    outgoing::{RequestLog, WallClock, client, client_for_urls, short_timeouts},
    seeded_entropy::SeededEntropy,
};
use url::Url;

const KEY: &str = "k3y-that-nobody-may-see";

fn context_for(disclosed: DisclosedField) -> RequestContext {
    RequestContext {
        who: "Example".to_owned(),
        source: "example".parse().unwrap(),
        purpose: "prices",
        disclosed,
        chain: Some(ChainId::evm(1)),
    }
}

fn request(server: &MockUpstream) -> OutgoingRequest {
    let url: Url = format!("{}/prices/current/x?key={KEY}", server.url()).parse().unwrap();
    OutgoingRequest::get(url).with_key("x-api-key", KEY.to_owned())
}

async fn ask(client: &HttpClient, server: &MockUpstream) -> Result<Json, RemoteError> {
    let answer = client
        .json(&request(server), &context_for(DisclosedField::Assets))
        .await;
    if let Err(error) = &answer {
        let text = format!("{error} {error:?}");
        assert!(!text.contains(KEY) && !text.contains("127.0.0.1"), "{text}");
    }
    answer
}

#[tokio::test]
async fn a_good_answer_keeps_every_digit() {
    let server = MockUpstream::of_prices();
    server.prices().set(
        "ethereum:0x1",
        Quote::new("3141.592653589793238462643383279502884197", 1_790_000_000),
    );
    let (client, _) = client(&[&server], short_timeouts());
    let url = format!("{}/prices/current/ethereum:0x1", server.url()).parse().unwrap();
    let answer = client
        .json(&OutgoingRequest::get(url), &context_for(DisclosedField::Assets))
        .await
        .unwrap();
    let price = answer["coins"]["ethereum:0x1"]["price"].to_string();
    assert_eq!(price, "3141.592653589793238462643383279502884197");
    let seen = &server.seen()[0];
    assert_eq!(
        seen.header("user-agent"),
        Some(concat!("Spyhop/", env!("CARGO_PKG_VERSION")))
    );
    assert_eq!(seen.header("cookie"), None);
}

#[tokio::test]
async fn transient_faults_are_retried_and_permanent_ones_reported() {
    for fault in [Fault::Status(500), Fault::Status(503), Fault::Reset, Fault::Truncated] {
        let server = MockUpstream::of_prices();
        let (client, _) = client(&[&server], short_timeouts());
        server.fail_next(fault.clone());
        assert!(
            ask(&client, &server).await.is_ok(),
            "{fault:?} is over at the second try"
        );
        assert_eq!(server.count(), 2);
        server.fail_always(fault.clone());
        assert_eq!(
            ask(&client, &server).await.unwrap_err().code(),
            "unavailable",
            "{fault:?}"
        );
        assert_eq!(server.count(), 5, "{fault:?}: three attempts and no more");
    }
}

#[tokio::test]
async fn permanent_failures_are_not_retried() {
    for (fault, code) in [
        (Fault::Html, "malformed"),
        (Fault::Json(lists_in_texts(60)), "malformed"),
        (Fault::Json("[0,".repeat(1000)), "malformed"),
        (Fault::Json(format!("[{}0]", "0,".repeat(500_000))), "malformed"),
        (Fault::Json("{\"a\":1,\"a\":2}".to_owned()), "malformed"),
        (Fault::Huge { announced: true }, "malformed"),
        (Fault::Huge { announced: false }, "malformed"),
        (Fault::Status(302), "refused"),
        (Fault::Status(401), "refused"),
        (Fault::Status(404), "refused"),
    ] {
        let server = MockUpstream::of_prices();
        let (client, _) = client(&[&server], short_timeouts());
        server.fail_always(fault.clone());
        let error = ask(&client, &server).await.unwrap_err();
        assert_eq!(error.code(), code, "{fault:?}");
        assert_eq!(server.count(), 1, "{fault:?}");
        if let (Fault::Huge { .. }, RemoteError::Malformed { what, .. }) = (&fault, &error) {
            assert_eq!(what, TOO_LARGE);
        }
    }
}

#[tokio::test]
async fn a_slow_answer_times_out() {
    let server = MockUpstream::of_prices();
    let settings = HttpClientSettings {
        total: Duration::from_millis(300),
        failures: 9,
        ..short_timeouts()
    };
    let (client, _) = client(&[&server], settings);
    server.fail_always(Fault::Slow(Duration::from_millis(100)));
    assert_eq!(ask(&client, &server).await.unwrap_err().code(), "unavailable");
    server.heal();
    server.set_latency(Duration::from_hours(1));
    assert_eq!(ask(&client, &server).await.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn every_form_of_retry_after_is_capped() {
    let hour = Duration::from_secs(3600);
    for (form, least, most) in [
        (
            RetryAfter::Seconds(120),
            Duration::from_secs(120),
            Duration::from_secs(120),
        ),
        (
            RetryAfter::Date(Duration::from_secs(90)),
            // An HTTP date has whole seconds, so it may be up to one second later than intended.
            Duration::from_secs(85),
            Duration::from_secs(91),
        ),
        (RetryAfter::Absurd("99999999999999999999"), hour, hour),
        (RetryAfter::Absurd("Fri, 31 Dec 9999 23:59:59 GMT"), hour, hour),
    ] {
        let server = MockUpstream::of_prices();
        let (client, _) = client(&[&server], short_timeouts());
        server.fail_next(Fault::TooManyRequests(form.clone()));
        let error = ask(&client, &server).await.unwrap_err();
        assert_eq!(error.code(), "rate_limited");
        let asked = error.retry_after().unwrap();
        assert!((least..=most).contains(&asked), "{form:?} became {asked:?}");
        assert_eq!(ask(&client, &server).await.unwrap_err().code(), "rate_limited");
        assert_eq!(server.count(), 1, "{form:?}: the host is left in peace");
    }
    for bearable in [
        RetryAfter::Missing,
        RetryAfter::Seconds(1),
        RetryAfter::Absurd("-5"),
        RetryAfter::Absurd("soon"),
    ] {
        let server = MockUpstream::of_prices();
        let (client, _) = client(&[&server], short_timeouts());
        server.fail_next(Fault::TooManyRequests(bearable.clone()));
        let started = Instant::now();
        assert!(ask(&client, &server).await.is_ok(), "{bearable:?}");
        assert!(started.elapsed() >= Duration::from_millis(950), "{bearable:?}");
        assert_eq!(server.count(), 2);
    }
}

#[tokio::test]
async fn a_host_that_fails_too_often_is_not_called() {
    let server = MockUpstream::of_prices();
    let settings = HttpClientSettings {
        rest: Duration::from_mins(10),
        ..short_timeouts()
    };
    let (client, _) = client(&[&server], settings);
    server.fail_always(Fault::Status(500));
    for _ in 0..2 {
        assert!(ask(&client, &server).await.is_err());
    }
    assert_eq!(server.count(), 5, "after five failures it is not called");
    let error = ask(&client, &server).await.unwrap_err();
    assert!(error.retry_after().is_some_and(|left| left <= settings.rest));
    assert_eq!(server.count(), 5);
    assert_eq!(client.health()[0].breaker, BreakerState::Open);
}

#[tokio::test]
async fn a_host_is_called_again_after_its_pause() {
    let server = MockUpstream::of_prices();
    let (client, _) = client(&[&server], short_timeouts());
    server.fail_always(Fault::Status(500));
    for _ in 0..2 {
        assert!(ask(&client, &server).await.is_err());
    }
    assert_ne!(client.health()[0].breaker, BreakerState::Closed);
    server.heal();
    tokio::time::sleep(short_timeouts().rest).await;
    assert_eq!(client.health()[0].breaker, BreakerState::HalfOpen);
    assert!(ask(&client, &server).await.is_ok());
    assert_eq!(client.health()[0].breaker, BreakerState::Closed);
}

#[tokio::test]
async fn hosts_that_are_not_allowed_are_not_called() {
    let (server, stranger) = (MockUpstream::of_prices(), MockUpstream::of_prices());
    let (client, ledger) = client(&[&server], short_timeouts());
    assert_eq!(ask(&client, &stranger).await.unwrap_err().code(), "refused");
    assert_eq!(stranger.count(), 0);
    client.flush().await.unwrap();
    assert!(ledger.lines().is_empty());
}

#[tokio::test]
async fn a_public_name_with_a_private_address_is_refused() {
    let url: Url = "https://localhost/".parse().unwrap();
    let public = AllowedHost::of(&url, false).unwrap();
    let ledger = std::sync::Arc::<RequestLog>::default();
    let (clock, entropy) = (
        std::sync::Arc::new(WallClock),
        std::sync::Arc::new(SeededEntropy::default()),
    );
    let client = HttpClient::new(vec![public], short_timeouts(), ledger, clock, entropy).unwrap();
    let error = client
        .send(&OutgoingRequest::get(url), &context_for(DisclosedField::Assets))
        .await
        .unwrap_err();
    assert!(
        matches!(&error, RemoteError::Refused { why, .. } if why.contains("private")),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_closed_port_is_unavailable() {
    let (client, _) = client_for_urls(&["http://127.0.0.1:1".to_owned()], short_timeouts());
    let url: Url = "http://127.0.0.1:1/".parse().unwrap();
    let error = client
        .send(&OutgoingRequest::get(url), &context_for(DisclosedField::Nothing))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unavailable");
}

#[tokio::test]
async fn the_privacy_ledger_matches_what_the_host_saw() {
    let server = MockUpstream::of_prices();
    let (client, ledger) = client(&[&server], short_timeouts());
    let address: Address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse().unwrap();
    let body = json!({ "address": address.as_str() });
    let url: Url = server.url().parse().unwrap();
    server.fail_next(Fault::Reset);
    for _ in 0..3 {
        let context = context_for(DisclosedField::Address(address.clone()));
        let _ = client.send(&OutgoingRequest::post(url.clone(), &body), &context).await;
    }
    ask(&client, &server).await.unwrap();
    let host = server.url()["http://".len()..].to_owned();
    // The ledger is written in the background.
    let written = async {
        while ledger.count(&host) < server.count() as u64 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(support::patience(60), written).await.unwrap();
    let lines = ledger.lines();
    let named = |disclosed: DisclosedField| {
        lines
            .iter()
            .filter(|line| line.disclosed == disclosed)
            .map(|line| line.count)
            .sum::<u64>()
    };
    let with_address = server
        .seen()
        .iter()
        .filter(|seen| String::from_utf8_lossy(&seen.body).contains(address.as_str()))
        .count();
    assert_eq!(named(DisclosedField::Address(address.clone())), with_address as u64);
    assert_eq!(named(DisclosedField::Assets), 1);
    assert_eq!(ledger.count(&host), server.count() as u64);
    let line = &lines[0];
    assert_eq!(
        (line.purpose.as_str(), line.source.as_str(), line.chain.clone()),
        ("prices", "example", Some(ChainId::evm(1)))
    );
    assert!(line.first_at <= line.last_at);
}

#[tokio::test]
async fn ledger_rows_that_could_not_be_written_are_written_later() {
    let server = MockUpstream::of_prices();
    let (client, ledger) = client(&[&server], short_timeouts());
    ledger.set_broken(true);
    ask(&client, &server).await.unwrap();
    ask(&client, &server).await.unwrap();
    assert!(client.flush().await.is_err());
    assert!(ledger.lines().is_empty());
    ledger.set_broken(false);
    client.flush().await.unwrap();
    assert_eq!(ledger.lines().iter().map(|line| line.count).sum::<u64>(), 2);
}
