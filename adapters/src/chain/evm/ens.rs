//! ENS names: resolved by the universal resolver where the chain has one, otherwise by registry and resolver.
//!
//! Names that redirect to a web server (EIP-3668) are refused: the owner of the name would choose a host that this
//! server contacts.

mod expiry;
mod wire;

use std::sync::{Arc, LazyLock};

use alloy_primitives::{Bytes, U256};
use alloy_sol_types::{SolCall, SolValue};
use async_trait::async_trait;
use ports::{
    Address, Name, NameResolver, Profile, RemoteError, SourceId,
    disclosure::DisclosedField,
    name::{ResolveError, node as name_node},
    source::SourceKind,
};

use self::wire::{ContractAnswer, contract_answer, dns_encoded};
use super::{
    EvmReader,
    contracts::{EnsCoinResolver, EnsRegistry, EnsResolver, UniversalResolver},
    network::{Attempts, EvmNetwork},
    node::{EvmNode, Purpose},
};
use crate::chain::rows::EnsContracts;

static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("ens"));
/// The coin type of ether (SLIP-44).
const ETHER: u64 = 60;
/// The interface id of resolvers that also resolve subnames (ENSIP-10).
const EXTENDED: [u8; 4] = [0x90, 0x61, 0xb9, 0x23];

/// Resolves ENS names on the first chain that has the name service.
pub struct Ens {
    network: Option<(Arc<EvmNetwork>, EnsContracts)>,
}

impl Ens {
    /// Creates a resolver that shares the endpoints of the reader, and what is known about their health.
    #[must_use]
    pub fn new(reader: &EvmReader) -> Self {
        let mut networks = reader.networks.iter();
        Self {
            network: networks.find_map(|network| Some((network.clone(), network.row.ens.clone()?))),
        }
    }

    async fn attempts(&self) -> Result<(Attempts<'_>, &EnsContracts), RemoteError> {
        let Some((network, contracts)) = &self.network else {
            return Err(RemoteError::Unsupported {
                who: "ENS".to_owned(),
                what: "no network with the name service is configured".to_owned(),
            });
        };
        Ok((network.attempts(&SOURCE).await?, contracts))
    }
}

/// The result of a lookup at one endpoint: the outer error is a failure of the endpoint, the inner one a fact about
/// the name.
type LookupResult<T> = Result<Result<T, ResolveError>, RemoteError>;

#[async_trait]
impl NameResolver for Ens {
    fn profile(&self) -> Profile {
        let mut hosts: Vec<String> = Vec::new();
        if let Some((network, _)) = &self.network {
            hosts.extend(network.hosts().map(str::to_owned));
        }
        Profile {
            id: SOURCE.clone(),
            name: "ENS".to_owned(),
            kind: SourceKind::Name,
            website: "https://ens.domains".to_owned(),
            learns: "The Ethereum node that answers sees the name or the address that is looked up, the name that the \
                     address claims, and this server. It does not see who you are. Servers that a name's owner chose are \
                     never contacted."
                .to_owned(),
            capabilities: vec!["names to addresses".to_owned(), "addresses to names".to_owned()],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts,
            credentials: Vec::new(),
        }
    }

    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError> {
        let (mut attempts, contracts) = self.attempts().await?;
        while let Some(node) = attempts.next() {
            let found = resolve_at(node, contracts, name, DisclosedField::Name(name.clone())).await;
            if let Some(found) = attempts.done(node, found) {
                return found;
            }
        }
        Err(attempts.failure().into())
    }

    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError> {
        let (mut attempts, contracts) = self.attempts().await?;
        while let Some(node) = attempts.next() {
            let found = reverse_at(node, contracts, address).await;
            if let Some(found) = attempts.done(node, found) {
                return Ok(found);
            }
        }
        Err(attempts.failure().into())
    }
}

fn name_purpose(disclosed: DisclosedField) -> Purpose {
    Purpose {
        source: SOURCE.clone(),
        purpose: "name",
        disclosed,
    }
}

/// Resolves a name at one node. The privacy ledger records the requests as disclosing `disclosed`.
async fn resolve_at(
    node: &EvmNode,
    contracts: &EnsContracts,
    name: &Name,
    disclosed: DisclosedField,
) -> LookupResult<Address> {
    // This also verifies that the node serves the chain of these names.
    let head = node.head(&SOURCE).await?;
    let lookup = Lookup {
        node,
        purpose: name_purpose(disclosed),
    };
    let universal = match &contracts.universal_resolver {
        Some(universal) => lookup.universal(universal, name).await?,
        None => None,
    };
    let found = match universal {
        Some(found) => found,
        None => lookup.by_registry(&contracts.registry, name).await?,
    };
    // A resolver continues to answer for a name after its registration has expired.
    if let (Ok(_), Some(registrar)) = (&found, &contracts.registrar)
        && let Some(expires) = lookup.expiry(registrar, name).await?
        && let Some(expired) = expiry::expired(expires, head.block.time)
    {
        return Ok(Err(expired));
    }
    Ok(found)
}

/// Returns the primary name of an address, if it is normalized and resolves back to the address. An unverified name is
/// never returned.
async fn reverse_at(node: &EvmNode, contracts: &EnsContracts, address: &Address) -> Result<Option<Name>, RemoteError> {
    node.head(&SOURCE).await?;
    let lookup = Lookup {
        node,
        purpose: name_purpose(DisclosedField::Address(address.clone())),
    };
    let claimed = lookup.claim(contracts, address).await?;
    // A name that is not normalized may look like another one.
    let normal = claimed.parse::<Name>().ok().filter(|name| name.as_str() == claimed);
    let Some(name) = normal.filter(Name::has_known_ending) else {
        return Ok(None);
    };
    // Everyone who watches the address sees this request in the privacy ledger, also where the name turns out to be
    // false.
    match resolve_at(node, contracts, &name, DisclosedField::Address(address.clone())).await? {
        Ok(back) if back == *address => Ok(Some(name)),
        Ok(_)
        | Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
        Err(ResolveError::Remote(error)) => Err(error),
    }
}

/// A lookup at one node.
struct Lookup<'a> {
    node: &'a EvmNode,
    purpose: Purpose,
}

impl Lookup<'_> {
    async fn call(&self, to: &Address, data: &[u8]) -> Result<ContractAnswer, RemoteError> {
        let answer = self.node.call(to, data, &self.purpose).await?;
        contract_answer(answer, &self.node.context(&self.purpose))
    }

    /// Asks the universal resolver. Returns `None` when it gives no usable answer and the registry must be asked.
    async fn universal(
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
    async fn by_registry(&self, registry: &Address, name: &Name) -> LookupResult<Address> {
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
    async fn claim(&self, contracts: &EnsContracts, address: &Address) -> Result<String, RemoteError> {
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

/// An ABI word, read as an address.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Word {
    Address(Address),
    /// The zero address: no address is set.
    Zero,
    /// Not an address.
    Other,
}

fn word(bytes: &[u8]) -> Word {
    match bytes.split_at_checked(12) {
        Some((padding, raw)) if raw.len() == 20 && padding.iter().all(|byte| *byte == 0) => {
            address(raw).map_or(Word::Zero, Word::Address)
        }
        _ => Word::Other,
    }
}

/// Returns an address from 20 bytes that are not all zero.
fn address(raw: &[u8]) -> Option<Address> {
    let raw: [u8; 20] = raw.try_into().ok()?;
    (raw != [0; 20]).then(|| Address::evm(raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_padded_word_is_an_address() {
        let mut bytes = [0; 32];
        assert_eq!(word(&bytes), Word::Zero);
        bytes[31] = 1;
        let one = "0x0000000000000000000000000000000000000001".parse().unwrap();
        assert_eq!(word(&bytes), Word::Address(one));
        bytes[0] = 1;
        assert_eq!(word(&bytes), Word::Other);
        assert_eq!(word(&[0; 31]), Word::Other);
        assert_eq!(address(&[1; 19]), None);
    }
}
