//! Parses the daily file and the file of ninety days: `Cube` elements within `Cube` elements.

use std::collections::BTreeMap;

use ports::currency::{Currency, DayRates};
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

/// Returns the days of a file. Each `Cube` with a `time` begins a day, each with a `currency` and a `rate` is one of
/// its rates.
pub(super) fn days(bytes: &[u8]) -> Result<Vec<DayRates>, &'static str> {
    let mut reader = Reader::from_reader(bytes);
    let mut days: Vec<DayRates> = Vec::new();
    loop {
        match reader.read_event().map_err(|_| "text that is not XML")? {
            Event::Start(tag) | Event::Empty(tag) if tag.local_name().as_ref() == "Cube" => cube(&tag, &mut days)?,
            Event::Eof => return Ok(days),
            _ => {}
        }
    }
}

fn cube(tag: &BytesStart<'_>, days: &mut Vec<DayRates>) -> Result<(), &'static str> {
    if let Some(day) = attribute(tag, "time")? {
        let day = day.parse().map_err(|_| "an invalid day")?;
        days.push(DayRates {
            day,
            rates: BTreeMap::new(),
        });
    }
    let (Some(code), Some(rate)) = (attribute(tag, "currency")?, attribute(tag, "rate")?) else {
        return Ok(());
    };
    let day = days.last_mut().ok_or("a rate without its day")?;
    let rate = rate.parse().map_err(|_| "a rate that is not a positive number")?;
    // An invalid code is skipped: it would be a currency that cannot be selected.
    if let Ok(currency) = code.parse::<Currency>() {
        day.rates.insert(currency, rate);
    }
    Ok(())
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Result<Option<String>, &'static str> {
    let found = tag
        .try_get_attribute(name)
        .map_err(|_| "an attribute that cannot be read")?;
    Ok(found.map(|one| one.value.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAILY: &[u8] = include_bytes!("../fixtures/ecb/eurofxref-daily.xml");
    const RECENT: &[u8] = include_bytes!("../fixtures/ecb/eurofxref-hist-90d.xml");

    #[test]
    fn both_files_are_parsed() {
        let daily = days(DAILY).unwrap();
        assert_eq!(daily.len(), 1);
        assert_eq!(daily[0].rates[&Currency::usd()].amount().to_string(), "1.25");
        let recent = days(RECENT).unwrap();
        let shown: Vec<_> = recent
            .iter()
            .map(|one| (one.day.to_string(), one.rates.len()))
            .collect();
        assert_eq!(shown, [("2026-09-21".to_owned(), 3), ("2026-09-18".to_owned(), 2)]);
    }

    #[test]
    fn an_invalid_rate_is_refused() {
        for text in [
            "<Cube time='2026-09-21'><Cube currency='USD' rate='0'/></Cube>",
            "<Cube time='2026-09-21'><Cube currency='USD' rate='x'/></Cube>",
            "<Cube time='soon'><Cube currency='USD' rate='1.2'/></Cube>",
            "<Cube currency='USD' rate='1.2'/>",
            "<Cube time='2026-09-21'",
        ] {
            assert!(days(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(days(b"<html><p>Sorry</p></html>"), Ok(vec![]));
    }
}
