//! Tests of every source of exchange rates, against a local mock server with the formats of the real services.

use std::{
    io::{Cursor, Write as _},
    sync::Arc,
};

use adapters::{
    clock::SystemClock,
    currency::{self, Endpoint, SOURCES},
    http_client::HttpClient,
};
use ports::{
    Clock, Currency, CurrencySource, Day, RemoteError, Timestamp, disclosure::DisclosedField, source::SourceKind,
};
use support::{
    mock_upstream::{Fault, MockUpstream, RetryAfter},
    outgoing::{RequestLog, client, short_timeouts},
};

const DAILY: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-daily.xml");
const MIDDLE: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-hist-90d.xml");
const HISTORY: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-hist.csv");

/// A fixed clock: the evening of the fixtures' last day.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_seconds("2026-09-21".parse::<Day>().unwrap().start().seconds() + 18 * 3600)
    }
}

/// The source `ecb` of [`SOURCES`], an `Ecb`, at a mock server below `/rates`.
struct RateSourceFixture {
    server: MockUpstream,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    source: Arc<dyn CurrencySource>,
}

fn archive(text: &str) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer
        .start_file("eurofxref-hist.csv", zip::write::SimpleFileOptions::default())
        .unwrap();
    writer.write_all(text.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

fn fixture(clock: Arc<dyn Clock>, history: &[u8]) -> RateSourceFixture {
    let server = MockUpstream::of_files(&[
        ("/rates/eurofxref-daily.xml", DAILY.as_bytes()),
        ("/rates/eurofxref-hist-90d.xml", MIDDLE.as_bytes()),
        ("/rates/eurofxref-hist.zip", history),
    ]);
    let (client, ledger) = client(&[&server], short_timeouts());
    let ecb = SOURCES.into_iter().find(|spec| spec.slug == "ecb").unwrap();
    let at = Endpoint {
        base: format!("{}/rates/", server.url()).parse().unwrap(),
        own: true,
        ..ecb.public().unwrap()
    };
    let source = currency::all(&client, &clock, vec![(ecb, at)]).remove(0);
    RateSourceFixture {
        server,
        client,
        ledger,
        source,
    }
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

#[tokio::test]
async fn each_answer_takes_one_request_without_personal_data() {
    let fixture = fixture(Arc::new(FixedClock), &archive(HISTORY));
    for (after, path, days) in [
        (None, "/rates/eurofxref-hist.zip", 3),
        (Some(day("2026-09-17")), "/rates/eurofxref-hist-90d.xml", 2),
        (Some(day("2026-09-18")), "/rates/eurofxref-daily.xml", 1),
    ] {
        fixture.server.forget();
        assert_eq!(fixture.source.rates(after).await.unwrap().len(), days, "{path}");
        let seen = fixture.server.seen();
        assert_eq!(seen.len(), 1, "{path}");
        assert_eq!((seen[0].method.as_str(), seen[0].target.as_str()), ("GET", path));
        assert!(seen[0].body.is_empty());
    }
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert!(
        !lines.is_empty()
            && lines
                .iter()
                .all(|line| line.disclosed == DisclosedField::Nothing && line.purpose == "currency rates")
    );
}

#[tokio::test]
async fn rates_are_exact_and_missing_ones_are_left_out() {
    let fixture = fixture(Arc::new(FixedClock), &archive(HISTORY));
    let history = fixture.source.rates(None).await.unwrap();
    let of = |at: usize, code: &str| {
        let rate = history[at].rates.get(&code.parse::<Currency>().unwrap());
        rate.map(|rate| rate.amount().to_string())
    };
    assert_eq!(
        (history[0].day, of(0, "JPY").as_deref()),
        (day("2022-12-30"), Some("140.5"))
    );
    assert_eq!((of(2, "HRK"), of(0, "CYP")), (None, None));
}

#[tokio::test]
async fn profiles_match_the_requests() {
    let fixture = fixture(Arc::new(FixedClock), &archive(HISTORY));
    let profile = fixture.source.profile();
    assert_eq!((profile.id.as_str(), profile.kind), ("ecb", SourceKind::Currency));
    assert!(profile.learns.starts_with("No user data"));
    assert_eq!(profile.hosts, [fixture.server.address().to_string()]);
    assert!(profile.website.starts_with("https://") && profile.credentials.is_empty());
}

#[tokio::test]
async fn each_failure_has_its_own_error() {
    for after in [None, Some(day("2026-09-18"))] {
        let fixture = fixture(Arc::new(FixedClock), &archive(HISTORY));
        for (fault, code) in [
            (Fault::Status(403), "refused"),
            (Fault::Html, "malformed"),
            (Fault::Truncated, "unavailable"),
            (Fault::Huge { announced: true }, "malformed"),
            (Fault::TooManyRequests(RetryAfter::Seconds(600)), "rate_limited"),
        ] {
            fixture.server.heal();
            fixture.server.fail_always(fault.clone());
            let error = fixture.source.rates(after).await.unwrap_err();
            assert_eq!(error.code(), code, "{fault:?} {after:?}: {error}");
            tokio::time::sleep(short_timeouts().rest).await;
        }
    }
}

#[tokio::test]
async fn a_malformed_history_fails_without_repeating_its_text() {
    let huge = format!("{HISTORY}{}", " ".repeat(33 << 20));
    for bytes in [b"PK hunter2".to_vec(), archive("hunter2"), archive(""), archive(&huge)] {
        let fixture = fixture(Arc::new(FixedClock), &bytes);
        let error = fixture.source.rates(None).await.unwrap_err();
        assert!(matches!(error, RemoteError::Malformed { .. }), "{error}");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
    // To a clock that is behind, the rates are of future days.
    struct EarlyClock;
    impl Clock for EarlyClock {
        fn now(&self) -> Timestamp {
            Timestamp::from_seconds(1_600_000_000)
        }
    }
    let fixture = fixture(Arc::new(EarlyClock), &archive(HISTORY));
    assert!(matches!(
        fixture.source.rates(None).await,
        Err(RemoteError::Malformed { .. })
    ));
    assert!(SystemClock.now() > EarlyClock.now());
}
