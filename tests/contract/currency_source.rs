//! Every source of rates of currencies, against a server of this machine with the shapes of the real ones.

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
    door::{Door, Fault, RetryAfter},
    outgoing::{Ledger, client, hasty},
};

const DAILY: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-daily.xml");
const MIDDLE: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-hist-90d.xml");
const HISTORY: &str = include_str!("../../adapters/src/currency/fixtures/ecb/eurofxref-hist.csv");

/// A clock that stands on the evening of the fixtures' last day.
struct Evening;

impl Clock for Evening {
    fn now(&self) -> Timestamp {
        Timestamp::from_seconds("2026-09-21".parse::<Day>().unwrap().start().seconds() + 18 * 3600)
    }
}

/// The source `ecb` of [`SOURCES`], an `Ecb`, at a door below `/rates`.
struct Bench {
    door: Door,
    client: Arc<HttpClient>,
    ledger: Arc<Ledger>,
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

fn bench(clock: Arc<dyn Clock>, history: &[u8]) -> Bench {
    let door = Door::of_files(&[
        ("/rates/eurofxref-daily.xml", DAILY.as_bytes()),
        ("/rates/eurofxref-hist-90d.xml", MIDDLE.as_bytes()),
        ("/rates/eurofxref-hist.zip", history),
    ]);
    let (client, ledger) = client(&[&door], hasty());
    let ecb = SOURCES.into_iter().find(|plug| plug.slug == "ecb").unwrap();
    let at = Endpoint {
        base: format!("{}/rates/", door.url()).parse().unwrap(),
        own: true,
        ..ecb.public().unwrap()
    };
    let source = currency::all(&client, &clock, vec![(ecb, at)]).remove(0);
    Bench {
        door,
        client,
        ledger,
        source,
    }
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

#[tokio::test]
async fn each_answer_is_one_question_that_tells_nothing() {
    let bench = bench(Arc::new(Evening), &archive(HISTORY));
    for (after, path, days) in [
        (None, "/rates/eurofxref-hist.zip", 3),
        (Some(day("2026-09-17")), "/rates/eurofxref-hist-90d.xml", 2),
        (Some(day("2026-09-18")), "/rates/eurofxref-daily.xml", 1),
    ] {
        bench.door.forget();
        assert_eq!(bench.source.rates(after).await.unwrap().len(), days, "{path}");
        let seen = bench.door.seen();
        assert_eq!(seen.len(), 1, "{path}");
        assert_eq!((seen[0].method.as_str(), seen[0].target.as_str()), ("GET", path));
        assert!(seen[0].body.is_empty());
    }
    bench.client.flush().await.unwrap();
    let lines = bench.ledger.lines();
    assert!(
        !lines.is_empty()
            && lines
                .iter()
                .all(|line| line.disclosed == DisclosedField::Nothing && line.purpose == "currency rates")
    );
}

#[tokio::test]
async fn rates_are_exact_and_what_has_none_is_left_out() {
    let bench = bench(Arc::new(Evening), &archive(HISTORY));
    let history = bench.source.rates(None).await.unwrap();
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
async fn profiles_say_what_is_true() {
    let bench = bench(Arc::new(Evening), &archive(HISTORY));
    let profile = bench.source.profile();
    assert_eq!((profile.id.as_str(), profile.kind), ("ecb", SourceKind::Currency));
    assert!(profile.learns.starts_with("No user data"));
    assert_eq!(profile.hosts, [bench.door.address().to_string()]);
    assert!(profile.website.starts_with("https://") && profile.credentials.is_empty());
}

#[tokio::test]
async fn each_way_to_fail_has_its_name() {
    for after in [None, Some(day("2026-09-18"))] {
        let bench = bench(Arc::new(Evening), &archive(HISTORY));
        for (fault, code) in [
            (Fault::Status(403), "refused"),
            (Fault::Html, "malformed"),
            (Fault::Truncated, "unavailable"),
            (Fault::Huge { announced: true }, "malformed"),
            (Fault::TooManyRequests(RetryAfter::Seconds(600)), "rate_limited"),
        ] {
            bench.door.heal();
            bench.door.fail_always(fault.clone());
            let error = bench.source.rates(after).await.unwrap_err();
            assert_eq!(error.code(), code, "{fault:?} {after:?}: {error}");
            tokio::time::sleep(hasty().rest).await;
        }
    }
}

#[tokio::test]
async fn what_is_no_history_fails_without_a_word_of_its_own() {
    let huge = format!("{HISTORY}{}", " ".repeat(33 << 20));
    for bytes in [b"PK hunter2".to_vec(), archive("hunter2"), archive(""), archive(&huge)] {
        let bench = bench(Arc::new(Evening), &bytes);
        let error = bench.source.rates(None).await.unwrap_err();
        assert!(matches!(error, RemoteError::Malformed { .. }), "{error}");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
    // A clock that runs behind sees rates of days that are not there yet.
    struct Early;
    impl Clock for Early {
        fn now(&self) -> Timestamp {
            Timestamp::from_seconds(1_600_000_000)
        }
    }
    let bench = bench(Arc::new(Early), &archive(HISTORY));
    assert!(matches!(
        bench.source.rates(None).await,
        Err(RemoteError::Malformed { .. })
    ));
    assert!(SystemClock.now() > Early.now());
}
