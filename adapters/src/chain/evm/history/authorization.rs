//! Authorizations of accounts whose keys let a contract act for them (EIP-7702). Each takes a nonce of the account that signed it,
//! like a transaction that the account sends.

use alloy_primitives::keccak256;
use ports::{Address, RemoteError};

use super::fields::NodeFields;
use crate::{http_client::RequestContext, signer};

/// The type of a transaction with authorizations.
pub(super) const TRANSACTION_TYPE: u64 = 4;
/// What is hashed before the encoded authorization.
const MAGIC: u8 = 0x05;

/// Returns the nonces that the authorizations in a transaction take from an account on this chain.
pub(super) fn nonces(
    transaction: NodeFields<'_>,
    (chain, account): (u64, &Address),
    context: &RequestContext,
) -> Result<Vec<u64>, RemoteError> {
    let mut found = Vec::new();
    for row in transaction.list("authorizationList")? {
        let fields = NodeFields::new(row, context);
        // Zero stands for every chain.
        let is_of_chain = [0, chain].contains(&fields.number("chainId")?);
        let nonce = fields.number("nonce")?;
        if is_of_chain && signed_by(fields)?.is_some_and(|signer| Address::evm(signer) == *account) {
            found.push(nonce);
        }
    }
    Ok(found)
}

/// Returns who signed an authorization; `None` where nobody can have, so that it has no effect.
fn signed_by(fields: NodeFields<'_>) -> Result<Option<[u8; 20]>, RemoteError> {
    let contract = fields.address("address")?.evm_bytes();
    let contract = contract.ok_or_else(|| fields.malformed("address"))?;
    let (chain, nonce) = (fields.number("chainId")?, fields.number("nonce")?);
    let parity = match fields.optional_number("yParity")? {
        Some(parity) => parity,
        None => fields.number("v")?,
    };
    let mut signature = Vec::with_capacity(65);
    for scalar in ["r", "s"] {
        signature.extend(fields.amount(scalar)?.to_word());
    }
    signature.push(u8::try_from(parity).unwrap_or(u8::MAX));
    Ok(signer::recover(hash(chain, contract, nonce), &signature).ok())
}

fn hash(chain: u64, contract: [u8; 20], nonce: u64) -> [u8; 32] {
    let mut list = number(chain);
    list.push(0x80 + 20);
    list.extend(contract);
    list.extend(number(nonce));
    // A list below 56 bytes has one byte of length, and this one has 39 at most.
    let mut bytes = vec![MAGIC, 0xc0 + u8::try_from(list.len()).unwrap_or_default()];
    bytes.extend(list);
    *keccak256(bytes)
}

/// Returns a number in RLP.
fn number(value: u64) -> Vec<u8> {
    let bytes = value.to_be_bytes();
    let digits: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
    match digits.as_slice() {
        [small] if *small < 0x80 => vec![*small],
        _ => {
            let length = 0x80 + u8::try_from(digits.len()).unwrap_or_default();
            [vec![length], digits].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use alloy_primitives::hex;
    use k256::ecdsa::SigningKey;
    use ports::{SourceId, disclosure::DisclosedField};
    use serde_json::{Value, json};

    use super::*;
    use crate::test_json::parsed;

    const CONTRACT: [u8; 20] = [0x42; 20];

    fn key() -> SigningKey {
        SigningKey::from_slice(&[7; 32]).unwrap()
    }

    fn account() -> Address {
        let (signature, id) = key().sign_prehash_recoverable(&[1; 32]).unwrap();
        let bytes = [&signature.to_bytes()[..], &[id.to_byte()]].concat();
        Address::evm(signer::recover([1; 32], &bytes).unwrap())
    }

    fn signed(chain: u64, nonce: u64) -> Value {
        let (signature, id) = key().sign_prehash_recoverable(&hash(chain, CONTRACT, nonce)).unwrap();
        let scalar = |bytes: &[u8]| format!("0x{}", hex::encode(bytes));
        let bytes = signature.to_bytes();
        json!({
            "chainId": format!("{chain:#x}"), "address": format!("0x{}", "42".repeat(20)), "nonce": format!("{nonce:#x}"),
            "yParity": format!("{:#x}", id.to_byte()), "r": scalar(&bytes[..32]), "s": scalar(&bytes[32..]),
        })
    }

    fn found(list: &Value, account: &Address) -> Vec<u64> {
        let context = RequestContext {
            who: "node.example".to_owned(),
            source: SourceId::fixed("node"),
            purpose: "test",
            disclosed: DisclosedField::Nothing,
            chain: None,
        };
        let transaction = parsed(json!({ "authorizationList": list }));
        nonces(NodeFields::new(&transaction, &context), (1, account), &context).unwrap()
    }

    /// `rlp([1, address, 5])` and `rlp([0x1234, address, 0])` by the rules of the encoding.
    #[test]
    fn numbers_are_encoded_without_leading_zeros() {
        assert_eq!(number(0), [0x80]);
        assert_eq!(number(0x7f), [0x7f]);
        assert_eq!(number(0x80), [0x81, 0x80]);
        assert_eq!(number(0x1234), [0x82, 0x12, 0x34]);
        assert_eq!(number(u64::MAX).len(), 9);
    }

    #[test]
    fn authorizations_of_the_account_for_this_chain_or_every_one_count() {
        let list = json!([signed(1, 4), signed(0, 5), signed(10, 6)]);
        assert_eq!(found(&list, &account()), [4, 5]);
        assert_eq!(found(&list, &Address::evm([9; 20])), Vec::<u64>::new());
        let mut damaged = signed(1, 4);
        damaged["nonce"] = json!("0x9");
        assert_eq!(
            found(&json!([damaged]), &account()),
            Vec::<u64>::new(),
            "somebody else signed that"
        );
        let mut unsigned = signed(1, 4);
        unsigned["s"] = json!("0x0");
        assert_eq!(found(&json!([unsigned]), &account()), Vec::<u64>::new());
    }
}
