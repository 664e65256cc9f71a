//! The ticker of a market, and the validation of its bid, ask and volume.

use ports::{
    amount::Amount,
    asset::AssetId,
    clock::Timestamp,
    money::Price,
    quote::{AssetQuote, Market},
};
use serde_json::{Number, Value};

use crate::source::number::exact;

/// The ticker of a market, in the exchange's own notation.
pub struct Ticker<'a> {
    /// The highest bid.
    pub bid: Option<&'a Value>,
    /// The lowest ask.
    pub ask: Option<&'a Value>,
    /// The 24-hour volume.
    pub volume: Volume<'a>,
    /// The exchange's time in Unix milliseconds, where the ticker has one.
    pub millis: Option<i64>,
}

/// The 24-hour volume, by its unit.
pub enum Volume<'a> {
    /// In the base asset.
    OfAsset(Option<&'a Value>),
    /// In the unit of the price.
    OfQuote(Option<&'a Value>),
}

impl Ticker<'_> {
    /// Validates the ticker. The price is the middle of bid and ask: the last trade may be long ago or far off.
    pub(super) fn validated(&self, name: &str, quoted_in: Option<AssetId>) -> Result<(Price, Market), &'static str> {
        let bid = positive(self.bid).ok_or("its market has no bid")?;
        let ask = positive(self.ask).ok_or("its market has no ask")?;
        if ask < bid {
            return Err("its bid is above its ask");
        }
        match (ask.mul(Amount::from(10)), bid.mul(Amount::from(11))) {
            (Ok(ask), Ok(tenth_above)) if ask <= tenth_above => {}
            _ => return Err("its bid and ask differ by more than 10%"),
        }
        let long = "its price has more digits than we can store exactly";
        let middle = bid.add(ask).and_then(Amount::half).map_err(|_| long)?;
        let price = Price::try_from(middle).map_err(|_| long)?;
        let volume = self.volume(middle).ok_or("its volume is not a number")?;
        let market = Market {
            name: name.to_owned(),
            quoted_in,
            bid,
            ask,
            volume,
        };
        Ok((price, market))
    }

    /// Returns the exchange's time. A time after `now` makes the ticker unusable.
    pub(super) fn time(&self, now: Timestamp) -> Result<Option<Timestamp>, &'static str> {
        let time = self.millis.map(Timestamp::from_millis);
        match time {
            Some(time) if time > now.plus(AssetQuote::AHEAD) => Err("its time is in the future"),
            time => Ok(time),
        }
    }

    fn volume(&self, price: Amount) -> Option<Amount> {
        let volume = match self.volume {
            Volume::OfQuote(volume) => number(volume)?,
            Volume::OfAsset(volume) => number(volume)?.mul(price).ok()?,
        };
        (!volume.is_negative()).then(|| volume.rounded(2))
    }
}

pub(super) fn positive(value: Option<&Value>) -> Option<Amount> {
    number(value).filter(|amount| !amount.is_zero() && !amount.is_negative())
}

/// Parses a number, also one written as text.
pub(super) fn number(value: Option<&Value>) -> Option<Amount> {
    match value? {
        Value::Number(number) => exact(number).ok(),
        Value::String(text) => exact(&text.parse::<Number>().ok()?).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn validated(bid: Value, ask: Value, volume: Value) -> Result<(Price, Market), &'static str> {
        let ticker = Ticker {
            bid: Some(&bid),
            ask: Some(&ask),
            volume: Volume::OfAsset(Some(&volume)),
            millis: None,
        };
        ticker.validated("M", None)
    }

    #[test]
    fn the_price_is_the_middle_of_bid_and_ask() {
        let (price, market) = validated(json!("3180.10"), json!("3180.30"), json!("10.5")).unwrap();
        assert_eq!(price.amount().to_string(), "3180.2");
        assert_eq!(market.volume.to_string(), "33392.1");
    }

    #[test]
    fn a_market_without_two_sides_has_no_price() {
        for (bid, ask, volume, why) in [
            (json!("0.00000000"), json!("1"), json!("1"), "no bid"),
            (json!("-1"), json!("1"), json!("1"), "no bid"),
            (json!("NaN"), json!("1"), json!("1"), "no bid"),
            (json!("1"), json!(null), json!("1"), "no ask"),
            (json!("1"), json!("1e999"), json!("1"), "no ask"),
            (json!("2"), json!("1"), json!("1"), "above its ask"),
            (json!("1"), json!("1.11"), json!("1"), "more than 10%"),
            // These numbers are almost too long for exact arithmetic.
            (json!("1"), json!("1".repeat(77)), json!("1"), "more than 10%"),
            (
                json!("1".repeat(77)),
                json!("1".repeat(77)),
                json!("1"),
                "more than 10%",
            ),
            (json!("1"), json!("1"), json!("many"), "volume"),
            (json!("1"), json!("1"), json!("-1"), "volume"),
        ] {
            let error = validated(bid.clone(), ask.clone(), volume).unwrap_err();
            assert!(error.contains(why), "{bid} {ask}: {error}");
        }
    }
}
