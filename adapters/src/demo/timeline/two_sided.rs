//! Transactions that two accounts of the demo world have in common: payments between the best-known names, and transfers
//! of one address between two chains. Both accounts compute them from the same seed, each on days and in hours of their
//! own, without knowing the other's history.

use ports::{account::AccountId, address::Address, chain::ChainId};

use super::goals::{BEGIN, DAY, goals, shared_day, shared_time, start};
use crate::demo::{
    market::DemoMarket,
    name,
    random::{Draws, digest, seed},
};

/// The payers and payees, by name.
const LINKS: [(&str, &str); 3] = [
    ("vitalik.eth", "lighthouse.eth"),
    ("lighthouse.eth", "harbourmaster.eth"),
    ("vitalik.eth", "harbourmaster.eth"),
];
/// The chains to which addresses bridge from Ethereum, and whether they send a dollar coin instead of ether.
const BRIDGED: [(u64, bool); 4] = [(42_161, false), (8453, false), (10, false), (137, true)];
/// The days between two payments of a link, and between two transfers to a chain.
const LINK_DAYS: i64 = 97;
const BRIDGE_DAYS: i64 = 190;

/// A payment between two accounts of Ethereum.
pub(super) struct SharedPayment {
    pub second: i64,
    pub from: Address,
    pub to: Address,
    /// In wei, or in millionths of a dollar coin.
    pub amount: u128,
    pub is_dollar: bool,
    pub hash: [u8; 32],
    pub fee_seed: u64,
}

/// A transfer of an address from Ethereum to another chain.
pub(super) struct SharedBridge {
    /// When it leaves Ethereum, and when it arrives.
    pub seconds: (i64, i64),
    /// The amounts that leave and arrive.
    pub amounts: (u128, u128),
    pub is_dollar: bool,
    pub seed: u64,
}

/// Returns the payments from or to an address up to a moment.
pub(super) fn payments(address: &Address, until: i64) -> Vec<SharedPayment> {
    let mut found = Vec::new();
    for (index, (from, to)) in (0_i64..).zip(LINKS) {
        let (payer, payee) = (name::address(from), name::address(to));
        if *address != payer && *address != payee {
            continue;
        }
        let first = BEGIN / DAY + 120 + index * 31;
        for turn in 0..((until / DAY - first) / LINK_DAYS + 1).max(0) {
            let key = ["link", from, to, &turn.to_string()];
            let mut draws = Draws::new(seed(&key));
            let second = shared_time(shared_day(first + turn * LINK_DAYS, index), draws.next());
            let is_dollar = turn % 2 == 1;
            let amount = if is_dollar {
                u128::from(draws.between(20, 200)) * 1_000_000
            } else {
                u128::from(draws.between(20, 180)) * 1_000_000_000_000_000
            };
            found.push(SharedPayment {
                second,
                from: payer.clone(),
                to: payee.clone(),
                amount,
                is_dollar,
                hash: digest(&key),
                fee_seed: draws.next(),
            });
        }
    }
    found.retain(|payment| payment.second <= until);
    found
}

/// Returns the transfers of an address from Ethereum to other chains up to a moment, or those to one chain.
pub(super) fn bridges(market: &DemoMarket, address: &Address, to: Option<&ChainId>, until: i64) -> Vec<SharedBridge> {
    let mut found = Vec::new();
    for (index, (number, is_dollar)) in (4_i64..).zip(BRIDGED) {
        let chain = ChainId::evm(number);
        if to.is_some_and(|wanted| *wanted != chain) {
            continue;
        }
        let account = AccountId {
            chain,
            address: address.clone(),
        };
        let Some(usual) = bridged_amount(market, &account, is_dollar) else {
            continue;
        };
        let first = start(&account) / DAY + 20;
        for turn in 0..((until / DAY - first) / BRIDGE_DAYS + 1).max(0) {
            let mut draws = Draws::new(seed(&["bridge", &account.to_string(), &turn.to_string()]));
            let second = shared_time(shared_day(first + turn * BRIDGE_DAYS, index), draws.next());
            let sent = usual / 1000 * u128::from(draws.between(120, 300));
            found.push(SharedBridge {
                seconds: (second, second + i64::try_from(draws.between(24, 300)).unwrap_or(60)),
                amounts: (sent, sent - sent / 10_000 * u128::from(draws.between(3, 25))),
                is_dollar,
                seed: draws.next(),
            });
        }
    }
    found.retain(|bridge| bridge.seconds.0 <= until);
    found
}

/// Returns about how much of the bridged asset the account on the other chain holds; `None` where it has none.
fn bridged_amount(market: &DemoMarket, account: &AccountId, is_dollar: bool) -> Option<u128> {
    let goals = goals(market, account);
    let goal = goals.iter().find(|goal| {
        if is_dollar {
            goal.symbol() == "USDC"
        } else {
            goal.holding.asset.is_native()
        }
    })?;
    Some(goal.holding.usual)
}
