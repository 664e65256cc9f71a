//! The answers of name service contracts, the addresses in them, and the DNS encoding of names.

use alloy_sol_types::SolError;
use ports::{Address, RemoteError};

use crate::{
    chain::{
        evm::contracts::{OffchainResolver, UniversalResolver},
        json_rpc::{NodeError, NodeErrorKind},
    },
    http_client::RequestContext,
};

/// The answer of a contract in a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ContractAnswer {
    /// The returned bytes.
    Bytes(Vec<u8>),
    /// A redirect to a web server (EIP-3668).
    OffChain,
    /// The universal resolver found no resolver for the name.
    NoResolver,
    /// The call failed, or there is no contract.
    Failed,
}

/// Classifies an answer. A failure of the node stays an error; a failure of the contract becomes an answer.
pub(super) fn contract_answer(
    answer: Result<Vec<u8>, NodeError>,
    context: &RequestContext,
) -> Result<ContractAnswer, RemoteError> {
    match answer {
        Ok(bytes) if bytes.is_empty() => Ok(ContractAnswer::Failed),
        Ok(bytes) => Ok(ContractAnswer::Bytes(bytes)),
        Err(error) if error.kind != NodeErrorKind::Execution && error.data.is_empty() => Err(error.to_remote(context)),
        Err(error) => Ok(match error.data.get(..4) {
            Some(selector) if selector == OffchainResolver::OffchainLookup::SELECTOR => ContractAnswer::OffChain,
            Some(selector) if selector == UniversalResolver::ResolverNotFound::SELECTOR => ContractAnswer::NoResolver,
            _ => ContractAnswer::Failed,
        }),
    }
}

/// Encodes a name in DNS wire format (RFC 1035, ENSIP-10). Returns `None` when a label is too long.
pub(super) fn dns_encoded(name: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(name.len() + 2);
    for label in name.split('.') {
        bytes.push(u8::try_from(label.len()).ok()?);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.push(0);
    Some(bytes)
}

/// An ABI word, read as an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Address(Address),
    /// The zero address: no address is set.
    Zero,
    /// Not an address.
    Other,
}

/// Reads an ABI word as an address.
pub(super) fn word(bytes: &[u8]) -> Word {
    match bytes.split_at_checked(12) {
        Some((padding, raw)) if raw.len() == 20 && padding.iter().all(|byte| *byte == 0) => {
            address(raw).map_or(Word::Zero, Word::Address)
        }
        _ => Word::Other,
    }
}

/// Returns an address from 20 bytes that are not all zero.
pub(super) fn address(raw: &[u8]) -> Option<Address> {
    let raw: [u8; 20] = raw.try_into().ok()?;
    (raw != [0; 20]).then(|| Address::evm(raw))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::disclosure::DisclosedField;

    #[test]
    fn names_are_encoded_label_by_label() {
        assert_eq!(dns_encoded("nick.eth").unwrap(), b"\x04nick\x03eth\x00");
        assert_eq!(dns_encoded(&format!("{}.eth", "a".repeat(256))), None);
    }

    #[test]
    fn contract_failures_are_told_apart_from_node_failures() {
        let context = RequestContext {
            who: "node".to_owned(),
            source: "ens".parse().unwrap(),
            purpose: "name",
            disclosed: DisclosedField::Nothing,
            chain: None,
        };
        let error = |kind, data: &[u8]| NodeError {
            kind,
            code: 3,
            data: data.to_vec(),
            text: String::new(),
        };
        // The selector is from EIP-3668.
        let off_chain = error(NodeErrorKind::Execution, &[0x55, 0x6f, 0x18, 0x30]);
        assert_eq!(contract_answer(Err(off_chain), &context), Ok(ContractAnswer::OffChain));
        // The selector is from ENSIP-23.
        let no_resolver = error(NodeErrorKind::Execution, &[0x77, 0x20, 0x9f, 0xe8]);
        assert_eq!(
            contract_answer(Err(no_resolver), &context),
            Ok(ContractAnswer::NoResolver)
        );
        let other = error(NodeErrorKind::Execution, &[1, 2, 3, 4]);
        assert_eq!(contract_answer(Err(other), &context), Ok(ContractAnswer::Failed));
        assert_eq!(contract_answer(Ok(Vec::new()), &context), Ok(ContractAnswer::Failed));
        assert!(contract_answer(Err(error(NodeErrorKind::RateLimited, &[])), &context).is_err());
    }

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
