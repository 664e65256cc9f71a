//! The outgoing client against a server that fails as told.

use adapters::http_client::{AllowedHost, BreakerState, HttpClient, Request, RequestContext, Settings, TOO_LARGE};
use ports::{Address, ChainId, RemoteError, disclosure::DisclosedField};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::{
    dice::Dice,
    door::{Door, Fault, Quote, RetryAfter},
    json::lists_in_texts,
    outgoing::{Ledger, WallClock, client, client_for, hasty},
};
use url::Url;

const KEY: &str = "k3y-that-nobody-may-see";

fn context(disclosed: DisclosedField) -> RequestContext {
    RequestContext {
        who: "Example".to_owned(),
        source: "example".parse().unwrap(),
        purpose: "prices",
        disclosed,
        chain: Some(ChainId::evm(1)),
    }
}

fn request(door: &Door) -> Request {
    let url: Url = format!("{}/prices/current/x?key={KEY}", door.url()).parse().unwrap();
    Request::get(url).with_key("x-api-key", KEY.to_owned())
}

async fn ask(client: &HttpClient, door: &Door) -> Result<Value, RemoteError> {
    let answer = client.json(&request(door), &context(DisclosedField::Assets)).await;
    if let Err(error) = &answer {
        let said = format!("{error} {error:?}");
        assert!(!said.contains(KEY) && !said.contains("127.0.0.1"), "{said}");
    }
    answer
}

#[tokio::test]
async fn a_good_answer_comes_through_with_every_digit() {
    let door = Door::of_prices();
    door.prices().set(
        "ethereum:0x1",
        Quote::new("3141.592653589793238462643383279502884197", 1_790_000_000),
    );
    let (client, _) = client(&[&door], hasty());
    let url = format!("{}/prices/current/ethereum:0x1", door.url()).parse().unwrap();
    let answer: Value = client
        .json(&Request::get(url), &context(DisclosedField::Assets))
        .await
        .unwrap();
    let price = answer["coins"]["ethereum:0x1"]["price"].to_string();
    assert_eq!(price, "3141.592653589793238462643383279502884197");
    let seen = &door.seen()[0];
    assert_eq!(
        seen.header("user-agent"),
        Some(concat!("Spyhop/", env!("CARGO_PKG_VERSION")))
    );
    assert_eq!(seen.header("cookie"), None);
}

#[tokio::test]
async fn passing_faults_are_tried_again_and_lasting_ones_are_named() {
    for fault in [Fault::Status(500), Fault::Status(503), Fault::Reset, Fault::Truncated] {
        let door = Door::of_prices();
        let (client, _) = client(&[&door], hasty());
        door.fail_next(fault.clone());
        assert!(ask(&client, &door).await.is_ok(), "{fault:?} is over at the second try");
        assert_eq!(door.count(), 2);
        door.fail_always(fault.clone());
        assert_eq!(
            ask(&client, &door).await.unwrap_err().code(),
            "unavailable",
            "{fault:?}"
        );
        assert_eq!(door.count(), 5, "{fault:?}: three attempts and no more");
    }
}

#[tokio::test]
async fn what_no_second_try_mends_is_asked_once() {
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
        let door = Door::of_prices();
        let (client, _) = client(&[&door], hasty());
        door.fail_always(fault.clone());
        let error = ask(&client, &door).await.unwrap_err();
        assert_eq!(error.code(), code, "{fault:?}");
        assert_eq!(door.count(), 1, "{fault:?}");
        if let (Fault::Huge { .. }, RemoteError::Malformed { what, .. }) = (&fault, &error) {
            assert_eq!(what, TOO_LARGE);
        }
    }
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    let door = Door::of_prices();
    let settings = Settings {
        total: Duration::from_millis(300),
        failures: 9,
        ..hasty()
    };
    let (client, _) = client(&[&door], settings);
    door.fail_always(Fault::Slow(Duration::from_millis(100)));
    assert_eq!(ask(&client, &door).await.unwrap_err().code(), "unavailable");
    door.heal();
    door.set_latency(Duration::from_hours(1));
    assert_eq!(ask(&client, &door).await.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn every_form_of_retry_after_is_kept_within_reason() {
    let hour = Duration::from_secs(3600);
    for (form, least, most) in [
        (
            RetryAfter::Seconds(120),
            Duration::from_secs(120),
            Duration::from_secs(120),
        ),
        (
            RetryAfter::Date(Duration::from_secs(90)),
            // A date names whole seconds, so it may lie up to one later than was meant.
            Duration::from_secs(85),
            Duration::from_secs(91),
        ),
        (RetryAfter::Absurd("99999999999999999999"), hour, hour),
        (RetryAfter::Absurd("Fri, 31 Dec 9999 23:59:59 GMT"), hour, hour),
    ] {
        let door = Door::of_prices();
        let (client, _) = client(&[&door], hasty());
        door.fail_next(Fault::TooManyRequests(form.clone()));
        let error = ask(&client, &door).await.unwrap_err();
        assert_eq!(error.code(), "rate_limited");
        let asked = error.retry_after().unwrap();
        assert!((least..=most).contains(&asked), "{form:?} became {asked:?}");
        assert_eq!(ask(&client, &door).await.unwrap_err().code(), "rate_limited");
        assert_eq!(door.count(), 1, "{form:?}: the host is left in peace");
    }
    for bearable in [
        RetryAfter::Missing,
        RetryAfter::Seconds(1),
        RetryAfter::Absurd("-5"),
        RetryAfter::Absurd("soon"),
    ] {
        let door = Door::of_prices();
        let (client, _) = client(&[&door], hasty());
        door.fail_next(Fault::TooManyRequests(bearable.clone()));
        let started = Instant::now();
        assert!(ask(&client, &door).await.is_ok(), "{bearable:?}");
        assert!(started.elapsed() >= Duration::from_millis(950), "{bearable:?}");
        assert_eq!(door.count(), 2);
    }
}

#[tokio::test]
async fn a_host_that_fails_too_often_is_left_alone() {
    let door = Door::of_prices();
    let settings = Settings {
        rest: Duration::from_mins(10),
        ..hasty()
    };
    let (client, _) = client(&[&door], settings);
    door.fail_always(Fault::Status(500));
    for _ in 0..2 {
        assert!(ask(&client, &door).await.is_err());
    }
    assert_eq!(door.count(), 5, "after five failures it is left alone");
    let error = ask(&client, &door).await.unwrap_err();
    assert!(error.retry_after().is_some_and(|left| left <= settings.rest));
    assert_eq!(door.count(), 5);
    assert_eq!(client.health()[0].breaker, BreakerState::Open);
}

#[tokio::test]
async fn a_host_that_rested_is_asked_again() {
    let door = Door::of_prices();
    let (client, _) = client(&[&door], hasty());
    door.fail_always(Fault::Status(500));
    for _ in 0..2 {
        assert!(ask(&client, &door).await.is_err());
    }
    assert_ne!(client.health()[0].breaker, BreakerState::Closed);
    door.heal();
    tokio::time::sleep(hasty().rest).await;
    assert_eq!(client.health()[0].breaker, BreakerState::HalfOpen);
    assert!(ask(&client, &door).await.is_ok());
    assert_eq!(client.health()[0].breaker, BreakerState::Closed);
}

#[tokio::test]
async fn hosts_that_are_not_on_the_list_are_not_asked() {
    let (door, stranger) = (Door::of_prices(), Door::of_prices());
    let (client, ledger) = client(&[&door], hasty());
    assert_eq!(ask(&client, &stranger).await.unwrap_err().code(), "refused");
    assert_eq!(stranger.count(), 0);
    client.flush().await.unwrap();
    assert!(ledger.lines().is_empty());
}

#[tokio::test]
async fn a_public_name_that_leads_inside_is_refused() {
    let url: Url = "https://localhost/".parse().unwrap();
    let public = AllowedHost::of(&url, false).unwrap();
    let ledger = std::sync::Arc::<Ledger>::default();
    let (clock, dice) = (std::sync::Arc::new(WallClock), std::sync::Arc::new(Dice::default()));
    let client = HttpClient::new(vec![public], hasty(), ledger, clock, dice).unwrap();
    let error = client
        .send(&Request::get(url), &context(DisclosedField::Assets))
        .await
        .unwrap_err();
    assert!(
        matches!(&error, RemoteError::Refused { why, .. } if why.contains("private")),
        "{error:?}"
    );
}

#[tokio::test]
async fn nobody_there_is_unavailable() {
    let (client, _) = client_for(&["http://127.0.0.1:1".to_owned()], hasty());
    let url: Url = "http://127.0.0.1:1/".parse().unwrap();
    let error = client
        .send(&Request::get(url), &context(DisclosedField::Nothing))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unavailable");
}

#[tokio::test]
async fn the_ledger_says_what_the_host_saw() {
    let door = Door::of_prices();
    let (client, ledger) = client(&[&door], hasty());
    let address: Address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045".parse().unwrap();
    let body = json!({ "address": address.as_str() });
    let url: Url = door.url().parse().unwrap();
    door.fail_next(Fault::Reset);
    for _ in 0..3 {
        let disclosed = context(DisclosedField::Address(address.clone()));
        let _ = client.send(&Request::post(url.clone(), &body), &disclosed).await;
    }
    ask(&client, &door).await.unwrap();
    let host = door.url()["http://".len()..].to_owned();
    // It writes by itself, soon.
    let written = async {
        while ledger.count(&host) < door.count() as u64 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), written).await.unwrap();
    let lines = ledger.lines();
    let named = |disclosed: DisclosedField| {
        lines
            .iter()
            .filter(|line| line.disclosed == disclosed)
            .map(|line| line.count)
            .sum::<u64>()
    };
    let with_address = door
        .seen()
        .iter()
        .filter(|seen| String::from_utf8_lossy(&seen.body).contains(address.as_str()))
        .count();
    assert_eq!(named(DisclosedField::Address(address.clone())), with_address as u64);
    assert_eq!(named(DisclosedField::Assets), 1);
    assert_eq!(ledger.count(&host), door.count() as u64);
    let line = &lines[0];
    assert_eq!(
        (line.purpose.as_str(), line.source.as_str(), line.chain.clone()),
        ("prices", "example", Some(ChainId::evm(1)))
    );
    assert!(line.first_at <= line.last_at);
}

#[tokio::test]
async fn lines_that_could_not_be_written_are_written_later() {
    let door = Door::of_prices();
    let (client, ledger) = client(&[&door], hasty());
    ledger.set_broken(true);
    ask(&client, &door).await.unwrap();
    ask(&client, &door).await.unwrap();
    assert!(client.flush().await.is_err());
    assert!(ledger.lines().is_empty());
    ledger.set_broken(false);
    client.flush().await.unwrap();
    assert_eq!(ledger.lines().iter().map(|line| line.count).sum::<u64>(), 2);
}
