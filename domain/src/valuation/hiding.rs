//! Decides which assets are hidden and which are flagged.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{Amount, Asset, AssetId, Ports, Quote, SourceId, StorageError, Timestamp, UserId};

use crate::{
    many,
    price::{Evidence, Quotes},
    spam::{self, Judgement, Markets, Suspect},
    valuation::{inputs::HideRule, record::Reason, viewpoint::Viewpoint},
};

/// Older quotes do not count as a market.
const MARKET_MEMORY: Duration = Duration::from_hours(720);

/// The data for the spam rules besides the assets themselves.
pub struct Judge<'a> {
    ports: &'a Ports,
    markets: Markets<'a>,
    /// Display names of the explorers that count token holders.
    counters: BTreeMap<SourceId, String>,
}

impl<'a> Judge<'a> {
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
            markets: Markets::said(recent).and_by_hand(manual.iter().map(|(asset, ..)| asset)),
            counters: profiles.map(|profile| (profile.id, profile.name)).collect(),
        }
    }

    fn says(&self, asset: &Asset) -> Option<Judgement> {
        let counted_by = asset
            .holders
            .as_ref()
            .and_then(|holders| self.counters.get(&holders.by));
        let suspect = Suspect::of(asset, &self.ports.familiar, &self.markets);
        spam::judge(&Suspect {
            counted_by: counted_by.map(String::as_str),
            ..suspect
        })
    }
}

/// Returns the judgements of the rules on these assets, where there are any.
pub fn judged(judge: &Judge<'_>, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, Judgement> {
    let assets: Vec<&Asset> = assets.values().collect();
    let judged = many::each(&assets, |_, asset| Some((asset.id.clone(), judge.says(asset)?)));
    judged.into_iter().flatten().collect()
}

/// Returns whether the rules alone currently hide an asset from this user.
pub async fn rules_hide(ports: &Ports, user: UserId, id: &AssetId) -> Result<bool, StorageError> {
    let (now, id) = (ports.clock.now(), std::slice::from_ref(id));
    let evidence = Evidence::load(ports, id, now, Quotes::Newest).await?;
    let prices = ports.stores.manual_prices.of_user(user).await?.into_iter();
    let own = prices.filter(|one| id.contains(&one.asset));
    let manual: Vec<_> = own.map(|one| (one.asset, one.price, one.set_at)).collect();
    let judge = Judge::of(ports, &evidence.quotes, &manual, now);
    let found = ports.stores.assets.find(id).await?;
    Ok(found
        .iter()
        .any(|asset| matches!(judge.says(asset), Some(Judgement::Hide(_)))))
}

/// Returns which of these assets are hidden. The user's choice overrides every rule in both directions, and no rule
/// hides tokens that the user added.
pub async fn hidden(
    ports: &Ports,
    from: &Viewpoint,
    assets: &BTreeMap<AssetId, Asset>,
    judged: &BTreeMap<AssetId, Judgement>,
    added: &[AssetId],
) -> Result<Vec<(AssetId, HideRule)>, StorageError> {
    let choices = match from.words_of {
        Some(user) => ports.stores.hidden_assets.of_user(user).await?,
        None => Vec::new(),
    };
    let choices: BTreeMap<_, _> = choices.into_iter().map(|one| (one.asset, one.hidden)).collect();
    let rule = |asset: &AssetId| match (choices.get(asset), judged.get(asset)) {
        (Some(true), _) => Some(HideRule::HiddenByYou),
        (None, Some(Judgement::Hide(rule))) if !added.contains(asset) => Some(rule.clone()),
        (Some(false) | None, _) => None,
    };
    let hidden = assets.keys().filter_map(|asset| Some((asset.clone(), rule(asset)?)));
    Ok(hidden.collect())
}

/// Returns the warnings about assets that are not hidden, including those that a rule would hide and the user shows.
pub fn flags(hidden: &[(AssetId, HideRule)], judged: &BTreeMap<AssetId, Judgement>) -> BTreeMap<AssetId, Reason> {
    let hidden: BTreeSet<_> = hidden.iter().map(|(asset, _)| asset).collect();
    let flag = |judgement: &Judgement| match judgement {
        Judgement::Flag(reason) => reason.clone(),
        Judgement::Hide(rule) => Reason {
            code: rule.code(),
            text: rule.text(),
        },
    };
    let shown = judged.iter().filter(|(asset, _)| !hidden.contains(asset));
    shown
        .map(|(asset, judgement)| (asset.clone(), flag(judgement)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(n: u8) -> AssetId {
        AssetId::erc20(&ports::ChainId::evm(1), &ports::Address::evm([n; 20]))
    }

    /// An asset shown against a rule keeps the rule's reason as a warning; a hidden asset needs no warning.
    #[test]
    fn shown_assets_are_flagged_and_hidden_ones_are_not() {
        let odd = Reason {
            code: "look_alike",
            text: "x".to_owned(),
        };
        let judged = BTreeMap::from([
            (token(1), Judgement::Flag(odd.clone())),
            (token(2), Judgement::Hide(HideRule::Bait)),
            (token(3), Judgement::Hide(HideRule::Spam)),
        ]);
        let flags = flags(&[(token(3), HideRule::Spam)], &judged);
        assert_eq!(flags.keys().cloned().collect::<Vec<_>>(), [token(1), token(2)]);
        assert_eq!(flags[&token(1)], odd);
        assert_eq!(flags[&token(2)].code, "spam");
    }
}
