//! The invented transactions of accounts. What an account of the demo world holds is the sum of its transactions, so its
//! history explains its balances to the last unit.
//!
//! Transactions are invented in the order in which they happen, each from a seed of the account and from what it holds by
//! then. Later ones never change earlier ones: the past is the same whenever it is read.

mod coin;
mod evm;
mod goals;
mod model;
mod services;
mod two_sided;
mod wallet;

use ports::{account::AccountId, amount::RawAmount, asset::AssetId};

use super::{blocks::DemoChain, market::DemoMarket};

pub(super) use model::{DemoContent, DemoTransaction, EvmTransaction};
pub(super) use services::Services;

/// The transactions of an account up to a block, and what it holds after them.
#[derive(Debug, Default)]
pub(super) struct AccountTimeline {
    pub transactions: Vec<DemoTransaction>,
    /// The balances that are not zero, with the native asset first.
    pub balances: Vec<(AssetId, RawAmount)>,
    /// The number of transactions that the account sent; on Bitcoin-like chains the number of all of them.
    pub sent: u64,
}

/// Returns whether the transactions of a chain are invented.
pub(super) fn covers(chain: &DemoChain) -> bool {
    chain.row.id.evm_number().is_some() || chain.is_bitcoin_like()
}

/// Returns the transactions of an account up to a block, on a chain that is covered.
pub(super) fn of_account(
    services: &Services,
    market: &DemoMarket,
    chain: &DemoChain,
    account: &AccountId,
    head: u64,
) -> AccountTimeline {
    let until = chain.time_of(head).seconds();
    let wallet = if chain.is_bitcoin_like() {
        coin::wallet(market, chain, account, until, head)
    } else {
        evm::wallet(services, market, chain, account, until, head)
    };
    let native = (chain.native.id.clone(), wallet.native);
    let held = std::iter::once(native).chain(wallet.tokens);
    let held = held.filter(|(_, amount)| *amount > 0);
    AccountTimeline {
        balances: held.map(|(asset, amount)| (asset, amount.into())).collect(),
        sent: wallet.nonce,
        transactions: wallet.transactions,
    }
}
