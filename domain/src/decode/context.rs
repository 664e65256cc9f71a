//! What decoding uses besides facts.

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    Address, AssetId, ChainId,
    chain::{Chain, SecondContract},
    label::{Label, Labels},
};

/// What decoding uses besides facts: data about the chain, and labels.
#[derive(Clone, Debug)]
pub struct DecodeContext {
    /// The chain.
    pub chain: ChainId,
    /// The chain's native asset.
    pub native: AssetId,
    /// The contracts of the native asset's wrapped form.
    pub wrapped: Vec<Address>,
    /// Contracts that report moves of the native asset as transfers of a token.
    pub mirrors: Vec<Address>,
    /// Contracts that state the balances of another token.
    pub second_contracts: Vec<SecondContract>,
    /// Whether a transaction also pays for storing its data on the parent chain, in a part of the fee of its own.
    pub has_data_fee: bool,
    /// On Bitcoin-like chains, the other addresses that make up the account with its own one. Outputs to them are change.
    pub own: BTreeSet<Address>,
    /// On Bitcoin-like chains, all addresses of the person, where they are known: several of them may pay one transaction.
    pub co_owned: BTreeSet<Address>,
    /// To whom addresses belong.
    pub labels: Arc<Labels>,
}

impl DecodeContext {
    /// Returns the context of a chain; `None` for one without a native asset, whose transactions are not decoded: an exchange states
    /// what they are.
    #[must_use]
    pub fn of(chain: &Chain, labels: Arc<Labels>) -> Option<Self> {
        Some(Self {
            chain: chain.id.clone(),
            native: chain.native.as_ref()?.id.clone(),
            wrapped: chain.wrapped.iter().cloned().collect(),
            mirrors: chain.mirrors.clone(),
            second_contracts: chain.second_contracts.clone(),
            has_data_fee: chain.data_fee,
            own: BTreeSet::new(),
            co_owned: BTreeSet::new(),
            labels,
        })
    }

    /// Returns the label of an address of the chain, where known.
    #[must_use]
    pub fn label(&self, address: &Address) -> Option<&Label> {
        self.labels.of(&self.chain, address)
    }
}
