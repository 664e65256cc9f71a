//! Whether a bridge can have carried what left one account to another: the same asset, in an amount that a fee explains.

use std::collections::BTreeMap;

use ports::{
    Amount, AssetId, Entry, RawAmount,
    entry::{Leg, LegRole},
};

use super::input::{MatchInput, MatchedAsset};

/// An asset, or one piece of it.
type Carried<'a> = (&'a AssetId, Option<&'a str>);

/// The least percentage of the amount sent that arrives: bridges keep a fee.
const LEAST_PERCENT: u32 = 90;

/// Returns whether an asset that left the account of the departure can be one that reached the account of the arrival. Other assets may
/// have left too, as the fee of a bridge.
pub(super) fn can_be_carried(departure: &Entry, arrival: &Entry, input: &MatchInput<'_>) -> bool {
    let sent = net(departure, LegRole::Out, LegRole::In);
    let received = net(arrival, LegRole::In, LegRole::Out);
    sent.iter()
        .any(|one| received.iter().any(|other| fits(*one, *other, input)))
}

/// Returns the sums of the legs with this role, less what moved back.
fn net<'a>(entry: &'a Entry, role: LegRole, back: LegRole) -> Vec<(Carried<'a>, RawAmount)> {
    let (forth, back) = (sums(entry, role), sums(entry, back));
    let left = |(carried, sum): (Carried<'a>, Option<RawAmount>)| {
        let back = back.get(&carried).copied().unwrap_or(Some(RawAmount::ZERO));
        let left = sum?.sub(back?).ok().filter(|left| !left.is_zero());
        left.map(|left| (carried, left))
    };
    forth.into_iter().filter_map(left).collect()
}

/// Returns the sum of each asset in the legs with this role; `None` where it is out of range.
fn sums(entry: &Entry, role: LegRole) -> BTreeMap<Carried<'_>, Option<RawAmount>> {
    let mut sums = BTreeMap::new();
    for leg in entry.legs.iter().filter(|leg: &&Leg| leg.role == role) {
        let carried = (&leg.asset, leg.token_id.as_deref());
        let sum: &mut Option<RawAmount> = sums.entry(carried).or_insert(Some(RawAmount::ZERO));
        *sum = sum.and_then(|sum| sum.add(leg.amount).ok());
    }
    sums
}

fn fits(
    ((asset, token), sent): (Carried<'_>, RawAmount),
    ((other, other_token), received): (Carried<'_>, RawAmount),
    input: &MatchInput<'_>,
) -> bool {
    let (asset, other) = match (input.assets.get(asset), input.assets.get(other)) {
        (Some(asset), Some(other)) => (asset, other),
        // Of two assets that are not known only the bridge says that they are one.
        (known, other) => return known.is_none() && other.is_none() && token == other_token,
    };
    let units = |amount: RawAmount, asset: &MatchedAsset| amount.in_units(asset.decimals?).ok();
    let amounts = units(sent, asset).zip(units(received, other));
    let is_explained = amounts
        .is_none_or(|(sent, received)| is_explained_by_fee(sent, received, input.settings.tolerance).unwrap_or(false));
    token == other_token && is_one_asset(asset, other) && is_explained
}

/// Returns whether two assets can be forms of one. A token that no list names is none of those with its symbol that a list names.
fn is_one_asset(asset: &MatchedAsset, other: &MatchedAsset) -> bool {
    let is_same_symbol = !asset.symbol.is_empty() && asset.symbol.eq_ignore_ascii_case(&other.symbol);
    asset.group == other.group || is_same_symbol && asset.listed == other.listed
}

fn is_explained_by_fee(sent: Amount, received: Amount, tolerance: Amount) -> Option<bool> {
    let most = sent.add(sent.mul(tolerance).ok()?).ok()?;
    let least = sent.mul(Amount::from(LEAST_PERCENT)).ok()?;
    Some(received <= most && received.mul(Amount::HUNDRED).ok()? >= least)
}
