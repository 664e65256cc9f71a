//! Every shipped source of exchange rates meets the requirements.

use std::{
    fmt::Write as _,
    io::{Cursor, Write as _},
    sync::Arc,
    time::Duration,
};

use adapters::currency::{self, Endpoint, SOURCES};
use conformance::{
    currency::{Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::{Clock, Currency, CurrencySource, Day, Timestamp, currency::DayRates};
use support::outgoing::{client_for_urls, shorter_timeouts};

/// A fixed clock: the evening of the later day.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_seconds(day("2026-09-21").start().seconds() + 18 * 3600)
    }
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

/// The European Central Bank: its history contains `N/A` for a missing rate, its other files leave it out.
struct Ecb;

impl Ecb {
    fn currencies() -> [Currency; 2] {
        ["USD", "HRK"].map(|code| code.parse().unwrap())
    }

    fn xml(days: &[DayRates]) -> String {
        let mut text = "<?xml version=\"1.0\"?><Envelope><Cube>".to_owned();
        for one in days {
            write!(text, "<Cube time='{}'>", one.day).unwrap();
            for (currency, rate) in &one.rates {
                write!(text, "<Cube currency='{currency}' rate='{}'/>", rate.amount()).unwrap();
            }
            text.push_str("</Cube>");
        }
        text + "</Cube></Envelope>"
    }

    fn csv(days: &[DayRates]) -> String {
        let mut text = "Date,USD,HRK,\n".to_owned();
        for one in days {
            write!(text, "{},", one.day).unwrap();
            for currency in Self::currencies() {
                let rate = one.rates.get(&currency).map(|rate| rate.amount().to_string());
                write!(text, "{},", rate.as_deref().unwrap_or("N/A")).unwrap();
            }
            text.push('\n');
        }
        text
    }

    fn archive(text: &str) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file("eurofxref-hist.csv", options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
        writer.finish().unwrap().into_inner()
    }
}

impl Harness for Ecb {
    fn source(&self, base: &str) -> Arc<dyn CurrencySource> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        let [ecb] = SOURCES;
        let at = Endpoint {
            base: format!("{base}/").parse().unwrap(),
            own: true,
            ..ecb.public().unwrap()
        };
        currency::all(&client, &clock, vec![(ecb, at)]).remove(0)
    }

    fn answer(&self, request: &Request, days: &[DayRates]) -> Response {
        match request.path() {
            "/eurofxref-hist.zip" => Response::new(200, "application/zip", Self::archive(&Self::csv(days))),
            _ => Response::new(200, "text/xml", Self::xml(days)),
        }
    }

    fn samples(&self) -> Samples {
        Samples {
            days: ["2026-09-21", "2026-09-18"].map(day),
            currencies: Self::currencies(),
            after: vec![None, Some(day("2026-09-17")), Some(day("2026-09-18"))],
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn every_shipped_rate_source_meets_them() {
    check(Ecb).await.assert_conforms();
}
