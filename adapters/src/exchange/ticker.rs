//! The ticker of a market, and the validation of its bid, ask and volume.

use ports::{
    amount::Amount,
    asset::AssetId,
    clock::Timestamp,
    json::{Json, JsonNumber},
    money::Price,
    quote::{AssetQuote, Market},
};

/// The ticker of a market, in the exchange's own notation.
pub struct Ticker<'a> {
    /// The highest bid.
    pub bid: Option<&'a Json>,
    /// The lowest ask.
    pub ask: Option<&'a Json>,
    /// The 24-hour volume.
    pub volume: Volume<'a>,
    /// The exchange's time in Unix milliseconds, where the ticker has one.
    pub millis: Option<i64>,
}

/// The 24-hour volume, by its unit.
pub enum Volume<'a> {
    /// In the base asset.
    OfAsset(Option<&'a Json>),
    /// In the unit of the price.
    OfQuote(Option<&'a Json>),
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

pub(super) fn positive(value: Option<&Json>) -> Option<Amount> {
    number(value).filter(|amount| !amount.is_zero() && !amount.is_negative())
}

/// Parses a number, also one written as text.
pub(super) fn number(value: Option<&Json>) -> Option<Amount> {
    match value? {
        Json::Number(number) => number.to_amount().ok(),
        Json::String(text) => text.parse::<JsonNumber>().ok()?.to_amount().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::{json, parsed};

    fn validated(bid: Json, ask: Json, volume: Json) -> Result<(Price, Market), &'static str> {
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
    fn numbers_and_texts_keep_every_digit() {
        for (written, exact) in [
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1e-18", "0.000000000000000001"),
            ("1E+30", "1000000000000000000000000000000"),
            ("-0", "0"),
            ("1.10", "1.1"),
        ] {
            let text = Json::String(written.to_owned());
            for value in [parsed(written), text] {
                assert_eq!(number(Some(&value)).unwrap().to_string(), exact);
            }
        }
        for written in ["1e999999999", "+1", "01", ".5", "1.", "0x1", "1 ", ""] {
            assert_eq!(number(Some(&Json::String(written.to_owned()))), None, "{written}");
        }
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
