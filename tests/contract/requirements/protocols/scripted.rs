//! Contracts that answer from a table.

use std::{collections::BTreeMap, sync::Arc};

use adapters::protocol::{ProtocolSpec, protocols, readers};
use alloy_primitives::{Address as Word, U256, keccak256};
use async_trait::async_trait;
use conformance::protocol_reader::Harness;
use ports::{
    AccountId, Address, AssetId, ContractCaller, ProtocolPosition, ProtocolReader, RawAmount, RemoteError, Timestamp,
    protocol::{ContractCall, ContractReply},
};

/// The account that is read.
pub const USER: [u8; 20] = [7; 20];

/// An answer of a contract.
struct Answer {
    to: Address,
    selector: Vec<u8>,
    /// The words with which the arguments begin.
    arguments: Vec<u8>,
    bytes: Vec<u8>,
}

/// A protocol of the shipped rows, whose contracts answer from a table and fail otherwise.
pub struct ScriptedContracts {
    pub spec: ProtocolSpec,
    answers: Vec<Answer>,
    held: Vec<(AssetId, RawAmount)>,
    /// The calls that are to tokens of anyone.
    of_anyone: &'static [&'static str],
}

impl ScriptedContracts {
    /// Returns the protocol of the row with this name and chain, without answers.
    pub fn of(name: &str, chain: &str) -> Self {
        let mut rows = protocols().unwrap().into_iter();
        let spec = rows.find(|row| row.profile.place.as_str() == name && row.profile.chain.as_str() == chain);
        Self {
            spec: spec.unwrap(),
            answers: Vec::new(),
            held: Vec::new(),
            of_anyone: &[],
        }
    }

    /// Sets which calls are to tokens of anyone, and may fail.
    pub fn of_anyone(self, signatures: &'static [&'static str]) -> Self {
        Self {
            of_anyone: signatures,
            ..self
        }
    }

    /// Adds a token that the account holds.
    pub fn holds(mut self, token: [u8; 20], balance: u128) -> Self {
        let asset = AssetId::erc20(&self.spec.profile.chain, &Address::evm(token));
        self.held.push((asset, balance.into()));
        self
    }

    /// Returns a contract of the row.
    pub fn contract(&self, part: &str) -> Word {
        word(&self.spec.contracts[part])
    }

    /// Adds what a contract answers to a call whose arguments begin with these addresses or numbers.
    pub fn answers(mut self, to: Word, signature: &str, arguments: &[U256], bytes: Vec<u8>) -> Self {
        self.answers.push(Answer {
            to: Address::evm(to.into()),
            selector: keccak256(signature)[..4].to_vec(),
            arguments: arguments.iter().flat_map(U256::to_be_bytes::<32>).collect(),
            bytes,
        });
        self
    }

    /// Adds an answer that comes before those that are there.
    pub fn first(mut self, to: Word, signature: &str, bytes: Vec<u8>) -> Self {
        self = self.answers(to, signature, &[], bytes);
        let last = self.answers.pop();
        self.answers.splice(0..0, last);
        self
    }

    /// Reads the positions without any fault.
    pub async fn positions(&self) -> Vec<ProtocolPosition> {
        let (account, held) = (self.account(), self.held());
        self.reader().positions(&account, &held, self).await.unwrap()
    }
}

/// The bytes of an address.
pub fn word(address: &Address) -> Word {
    address.evm_bytes().unwrap().into()
}

/// An address as an argument.
pub fn argument(address: Word) -> U256 {
    U256::from_be_slice(address.as_slice())
}

/// The amounts of a position by role and contract of the asset; of the coin, without a contract.
pub fn amounts(position: &ProtocolPosition) -> BTreeMap<(&'static str, Option<Address>), String> {
    let legs = position.legs.iter();
    legs.map(|leg| {
        (
            (leg.role.as_str(), leg.position.asset.contract()),
            leg.position.raw.to_string(),
        )
    })
    .collect()
}

#[async_trait]
impl ContractCaller for ScriptedContracts {
    fn block_time(&self) -> Timestamp {
        Timestamp::from_seconds(1_790_000_000)
    }

    fn coin(&self) -> AssetId {
        AssetId::native(&self.spec.profile.chain, 60)
    }

    async fn call(&self, calls: Vec<ContractCall>) -> Result<Vec<ContractReply>, RemoteError> {
        Ok(calls.iter().map(|call| self.answer(call)).collect())
    }
}

impl Harness for ScriptedContracts {
    fn reader(&self) -> Arc<dyn ProtocolReader> {
        readers(vec![self.spec.clone()]).remove(0)
    }

    fn account(&self) -> AccountId {
        AccountId {
            chain: self.spec.profile.chain.clone(),
            address: Address::evm(USER),
        }
    }

    fn held(&self) -> Vec<(AssetId, RawAmount)> {
        self.held.clone()
    }

    fn is_of_anyone(&self, call: &ContractCall) -> bool {
        let is_named = |signature: &&str| keccak256(signature)[..4] == call.data[..4];
        self.of_anyone.iter().any(is_named)
    }

    fn answer(&self, call: &ContractCall) -> ContractReply {
        let fits = |answer: &&Answer| {
            answer.to == call.to
                && call.data.starts_with(&answer.selector)
                && call.data[answer.selector.len()..].starts_with(&answer.arguments)
        };
        let found = self.answers.iter().find(fits);
        found
            .map(|answer| answer.bytes.clone())
            .ok_or_else(|| "its contract fails when it is called".to_owned())
    }
}
