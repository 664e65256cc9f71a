//! The codes of assets at Kraken.
//!
//! A code may have a suffix: `.S` staked, `.M` opt-in rewards, `.B` yield, `.F` Auto Earn, `.P` parachain auctions, `.HOLD` not yet
//! released. Two digits before it are the days for which it is locked (`DOT28.S`). `.T` is a tokenized share, an asset of its own.

use ports::{AssetId, PositionKind};

use crate::exchange::account::{Codes, HoldingPlace};

const SPOT: HoldingPlace = (PositionKind::Regular, "Spot");
const ON_HOLD: HoldingPlace = (PositionKind::Regular, "On hold");
const STAKING: HoldingPlace = (PositionKind::Staked, "Staking");
const PARACHAIN: HoldingPlace = (PositionKind::Staked, "Parachain auctions");
pub(super) const EARN: HoldingPlace = (PositionKind::Lent, "Earn");
pub(super) const CREDIT_LINE: HoldingPlace = (PositionKind::Borrowed, "Credit line");

/// The suffixes of codes, and how such an asset is held.
const SUFFIXES: [(&str, HoldingPlace); 6] = [
    ("S", STAKING),
    ("M", EARN),
    ("B", EARN),
    ("F", EARN),
    ("P", PARACHAIN),
    ("HOLD", ON_HOLD),
];
/// The code of staked ether. The digit is part of it.
const STAKED_ETHER: &str = "ETH2";
/// The most days for which something is locked.
const LONGEST_LOCK: u8 = 31;

impl Codes<'_> {
    /// Returns the asset of a code, and how it is held.
    pub(super) fn read(&self, code: &str) -> Result<(AssetId, HoldingPlace), &'static str> {
        let (base, holding) = split(code);
        let base = if self.listed.mapped(self.name, base).is_some() {
            base
        } else {
            without_lock(code, base)
        };
        Ok((self.asset(base)?, holding))
    }
}

/// Splits a code at its suffix. A suffix that is not known belongs to the code.
fn split(code: &str) -> (&str, HoldingPlace) {
    let known = code.rsplit_once('.').and_then(|(base, suffix)| {
        let (_, holding) = SUFFIXES.iter().find(|(known, _)| *known == suffix)?;
        Some((base, *holding))
    });
    match known {
        Some(("", _)) => (code, SPOT),
        Some(known) => known,
        None if code == STAKED_ETHER => (code, STAKING),
        None => (code, SPOT),
    }
}

/// Returns the code without the days for which it is locked: two digits before a suffix.
fn without_lock<'a>(code: &str, base: &'a str) -> &'a str {
    let digits = base.len().checked_sub(2).and_then(|at| base.split_at_checked(at));
    let is_lock = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits {
        Some((asset, days))
            if code != base
                && asset.ends_with(|last: char| last.is_ascii_alphabetic())
                && is_lock(days)
                && days.parse::<u8>().is_ok_and(|days| days <= LONGEST_LOCK) =>
        {
            asset
        }
        _ => base,
    }
}
