//! Conversion of dollars to another currency, by the exchange rates of one day or by the price of a coin. Pure
//! functions.

use ports::{Amount, AmountError, AssetId, Currency, Day, ExchangeRate, Fixing, Price, Timestamp};

use crate::{
    price::{Decision, PastUnknown, Unpriced},
    reason::{NO_RATE, NOT_REQUESTED_YET, RATE_LIMITED, Reason, SOURCE_FAILED},
};

/// Days after which exchange rates are too old to use. The longest run of holidays without rates is five days.
pub const RATE_MEMORY: i64 = 10;

/// How dollars are converted to a currency at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The target currency.
    pub currency: Currency,
    /// The data that the conversion uses.
    pub basis: ConversionBasis,
}

/// The data that a conversion uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversionBasis {
    /// None: the target currency is the dollar.
    Same,
    /// The euro exchange rates of one day.
    Fixing(Fixing),
    /// The dollar price of a coin.
    Coin(AssetId, Decision),
    /// Nothing: there is no rate, with the reason.
    Missing(NoRate),
}

/// Why there is no rate. A missing rate is never replaced by zero or one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRate {
    /// No source has answered yet.
    NotRequestedYet,
    /// The latest rates, of this day, are too old.
    TooOld(Day),
    /// The rates of this day do not include the currency.
    NotInFixing(Day),
    /// No configured chain has the coin.
    UnknownCoin,
    /// The coin has no price.
    Unpriced,
    /// The closing price of the coin on this day is unknown.
    NoClose(Day, MissingClose),
    /// The converted amount has more digits than can be stored.
    TooLong,
}

/// Why the closing price of a coin is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingClose {
    /// It is being requested, or will be.
    Requested,
    /// A source of it is rate limited.
    RateLimited,
    /// A source of it failed.
    Failed,
    /// The sources give none.
    Unpriced,
}

impl MissingClose {
    /// Returns why a coin has no closing price. Those of coins are requested for all days with activity, so that one that is not
    /// requested is of another day.
    #[must_use]
    pub fn of(reason: &PastUnknown) -> Self {
        match reason {
            PastUnknown::NotYetRequested | PastUnknown::Unpriced(Unpriced::NotRequestedYet) => Self::Requested,
            PastUnknown::Unpriced(Unpriced::RateLimited) => Self::RateLimited,
            PastUnknown::RequestFailed(_) | PastUnknown::Unpriced(Unpriced::SourceFailed { .. }) => Self::Failed,
            PastUnknown::DayNotOver
            | PastUnknown::OtherAsset(_)
            | PastUnknown::NotRequested
            | PastUnknown::Unpriced(_) => Self::Unpriced,
        }
    }

    fn reason(self, currency: &Currency, day: Day) -> (&'static str, String) {
        match self {
            Self::Requested => (
                NOT_REQUESTED_YET,
                format!("The {currency} price for {day} is being requested."),
            ),
            Self::RateLimited => (
                RATE_LIMITED,
                format!("There is no {currency} price for {day} yet: a price source is rate-limiting this server."),
            ),
            Self::Failed => (
                SOURCE_FAILED,
                format!("There is no {currency} price for {day} yet: a price source does not answer."),
            ),
            Self::Unpriced => (NO_RATE, format!("There is no {currency} price for {day}.")),
        }
    }
}

impl NoRate {
    /// Returns the reason for a currency.
    #[must_use]
    pub fn reason(self, currency: &Currency) -> Reason {
        let (code, text) = match self {
            Self::NotRequestedYet => (NO_RATE, format!("The exchange rate of {currency} is being requested.")),
            Self::TooOld(day) => (
                NO_RATE,
                format!("The latest exchange rate of {currency} is from {day}."),
            ),
            Self::NotInFixing(day) => (NO_RATE, format!("{currency} had no exchange rate on {day}.")),
            Self::UnknownCoin => (NO_RATE, format!("No network here has {currency}.")),
            Self::Unpriced => (
                NO_RATE,
                format!("{currency} has no price, so amounts in it are unknown."),
            ),
            Self::NoClose(day, missing) => missing.reason(currency, day),
            Self::TooLong => (
                "overflow",
                format!("The amount in {currency} has more digits than we can store exactly."),
            ),
        };
        Reason { code, text }
    }
}

impl Conversion {
    /// Returns the conversion that leaves dollars unchanged.
    #[must_use]
    pub fn dollars() -> Self {
        Self {
            currency: Currency::usd(),
            basis: ConversionBasis::Same,
        }
    }

    /// Returns the conversion by a fixing. The basis is missing if there is no fixing, if it is more than
    /// [`RATE_MEMORY`] days before `at`, or if it does not include the currency.
    #[must_use]
    pub fn by_fixing(currency: Currency, fixing: Option<Fixing>, at: Timestamp) -> Self {
        let basis = match fixing {
            None => ConversionBasis::Missing(NoRate::NotRequestedYet),
            Some(fixing) if Day::of(at).number() - fixing.day.number() > RATE_MEMORY => {
                ConversionBasis::Missing(NoRate::TooOld(fixing.day))
            }
            Some(fixing) if per_euro(&fixing, &currency).is_none() || per_euro(&fixing, &Currency::usd()).is_none() => {
                ConversionBasis::Missing(NoRate::NotInFixing(fixing.day))
            }
            Some(fixing) => ConversionBasis::Fixing(fixing),
        };
        Self { currency, basis }
    }

    /// Returns the conversion by the price of a coin. The basis is missing if there is no such coin or it has no price.
    #[must_use]
    pub fn by_coin(currency: Currency, coin: Option<(AssetId, Option<Decision>)>) -> Self {
        let basis = match coin {
            None => ConversionBasis::Missing(NoRate::UnknownCoin),
            Some((asset, Some(decision))) if coin_price(&decision).is_some() => ConversionBasis::Coin(asset, decision),
            Some(_) => ConversionBasis::Missing(NoRate::Unpriced),
        };
        Self { currency, basis }
    }

    /// Returns the conversion to a coin on a day whose closing price is unknown.
    #[must_use]
    pub fn without_close(currency: Currency, day: Day, missing: MissingClose) -> Self {
        Self {
            currency,
            basis: ConversionBasis::Missing(NoRate::NoClose(day, missing)),
        }
    }

    /// Returns the units of the currency for one dollar as an exact quotient.
    pub fn exchange(&self) -> Result<ExchangeRate, NoRate> {
        match &self.basis {
            ConversionBasis::Same => Ok(ExchangeRate::new(Price::ONE, Price::ONE)),
            ConversionBasis::Fixing(fixing) => {
                let rate = |currency| per_euro(fixing, currency).ok_or(NoRate::NotInFixing(fixing.day));
                Ok(ExchangeRate::new(rate(&self.currency)?, rate(&Currency::usd())?))
            }
            ConversionBasis::Coin(_, decision) => {
                let price = coin_price(decision).ok_or(NoRate::Unpriced)?;
                Ok(ExchangeRate::new(Price::ONE, price))
            }
            ConversionBasis::Missing(why) => Err(*why),
        }
    }

    /// Converts dollars to the currency. Returns `None` if there is no rate or the result has more digits than can be
    /// stored.
    #[must_use]
    pub fn of_dollars(&self, dollars: Amount) -> Option<Amount> {
        self.exchange().ok()?.convert(dollars).ok()
    }

    /// Converts an amount of the currency to dollars. The outer error says why there is no rate, the inner one why the
    /// amount cannot be computed.
    pub fn to_dollars(&self, amount: Amount) -> Result<Result<Amount, AmountError>, NoRate> {
        let exchange = self.exchange()?;
        Ok(ExchangeRate::new(exchange.under(), exchange.over()).convert(amount))
    }
}

/// Returns the units of a currency for one euro on the day of the fixing.
#[must_use]
pub fn per_euro(fixing: &Fixing, currency: &Currency) -> Option<Price> {
    if *currency == Currency::eur() {
        return Some(Price::ONE);
    }
    fixing.rates.get(currency).copied()
}

fn coin_price(decision: &Decision) -> Option<Price> {
    match decision {
        Decision::Priced(priced) => Price::try_from(priced.value).ok(),
        Decision::Unpriced { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn thousandths(number: u64) -> Amount {
        format!("{}.{:03}", number / 1000, number % 1000).parse().unwrap()
    }

    fn by_rates(own: u64, dollars: u64) -> Conversion {
        let rate = |number| Price::try_from(thousandths(number)).unwrap();
        let rates = [("IDR".parse().unwrap(), rate(own)), (Currency::usd(), rate(dollars))];
        let fixing = Fixing {
            id: serde_json::from_str("\"00000000-0000-7000-8000-000000000001\"").unwrap(),
            source: ports::SourceId::fixed("ecb"),
            day: Day::of(Timestamp::from_seconds(1_790_000_000)),
            rates: rates.into(),
            received_at: Timestamp::from_seconds(1_790_000_000),
        };
        Conversion::by_fixing(
            "IDR".parse().unwrap(),
            Some(fixing),
            Timestamp::from_seconds(1_790_000_000),
        )
    }

    /// An amount in units of the last of 36 decimal places.
    fn last_places(many: Amount) -> Amount {
        many.mul("0.000000000000000000000000000000000001".parse().unwrap())
            .unwrap()
    }

    /// Weekends and holidays use the last fixing before them, for up to ten days. Before the first fixing there is no
    /// rate.
    #[test]
    fn a_fixing_applies_for_ten_days_and_to_its_currencies() {
        let dkk: Currency = "DKK".parse().unwrap();
        let at = Timestamp::from_seconds(1_790_000_000);
        let fixing = |days: i64, named: &[&Currency]| {
            let ConversionBasis::Fixing(fixing) = by_rates(7, 1).basis else {
                unreachable!()
            };
            let rates = named.iter().map(|one| ((*one).clone(), Price::ONE)).collect();
            let day = Day::of(at).plus(-days);
            Some(Fixing { day, rates, ..fixing })
        };
        let why = |fixing| Conversion::by_fixing(dkk.clone(), fixing, at).exchange().err();
        let (both, usd) = ([&dkk, &Currency::usd()], Currency::usd());
        assert_eq!(why(None), Some(NoRate::NotRequestedYet));
        for days in [-1, 0, 3, 10] {
            assert_eq!(why(fixing(days, &both)), None, "{days}");
        }
        assert_eq!(why(fixing(11, &both)), Some(NoRate::TooOld(Day::of(at).plus(-11))));
        for named in [[&dkk], [&usd]] {
            assert_eq!(why(fixing(2, &named)), Some(NoRate::NotInFixing(Day::of(at).plus(-2))));
        }
        let euros = Conversion::by_fixing(Currency::eur(), fixing(2, &[&usd]), at);
        assert_eq!(
            euros.of_dollars(thousandths(1500)),
            Some(thousandths(1500)),
            "the euro needs no rate of its own"
        );
    }

    #[test]
    fn a_coin_converts_by_its_own_price_and_not_without_one() {
        let by = |coin| Conversion::by_coin("BTC".parse().unwrap(), coin);
        let asset = || {
            "bip122:000000000019d6689c085ae165831e93/slip44:0"
                .parse::<AssetId>()
                .unwrap()
        };
        let priced = |value: u64| {
            Decision::Priced(crate::price::Priced {
                value: thousandths(value),
                method: crate::price::Method::Median,
                spread: None,
                as_of: Timestamp::from_seconds(1_790_000_000),
                confidence: None,
                considered: vec![],
            })
        };
        let converted = by(Some((asset(), Some(priced(50_000)))));
        assert_eq!(converted.of_dollars(thousandths(100_000)), Some(thousandths(2_000)));
        assert_eq!(by(None).exchange().err(), Some(NoRate::UnknownCoin));
        for nothing in [None, Some(priced(0))] {
            assert_eq!(by(Some((asset(), nothing))).exchange().err(), Some(NoRate::Unpriced));
        }
    }

    proptest! {
        /// Converting back and forth is off by at most the rounding of the two divisions, half a unit in the last place
        /// each.
        #[test]
        fn a_round_trip_is_exact_up_to_rounding(
            amount in any::<u64>(), own in 1..50_000_000_000_u64, dollars in 1..5_000_000_u64,
        ) {
            let (conversion, amount) = (by_rates(own, dollars), thousandths(amount));
            let there = conversion.of_dollars(amount).unwrap();
            let back = conversion.to_dollars(there).unwrap().unwrap();
            let off = back.sub(amount).unwrap().abs();
            let bound = last_places(thousandths(own).add(thousandths(dollars)).unwrap()).half().unwrap();
            prop_assert!(off.mul(thousandths(own)).unwrap() <= bound, "{} came back as {}", amount, back);
            prop_assert_eq!(back.at_edge(), amount);
        }

        /// A larger amount stays larger, and zero stays zero.
        #[test]
        fn the_order_is_kept(a: u64, b: u64, own in 1..50_000_000_000_u64, dollars in 1..5_000_000_u64) {
            let conversion = by_rates(own, dollars);
            let [a, b] = [a, b].map(|number| conversion.of_dollars(thousandths(number)).map(|converted| (number, converted)).unwrap());
            prop_assert_eq!(a.0 < b.0, a.1 < b.1);
            prop_assert_eq!(conversion.of_dollars(Amount::ZERO), Some(Amount::ZERO));
        }

        /// Converting to a currency with the same rate does not change the number.
        #[test]
        fn the_same_worth_is_the_same_number(amount: u64, both in 1..50_000_000_000_u64) {
            prop_assert_eq!(by_rates(both, both).of_dollars(thousandths(amount)), Some(thousandths(amount)));
            prop_assert_eq!(Conversion::dollars().of_dollars(thousandths(amount)), Some(thousandths(amount)));
        }
    }
}
