//! Euro reference rates. Source: European Central Bank, <https://www.ecb.europa.eu/stats/eurofxref/>. The rate between
//! two currencies on a day is the quotient of their rates against the euro. The examples below were computed manually.

use std::{env, fs, path::PathBuf};

use adapters::currency::ecb;
use domain::currency::Conversion;
use ports::{Amount, Currency, Day, Fixing, SourceId, Timestamp, currency::DayRates};

fn fixing(rates: DayRates) -> Fixing {
    let DayRates { day, rates } = rates;
    Fixing {
        id: "0197f000-0000-7000-8000-000000000001".parse().unwrap(),
        source: SourceId::fixed("ecb"),
        day,
        rates,
        received_at: Timestamp::from_seconds(0),
    }
}

/// Converts dollars to a currency, to eight places, by the rates of a day or of the last day before it with rates.
fn converted(history: &[DayRates], day: &str, code: &str, dollars: &str) -> Option<String> {
    let day: Day = day.parse().unwrap();
    let last = history.iter().filter(|one| one.day <= day).max_by_key(|one| one.day)?;
    let at = day.start();
    let conversion = Conversion::by_fixing(code.parse().unwrap(), Some(fixing(last.clone())), at);
    let money = conversion.of_dollars(dollars.parse::<Amount>().unwrap())?;
    Some(money.rounded(8).to_string())
}

const SHORT: &str = "Date,USD,JPY,GBP,\n2026-04-13,1.1684,186.75,0.87058,\n2026-04-10,1.1711,186.43,N/A,\n";

#[test]
fn cross_rates_are_quotients_of_two_rates() {
    let history = ecb::history(SHORT).unwrap();
    for (day, code, dollars, expected) in [
        // 1168.4 / 1.1684 = 1000 euro, times 186.75.
        ("2026-04-13", "EUR", "1168.4", Some("1000")),
        ("2026-04-13", "JPY", "1168.4", Some("186750")),
        // 100 * 0.87058 / 1.1684 = 74.5104416295... by long division.
        ("2026-04-13", "GBP", "100", Some("74.51044163")),
        // Weekends use the rates of Friday, and a currency without a rate has none.
        ("2026-04-12", "EUR", "1171.1", Some("1000")),
        ("2026-04-12", "GBP", "1171.1", None),
        // Rates that are too old are not used.
        ("2026-04-23", "EUR", "1168.4", Some("1000")),
        ("2026-04-24", "EUR", "1168.4", None),
        ("2026-04-13", "XXX", "1", None),
    ] {
        assert_eq!(
            converted(&history, day, code, dollars).as_deref(),
            expected,
            "{day} {code}"
        );
    }
}

#[test]
fn every_published_day_is_read() {
    let Some(folder) = env::var_os("SPYHOP_VECTORS").map(PathBuf::from) else {
        assert_ne!(
            env::var("CI").as_deref(),
            Ok("true"),
            "SPYHOP_VECTORS must name the folder with the vectors"
        );
        println!("SPYHOP_VECTORS is not set: only the days in the test were checked");
        return;
    };
    let text = fs::read_to_string(folder.join("ecb-fx/eurofxref-2018-onward.csv")).unwrap();
    let history = ecb::history(&text).unwrap();
    assert_eq!(history.len(), 2118);
    let usd = Currency::usd();
    assert!(
        history
            .iter()
            .all(|one| one.rates.contains_key(&usd) && one.rates.len() >= 29 && one.day.is_weekday())
    );
    for (day, code, ends) in [("2022-12-30", "HRK", "2023-01-10"), ("2025-12-31", "BGN", "2026-01-12")] {
        assert!(converted(&history, day, code, "1").is_some(), "{code}");
        assert_eq!(converted(&history, ends, code, "1"), None, "{code} ended");
    }
    assert_eq!(
        converted(&history, "2026-04-13", "KRW", "1.1684").as_deref(),
        Some("1740.86")
    );
}
