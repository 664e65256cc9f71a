//! Chains: a reader for each chain family, and the chains themselves as rows of data.
//!
//! A chain of a known family is one row of `data/chains.toml`. A family is one folder here and one line in [`all`].

pub mod bitcoin;
pub mod bitcoin_api;
pub mod coins;
pub mod evm;
mod family;
mod json_rpc;
pub mod receipt;
mod rejection;
pub mod rows;
mod second_contract;
pub mod solana;
pub mod tokens;

use std::sync::Arc;

use ports::{AllowanceReader, ChainReader, HistoryReader, NameResolver, ProtocolReader, TransactionReceiptReader};

use self::{
    bitcoin::BitcoinReader,
    evm::{ContractWallets, Ens, EvmHistory, EvmReader, EvmReceipts},
    rows::ChainSpec,
    solana::SolanaReader,
};
use crate::http_client::HttpClient;

/// The readers of chains and the resolver of names.
pub struct Readers {
    /// One reader for each family.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// The readers of what accounts allow others to move.
    pub allowances: Vec<Arc<dyn AllowanceReader>>,
    /// The readers of histories that use the same servers.
    pub histories: Vec<Arc<dyn HistoryReader>>,
    /// The readers of transaction receipts that use the same servers.
    pub transaction_receipts: Vec<Arc<dyn TransactionReceiptReader>>,
    /// The resolver of account names.
    pub names: Arc<dyn NameResolver>,
    /// The check of signatures of contract wallets.
    pub wallets: ContractWallets,
}

/// Creates the reader of every family over these rows, with the protocols in which accounts may have positions. The hosts of the rows' endpoints must be on the client's list.
#[must_use]
pub fn all(rows: &[ChainSpec], client: &Arc<HttpClient>, protocols: Vec<Arc<dyn ProtocolReader>>) -> Readers {
    let evm = EvmReader::new(rows, client).with_protocols(protocols);
    let names = Ens::new(&evm);
    let wallets = ContractWallets::new(&evm);
    let history = EvmHistory::new(&evm);
    let receipts = EvmReceipts::new(&evm);
    let receipts = (!receipts.chains().is_empty()).then(|| Arc::new(receipts) as Arc<dyn TransactionReceiptReader>);
    let evm = Arc::new(evm);
    let bitcoin = Arc::new(BitcoinReader::new(rows, client));
    Readers {
        names: Arc::new(names),
        wallets,
        readers: vec![evm.clone(), bitcoin.clone(), Arc::new(SolanaReader::new(rows, client))],
        allowances: vec![evm],
        histories: vec![Arc::new(history), bitcoin],
        transaction_receipts: receipts.into_iter().collect(),
    }
}
