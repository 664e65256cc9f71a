//! Prices of currencies of states, such as the euros that a person has at an exchange: the exchange rates that this server stores.
//!
//! They are the rates with which amounts are converted for display, so that 100 euros are shown as 100 euros.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    Amount, AssetId, Clock, Currency, CurrencyReader, Day, Fixing, Price, RemoteError, StorageError, Timestamp,
    quote::{AssetQuote, PriceSource, QuoteAnswer},
    source::{Profile, SourceId, SourceKind},
};

const SLUG: &str = "currency-rates";
const NAME: &str = "Exchange rates";
/// When the rates of a day are fixed: about 16:00 in Frankfurt.
const FIXED: Duration = Duration::from_hours(15);
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

    async fn quoted(fixing: Option<Fixing>, codes: &[&str], at: Option<Timestamp>) -> Vec<AssetQuote> {
        let source = CurrencyPrices::new(Arc::new(Stored(fixing)), Arc::new(Stored(None)));
        let assets = codes.iter().map(|code| AssetId::of_currency(code).unwrap());
        let ether: AssetId = "eip155:1/slip44:60".parse().unwrap();
        assert!(!source.covers(&ether));
        let assets: Vec<AssetId> = assets
            .inspect(|asset| assert!(source.covers(asset)))
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
    async fn without_rates_only_the_dollar_has_a_price() {
        let quotes = quoted(None, &["EUR", "USD"], None).await;
        assert!(matches!(quotes[0].answer, QuoteAnswer::Unusable { .. }));
        assert_eq!(shown(&quotes[1]), "1");
    }
}
