//! Decides which assets are hidden and which are flagged.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Asset, AssetId, Ports, StorageError};

use crate::{
    reason::Reason,
    spam::{HideRule, Judgement},
    valuation::inputs::viewpoint::Viewpoint,
};

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
        Judgement::Hide(rule) => rule.reason(),
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
