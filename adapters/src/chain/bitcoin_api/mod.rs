//! The APIs that public servers of Bitcoin-like chains offer: a file for each, with the limits of its public service.

mod bitcore;
mod bitcore_history;
mod blockbook;
mod blockbook_history;
mod blockchair;
mod blockcypher;
mod blockcypher_history;
mod client;
mod esplora;
mod esplora_history;
mod haskoin;
mod haskoin_history;
mod server_api;
mod transactions;

pub use self::{
    bitcore::Bitcore, blockbook::Blockbook, blockchair::Blockchair, blockcypher::Blockcypher, esplora::Esplora,
    haskoin::Haskoin, server_api::ServerApi,
};
pub(super) use self::{
    client::{SOURCE, ServerClient},
    server_api::{AddressBalance, Usage},
    transactions::{IdentifiedTransaction, ListedTransaction, TransactionList, TransactionQuery},
};

/// The APIs that an endpoint may name. An endpoint without a name serves Esplora.
pub const NAMED: [&dyn ServerApi; 5] = [&Bitcore, &Blockbook, &Haskoin, &Blockchair, &Blockcypher];

/// Returns the API of this name.
#[must_use]
pub fn named(slug: &str) -> Option<&'static dyn ServerApi> {
    NAMED.into_iter().find(|api| api.slug() == slug)
}
