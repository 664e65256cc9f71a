//! What is left out of totals on purpose, and what is flagged in them.

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

/// An older quote is no sign of a market.
const MARKET_MEMORY: Duration = Duration::from_hours(720);

/// What the rules about spam look at beside the assets.
pub struct Judge<'a> {
    ports: &'a Ports,
    markets: Markets<'a>,
    /// Who counts the holders of tokens, as people call them.
    counters: BTreeMap<SourceId, String>,
}

impl<'a> Judge<'a> {
    /// By the quotes of the last month. What a person prices by hand is worth that to them, whatever others say.
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
        let suspect = Suspect::of(asset, &self.ports.known_tokens, &self.markets);
        spam::judge(&Suspect {
            counted_by: counted_by.map(String::as_str),
            ..suspect
        })
    }
}

/// What the rules say of these assets, where they say something.
pub fn judged(judge: &Judge<'_>, assets: &BTreeMap<AssetId, Asset>) -> BTreeMap<AssetId, Judgement> {
    let assets: Vec<&Asset> = assets.values().collect();
    let judged = many::each(&assets, |_, asset| Some((asset.id.clone(), judge.says(asset)?)));
    judged.into_iter().flatten().collect()
}

/// Whether the rules by themselves hide an asset from this person now.
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

/// What is hidden of these assets. A person's word wins over every rule, both ways: no rule hides what they added.
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

/// What is odd about assets that are not hidden: also what a rule would hide and a person shows.
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

    /// What a person shows against a rule keeps the rule's word beside it, and what is hidden needs none.
    #[test]
    fn what_is_shown_is_flagged_and_what_is_hidden_is_not() {
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
