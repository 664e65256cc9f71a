//! The holdings of an address in the demo world.

use std::cmp::Reverse;

use ports::{
    account::AccountId, address::Address, amount::RawAmount, asset::AssetId, chain::ChainId, clock::Timestamp,
};

use super::{
    blocks::DemoChain,
    dollars::DOLLAR,
    holdings::Kind,
    market::{DemoListing, DemoMarket},
    random::{mix, seed},
    unusual::Unusual,
};

const DAY: u64 = 86_400;
/// The percentages of addresses that hold an unusual token, and that received spam.
const UNUSUAL_HELD: u64 = 45;
const SPAM_HELD: u64 = 80;
/// The wealth of a person in percent of the typical holdings: 100 for most, up to three times as much for a few.
const RICHNESS: [u128; 8] = [40, 70, 100, 100, 100, 140, 200, 300];
/// One of this number of addresses derived from a key is used.
const USED_OF: u64 = 16;

/// Returns the seed of a person. The number was chosen so that vitalik.eth and lighthouse.eth, which people try first,
/// hold all unusual tokens between them.
pub(super) fn holder(address: &Address) -> u64 {
    seed(&["holder 313", address.as_str()])
}

/// Returns the seed for the kind of a person. The number was chosen so that vitalik.eth, the example, uses DeFi
/// protocols, lighthouse.eth is a collector and harbourmaster.eth a saver.
pub(super) fn kind_seed(address: &Address) -> u64 {
    seed(&["kind 16", address.as_str()])
}

/// An asset that an account holds, and about how much of it.
pub(super) struct DemoHolding<'a> {
    pub asset: AssetId,
    pub listing: &'a DemoListing,
    /// The usual amount, in the smallest unit.
    pub usual: u128,
    /// The seed of this asset in this account.
    pub seed: u64,
}

/// Returns what an account holds once it is complete, with the native asset first.
pub(super) fn holdings<'a>(market: &'a DemoMarket, account: &AccountId) -> Vec<DemoHolding<'a>> {
    let person = holder(&account.address);
    let unusual = unusual(market, &account.chain, person).into_iter();
    let unusual = unusual.filter_map(|id| Some((id, unusual_size(market.listing(id)?, person))));
    let mut held: Vec<(&AssetId, u128)> = typical(market, account, person).chain(unusual).collect();
    held.sort_by_key(|(id, _)| !id.is_native());
    let listed = held
        .into_iter()
        .filter_map(|(id, size)| Some((id, size, market.listing(id)?)));
    listed
        .map(|(id, size, listing)| DemoHolding {
            asset: id.clone(),
            listing,
            usual: usual(listing, size, person),
            seed: own(listing, person),
        })
        .filter(|holding| holding.usual > 0)
        .collect()
}

/// Returns the balances of an account without a timeline at a moment, with the native asset first.
pub(super) fn held(market: &DemoMarket, account: &AccountId, at: Timestamp) -> Vec<(AssetId, RawAmount)> {
    let now = |holding: DemoHolding| (holding.asset, moved(holding.usual, holding.seed, at).into());
    let held = holdings(market, account).into_iter().map(now);
    held.filter(|(_, raw): &(AssetId, RawAmount)| !raw.is_zero()).collect()
}

/// Returns the typical holdings of this kind of person on the account's chain, with their values in [`DOLLAR`] parts.
fn typical<'a>(market: &'a DemoMarket, account: &AccountId, person: u64) -> impl Iterator<Item = (&'a AssetId, u128)> {
    let kind = Kind::of(kind_seed(&account.address));
    let richness = richness(person);
    let rows = market.typical(&account.chain).iter();
    rows.filter_map(move |row| {
        let own = mix(person, market.listing(&row.asset)?.seed);
        let size = row.size * richness / 100 * u128::from(60 + mix(own, 5) % 81) / 100;
        row.is_held(kind, mix(own, 4)).then_some((&row.asset, size))
    })
}

/// Returns the wealth of a person in percent of the typical holdings.
pub(super) fn richness(person: u64) -> u128 {
    RICHNESS[usize::try_from(mix(person, 3) % 8).unwrap_or(0)]
}

/// Returns whether an address was ever used. One in [`USED_OF`] addresses of an extended public key is used, however
/// long the gap limit search continues; with more, the search would not end, because the arithmetic does not know the
/// order of the addresses.
pub(super) fn is_used(chains: &[DemoChain], account: &AccountId) -> bool {
    let has_keys = |chain: &DemoChain| chain.row.id == account.chain && !chain.row.keys.is_empty();
    !chains.iter().any(has_keys) || seed(&["used", account.address.as_str()]).is_multiple_of(USED_OF)
}

/// Returns the tokens whose contract reverts for this account.
pub(super) fn unreadable(market: &DemoMarket, account: &AccountId) -> Vec<AssetId> {
    let person = holder(&account.address);
    let tokens = market.tokens(&account.chain);
    let broken = tokens.filter(|(_, listing)| listing.unusual == Some(Unusual::Unreadable));
    broken
        .filter(|(_, listing)| happens(person, listing))
        .map(|(id, _)| id.clone())
        .collect()
}

/// Returns whether the account's chain fails for it: the last EVM chain fails for a third of the addresses.
pub(super) fn fails(chains: &[DemoChain], account: &AccountId) -> bool {
    let last = chains.iter().rev().find(|chain| chain.row.id.evm_number().is_some());
    let last = chains.len() > 1 && last.is_some_and(|chain| chain.row.id == account.chain);
    last && seed(&["failing reader", account.address.as_str()]).is_multiple_of(3)
}

fn unusual<'a>(market: &'a DemoMarket, chain: &ChainId, person: u64) -> Vec<&'a AssetId> {
    let tokens = market.tokens(chain);
    let holdable = tokens.filter(|(_, listing)| listing.unusual.is_some_and(|unusual| unusual != Unusual::Unreadable));
    let mut held: Vec<(Reverse<u64>, &AssetId)> = holdable
        .filter(|(_, listing)| happens(person, listing))
        .map(|(id, listing)| (Reverse(listing.seed), id))
        .collect();
    held.sort();
    held.into_iter().map(|(_, id)| id).collect()
}

fn happens(person: u64, listing: &DemoListing) -> bool {
    let share = if listing.unusual == Some(Unusual::Spam) {
        SPAM_HELD
    } else {
        UNUSUAL_HELD
    };
    mix(person, listing.seed) % 100 < share
}

/// Returns a small value: from a dollar to a thousand.
fn unusual_size(listing: &DemoListing, person: u64) -> u128 {
    DOLLAR * u128::from(1 + mix(own(listing, person), 40) % 1000)
}

fn own(listing: &DemoListing, person: u64) -> u64 {
    mix(person, listing.seed ^ 0x5157)
}

/// Returns the usual amount of an asset: its value divided by the base price.
pub(super) fn usual(listing: &DemoListing, size: u128, person: u64) -> u128 {
    let own = own(listing, person);
    let decimals = u32::from(listing.metadata.decimals.unwrap_or(0)).min(18);
    let (fine, coarse) = (decimals.min(9), decimals.saturating_sub(9));
    let round = size * 10_u128.pow(fine) / listing.base() * 10_u128.pow(coarse);
    // The last digits are pseudorandom, because people hold uneven amounts.
    let digits = (u128::from(mix(own, 41)) << 32) + u128::from(mix(own, 42));
    round + digits % (round / 500 + 1)
}

/// Changes an amount by up to two percent, every two to nine days.
fn moved(whole: u128, own: u64, at: Timestamp) -> u128 {
    let period = DAY * (2 + mix(own, 6) % 8);
    let second = u64::try_from(at.seconds()).unwrap_or(0);
    let step = (second + mix(own, 7) % period) / period;
    let thousandths = u128::from(980 + mix(mix(own, 8), step) % 41);
    whole / 1000 * thousandths + whole % 1000
}
