//! A protocol on one chain.

use std::collections::BTreeMap;

use ports::{Address, ProtocolProfile};

/// A protocol on one chain: its description and its contracts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolSpec {
    /// The description.
    pub profile: ProtocolProfile,
    /// Which of the forms of its template its contracts have; empty where the template has one only.
    pub form: String,
    /// The contracts, by their part in the template: `pool`.
    pub contracts: BTreeMap<String, Address>,
}

impl ProtocolSpec {
    /// Returns the contract of a part that the template requires, which every row was checked to name.
    pub(super) fn required(&self, part: &str) -> Address {
        let contract = self.contracts.get(part);
        contract.cloned().unwrap_or_else(|| Address::evm([0; 20]))
    }
}
