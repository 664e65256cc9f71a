//! What the rules about spam decide for the assets of this server.

use std::{collections::BTreeMap, time::Duration};

use ports::{Amount, Asset, AssetId, Ports, Quote, SourceId, StorageError, Timestamp, UserId};

use crate::{
    parallel,
    price::{Evidence, Quotes},
    spam::{
        self,
        market::MarketDepths,
        suspect::{Judgement, Suspect},
    },
};

/// Older quotes do not count as a market.
const MARKET_MEMORY: Duration = Duration::from_hours(720);

/// The data for the spam rules besides the assets themselves.
pub struct SpamJudge<'a> {
    ports: &'a Ports,
    markets: MarketDepths<'a>,
    /// Display names of the explorers that count token holders.
    counters: BTreeMap<SourceId, String>,
}

impl<'a> SpamJudge<'a> {
    /// Collects the markets from the quotes of the last month. An asset with a manual price always has a market,
    /// because the user has decided its value.
    pub fn of(
        ports: &'a Ports,
        quotes: &'a [Quote],
        manual: &'a [(AssetId, Amount, Timestamp)],
        at: Timestamp,
    ) -> Self {
        let profiles = ports.finders.iter().map(|finder| finder.profile());
        let recent = quotes
            .iter()
            .filter(|quote| at.since(quote.source_time) <= MARKET_MEMORY);
        Self {
            ports,
            markets: MarketDepths::from_quotes(recent).and_by_hand(manual.iter().map(|(asset, ..)| asset)),
            counters: profiles.map(|profile| (profile.id, profile.name)).collect(),
        }
    }

    fn judge(&self, asset: &Asset) -> Option<Judgement> {
        let counted_by = asset
            .holders
            .as_ref()
            .and_then(|holders| self.counters.get(&holders.by));
        let suspect = Suspect::of(asset, &self.ports.known_tokens, &self.markets);
        spam::judge(&Suspect {
            counted_by: counted_by.map(String::as_str),
            ..suspect
        })
    }
}

/// Returns the judgements of the rules on these assets, where there are any.
pub fn judged(judge: &SpamJudge<'_>, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, Judgement> {
    let assets: Vec<&Asset> = assets.values().collect();
    let judged = parallel::par_map(&assets, |_, asset| Some((asset.id.clone(), judge.judge(asset)?)));
    judged.into_iter().flatten().collect()
}

/// Returns whether the rules alone currently hide an asset from this user.
pub async fn rules_hide(ports: &Ports, user: UserId, id: &AssetId) -> Result<bool, StorageError> {
    let (now, id) = (ports.clock.now(), std::slice::from_ref(id));
    let evidence = Evidence::load(ports, id, now, Quotes::Newest).await?;
    let prices = ports.stores.manual_prices.of_user(user).await?.into_iter();
    let own = prices.filter(|one| id.contains(&one.asset));
    let manual: Vec<_> = own.map(|one| (one.asset, one.price, one.set_at)).collect();
    let judge = SpamJudge::of(ports, &evidence.quotes, &manual, now);
    let found = ports.stores.assets.find(id).await?;
    Ok(found
        .iter()
        .any(|asset| matches!(judge.judge(asset), Some(Judgement::Hide(_)))))
}
