//! Parses the history: `Date,USD,JPY,…`, a row for each day.

use std::collections::BTreeMap;

use ports::{
    currency::{Currency, DayRates},
    day::Day,
    money::Price,
};

/// Returns the days of a history. A rate that is `N/A` or empty is skipped. Any other text that is not a rate is an
/// error, because the columns may have shifted.
pub(super) fn days(text: &str) -> Result<Vec<DayRates>, &'static str> {
    let mut lines = text.lines();
    let head = lines.next().ok_or("an empty history")?;
    let mut columns = fields(head);
    if columns.next() != Some("Date") {
        return Err("a history without its header");
    }
    let columns: Vec<Option<Currency>> = columns.map(|code| code.parse().ok()).collect();
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| row(line, &columns))
        .collect()
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(str::trim)
}

fn row(line: &str, columns: &[Option<Currency>]) -> Result<DayRates, &'static str> {
    let mut fields = fields(line);
    let day: Day = fields
        .next()
        .and_then(|text| text.parse().ok())
        .ok_or("a row of a history without its day")?;
    let mut rates = BTreeMap::new();
    for (currency, text) in columns.iter().zip(fields) {
        if let (Some(currency), false) = (currency, matches!(text, "" | "N/A")) {
            let rate: Price = text.parse().map_err(|_| "a rate that is not a positive number")?;
            rates.insert(currency.clone(), rate);
        }
    }
    Ok(DayRates { day, rates })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HISTORY: &str = include_str!("../fixtures/ecb/eurofxref-hist.csv");

    #[test]
    fn missing_rates_are_skipped() {
        let days = days(HISTORY).unwrap();
        let shown: Vec<_> = days.iter().map(|one| (one.day.to_string(), one.rates.len())).collect();
        assert_eq!(
            shown,
            [("2022-12-30", 4), ("2022-12-29", 4), ("2001-05-02", 3)].map(|(day, count)| (day.to_owned(), count))
        );
        assert_eq!(days[0].rates[&"HRK".parse().unwrap()].amount().to_string(), "7.5");
        assert!(!days[2].rates.contains_key(&"HRK".parse().unwrap()));
    }

    #[test]
    fn an_invalid_history_is_refused() {
        for text in [
            "",
            "<html></html>",
            "Date,USD,\nyesterday,1.2,",
            "Date,USD,\n2022-12-30,0,",
            "Date,USD,\n2022-12-30,-1.2,",
            "Date,USD,\n2022-12-30,NaN,",
            "Date,USD,\n2022-12-30,1e3,",
        ] {
            assert!(days(text).is_err(), "{text}");
        }
    }
}
