//! The price sources of the demo world: one that works, one that is late, and one that always reports an exceeded rate
//! limit.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    amount::Amount,
    asset::AssetId,
    clock::{Clock, Timestamp},
    money::{Price, Ratio},
    quote::{AssetQuote, PriceSource, QuoteAnswer},
    source::{Profile, RemoteError, SourceId, SourceKind},
};

use super::{
    dollars::DOLLAR,
    invented::{LEARNS, pause},
    market::{DemoListing, DemoMarket, scaled},
    random::mix,
    unusual::Unusual,
};

/// The first day with prices, 1 August 2021: before the first invented transaction.
const FIRST_DAY: Timestamp = Timestamp::from_seconds(1_627_776_000);
const STEP: Duration = Duration::from_mins(5);
const LATE: Duration = Duration::from_mins(41);
const OUTDATED: Duration = Duration::from_hours(31);
/// The number of significant digits of a price.
const DIGITS: u32 = 8;

/// The behavior of a demo source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DemoBehavior {
    /// Returns prices of the last five minutes.
    Prompt,
    /// Returns prices that are 41 minutes old, and for some assets more than a day.
    Late,
    /// Reports an exceeded rate limit for current prices. Past prices work.
    RateLimited,
}

/// An invented price source. It never opens a socket.
pub struct DemoPrices {
    behavior: DemoBehavior,
    clock: Arc<dyn Clock>,
    market: Arc<DemoMarket>,
}

impl DemoPrices {
    pub(super) fn new(behavior: DemoBehavior, clock: Arc<dyn Clock>, market: Arc<DemoMarket>) -> Self {
        Self {
            behavior,
            clock,
            market,
        }
    }

    fn slug(&self) -> &'static str {
        match self.behavior {
            DemoBehavior::Prompt => "demo-prices",
            DemoBehavior::Late => "demo-late-prices",
            DemoBehavior::RateLimited => "demo-limited-prices",
        }
    }

    fn name(&self) -> &'static str {
        match self.behavior {
            DemoBehavior::Prompt => "Demo prices",
            DemoBehavior::Late => "Demo late prices",
            DemoBehavior::RateLimited => "Demo limited prices",
        }
    }

    /// Returns the time of the source's price.
    fn source_time(&self, listing: &DemoListing, at: Option<Timestamp>) -> Timestamp {
        let now = self.clock.now();
        match (self.behavior, at) {
            (_, Some(at)) => at.min(now).floor(STEP),
            (DemoBehavior::Late, None) if is_outdated(listing) => now.minus(OUTDATED).floor(STEP),
            (DemoBehavior::Late, None) => now.minus(LATE).floor(STEP),
            (DemoBehavior::Prompt | DemoBehavior::RateLimited, None) => now.floor(STEP),
        }
    }

    pub(super) fn quoted(&self, asset: &AssetId, at: Option<Timestamp>) -> AssetQuote {
        let listing = self.market.listing(asset);
        let too_early = at.is_some_and(|at| at < FIRST_DAY);
        match listing.filter(|listing| !too_early && self.lists(listing)) {
            None => AssetQuote {
                asset: asset.clone(),
                answer: QuoteAnswer::NotListed,
                source_time: None,
                market: None,
            },
            Some(listing) => {
                let seen = self.source_time(listing, at);
                AssetQuote {
                    asset: asset.clone(),
                    answer: self.answer(listing, seen),
                    source_time: Some(seen),
                    market: None,
                }
            }
        }
    }

    fn lists(&self, listing: &DemoListing) -> bool {
        match listing.unusual {
            None | Some(Unusual::Disputed | Unusual::NoDecimals | Unusual::Worthless | Unusual::Unreadable) => true,
            Some(Unusual::Unlisted | Unusual::Spam) => false,
            Some(Unusual::OnlyOld) => self.behavior == DemoBehavior::Late,
            Some(Unusual::OnlyLimited) => self.behavior == DemoBehavior::RateLimited,
        }
    }

    fn answer(&self, listing: &DemoListing, seen: Timestamp) -> QuoteAnswer {
        let price = match listing.unusual {
            Some(Unusual::Worthless) => None,
            _ => dollars(scaled(listing.price_at(seen), self.deviation(listing, seen))),
        };
        let confidence = match self.behavior {
            DemoBehavior::Prompt => "0.99".parse().ok().map(Ratio::new),
            DemoBehavior::Late | DemoBehavior::RateLimited => None,
        };
        price.map_or(QuoteAnswer::WorthZero, |price| QuoteAnswer::Price { price, confidence })
    }

    /// Returns the deviation of the source from the market in millionths, because real sources never agree exactly.
    fn deviation(&self, listing: &DemoListing, seen: Timestamp) -> i64 {
        let hour = u64::try_from(seen.seconds() / 3600).unwrap_or(0);
        let random = i64::try_from(mix(listing.quoted ^ hour, self.behavior as u64) % 6001).unwrap_or(0) - 3000;
        match (self.behavior, listing.unusual) {
            (DemoBehavior::Prompt, _) => 0,
            (DemoBehavior::Late, Some(Unusual::Disputed)) => 900_000,
            (DemoBehavior::Late | DemoBehavior::RateLimited, _) => random,
        }
    }
}

/// Returns whether the late source is more than a day late with an asset: some of the rarely traded ones.
fn is_outdated(listing: &DemoListing) -> bool {
    let is_rare = listing.unusual.is_none() && (2..=4).contains(&listing.weight);
    listing.unusual == Some(Unusual::OnlyOld) || (is_rare && mix(listing.quoted, 77).is_multiple_of(3))
}

/// Converts [`DOLLAR`] parts to a price with as many digits as sources usually return.
fn dollars(parts: u128) -> Option<Price> {
    let extra = parts.checked_ilog10().unwrap_or(0).saturating_sub(DIGITS - 1);
    let unit = 10_u128.pow(extra);
    let parts = parts / unit * unit;
    let text = format!("{}.{:012}", parts / DOLLAR, parts % DOLLAR);
    text.parse::<Amount>().ok()?.try_into().ok()
}

#[async_trait]
impl PriceSource for DemoPrices {
    fn profile(&self) -> Profile {
        Profile {
            id: SourceId::fixed(self.slug()),
            name: self.name().to_owned(),
            kind: SourceKind::Price,
            website: String::new(),
            learns: LEARNS.to_owned(),
            capabilities: vec![
                "invented current prices".to_owned(),
                "invented past prices of five years".to_owned(),
            ],
            rate_limit: match self.behavior {
                DemoBehavior::Prompt | DemoBehavior::Late => "none".to_owned(),
                DemoBehavior::RateLimited => "always exceeded, as an example".to_owned(),
            },
            hosts: Vec::new(),
            credentials: Vec::new(),
        }
    }

    /// The rate-limited source covers few assets, so that its failure does not affect every figure.
    fn covers(&self, asset: &AssetId) -> bool {
        let listing = self.market.listing(asset);
        listing.is_some_and(|listing| match self.behavior {
            DemoBehavior::Prompt | DemoBehavior::Late => true,
            DemoBehavior::RateLimited => match listing.unusual {
                Some(unusual) => unusual == Unusual::OnlyLimited,
                None => mix(listing.quoted, 78).is_multiple_of(6),
            },
        })
    }

    fn batch(&self) -> usize {
        150
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        pause(15 + (self.behavior as u64) * 10).await;
        if self.behavior == DemoBehavior::RateLimited && at.is_none() {
            return Err(RemoteError::RateLimited {
                who: self.name().to_owned(),
                retry_after: Some(Duration::from_mins(10)),
            });
        }
        let covered = assets.iter().filter(|asset| self.covers(asset));
        Ok(covered.map(|asset| self.quoted(asset, at)).collect())
    }
}
