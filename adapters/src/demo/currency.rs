//! The currency rates of the demo world: invented, reproducible, for every weekday of five years.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    clock::{Clock, Timestamp},
    currency::{Currency, CurrencySource, DayRates},
    day::Day,
    money::Price,
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::{
    invented::{LEARNS, pause},
    random::{seed, wave},
};

/// The number of past days with rates.
const HISTORY: i64 = 5 * 365;
/// The second of the day at which the rates of the day become available, about the same as for real rates.
const AVAILABLE_FROM: i64 = 15 * 3600;
/// Seconds between two pseudorandom values of a rate.
const PERIOD: i64 = 40 * 86_400;
/// The unit of the rate arithmetic, in parts of one.
const PARTS: i64 = 1_000_000;

/// The mean rate of each currency against the euro in millionths: round numbers close to real ones.
const MEANS: [(&str, i64); 29] = [
    ("USD", 1_150_000),
    ("JPY", 170_000_000),
    ("CZK", 24_500_000),
    ("DKK", 7_460_000),
    ("GBP", 860_000),
    ("HUF", 385_000_000),
    ("PLN", 4_300_000),
    ("RON", 5_000_000),
    ("SEK", 11_200_000),
    ("CHF", 950_000),
    ("ISK", 145_000_000),
    ("NOK", 11_500_000),
    ("TRY", 45_000_000),
    ("AUD", 1_700_000),
    ("BRL", 6_000_000),
    ("CAD", 1_550_000),
    ("CNY", 8_000_000),
    ("HKD", 9_000_000),
    ("IDR", 18_500_000_000),
    ("ILS", 3_900_000),
    ("INR", 98_000_000),
    ("KRW", 1_600_000_000),
    ("MXN", 21_000_000),
    ("MYR", 4_900_000),
    ("NZD", 1_900_000),
    ("PHP", 65_000_000),
    ("SGD", 1_490_000),
    ("THB", 38_000_000),
    ("ZAR", 20_500_000),
];

/// An invented currency source. It never opens a socket.
pub struct DemoRates {
    clock: Arc<dyn Clock>,
}

impl DemoRates {
    /// Creates a source of rates up to the day of this clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

/// Returns the last day with rates.
fn last(now: Timestamp) -> Day {
    let today = Day::of(now);
    if now.seconds() - today.start().seconds() >= AVAILABLE_FROM {
        today
    } else {
        today.plus(-1)
    }
}

fn of_day(day: Day) -> DayRates {
    let rate = |(code, mean): (&str, i64)| {
        // At most four percent up and down.
        let off = wave(seed(&["rate", code]), PERIOD, day.start().seconds()) * 40;
        let parts = mean / PARTS * off + mean % PARTS * off / PARTS + mean;
        let rate: Price = format!("{}.{:06}", parts / PARTS, parts % PARTS).parse().ok()?;
        Some((code.parse::<Currency>().ok()?, rate))
    };
    DayRates {
        day,
        rates: MEANS.into_iter().filter_map(rate).collect::<BTreeMap<_, _>>(),
    }
}

#[async_trait]
impl CurrencySource for DemoRates {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed("demo-rates"),
            name: "Demo currency rates".to_owned(),
            kind: SourceKind::Currency,
            website: String::new(),
            learns: LEARNS.to_owned(),
            capabilities: vec!["invented rates of currencies of five years".to_owned()],
            rate_limit: "none".to_owned(),
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    async fn rates(&self, after: Option<Day>) -> Result<Vec<DayRates>, RemoteError> {
        pause(10).await;
        let last = last(self.clock.now());
        let first = after.map_or(last.plus(-HISTORY), |after| after.plus(1));
        let days = (first.number()..=last.number()).map(|number| first.plus(number - first.number()));
        Ok(days.filter(|day| day.is_weekday()).map(of_day).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_stay_near_their_means_and_are_reproducible() {
        for number in 19_000..20_900 {
            let rates = of_day(Day::of(Timestamp::from_seconds(number * 86_400))).rates;
            assert_eq!(rates.len(), MEANS.len());
            for (code, mean) in MEANS {
                let near = |hundredths: i64| -> Price {
                    let parts = mean / 100 * hundredths;
                    format!("{}.{:06}", parts / PARTS, parts % PARTS).parse().unwrap()
                };
                let rate = rates[&code.parse().unwrap()];
                assert!(near(95) < rate && rate < near(105), "{code} {rate:?}");
            }
        }
        let day: Day = "2026-09-21".parse().unwrap();
        assert_eq!(of_day(day), of_day(day));
    }

    #[test]
    fn a_day_has_rates_from_the_afternoon_on() {
        let day: Day = "2026-09-21".parse().unwrap();
        assert_eq!(last(day.start()), day.plus(-1));
        assert_eq!(
            last(Timestamp::from_seconds(day.start().seconds() + AVAILABLE_FROM)),
            day
        );
    }
}
