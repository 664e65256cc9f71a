//! The answers of name service contracts, and the DNS encoding of names.

use alloy_sol_types::SolError;
use ports::RemoteError;

use crate::{
    chain::evm::{
        contracts::{OffchainResolver, UniversalResolver},
        rpc::{NodeError, NodeErrorKind},
    },
    http_client::Errand,
};

/// The answer of a contract in a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
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
pub(super) fn said(answer: Result<Vec<u8>, NodeError>, errand: &Errand) -> Result<Said, RemoteError> {
    match answer {
        Ok(bytes) if bytes.is_empty() => Ok(Said::Failed),
        Ok(bytes) => Ok(Said::Bytes(bytes)),
        Err(error) if error.kind != NodeErrorKind::Execution && error.data.is_empty() => Err(error.as_remote(errand)),
        Err(error) => Ok(match error.data.get(..4) {
            Some(selector) if selector == OffchainResolver::OffchainLookup::SELECTOR => Said::OffChain,
            Some(selector) if selector == UniversalResolver::ResolverNotFound::SELECTOR => Said::NoResolver,
            _ => Said::Failed,
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

#[cfg(test)]
mod tests {
    use super::*;
    use ports::disclosure::Told;

    #[test]
    fn names_are_written_by_their_labels() {
        assert_eq!(dns_encoded("nick.eth").unwrap(), b"\x04nick\x03eth\x00");
        assert_eq!(dns_encoded(&format!("{}.eth", "a".repeat(256))), None);
    }

    #[test]
    fn what_a_contract_says_is_told_from_what_a_node_says() {
        let errand = Errand {
            who: "node".to_owned(),
            source: "ens".parse().unwrap(),
            purpose: "name",
            told: Told::Nothing,
            chain: None,
        };
        let error = |kind, data: &[u8]| NodeError {
            kind,
            code: 3,
            data: data.to_vec(),
        };
        // The selector is from EIP-3668.
        let off_chain = error(NodeErrorKind::Execution, &[0x55, 0x6f, 0x18, 0x30]);
        assert_eq!(said(Err(off_chain), &errand), Ok(Said::OffChain));
        // The selector is from ENSIP-23.
        let nobody = error(NodeErrorKind::Execution, &[0x77, 0x20, 0x9f, 0xe8]);
        assert_eq!(said(Err(nobody), &errand), Ok(Said::NoResolver));
        let other = error(NodeErrorKind::Execution, &[1, 2, 3, 4]);
        assert_eq!(said(Err(other), &errand), Ok(Said::Failed));
        assert_eq!(said(Ok(Vec::new()), &errand), Ok(Said::Failed));
        assert!(said(Err(error(NodeErrorKind::RateLimited, &[])), &errand).is_err());
    }
}
