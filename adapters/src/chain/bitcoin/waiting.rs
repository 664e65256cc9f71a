//! The transactions of an address that wait for a block.

use ports::{
    Address, RawAmount, Timestamp,
    chain::{WaitingTransaction, WaitingTransactions},
    fact::{CoinOutput, CoinTransaction},
};

use super::{history::canonical, network::BitcoinNetwork, server::Server};
use crate::chain::bitcoin_api::IdentifiedTransaction;

impl BitcoinNetwork {
    /// Returns the transactions of an address that wait for a block. They are requested only where the server does not say that
    /// there are none. A list that cannot be read leaves their number, so that a balance does not fail for it.
    pub(super) async fn waiting(&self, server: &Server, address: &Address, stated: Option<u64>) -> WaitingTransactions {
        let listed = match stated {
            Some(0) => Vec::new(),
            _ if server.lists_waiting() => server.waiting(address).await.unwrap_or_default(),
            _ => Vec::new(),
        };
        let now = server.now();
        let net = |transaction| self.net(transaction, address, now);
        let mut listed: Vec<WaitingTransaction> = listed.into_iter().filter_map(net).collect();
        listed.sort_by(|a, b| a.id.cmp(&b.id));
        listed.dedup_by(|a, b| a.id == b.id);
        let count = u64::try_from(listed.len()).unwrap_or(u64::MAX);
        WaitingTransactions {
            count: stated.unwrap_or_default().max(count),
            listed,
        }
    }

    /// Returns what a transaction gives to and takes from an address; `None` if it does neither.
    fn net(
        &self,
        (id, content): IdentifiedTransaction,
        address: &Address,
        seen_at: Timestamp,
    ) -> Option<WaitingTransaction> {
        let CoinTransaction { inputs, outputs, .. } = content;
        let chain = &self.row().chain;
        let own = |outputs: Vec<CoinOutput>| {
            let all = canonical(chain, outputs).into_iter();
            let mut own = all.filter(|output| output.address.as_ref() == Some(address));
            own.try_fold(RawAmount::ZERO, |sum, output| sum.add(output.value).ok())
        };
        let (received, spent) = own(outputs).zip(own(inputs))?;
        let is_involved = !received.is_zero() || !spent.is_zero();
        is_involved.then_some(WaitingTransaction {
            id,
            received,
            spent,
            seen_at,
        })
    }
}
