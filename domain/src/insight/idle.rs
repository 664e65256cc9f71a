//! What lies idle: held in a wallet or at an exchange now and days ago, and earning nothing.

use std::collections::BTreeMap;

use ports::{Amount, ChainId};

use crate::insight::{
    finding::NotEvaluated,
    view::{InsightHolding, InsightView},
};

/// How much of a coin lies idle.
pub struct IdleCoin<'a> {
    /// What the coin has in common on several chains.
    pub group: String,
    /// One of the holdings.
    pub example: &'a InsightHolding,
    /// What was held all the time, in whole units.
    pub quantity: Amount,
    /// What that is worth.
    pub value: Amount,
}

/// Returns how much of the coins that `fits` accepts was held days ago and still is: on each chain the smaller of both quantities. What
/// moved away and came back in between counts too.
pub fn idle<'a>(
    view: &'a InsightView,
    days: u32,
    fits: impl Fn(&InsightHolding) -> bool,
) -> Result<Vec<IdleCoin<'a>>, NotEvaluated> {
    let unknown = || NotEvaluated::new("history_incomplete", "What was held days ago is not known.");
    let earlier = view.earlier.get(&days).ok_or_else(unknown)?;
    let earlier = earlier.as_ref().map_err(Clone::clone)?;
    let mut now: BTreeMap<(&str, &ChainId), (Amount, Amount, &InsightHolding)> = BTreeMap::new();
    for (holding, value) in view.valued().filter(|(one, _)| one.is_idle() && fits(one)) {
        let Some(quantity) = holding.quantity.filter(|quantity| *quantity > Amount::ZERO) else {
            continue;
        };
        let sum = now.entry((&holding.group, holding.chain()));
        let (quantities, values, _) = sum.or_insert((Amount::ZERO, Amount::ZERO, holding));
        *quantities = quantities.add(quantity).map_err(|_| NotEvaluated::too_long())?;
        *values = values.add(value).map_err(|_| NotEvaluated::too_long())?;
    }
    let mut coins: BTreeMap<&str, IdleCoin<'a>> = BTreeMap::new();
    for ((group, chain), (quantity, value, holding)) in now {
        let kept = quantity.min(earlier.of(group, chain));
        let part = value.mul(kept).and_then(|all| all.div(quantity));
        let part = part.map_err(|_| NotEvaluated::too_long())?;
        let coin = coins.entry(group).or_insert_with(|| IdleCoin {
            group: group.to_owned(),
            example: holding,
            quantity: Amount::ZERO,
            value: Amount::ZERO,
        });
        coin.quantity = coin.quantity.add(kept).map_err(|_| NotEvaluated::too_long())?;
        coin.value = coin.value.add(part).map_err(|_| NotEvaluated::too_long())?;
    }
    Ok(coins.into_values().filter(|coin| coin.value > Amount::ZERO).collect())
}
