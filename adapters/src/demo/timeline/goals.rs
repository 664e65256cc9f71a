//! How much of each asset an account has at which time: a fifth at first, all of it by the summer of 2026, and changes of a
//! few percent ever since.

use ports::{account::AccountId, chain::ChainId, clock::Timestamp};

use crate::demo::{
    dollars::DOLLAR,
    market::{DemoListing, DemoMarket},
    portfolio::{DemoHolding, holdings},
    random::{mix, seed},
};

pub(super) const DAY: i64 = 86_400;
/// The day of the first transactions, 1 December 2021.
pub(super) const BEGIN: i64 = 1_638_316_800;
/// The day from which accounts hold their usual amounts, 1 June 2026.
pub(super) const COMPLETE: i64 = 1_780_272_000;

/// The days on which chains and tokens began that are younger than the first transactions.
const BIRTHS: [(&str, i64); 14] = [
    ("eip155:8453", 1_691_539_200),
    ("ARB", 1_679_529_600),
    ("OP", 1_653_955_200),
    ("COW", 1_648_425_600),
    ("PEOPLE", 1_639_526_400),
    ("cbBTC", 1_726_099_200),
    ("GHO", 1_689_379_200),
    ("sDAI", 1_683_849_600),
    ("sUSDe", 1_708_300_800),
    ("weETH", 1_698_796_800),
    ("FLOKI", 1_641_945_600),
    ("TIDE", 1_700_000_000),
    ("MIST", 1_710_000_000),
    ("USD\u{421}", 1_720_000_000),
];

/// An asset that an account acquires, and when it does so first.
pub(super) struct Goal<'a> {
    pub holding: DemoHolding<'a>,
    /// The second of the first acquisition.
    pub first: i64,
}

impl Goal<'_> {
    /// Returns the amount at a moment, with a pseudorandom deviation.
    pub(super) fn amount_at(&self, second: i64, random: u64) -> u128 {
        let (length, elapsed) = ((COMPLETE - self.first).max(1), (second - self.first).max(0));
        let grown = u128::try_from((200 + 800 * elapsed / length).min(1000)).unwrap_or(1000);
        let deviation = u128::from(if grown < 1000 {
            850 + random % 301
        } else {
            975 + random % 51
        });
        self.holding.usual / 1000 * grown / 1000 * deviation
    }

    pub(super) fn is_tradable(&self) -> bool {
        self.holding.listing.unusual.is_none()
    }

    pub(super) fn symbol(&self) -> &str {
        &self.holding.listing.metadata.symbol
    }
}

fn birth(name: &str) -> i64 {
    let found = BIRTHS.iter().find(|(of, _)| *of == name);
    found.map_or(BEGIN, |(_, second)| *second)
}

/// Returns the second of an account's first transaction.
pub(super) fn start(account: &AccountId) -> i64 {
    let random = mix(seed(&["start", &account.to_string()]), 1);
    let days = match account.chain.evm_number() {
        Some(1) => random % 60,
        Some(_) => 30 + random % 570,
        None => random % 300,
    };
    let birth = birth(account.chain.as_str());
    birth - birth.rem_euclid(DAY) + i64::try_from(days).unwrap_or(0) * DAY + 15 * 3600
}

/// Returns the assets of an account, with the native asset first.
pub(super) fn goals<'a>(market: &'a DemoMarket, account: &AccountId) -> Vec<Goal<'a>> {
    let start = start(account);
    let first = |holding: &DemoHolding| {
        if holding.asset.is_native() {
            return start;
        }
        let latest = start.max(birth(&holding.listing.metadata.symbol)) + 3 * DAY;
        let earliest = latest - latest.rem_euclid(DAY) + 15 * 3600;
        let days = (COMPLETE - 120 * DAY - earliest).max(DAY) / DAY;
        let random = i64::try_from(mix(holding.seed, 50) % 10_000).unwrap_or(0);
        earliest + days * random * random / 100_000_000 * DAY
    };
    let held = holdings(market, account).into_iter();
    held.map(|holding| Goal {
        first: first(&holding),
        holding,
    })
    .collect()
}

/// Returns the value of an amount at a moment, in [`DOLLAR`] parts.
pub(super) fn value_of(listing: &DemoListing, amount: u128, second: i64) -> u128 {
    let decimals = u32::from(listing.metadata.decimals.unwrap_or(0)).min(18);
    let (coarse, fine) = (decimals.saturating_sub(6), decimals.min(6));
    let price = listing.price_at(Timestamp::from_seconds(second));
    (amount / 10_u128.pow(coarse)).saturating_mul(price) / 10_u128.pow(fine)
}

/// Returns the amount that has this value in [`DOLLAR`] parts at a moment.
pub(super) fn amount_of(listing: &DemoListing, value: u128, second: i64) -> u128 {
    let decimals = u32::from(listing.metadata.decimals.unwrap_or(0)).min(18);
    let (fine, coarse) = (decimals.min(9), decimals.saturating_sub(9));
    let price = listing.price_at(Timestamp::from_seconds(second)).max(1);
    value * 10_u128.pow(fine) / price * 10_u128.pow(coarse)
}

/// Returns an amount rounded up to three digits, as people enter them.
pub(super) fn rounded_up(amount: u128) -> u128 {
    let unit = 10_u128.pow(amount.checked_ilog10().unwrap_or(0).saturating_sub(2));
    amount.div_ceil(unit) * unit
}

/// Returns a usual fee in [`DOLLAR`] parts: dollars on Ethereum and Bitcoin, cents elsewhere.
pub(super) fn usual_fee(chain: &ChainId, random: u64) -> u128 {
    let is_expensive = chain.evm_number() == Some(1) || chain.as_str() == "bip122:000000000019d6689c085ae165831e93";
    let (base, more) = if is_expensive { (300, 4_000) } else { (8, 60) };
    DOLLAR / 1000 * u128::from(base + random % more) + u128::from(random % 1_000_000_007)
}

/// Returns the seconds of the turns of an account up to a moment, each with a seed. At most one turn is on a day, between
/// 13:00 and 8:00 UTC, so that transactions with other accounts of the demo world have hours of their own. There are more
/// of them in later years.
pub(super) fn turns(own: u64, start: i64, assets: usize, until: i64) -> Vec<(i64, u64)> {
    let assets = i64::try_from(assets).unwrap_or(1).max(1);
    let days = (70 / assets).clamp(4, 10);
    let mut found = Vec::new();
    let begin = start - start.rem_euclid(DAY) + 2 * DAY;
    for index in 0..((until - begin) / (days * DAY) + 1).max(0) {
        let turn = mix(own, index.unsigned_abs());
        let day = begin + (index * days + i64::try_from(turn % days.unsigned_abs()).unwrap_or(0)) * DAY;
        let second = day + 13 * 3600 + i64::try_from(mix(turn, 1) % (19 * 3600)).unwrap_or(0);
        let share = 400 + 600 * (second - BEGIN).max(0) / (COMPLETE - BEGIN);
        let is_taken = i64::try_from(mix(turn, 2) % 1000).unwrap_or(0) < share;
        if is_taken && second <= until {
            found.push((second, turn));
        }
    }
    found
}

/// Returns the second of the day's time with other accounts, from 12:00 UTC.
pub(super) fn shared_time(day: i64, random: u64) -> i64 {
    day * DAY + 12 * 3600 + i64::try_from(random % 2400).unwrap_or(0)
}

/// Returns the first day from this one on whose number leaves this remainder, divided by 8.
pub(super) fn shared_day(from: i64, remainder: i64) -> i64 {
    from + (remainder - from).rem_euclid(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_rounded_up_to_three_digits() {
        assert_eq!([0, 7, 999, 1001, 123_456].map(rounded_up), [0, 7, 999, 1010, 124_000]);
    }

    #[test]
    fn turns_are_in_order_at_most_one_a_day_and_never_at_noon() {
        let all = turns(7, BEGIN, 12, COMPLETE);
        assert!(all.windows(2).all(|two| two[0].0 < two[1].0), "in order");
        assert!(
            all.iter()
                .all(|(second, _)| !(8..13).contains(&(second.rem_euclid(DAY) / 3600)))
        );
        let half = COMPLETE - 365 * DAY;
        let fewer = turns(7, BEGIN, 12, half);
        assert_eq!(fewer[..], all[..fewer.len()], "later turns change none before");
    }

    #[test]
    fn shared_days_leave_their_remainder() {
        for remainder in 0..8 {
            let day = shared_day(19_000, remainder);
            assert!((19_000..19_008).contains(&day) && day % 8 == remainder);
        }
    }
}
