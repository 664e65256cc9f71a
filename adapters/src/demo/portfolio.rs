//! What an address holds in the demo world.

use std::cmp::Reverse;

use ports::{
    account::AccountId, address::Address, amount::RawAmount, asset::AssetId, chain::ChainId, clock::Timestamp,
};

use super::{
    DemoChain,
    draw::{mix, seed},
    market::{DOLLAR, Listing, Market},
    odd::Odd,
};

const DAY: u64 = 86_400;
const CENT: u128 = DOLLAR / 100;
/// Of a hundred addresses so many hold an odd token, and so many were sent spam.
const ODD_HELD: u64 = 45;
const SPAM_HELD: u64 = 80;
/// Of so many addresses of a key one is used.
const USED_OF: u64 = 16;

/// The seed of a person. The number was chosen so that vitalik.eth and lighthouse.eth, whom people try first, show
/// every odd token between them.
fn holder(address: &Address) -> u64 {
    seed(&["holder 313", address.as_str()])
}

/// What an account holds at a moment; the native coin first.
pub(super) fn held(
    market: &Market,
    chains: &[DemoChain],
    account: &AccountId,
    at: Timestamp,
) -> Vec<(AssetId, RawAmount)> {
    let person = holder(&account.address);
    let Some(chain) = chains.iter().find(|chain| chain.row.id == account.chain) else {
        return Vec::new();
    };
    let mut ids: Vec<&AssetId> = odd(market, &account.chain, person);
    if active(chains, &account.chain, person) {
        ids.extend(picked(market, chains, &account.chain, person));
        ids.insert(0, &chain.row.native);
    }
    let listed = ids.into_iter().filter_map(|id| Some((id, market.listing(id)?)));
    listed
        .map(|(id, listing)| (id.clone(), amount(listing, person, at)))
        .filter(|(_, raw)| !raw.is_zero())
        .collect()
}

/// Whether anything ever happened at an address. Of the addresses that follow from an extended public key, as many are
/// used as of a person's: more would have no end, because the arithmetic does not know their order.
pub(super) fn is_used(chains: &[DemoChain], account: &AccountId) -> bool {
    let has_keys = |chain: &DemoChain| chain.row.id == account.chain && !chain.row.keys.is_empty();
    !chains.iter().any(has_keys) || seed(&["used", account.address.as_str()]).is_multiple_of(USED_OF)
}

/// The tokens whose contract gives this account no usable answer.
pub(super) fn unreadable(market: &Market, account: &AccountId) -> Vec<AssetId> {
    let person = holder(&account.address);
    let tokens = market.tokens(&account.chain);
    let broken = tokens.filter(|(_, listing)| listing.odd == Some(Odd::Unreadable));
    broken
        .filter(|(_, listing)| happens(person, listing))
        .map(|(id, _)| id.clone())
        .collect()
}

/// Whether the account's chain does not answer for it: the last EVM chain, for a third of the addresses.
pub(super) fn fails(chains: &[DemoChain], account: &AccountId) -> bool {
    let last = chains.iter().rev().find(|chain| chain.row.id.evm_number().is_some());
    let last = chains.len() > 1 && last.is_some_and(|chain| chain.row.id == account.chain);
    last && seed(&["failing reader", account.address.as_str()]).is_multiple_of(3)
}

/// The first chain always, and one to four of the others; whoever has an address of another form used it on its chain.
fn active(chains: &[DemoChain], chain: &ChainId, person: u64) -> bool {
    if chain.evm_number().is_none() {
        return true;
    }
    let Some((first, others)) = chains.split_first() else {
        return false;
    };
    let others = others.iter().map(|other| &other.row.id);
    let mut ranked: Vec<&ChainId> = others.filter(|other| other.evm_number().is_some()).collect();
    ranked.sort_by_key(|id| mix(person, seed(&["active", id.as_str()])));
    let count = usize::try_from(1 + mix(person, 1) % 4).unwrap_or(1);
    first.row.id == *chain || ranked.into_iter().take(count).any(|id| id == chain)
}

/// The tokens of a chain that a person picked: well-known ones more often.
fn picked<'a>(market: &'a Market, chains: &[DemoChain], chain: &ChainId, person: u64) -> Vec<&'a AssetId> {
    let first = chains.first().is_some_and(|first| first.row.id == *chain);
    let drawn = mix(person, 2);
    let count = if first { 5 + drawn % 6 } else { 1 + drawn % 2 };
    let ordinary = market.tokens(chain).filter(|(_, listing)| listing.odd.is_none());
    let mut ranked: Vec<(u64, &AssetId)> = ordinary
        .map(|(id, listing)| (mix(person, listing.seed) / listing.weight.max(1), id))
        .collect();
    ranked.sort();
    let count = usize::try_from(count).unwrap_or(0);
    ranked.into_iter().take(count).map(|(_, id)| id).collect()
}

fn odd<'a>(market: &'a Market, chain: &ChainId, person: u64) -> Vec<&'a AssetId> {
    let tokens = market.tokens(chain);
    let holdable = tokens.filter(|(_, listing)| listing.odd.is_some_and(|odd| odd != Odd::Unreadable));
    let mut held: Vec<(Reverse<u64>, &AssetId)> = holdable
        .filter(|(_, listing)| happens(person, listing))
        .map(|(id, listing)| (Reverse(listing.seed), id))
        .collect();
    held.sort();
    held.into_iter().map(|(_, id)| id).collect()
}

fn happens(person: u64, listing: &Listing) -> bool {
    let share = if listing.odd == Some(Odd::Spam) {
        SPAM_HELD
    } else {
        ODD_HELD
    };
    mix(person, listing.seed) % 100 < share
}

/// How much of an asset: a size in dollars over the base price, moved a little every few days.
fn amount(listing: &Listing, person: u64, at: Timestamp) -> RawAmount {
    let own = mix(person, listing.seed ^ 0x5157);
    let size = match listing.odd {
        None => size(own, person, listing.fuel * 4),
        // Nothing to be rich of: from a dollar to a thousand.
        Some(_) => DOLLAR * u128::from(1 + mix(own, 40) % 1000),
    };
    let decimals = u32::from(listing.metadata.decimals.unwrap_or(0)).min(18);
    let (fine, coarse) = (decimals.min(9), decimals.saturating_sub(9));
    let round = size * 10_u128.pow(fine) / listing.base() * 10_u128.pow(coarse);
    // People hold odd amounts: the last digits are drawn.
    let digits = (u128::from(mix(own, 41)) << 32) + u128::from(mix(own, 42));
    let whole = round + digits % (round / 500 + 1);
    word(moved(whole, own, at))
}

/// A size in dollars between a cent and some millions, most between ten dollars and some ten thousands: twice as much
/// with every one of some thirty steps, and the steps are the sum of four draws (nearly a lognormal distribution).
fn size(own: u64, person: u64, more: u64) -> u128 {
    let steps: u64 = (0..4).map(|draw| mix(own, draw) % 10).sum();
    let rich = [0, 0, 0, 0, 1, 1, 2, 3][usize::try_from(mix(person, 3) % 8).unwrap_or(0)];
    let doubled = CENT << (steps + rich + more).min(30) >> 2;
    doubled * u128::from(64 + mix(own, 5) % 64) / 64
}

/// Every two to nine days the amount changes by up to two percent of the whole.
fn moved(whole: u128, own: u64, at: Timestamp) -> u128 {
    let period = DAY * (2 + mix(own, 6) % 8);
    let second = u64::try_from(at.seconds()).unwrap_or(0);
    let step = (second + mix(own, 7) % period) / period;
    let thousandths = u128::from(980 + mix(mix(own, 8), step) % 41);
    whole / 1000 * thousandths + whole % 1000
}

fn word(value: u128) -> RawAmount {
    let mut bytes = [0; 32];
    bytes[16..].copy_from_slice(&value.to_be_bytes());
    RawAmount::from_word(&bytes)
}
