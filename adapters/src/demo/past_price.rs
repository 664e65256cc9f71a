//! The past prices of the demo world: what its price sources quote for the end of each day of five years.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::Clock,
    day::Day,
    past_price::{ClosingPrice, PastPriceSource},
    quote::{PriceSource, QuoteAnswer},
    source::{Profile, RemoteError, SourceId},
};

use super::{invented::pause, price::DemoPrices};

/// The maximum number of days in one request.
const DAYS: u32 = 1_000;

/// An invented source of past prices. It never opens a socket.
pub struct DemoPastPrices {
    quotes: DemoPrices,
    clock: Arc<dyn Clock>,
}

impl DemoPastPrices {
    pub(super) fn new(quotes: DemoPrices, clock: Arc<dyn Clock>) -> Self {
        Self { quotes, clock }
    }

    fn close(&self, asset: &AssetId, day: Day) -> Option<ClosingPrice> {
        let quoted = self.quotes.quoted(asset, Some(day.plus(1).start()));
        match (quoted.answer, quoted.source_time) {
            (QuoteAnswer::Price { price, confidence }, Some(at)) => Some(ClosingPrice {
                day,
                price,
                quoted_in: None,
                at,
                confidence,
            }),
            _ => None,
        }
    }
}

#[async_trait]
impl PastPriceSource for DemoPastPrices {
    fn profile(&self) -> Profile {
        self.quotes.profile()
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.quotes.covers(asset)
    }

    fn origin(&self, _asset: &AssetId) -> SourceId {
        self.quotes.profile().id
    }

    fn days_per_request(&self) -> u32 {
        DAYS
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        let count = to.number().saturating_sub(from.number()).saturating_add(1);
        if count > i64::from(DAYS) {
            return Err(RemoteError::Refused {
                who: self.quotes.profile().name,
                why: "one request has fewer days".to_owned(),
            });
        }
        pause(10).await;
        let to = to.min(Day::of(self.clock.now()).plus(-1));
        let days = (from.number()..=to.number()).map(|number| from.plus(number - from.number()));
        let covered = days.filter(|_| self.covers(asset));
        Ok(covered.filter_map(|day| self.close(asset, day)).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ports::clock::Timestamp;

    use super::*;
    use crate::{
        chain::{rows::rows, tokens::start_list},
        demo,
    };

    struct FixedClock;

    const NOW: Timestamp = Timestamp::from_seconds(1_795_000_000);

    impl Clock for FixedClock {
        fn now(&self) -> Timestamp {
            NOW
        }
    }

    fn world() -> demo::Demo {
        let rows = rows().unwrap();
        demo::all(
            Arc::new(FixedClock),
            (rows, &start_list(rows).unwrap()),
            crate::exchange::account::ExchangeCodes::listed().unwrap(),
        )
    }

    #[tokio::test]
    async fn five_years_of_closes_end_at_todays_prices() {
        let (world, ether) = (world(), "eip155:1/slip44:60".parse::<AssetId>().unwrap());
        let last = Day::of(NOW).plus(-1);
        for (past, current) in world.past_prices.iter().zip(&world.prices) {
            assert_eq!(past.profile().id, current.profile().id);
            let mut days = 0;
            for page in 0..2 {
                let to = last.plus(-1_000 * page);
                let closes = past.closes(&ether, to.plus(-999), to).await.unwrap();
                days += closes.len();
                assert!(
                    closes
                        .iter()
                        .all(|one| one.day <= to && one.at == one.day.plus(1).start())
                );
            }
            // Demo prices begin on a fixed day, a little more than five years ago.
            assert!((1_826..=2_000).contains(&days), "{days} days");
            let newest = past.closes(&ether, last, last.plus(3)).await.unwrap();
            let quoted = current
                .quotes(std::slice::from_ref(&ether), Some(last.plus(1).start()))
                .await
                .unwrap();
            let QuoteAnswer::Price { price, .. } = quoted[0].answer else {
                panic!("ether has a price");
            };
            assert_eq!(newest.len(), 1, "today is not over");
            assert_eq!(newest[0].price, price);
        }
    }

    #[tokio::test]
    async fn closes_are_the_same_at_every_request() {
        let world = world();
        let bitcoin = "bip122:000000000019d6689c085ae165831e93/slip44:0".parse().unwrap();
        let day = Day::of(NOW.minus(Duration::from_hours(24 * 900)));
        let source = &world.past_prices[0];
        let (one, other) = (
            source.closes(&bitcoin, day, day).await.unwrap(),
            source.closes(&bitcoin, day.plus(-400), day).await.unwrap(),
        );
        assert_eq!(one.first(), other.last());
        assert!(source.closes(&bitcoin, day.plus(-1_000), day).await.is_err());
    }
}
