//! Readings of an account with one protocol, on a node of the test world.

use adapters::{
    chain::evm::EvmReader,
    protocol::{ProtocolSpec, readers},
};
use ports::{
    AccountId, Address, AssetId, ChainId, ChainReader, PositionLeg, ProtocolPosition, ProtocolProfile,
    chain::{Progress, Reading},
    protocol::{PositionRole, ProtocolStatus},
};
use std::collections::BTreeMap;
use support::{
    mock_upstream::MockUpstream,
    outgoing::{client, row, short_timeouts},
    world::ETHEREUM,
};

pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&self, _done: u32, _total: u32) {}
}

/// A row with a template in one of its forms and the contracts of the test.
pub fn spec((template, form): (&str, &str), place: &str, contracts: &[(&str, &str)]) -> ProtocolSpec {
    let contract = |(part, address): &(&str, &str)| ((*part).to_owned(), address.parse::<Address>().unwrap());
    ProtocolSpec {
        profile: ProtocolProfile {
            place: place.parse().unwrap(),
            chain: ChainId::evm(ETHEREUM),
            template: template.to_owned(),
            website: "https://example.org".to_owned(),
            source: "the test".to_owned(),
            status: ProtocolStatus::Live,
        },
        form: form.to_owned(),
        contracts: contracts.iter().map(contract).collect(),
    }
}

pub async fn read(node: &MockUpstream, spec: &ProtocolSpec, person: &str, tokens: &[AssetId]) -> Reading {
    let (client, _) = client(&[node], short_timeouts());
    // A reader of its own for each reading, because one uses the newest block that it knows for a second.
    let reader = EvmReader::new(&[row(ETHEREUM, &[node])], &client).with_protocols(readers(vec![spec.clone()]));
    let account = AccountId {
        chain: ChainId::evm(ETHEREUM),
        address: person.parse().unwrap(),
    };
    reader.balances(&account, tokens, &NoProgress).await.unwrap()
}

pub fn asset(contract: &str) -> AssetId {
    AssetId::erc20(&ChainId::evm(ETHEREUM), &contract.parse().unwrap())
}

/// The amounts of a position by asset and role.
pub fn amounts(position: &ProtocolPosition) -> BTreeMap<(String, PositionRole), String> {
    let amount = |leg: &PositionLeg| {
        let contract = leg.position.asset.contract().unwrap();
        (
            (contract.as_str().to_lowercase(), leg.role),
            leg.position.raw.to_string(),
        )
    };
    position.legs.iter().map(amount).collect()
}
