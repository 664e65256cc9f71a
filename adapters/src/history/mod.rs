//! Histories of accounts: explorers that list what happened at an address. The use of an explorer is a file here, its
//! client a file in `explorer`.
//!
//! Each list is read oldest first, in pages of whole blocks (`pages.rs`); its rows become facts (`rows.rs`, `facts.rs`).
//! Whatever does not fit is an error that names the field: a row that is left out would be missing money.
//!
//! No live run has confirmed this yet. Lists, fields and error texts follow the documentation of the services,
//! Blockscout's source code and answers that others recorded. Not confirmed by any recording: `traceId` in Routescan's
//! internal transfers, `txsBeaconWithdrawal`, the list of withdrawals of Blockscout, `confirmations` as the distance to the newest block of the index, the field
//! of the data fee in Blockscout's lists, and which page sizes Routescan accepts. An answer about the same address on
//! another chain cannot be recognized by its rows, which do not name their chain: only the number of transactions that
//! the account sent shows it.

mod blockscout;
mod etherscan;
mod facts;
mod fields;
mod pages;
mod position;
mod routescan;
mod rows;
#[cfg(test)]
mod tests;
mod withdrawals;

use std::sync::Arc;

use ports::{ChainId, HistoryReader, Stream};

use crate::explorer::ExplorerUses;

/// What an explorer learns from reading histories.
const LEARNS: &str = "Addresses whose history is read, each time with the blocks that are requested, the time and this \
                      server. It may guess that addresses requested by one server belong together. It never sees who \
                      you are.";
const CAPABILITY: &str = "account history";
/// The purpose of the requests in the privacy ledger.
const PURPOSE: &str = "history";

/// The streams of all explorers with Etherscan's account API.
const STREAMS: [Stream; 5] = [
    Stream::Transactions,
    Stream::InternalTransfers,
    Stream::TokenTransfers,
    Stream::NftTransfers,
    Stream::MultiTokenTransfers,
];

/// Returns the explorers as readers of histories: those with a key first, and last the instances that may refuse at any
/// time.
#[must_use]
pub fn all(explorers: &[Arc<ExplorerUses>]) -> Vec<Arc<dyn HistoryReader>> {
    let mut ranked: Vec<&Arc<ExplorerUses>> = explorers.iter().collect();
    ranked.sort_by_key(|explorer| explorer.history_rank);
    ranked.iter().map(|explorer| explorer.history.clone()).collect()
}

/// Returns whether explorers list withdrawals of validators of a chain apart from its transfers. On Gnosis the same list states
/// amounts of the token GNO, which its contract transfers, so that they are among the token transfers already.
fn has_withdrawals(chain: &ChainId) -> bool {
    chain.evm_number() == Some(1)
}

/// Returns the streams where the chain is among these.
fn streams(chains: &[ChainId], chain: &ChainId) -> Vec<Stream> {
    if chains.contains(chain) {
        STREAMS.to_vec()
    } else {
        Vec::new()
    }
}
