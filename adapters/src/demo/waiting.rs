//! Transactions of the demo world that wait for a block: one for every second address of a Bitcoin-like chain.

use ports::{
    AccountId, Day, RawAmount, Timestamp,
    chain::{WaitingTransaction, WaitingTransactions},
};

use super::{
    blocks::{DemoChain, hex},
    random::{digest, seed},
    world::DemoWorld,
};

/// The most of one coin that waits, in its smallest unit.
const MOST: u64 = 5_000_000;

/// Returns what waits at an address. It is the same all day.
pub(super) fn at(world: &DemoWorld, account: &AccountId, now: Timestamp) -> WaitingTransactions {
    let chain = world.chains.iter().find(|chain| chain.row.id == account.chain);
    let is_listed = chain.is_some_and(DemoChain::is_bitcoin_like);
    if !is_listed || !seed(&["waits", account.address.as_str()]).is_multiple_of(2) {
        return WaitingTransactions::default();
    }
    let digest = digest(&["waiting", &account.to_string(), &Day::of(now).to_string()]);
    let Ok(id) = hex(&digest).parse() else {
        return WaitingTransactions::default();
    };
    let received = 1 + seed(&["waiting amount", &hex(&digest)]) % MOST;
    let listed = vec![WaitingTransaction {
        id,
        received: RawAmount::from(u128::from(received)),
        spent: RawAmount::ZERO,
        seen_at: now,
    }];
    WaitingTransactions { count: 1, listed }
}
