//! What is left out of totals on purpose, and what is flagged in them.

use std::collections::BTreeMap;

use ports::{Asset, AssetId, Ports, Quote, StorageError};

use crate::{
    spam::{self, Judgement, Markets, Suspect},
    valuation::{inputs::HideRule, record::Reason, viewpoint::Viewpoint},
};

/// What is hidden of these assets. A person's word wins over every rule, both ways.
pub async fn hidden(
    ports: &Ports,
    from: &Viewpoint,
    assets: &BTreeMap<AssetId, Asset>,
    quotes: &[Quote],
) -> Result<Vec<(AssetId, HideRule)>, StorageError> {
    let choices = match from.words_of {
        Some(user) => ports.stores.hidden_assets.of_user(user).await?,
        None => Vec::new(),
    };
    let choices: BTreeMap<_, _> = choices.into_iter().map(|one| (one.asset, one.hidden)).collect();
    let markets = Markets::said(quotes);
    let rule = |asset: &Asset| match choices.get(&asset.id) {
        Some(true) => Some(HideRule::HiddenByYou),
        Some(false) => None,
        None => match spam::judge(&Suspect::of(asset, &ports.familiar, &markets))? {
            Judgement::Hide(rule) => Some(rule),
            Judgement::Flag(_) => None,
        },
    };
    Ok(assets
        .values()
        .filter_map(|asset| Some((asset.id.clone(), rule(asset)?)))
        .collect())
}

/// What is odd about assets that are not hidden: also what a rule would hide and a person shows.
pub fn flags(
    ports: &Ports,
    hidden: &[(AssetId, HideRule)],
    assets: &BTreeMap<AssetId, Asset>,
    quotes: &[Quote],
) -> BTreeMap<AssetId, Reason> {
    let hidden: BTreeMap<_, _> = hidden.iter().map(|(asset, rule)| (asset, *rule)).collect();
    let markets = Markets::said(quotes);
    let flag = |asset: &Asset| match spam::judge(&Suspect::of(asset, &ports.familiar, &markets))? {
        Judgement::Flag(reason) => Some(reason),
        Judgement::Hide(rule) => Some(Reason {
            code: rule.code(),
            text: rule.text().to_owned(),
        }),
    };
    let shown = assets.values().filter(|asset| !hidden.contains_key(&asset.id));
    shown
        .filter_map(|asset| Some((asset.id.clone(), flag(asset)?)))
        .collect()
}
