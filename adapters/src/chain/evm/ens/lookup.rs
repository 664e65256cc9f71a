//! The contract calls that look up a name or an address at one node.

use alloy_primitives::{Bytes, U256};
use alloy_sol_types::{SolCall, SolValue};
use ports::{
    Address, Name, RemoteError,
    name::{ResolveError, node as name_node},
};

use super::wire::{ContractAnswer, Word, address, contract_answer, dns_encoded, word};
use crate::chain::{
    evm::{
        contracts::{EnsCoinResolver, EnsRegistry, EnsResolver, UniversalResolver},
        node::{EvmNode, Purpose},
    },
    rows::EnsContracts,
};

/// The coin type of ether (SLIP-44).
const ETHER: u64 = 60;
/// The interface id of resolvers that also resolve subnames (ENSIP-10).
const EXTENDED: [u8; 4] = [0x90, 0x61, 0xb9, 0x23];

/// The result of a lookup at one endpoint: the outer error is a failure of the endpoint, the inner one a fact about
/// the name.
pub(super) type LookupResult<T> = Result<Result<T, ResolveError>, RemoteError>;

/// A lookup at one node.
pub(super) struct Lookup<'a> {
    pub(super) node: &'a EvmNode,
    pub(super) purpose: Purpose,
}

impl Lookup<'_> {
    pub(super) async fn call(&self, to: &Address, data: &[u8]) -> Result<ContractAnswer, RemoteError> {
        let answer = self.node.call(to, data, &self.purpose).await?;
        contract_answer(answer, &self.node.context(&self.purpose))
    }

    /// Asks the universal resolver. Returns `None` when it gives no usable answer and the registry must be asked.
    pub(super) async fn universal(
        &self,
        universal: &Address,
        name: &Name,
    ) -> Result<Option<Result<Address, ResolveError>>, RemoteError> {
        let Some(encoded) = dns_encoded(name.as_str()) else {
            return Ok(Some(Err(ResolveError::NotRegistered)));
        };
        let request = addr_of(name.node());
        let call = UniversalResolver::resolveCall {
            name: encoded.into(),
            data: request.into(),
        };
        Ok(match self.call(universal, &call.abi_encode()).await? {
            ContractAnswer::Bytes(bytes) => {
                let answer = UniversalResolver::resolveCall::abi_decode_returns(&bytes);
                match answer.map_or(Word::Other, |answer| word(&answer.result)) {
                    Word::Address(address) => Some(Ok(address)),
                    Word::Zero => Some(Err(ResolveError::NoAddress)),
                    Word::Other => None,
                }
            }
            ContractAnswer::OffChain => Some(Err(ResolveError::OffChain)),
            ContractAnswer::NoResolver => Some(Err(ResolveError::NotRegistered)),
            ContractAnswer::Failed => None,
        })
    }

    /// Resolves a name as in ERC-137: the registry knows the resolver, the resolver knows the address. Where the name
    /// has no resolver, that of a parent name may resolve it (ENSIP-10).
    pub(super) async fn by_registry(&self, registry: &Address, name: &Name) -> LookupResult<Address> {
        let mut above = name.as_str();
        loop {
            if let Some(resolver) = self.resolver(registry, name_node(above)).await? {
                let exact = above == name.as_str();
                let extended = self.is_extended(&resolver).await?;
                return match (extended, exact) {
                    (true, _) => self.by_extended(&resolver, name).await,
                    (false, true) => self.by_resolver(&resolver, name).await,
                    (false, false) => Ok(Err(ResolveError::NotRegistered)),
                };
            }
            match above.split_once('.') {
                Some((_, parent)) => above = parent,
                None => return Ok(Err(ResolveError::NotRegistered)),
            }
        }
    }

    async fn resolver(&self, registry: &Address, node: [u8; 32]) -> Result<Option<Address>, RemoteError> {
        let call = EnsRegistry::resolverCall { node: node.into() };
        let answer = self.call(registry, &call.abi_encode()).await?;
        let word = if let ContractAnswer::Bytes(bytes) = answer {
            word(&bytes)
        } else {
            Word::Other
        };
        match word {
            Word::Address(resolver) => Ok(Some(resolver)),
            Word::Zero => Ok(None),
            Word::Other => Err(self.node.context(&self.purpose).malformed("not a name registry")),
        }
    }

    async fn is_extended(&self, resolver: &Address) -> Result<bool, RemoteError> {
        let call = EnsResolver::supportsInterfaceCall { id: EXTENDED.into() };
        let answer = self.call(resolver, &call.abi_encode()).await?;
        Ok(matches!(answer, ContractAnswer::Bytes(bytes) if bool::abi_decode(&bytes) == Ok(true)))
    }

    async fn by_extended(&self, resolver: &Address, name: &Name) -> LookupResult<Address> {
        let Some(encoded) = dns_encoded(name.as_str()) else {
            return Ok(Err(ResolveError::NotRegistered));
        };
        let call = EnsResolver::resolveCall {
            name: encoded.into(),
            data: addr_of(name.node()).into(),
        };
        Ok(match self.call(resolver, &call.abi_encode()).await? {
            ContractAnswer::Bytes(bytes) => match Bytes::abi_decode(&bytes).map_or(Word::Other, |inner| word(&inner)) {
                Word::Address(address) => Ok(address),
                Word::Zero | Word::Other => Err(ResolveError::NoAddress),
            },
            ContractAnswer::OffChain => Err(ResolveError::OffChain),
            ContractAnswer::NoResolver | ContractAnswer::Failed => Err(ResolveError::NoAddress),
        })
    }

    /// Calls `addr(node)`, and where that is empty, reads ether's entry of the multi-chain addresses (ENSIP-9).
    async fn by_resolver(&self, resolver: &Address, name: &Name) -> LookupResult<Address> {
        match self.call(resolver, &addr_of(name.node())).await? {
            ContractAnswer::OffChain => return Ok(Err(ResolveError::OffChain)),
            ContractAnswer::Bytes(bytes) => {
                if let Word::Address(address) = word(&bytes) {
                    return Ok(Ok(address));
                }
            }
            ContractAnswer::NoResolver | ContractAnswer::Failed => {}
        }
        let call = EnsCoinResolver::addrCall {
            node: name.node().into(),
            coin: U256::from(ETHER),
        };
        Ok(match self.call(resolver, &call.abi_encode()).await? {
            ContractAnswer::OffChain => Err(ResolveError::OffChain),
            ContractAnswer::Bytes(bytes) => Bytes::abi_decode(&bytes)
                .ok()
                .and_then(|raw| address(&raw))
                .ok_or(ResolveError::NoAddress),
            ContractAnswer::NoResolver | ContractAnswer::Failed => Err(ResolveError::NoAddress),
        })
    }

    /// Returns the name that an address claims, unverified and unchanged, or an empty text.
    pub(super) async fn claim(&self, contracts: &EnsContracts, address: &Address) -> Result<String, RemoteError> {
        let Some(raw) = address.evm_bytes() else {
            return Ok(String::new());
        };
        if let Some(universal) = &contracts.universal_resolver {
            let call = UniversalResolver::reverseCall {
                account: Bytes::copy_from_slice(&raw),
                coin: U256::from(ETHER),
            };
            if let ContractAnswer::Bytes(bytes) = self.call(universal, &call.abi_encode()).await?
                && let Ok(answer) = UniversalResolver::reverseCall::abi_decode_returns_validate(&bytes)
            {
                return Ok(answer.primary);
            }
        }
        let digits = address.as_str()[2..].to_lowercase();
        let node = name_node(&format!("{digits}.addr.reverse"));
        let Some(resolver) = self.resolver(&contracts.registry, node).await? else {
            return Ok(String::new());
        };
        let call = EnsResolver::nameCall { node: node.into() };
        Ok(match self.call(&resolver, &call.abi_encode()).await? {
            // Invalid UTF-8 is no name: repaired, it could become the name of somebody else.
            ContractAnswer::Bytes(bytes) => claimed_text(&bytes).unwrap_or_default(),
            ContractAnswer::OffChain | ContractAnswer::NoResolver | ContractAnswer::Failed => String::new(),
        })
    }
}

/// Decodes an answer of `name(node)`, where it is valid UTF-8.
fn claimed_text(bytes: &[u8]) -> Option<String> {
    let raw = Bytes::abi_decode(bytes).ok()?;
    String::from_utf8(raw.into()).ok()
}

fn addr_of(node: [u8; 32]) -> Vec<u8> {
    EnsResolver::addrCall { node: node.into() }.abi_encode()
}
