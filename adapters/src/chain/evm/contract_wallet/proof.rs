//! The call that lets a contract wallet judge a signature, and its answer.

use alloy_primitives::{Bytes, hex};
use alloy_sol_types::{SolCall, SolValue};
use ports::Address;
use serde_json::json;

use crate::chain::{
    evm::{call::raw, contracts::ContractWallet, request::eth_call_from},
    json_rpc::RpcRequest,
};

/// The end of a signature of a contract that may not exist yet (ERC-6492).
const WRAPPED: [u8; 32] = hex!("6492649264926492649264926492649264926492649264926492649264926492");
/// The creation code of `SignatureValidator.sol`, which `validator.mjs` of the test world compiles.
const VALIDATOR: &str = include_str!("signature_validator.hex");
/// The gas limit of a call: more than creating a wallet and verifying a passkey in Solidity need.
const GAS: u64 = 10_000_000;
/// The caller. Contracts for meta-transactions skip their own checks where the caller is the zero address, which is the usual
/// one of an `eth_call` and has no key; this one has no meaning to any contract.
const CALLER: [u8; 20] = *b"Spyhop wallet proof.";

/// A signature that a contract has to judge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ContractProof {
    /// By the contract at the address (EIP-1271).
    Existing { wallet: Address, data: Vec<u8> },
    /// By the contract that a factory creates at the address, if there is none yet (ERC-6492).
    Creatable { code: Vec<u8> },
}

impl ContractProof {
    /// Makes the proof of a signature; `None` where it ends as one of ERC-6492 and cannot be decoded.
    pub(super) fn new(wallet: &Address, hash: [u8; 32], signature: &[u8]) -> Option<Self> {
        let Some(wrapped) = signature.strip_suffix(&WRAPPED) else {
            let call = ContractWallet::isValidSignatureCall {
                hash: hash.into(),
                signature: Bytes::copy_from_slice(signature),
            };
            return Some(Self::Existing {
                wallet: wallet.clone(),
                data: call.abi_encode(),
            });
        };
        let decoded = <(alloy_primitives::Address, Bytes, Bytes)>::abi_decode_params_validate(wrapped);
        let (factory, preparation, inner) = decoded.ok()?;
        let mut code = hex::decode(VALIDATOR.trim_ascii()).ok()?;
        code.extend(
            (
                raw(wallet),
                alloy_primitives::B256::from(hash),
                factory,
                preparation,
                inner,
            )
                .abi_encode_params(),
        );
        Some(Self::Creatable { code })
    }

    /// Returns the request. The signature is judged at the newest block.
    pub(super) fn request(&self) -> RpcRequest {
        let caller = Address::evm(CALLER);
        match self {
            Self::Existing { wallet, data } => eth_call_from(Some(&caller), wallet, data, Some(GAS), "latest"),
            // Without a receiver, the node runs the data as the creation code of a contract.
            Self::Creatable { code } => {
                let data = hex::encode_prefixed(code);
                let call = json!({ "from": caller.as_str(), "data": data, "gas": format!("{GAS:#x}") });
                RpcRequest {
                    method: "eth_call",
                    params: json!([call, "latest"]),
                }
            }
        }
    }

    /// Returns whether this answer means that the contract accepts the signature. Any other answer than the exact one does not.
    pub(super) fn is_accepted_by(&self, answer: &[u8]) -> bool {
        match self {
            Self::Existing { .. } => {
                let selector = ContractWallet::isValidSignatureCall::SELECTOR;
                answer.len() == 32 && answer.starts_with(&selector) && answer[4..].iter().all(|byte| *byte == 0)
            }
            Self::Creatable { .. } => answer == [1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wallet() -> Address {
        "0x9D85ca56217D2bb651b00f15e694EB7E713637D4".parse().unwrap()
    }

    fn wrapped(signature: &[u8]) -> Vec<u8> {
        let (factory, preparation) = (
            alloy_primitives::Address::repeat_byte(7),
            Bytes::from_static(&[1, 2, 3]),
        );
        let mut bytes = (factory, preparation, Bytes::copy_from_slice(signature)).abi_encode_params();
        bytes.extend(WRAPPED);
        bytes
    }

    #[test]
    fn a_signature_is_judged_by_the_contract_at_the_address() {
        let proof = ContractProof::new(&wallet(), [9; 32], &[5; 65]).unwrap();
        let request = proof.request();
        let call = &request.params[0];
        assert_eq!((request.method, &request.params[1]), ("eth_call", &json!("latest")));
        assert_eq!(call["to"], wallet().as_str());
        assert_eq!(call["gas"], "0x989680");
        let data = call["data"].as_str().unwrap();
        assert!(data.starts_with(&format!("0x1626ba7e{}", "09".repeat(32))), "{data}");
        assert!(data.contains(&"05".repeat(65)), "{data}");
    }

    #[test]
    fn only_the_exact_word_is_an_acceptance() {
        let proof = ContractProof::new(&wallet(), [9; 32], &[5; 65]).unwrap();
        let word = |start: &[u8], length: usize| {
            let mut bytes = start.to_vec();
            bytes.resize(length, 0);
            bytes
        };
        let magic = [0x16, 0x26, 0xba, 0x7e];
        assert!(proof.is_accepted_by(&word(&magic, 32)));
        let mut dirty = word(&magic, 32);
        dirty[31] = 1;
        for other in [
            vec![],
            word(&magic, 4),
            word(&magic, 31),
            word(&magic, 33),
            word(&magic, 64),
            word(&[0xff; 4], 32),
            word(&[], 32),
            word(&[&[0; 28][..], &magic].concat(), 32),
            dirty,
            vec![1],
        ] {
            assert!(!proof.is_accepted_by(&other), "{other:?}");
        }
    }

    #[test]
    fn a_wrapped_signature_is_judged_by_a_contract_that_is_not_deployed() {
        let proof = ContractProof::new(&wallet(), [9; 32], &wrapped(&[5; 65])).unwrap();
        let call = &proof.request().params[0];
        assert!(call.get("to").is_none());
        let data = call["data"].as_str().unwrap();
        assert!(data.starts_with(&format!("0x{}", VALIDATOR.trim())), "{data}");
        assert!(data.contains(&wallet().as_str()[2..].to_lowercase()), "{data}");
        assert!(
            data.contains(&"05".repeat(65)) && !data.contains("6492649264926492"),
            "{data}"
        );
        for (answer, is_accepted) in [
            (&[1][..], true),
            (&[0], false),
            (&[], false),
            (&[1, 0], false),
            (&[0, 1], false),
        ] {
            assert_eq!(proof.is_accepted_by(answer), is_accepted, "{answer:?}");
        }
    }

    #[test]
    fn a_wrapper_that_cannot_be_decoded_is_no_proof() {
        let whole = wrapped(&[5; 65]);
        for cut in [32, 64, 96, 128, whole.len() - 64] {
            let mut short = whole[..cut].to_vec();
            short.extend(WRAPPED);
            assert_eq!(ContractProof::new(&wallet(), [9; 32], &short), None, "{cut} bytes");
        }
        assert_eq!(ContractProof::new(&wallet(), [9; 32], &WRAPPED), None);
        let mut huge = whole.clone();
        huge[32..64].fill(0xff);
        assert_eq!(ContractProof::new(&wallet(), [9; 32], &huge), None);
    }

    #[test]
    fn the_caller_is_not_the_zero_address() {
        for signature in [vec![5; 65], wrapped(&[5; 65])] {
            let request = ContractProof::new(&wallet(), [9; 32], &signature).unwrap().request();
            let caller: Address = request.params[0]["from"].as_str().unwrap().parse().unwrap();
            assert_ne!(caller, Address::evm([0; 20]));
        }
    }
}
