//! Prices of currencies of states, such as the euros that a person has at an exchange: the exchange rates that this server stores.
//!
//! They are the rates with which amounts are converted for display, so that 100 euros are shown as 100 euros.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    Amount, AssetId, Clock, Currency, CurrencyReader, Day, Fixing, Price, RemoteError, StorageError, Timestamp,
    past_price::{ClosingPrice, PastPriceSource},
    quote::{AssetQuote, PriceSource, QuoteAnswer},
    source::{Profile, SourceId, SourceKind},
};

const SLUG: &str = "currency-rates";
const NAME: &str = "Exchange rates";
/// When the rates of a day are fixed: about 16:00 in Frankfurt.
const FIXED: Duration = Duration::from_hours(15);
/// The most days of one request for past prices. Each is a query of the storage.
const DAYS: u32 = 200;
/// For how many days the last rate stays in force: over Easter or Christmas with a weekend.
const LONGEST_HOLIDAY: i64 = 6;
/// The decimal places of a price.
const PLACES: i16 = 18;

/// The price source for currencies of states, over the stored exchange rates. It sends no request.
pub struct CurrencyPrices {
    rates: Arc<dyn CurrencyReader>,
    clock: Arc<dyn Clock>,
}

impl CurrencyPrices {
    /// Makes the source over stored rates.
    #[must_use]
    pub fn new(rates: Arc<dyn CurrencyReader>, clock: Arc<dyn Clock>) -> Self {
        Self { rates, clock }
    }

    /// Returns the rates of a day, or the last ones before it while they are in force.
    async fn in_force(&self, day: Day) -> Result<Option<Fixing>, RemoteError> {
        let fixing = self.rates.latest(day).await.map_err(unavailable)?;
        Ok(fixing.filter(|fixing| day.number() - fixing.day.number() <= LONGEST_HOLIDAY))
    }
}

/// Returns the currency of a state that an asset is.
fn currency(asset: &AssetId) -> Option<Currency> {
    asset.currency_code()?.parse().ok()
}

/// Returns the quote of a currency by the rates of a day, if there are any. A dollar is a dollar at any time.
fn quote(asset: &AssetId, currency: &Currency, fixing: Option<&Fixing>, at: Timestamp) -> AssetQuote {
    let (answer, source_time) = match fixing {
        _ if *currency == Currency::usd() => (price(Some(Price::ONE)), None),
        Some(fixing) => (
            price(dollars(currency, fixing)),
            Some(fixing.day.start().plus(FIXED).min(at)),
        ),
        None => {
            let what = "there are no exchange rates yet".to_owned();
            (QuoteAnswer::Unusable { what }, None)
        }
    };
    AssetQuote {
        asset: asset.clone(),
        answer,
        source_time,
        market: None,
    }
}

fn price(price: Option<Price>) -> QuoteAnswer {
    price.map_or(QuoteAnswer::NotListed, |price| QuoteAnswer::Price {
        price,
        confidence: None,
    })
}

/// Returns the dollars for one unit: both rates are against the euro.
fn dollars(currency: &Currency, fixing: &Fixing) -> Option<Price> {
    let units = if *currency == Currency::eur() {
        Amount::ONE
    } else {
        fixing.rates.get(currency)?.amount()
    };
    let dollars = fixing.rates.get(&Currency::usd())?.amount();
    dollars.div(units).ok()?.rounded_visibly(PLACES).try_into().ok()
}

fn unavailable(_: StorageError) -> RemoteError {
    RemoteError::Unavailable {
        who: NAME.to_owned(),
        why: "the stored rates could not be read".to_owned(),
        retry_after: None,
    }
}

#[async_trait]
impl PriceSource for CurrencyPrices {
    fn profile(&self) -> Profile {
        Profile {
            capabilities: vec![
                "current prices of currencies".to_owned(),
                "past prices of currencies".to_owned(),
            ],
            ..Profile::new(SourceId::fixed(SLUG), NAME, SourceKind::Price)
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        currency(asset).is_some()
    }

    fn batch(&self) -> usize {
        200
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let covered: Vec<_> = assets
            .iter()
            .filter_map(|asset| Some((asset, currency(asset)?)))
            .collect();
        if covered.is_empty() {
            return Ok(Vec::new());
        }
        let at = at.unwrap_or_else(|| self.clock.now());
        let fixing = self.rates.latest(Day::of(at)).await.map_err(unavailable)?;
        let quotes = covered
            .into_iter()
            .map(|(asset, currency)| quote(asset, &currency, fixing.as_ref(), at));
        Ok(quotes.collect())
    }
}

/// The closing price of a day is its exchange rate. On a weekend or a holiday the last rate is in force, as it is where amounts are
/// converted for display, so that such days are no days without a price.
#[async_trait]
impl PastPriceSource for CurrencyPrices {
    fn profile(&self) -> Profile {
        PriceSource::profile(self)
    }

    fn covers(&self, asset: &AssetId) -> bool {
        currency(asset).is_some()
    }

    fn origin(&self, _: &AssetId) -> SourceId {
        SourceId::fixed(SLUG)
    }

    fn days_per_request(&self) -> u32 {
        DAYS
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        let Some(currency) = currency(asset) else {
            return Ok(Vec::new());
        };
        if to.number().saturating_sub(from.number()) >= i64::from(DAYS) {
            return Err(RemoteError::Refused {
                who: NAME.to_owned(),
                why: "one request has fewer days".to_owned(),
            });
        }
        let to = to.min(Day::of(self.clock.now()).plus(-1));
        // An answer without a price is kept for ever, so that none is given before the rates are loaded.
        if currency != Currency::usd() && self.in_force(to).await?.is_none() {
            return Err(RemoteError::Unavailable {
                who: NAME.to_owned(),
                why: format!("the rates of {to} are not loaded yet"),
                retry_after: None,
            });
        }
        let mut found = Vec::new();
        for number in from.number()..=to.number() {
            let day = from.plus(number - from.number());
            let fixing = self.in_force(day).await?;
            let price = match &fixing {
                _ if currency == Currency::usd() => Some(Price::ONE),
                Some(fixing) => dollars(&currency, fixing),
                None => None,
            };
            found.extend(price.map(|price| ClosingPrice {
                day,
                price,
                quoted_in: None,
                at: fixing.map_or(day.start(), |fixing| fixing.day.start()).plus(FIXED),
                confidence: None,
            }));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use ports::currency::FixingId;

    use super::*;

    /// Friday, 7 August 2026, 16:00 UTC.
    const FRIDAY: Timestamp = Timestamp::from_seconds(1_786_118_400);

    struct Stored(Option<Fixing>);

    #[async_trait]
    impl CurrencyReader for Stored {
        async fn find(&self, _: FixingId) -> Result<Option<Fixing>, StorageError> {
            Ok(None)
        }

        async fn latest(&self, day: Day) -> Result<Option<Fixing>, StorageError> {
            Ok(self.0.clone().filter(|fixing| fixing.day <= day))
        }
    }

    impl Clock for Stored {
        fn now(&self) -> Timestamp {
            FRIDAY
        }
    }

    struct FixedClock(Timestamp);

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            self.0
        }
    }

    async fn quoted(fixing: Option<Fixing>, codes: &[&str], at: Option<Timestamp>) -> Vec<AssetQuote> {
        let source = CurrencyPrices::new(Arc::new(Stored(fixing)), Arc::new(Stored(None)));
        let assets = codes.iter().map(|code| AssetId::of_currency(code).unwrap());
        let ether: AssetId = "eip155:1/slip44:60".parse().unwrap();
        assert!(!PriceSource::covers(&source, &ether));
        let assets: Vec<AssetId> = assets
            .inspect(|asset| assert!(PriceSource::covers(&source, asset)))
            .chain([ether])
            .collect();
        source.quotes(&assets, at).await.unwrap()
    }

    fn fixing() -> Fixing {
        let rates = [("USD", "1.15"), ("GBP", "0.86"), ("JPY", "170")];
        let rates = rates.map(|(code, rate)| (code.parse().unwrap(), rate.parse().unwrap()));
        Fixing {
            id: FixingId::new(uuid::Uuid::nil()),
            source: "ecb".parse().unwrap(),
            day: Day::of(FRIDAY),
            rates: rates.into_iter().collect(),
            received_at: FRIDAY,
        }
    }

    fn shown(quote: &AssetQuote) -> String {
        match &quote.answer {
            QuoteAnswer::Price { price, .. } => price.amount().to_string(),
            other => format!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_currency_is_worth_its_rate_against_the_dollar() {
        let quotes = quoted(Some(fixing()), &["USD", "EUR", "GBP", "JPY", "CHF"], None).await;
        let prices: Vec<String> = quotes.iter().map(shown).collect();
        let expected = ["1", "1.15", "1.337209302325581395", "0.006764705882352941", "NotListed"];
        assert_eq!(prices, expected);
        let fixed = Day::of(FRIDAY).start().plus(FIXED);
        let times: Vec<_> = quotes.iter().map(|quote| quote.source_time).collect();
        assert_eq!(times, [None, Some(fixed), Some(fixed), Some(fixed), Some(fixed)]);
    }

    #[tokio::test]
    async fn a_past_price_is_that_of_its_day() {
        let morning = Day::of(FRIDAY).start().plus(Duration::from_hours(9));
        let quotes = quoted(Some(fixing()), &["EUR"], Some(morning)).await;
        assert_eq!(
            quotes[0].source_time,
            Some(morning),
            "no price is of a later time than the one asked for"
        );
        let before = Day::of(FRIDAY).plus(-1).start();
        let quotes = quoted(Some(fixing()), &["EUR", "USD"], Some(before)).await;
        assert!(matches!(quotes[0].answer, QuoteAnswer::Unusable { .. }));
        assert_eq!(shown(&quotes[1]), "1");
    }

    #[tokio::test]
    async fn a_day_closes_with_the_rate_in_force() {
        let monday = Timestamp::from_seconds(FRIDAY.seconds() + 3 * 86_400);
        let source = CurrencyPrices::new(Arc::new(Stored(Some(fixing()))), Arc::new(FixedClock(monday)));
        let closes = async |code: &str, days: (i64, i64)| {
            let asset = AssetId::of_currency(code).unwrap();
            let (from, to) = (Day::of(FRIDAY).plus(days.0), Day::of(FRIDAY).plus(days.1));
            source.closes(&asset, from, to).await
        };
        let shown = |found: Vec<ClosingPrice>| -> Vec<(i64, String)> {
            let day = |one: &ClosingPrice| one.day.number() - Day::of(FRIDAY).number();
            found
                .iter()
                .map(|one| (day(one), one.price.amount().to_string()))
                .collect()
        };
        let rate = |day| (day, "1.15".to_owned());
        assert_eq!(
            shown(closes("EUR", (-1, 5)).await.unwrap()),
            [rate(0), rate(1), rate(2)],
            "the day before has no rate, and today is not over"
        );
        assert_eq!(shown(closes("USD", (-1, 0)).await.unwrap()).len(), 2);
        assert_eq!(shown(closes("CHF", (-1, 5)).await.unwrap()), []);
        let refused = closes("EUR", (-200, 0)).await;
        assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{refused:?}");
        let ether: AssetId = "eip155:1/slip44:60".parse().unwrap();
        let day = Day::of(FRIDAY);
        assert_eq!(source.closes(&ether, day, day).await.unwrap(), []);
    }

    #[tokio::test]
    async fn a_rate_that_is_long_past_is_no_price() {
        let later = Timestamp::from_seconds(FRIDAY.seconds() + 30 * 86_400);
        let source = CurrencyPrices::new(Arc::new(Stored(Some(fixing()))), Arc::new(FixedClock(later)));
        let euro = AssetId::of_currency("EUR").unwrap();
        let day = Day::of(FRIDAY);
        let found = source.closes(&euro, day.plus(4), day.plus(6)).await.unwrap();
        assert_eq!(found.len(), 3);
        let early = source.closes(&euro, day.plus(5), day.plus(20)).await;
        assert!(matches!(early, Err(RemoteError::Unavailable { .. })), "{early:?}");
    }

    #[tokio::test]
    async fn without_rates_only_the_dollar_has_a_price() {
        let quotes = quoted(None, &["EUR", "USD"], None).await;
        assert!(matches!(quotes[0].answer, QuoteAnswer::Unusable { .. }));
        assert_eq!(shown(&quotes[1]), "1");
    }
}
