//! Daily candles, and their validation.

use std::collections::{BTreeMap, btree_map::Entry};

use ports::{clock::Timestamp, day::Day, json::Json, money::Price, past_price::ClosingPrice};

use super::ticker::{number, positive};

/// The candle of a day, in the exchange's own notation.
#[derive(Clone, Debug)]
pub struct Candle {
    /// When it begins.
    pub opened: Timestamp,
    /// The price of the first trade.
    pub open: Json,
    /// The highest price.
    pub high: Json,
    /// The lowest price.
    pub low: Json,
    /// The price of the last trade.
    pub close: Json,
    /// What was traded, in any unit.
    pub volume: Json,
}

impl Candle {
    /// Returns the price of the last trade of the day. Returns `None` for a day without trades, whose candle repeats the
    /// day before, and for one whose numbers contradict each other.
    fn closing_price(&self) -> Option<Price> {
        if number(Some(&self.volume)).is_none_or(|volume| volume.is_zero() || volume.is_negative()) {
            return None;
        }
        let [open, high, low, close] = [&self.open, &self.high, &self.low, &self.close].map(|one| positive(Some(one)));
        let (open, high, low, close) = (open?, high?, low?, close?);
        let is_within = |price| low <= price && price <= high;
        (is_within(open) && is_within(close)).then(|| Price::try_from(close).ok())?
    }
}

/// Returns the closing prices of the days `from` to `to` in order. The candle that opens on a day has the price at the start
/// of the next one.
pub(super) fn closes(candles: &[Candle], (from, to): (Day, Day)) -> Result<Vec<ClosingPrice>, &'static str> {
    let mut by_day: BTreeMap<Day, Option<Price>> = BTreeMap::new();
    for candle in candles {
        let day = Day::of(candle.opened);
        if day.start() != candle.opened {
            return Err("a daily candle that does not begin at midnight UTC");
        }
        match by_day.entry(day) {
            Entry::Vacant(place) => drop(place.insert(candle.closing_price())),
            Entry::Occupied(place) if *place.get() == candle.closing_price() => {}
            Entry::Occupied(_) => return Err("two different candles of one day"),
        }
    }
    let wanted = by_day.into_iter().filter(|(day, _)| (from..=to).contains(day));
    let close = |(day, price): (Day, Option<Price>)| {
        Some(ClosingPrice {
            day,
            price: price?,
            quoted_in: None,
            at: day.plus(1).start(),
            confidence: None,
        })
    };
    Ok(wanted.filter_map(close).collect())
}

/// Parses Unix seconds, also where they are written as text.
pub(super) fn seconds(value: &Json) -> Option<Timestamp> {
    whole(value).map(Timestamp::from_seconds)
}

/// Parses a whole number, also one written as text.
pub(super) fn whole(value: &Json) -> Option<i64> {
    match value {
        Json::Number(number) => number.to_amount().ok()?.to_string().parse().ok(),
        Json::String(text) => text.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;

    fn candle(day: &str, [open, high, low, close, volume]: [&str; 5]) -> Candle {
        Candle {
            opened: day.parse::<Day>().unwrap().start(),
            open: json!(open),
            high: json!(high),
            low: json!(low),
            close: json!(close),
            volume: json!(volume),
        }
    }

    fn prices(candles: &[Candle]) -> Vec<(String, String)> {
        let range = ("2024-01-01".parse().unwrap(), "2024-01-04".parse().unwrap());
        let closes = closes(candles, range).unwrap();
        let shown = closes
            .into_iter()
            .map(|one| (one.day.to_string(), one.price.amount().to_string()));
        shown.collect()
    }

    #[test]
    fn days_are_in_order_once_each_and_within_the_range() {
        let usual = ["2", "3", "1", "2.5", "10"];
        let days = ["2024-01-04", "2024-01-02", "2024-01-02", "2023-12-31", "2024-01-05"];
        let shown = prices(&days.map(|day| candle(day, usual)));
        assert_eq!(
            shown,
            [("2024-01-02", "2.5"), ("2024-01-04", "2.5")].map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn a_day_without_trades_or_with_contradictions_has_no_price() {
        for numbers in [
            ["2", "3", "1", "2.5", "0"],
            ["2", "3", "1", "2.5", "-1"],
            ["2", "3", "1", "2.5", "much"],
            ["2", "3", "1", "3.5", "10"],
            ["2", "3", "1", "0.5", "10"],
            ["4", "3", "1", "2", "10"],
            ["2", "3", "1", "0", "10"],
            ["2", "3", "1", "-2", "10"],
            ["2", "3", "1", "NaN", "10"],
        ] {
            let good = candle("2024-01-01", ["2", "3", "1", "2", "10"]);
            let shown = prices(&[good, candle("2024-01-02", numbers)]);
            assert_eq!(shown.len(), 1, "{numbers:?}");
        }
    }

    #[test]
    fn the_answer_is_rejected_where_its_days_are_unclear() {
        let usual = ["2", "3", "1", "2.5", "10"];
        let range = ("2024-01-01".parse().unwrap(), "2024-01-04".parse().unwrap());
        let mut noon = candle("2024-01-02", usual);
        noon.opened = Timestamp::from_seconds(noon.opened.seconds() + 12 * 3600);
        assert!(closes(&[noon], range).unwrap_err().contains("midnight"));
        let other = candle("2024-01-02", ["2", "3", "1", "2.6", "10"]);
        let two = [candle("2024-01-02", usual), other];
        assert!(closes(&two, range).unwrap_err().contains("two different"));
    }
}
