//! What an account at Kraken has: `BalanceEx` and `Earn/Allocations`.
//!
//! - `BalanceEx` returns `{"XXBT": {"balance": "1.2", "hold_trade": "0.8", "credit": "0", "credit_used": "0"}, …}`: the balance contains
//!   what open orders hold, and does not contain the credit line.
//! - A code may have a suffix: `.S` staked, `.M` opt-in rewards, `.B` yield, `.F` Auto Earn, `.P` parachain auctions, `.HOLD` not yet
//!   released. Two digits before it are the days for which it is locked (`DOT28.S`). `.T` is a tokenized share, an asset of its own.
//! - `Earn/Allocations` returns `{"items": [{"native_asset": "DOT", "amount_allocated": {"total": {"native": "5"}}}, …]}`, without pages.
//!   Some of these funds are in the balances and some are not, and no field states which. So the larger of both is what an asset has, and
//!   never the sum.
//!
//! Written from the documentation and from reports of clients; no live run has confirmed it yet.

use std::collections::BTreeMap;

use ports::{AssetId, ChainId, Position, PositionKind, json::Json};

use crate::exchange::account::{AccountQuantities, ExchangeCodes, Quantity};

const SPOT: HoldingPlace = (PositionKind::Regular, "Spot");
const ON_HOLD: HoldingPlace = (PositionKind::Regular, "On hold");
const STAKING: HoldingPlace = (PositionKind::Staked, "Staking");
const PARACHAIN: HoldingPlace = (PositionKind::Staked, "Parachain auctions");
const EARN: HoldingPlace = (PositionKind::Lent, "Earn");
const CREDIT_LINE: HoldingPlace = (PositionKind::Borrowed, "Credit line");

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

/// How an asset is held, and where.
type HoldingPlace = (PositionKind, &'static str);

/// The codes of Kraken.
pub(super) struct Codes<'a> {
    pub(super) listed: &'a ExchangeCodes,
    pub(super) exchange: ChainId,
    pub(super) name: &'static str,
}

impl Codes<'_> {
    /// Returns the asset of a code, and how it is held.
    fn read(&self, code: &str) -> Result<(AssetId, HoldingPlace), &'static str> {
        let (base, holding) = split(code);
        let base = if self.listed.mapped(self.name, base).is_some() {
            base
        } else {
            without_lock(code, base)
        };
        let asset = self.listed.asset(&self.exchange, self.name, base);
        Ok((asset.ok_or("a code of an asset that is no code")?, holding))
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

/// Reads both answers.
pub(super) fn positions(balances: &Json, earn: &Json, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut quantities = AccountQuantities::default();
    for (code, row) in balances.as_object().ok_or("no table of balances")? {
        add_balance(&mut quantities, code, row, codes)?;
    }
    for (asset, total) in allocations(earn, codes)? {
        let held = quantities.held(&asset, |_| true)?;
        if total.exceeds(held) {
            quantities.replace_direct(&asset, EARN, total)?;
        }
    }
    quantities.into_positions()
}

fn add_balance(
    quantities: &mut AccountQuantities,
    code: &str,
    row: &Json,
    codes: &Codes<'_>,
) -> Result<(), &'static str> {
    let (asset, holding) = codes.read(code)?;
    let balance = Quantity::read(&row["balance"]).ok_or("a balance that is no number")?;
    let holding = if balance.is_negative() { CREDIT_LINE } else { holding };
    quantities.add(&asset, holding, balance)?;
    let Some(used) = row.get("credit_used").filter(|used| !used.is_null()) else {
        return Ok(());
    };
    let used = Quantity::read(used).filter(|used| !used.is_negative());
    let debt = used.ok_or("a credit that is no number")?.negated();
    quantities.add(&asset, CREDIT_LINE, debt.map_err(|_| "a credit that is too long")?)
}

/// Returns what is allocated of each asset, in all strategies.
fn allocations(earn: &Json, codes: &Codes<'_>) -> Result<BTreeMap<AssetId, Quantity>, &'static str> {
    let mut totals = BTreeMap::<AssetId, Quantity>::new();
    for item in earn["items"].as_array().ok_or("no list of allocations")? {
        let code = item["native_asset"].as_str().ok_or("an allocation without its asset")?;
        let total = Quantity::read(&item["amount_allocated"]["total"]["native"]);
        let total = total
            .filter(|total| !total.is_negative())
            .ok_or("an allocation that is no number")?;
        let sum = totals.entry(codes.read(code)?.0).or_default();
        *sum = sum.add(total).map_err(|_| "allocations that are too long")?;
    }
    Ok(totals)
}

#[cfg(test)]
mod tests;
