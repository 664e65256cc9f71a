//! What was really given and got: a part of what left may come back in the same transaction.

use ports::{
    AssetId, RawAmount,
    entry::{Leg, LegRole},
};

/// An amount of an entry that counts in its value.
pub(in crate::ledger) type CountedAmount<'a> = (LegRole, &'a AssetId, RawAmount);

/// Returns the amounts of an entry without fees, each asset once: what arrived of it less what left, or the reverse. `None` where no
/// asset both left and arrived, so that all amounts count as they are, and where nothing would remain, as for a transfer to oneself.
/// Tokens with ids are different things and are not netted.
pub(in crate::ledger) fn net_amounts<'a>(
    amounts: impl Iterator<Item = CountedAmount<'a>> + Clone,
) -> Option<Vec<CountedAmount<'a>>> {
    let sum = |wanted: LegRole, of: &AssetId| {
        let mut own = amounts
            .clone()
            .filter(|(role, asset, _)| (*role, *asset) == (wanted, of));
        own.try_fold(RawAmount::ZERO, |sum, (.., amount)| sum.add(amount).ok())
    };
    let arrives = |of: &AssetId| {
        amounts
            .clone()
            .any(|(role, asset, _)| role == LegRole::In && asset == of)
    };
    let is_netted = |role: LegRole, asset: &AssetId| role == LegRole::Out && !asset.is_collection() && arrives(asset);
    if !amounts.clone().any(|(role, asset, _)| is_netted(role, asset)) {
        return None;
    }
    let mut counted: Vec<CountedAmount<'a>> = Vec::new();
    let mut seen: Vec<&AssetId> = Vec::new();
    for (role, asset, amount) in amounts.clone().filter(|(role, ..)| *role != LegRole::Fee) {
        if asset.is_collection() {
            counted.push((role, asset, amount));
            continue;
        }
        if seen.contains(&asset) {
            continue;
        }
        seen.push(asset);
        let (arrived, left) = (sum(LegRole::In, asset)?, sum(LegRole::Out, asset)?);
        match (arrived.sub(left), left.sub(arrived)) {
            (Ok(net), _) if !net.is_zero() => counted.push((LegRole::In, asset, net)),
            (_, Ok(net)) if !net.is_zero() => counted.push((LegRole::Out, asset, net)),
            _ => {}
        }
    }
    (!counted.is_empty()).then_some(counted)
}

/// Returns the legs of an entry whose values count, with their net amounts; `None` where all legs count as they are.
pub(in crate::ledger) fn net_legs(legs: &[Leg]) -> Option<Vec<Leg>> {
    let net = net_amounts(legs.iter().map(|leg| (leg.role, &leg.asset, leg.amount)))?;
    let counted = net.into_iter().filter_map(|(role, asset, amount)| {
        let first = legs.iter().find(|leg| leg.role == role && leg.asset == *asset)?;
        Some(Leg {
            amount,
            ..first.clone()
        })
    });
    Some(counted.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asset(number: u8) -> AssetId {
        format!("eip155:1/slip44:{number}").parse().unwrap()
    }

    fn net(amounts: &[(LegRole, u8, u128)]) -> Option<Vec<(LegRole, u8, u128)>> {
        let assets: Vec<AssetId> = (0..10).map(asset).collect();
        let amounts = amounts
            .iter()
            .map(|(role, number, amount)| (*role, &assets[usize::from(*number)], RawAmount::from(*amount)));
        let number = |of: &AssetId| u8::try_from(assets.iter().position(|one| one == of).unwrap()).unwrap();
        let found = net_amounts(amounts)?;
        let text = found
            .into_iter()
            .map(|(role, asset, amount)| (role, number(asset), amount.as_u128().unwrap()));
        Some(text.collect())
    }

    #[test]
    fn what_comes_back_was_neither_given_nor_got() {
        use LegRole::{Fee, In, Out};
        let swap = [(Out, 1, 1000), (In, 2, 50), (In, 1, 12), (Fee, 1, 3)];
        assert_eq!(net(&swap), Some(vec![(Out, 1, 988), (In, 2, 50)]));
        assert_eq!(net(&[(Out, 1, 10), (In, 1, 25)]), Some(vec![(In, 1, 15)]));
        assert_eq!(
            net(&[(Out, 1, 10), (In, 2, 25), (Fee, 2, 1)]),
            None,
            "nothing came back"
        );
        assert_eq!(net(&[(Out, 1, 10), (In, 1, 10)]), None, "all of it moved");
        let all_back = [(Out, 1, 10), (In, 1, 10), (In, 2, 5)];
        assert_eq!(net(&all_back), Some(vec![(In, 2, 5)]));
    }

    #[test]
    fn tokens_with_ids_are_different_things() {
        let collection: AssetId = "eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d"
            .parse()
            .unwrap();
        let amounts = [
            (LegRole::Out, &collection, 1_u128.into()),
            (LegRole::In, &collection, 1_u128.into()),
        ];
        assert_eq!(net_amounts(amounts.into_iter()), None);
    }
}
