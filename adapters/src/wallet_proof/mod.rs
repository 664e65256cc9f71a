//! Verifies signatures of wallets: by the key of the address, and otherwise by the contract at the address.
//!
//! The key comes first, although EIP-1271 and ERC-6492 recommend to look for a contract first. A signature from which the
//! address itself is recovered was made with the key of that address, so it is a proof whatever code is there: nobody knows a
//! key of a contract's address, and an account with delegated code (EIP-7702) still belongs to its key, which can replace the
//! code. Thereby most people sign in without any request, also while the nodes do not answer. Only a signature that is not of
//! the key is sent to nodes.

use alloy_primitives::eip191_hash_message;
use async_trait::async_trait;
use ports::{
    Address, ChainId, Profile, RemoteError, SignatureCheck, SignatureVerifier,
    wallet_proof::{InvalidSignature, MAX_SIGN_IN_BYTES},
};

use crate::{chain::evm::ContractWallets, signer};

/// The most bytes of a signature: a wrapped signature (ERC-6492) contains the calls that create the wallet.
const MAX_SIGNATURE_BYTES: usize = 8 << 10;

/// Verifies signatures of keys, and of contract wallets at the nodes of their chains.
pub struct WalletSignatures {
    contracts: ContractWallets,
}

impl WalletSignatures {
    /// Creates a verifier over this check of contract wallets.
    #[must_use]
    pub fn new(contracts: ContractWallets) -> Self {
        Self { contracts }
    }
}

#[async_trait]
impl SignatureVerifier for WalletSignatures {
    fn profile(&self) -> Option<Profile> {
        Some(self.contracts.profile())
    }

    async fn verify(
        &self,
        chain: &ChainId,
        address: &Address,
        message: &str,
        signature: &[u8],
    ) -> Result<SignatureCheck, RemoteError> {
        match check_key(address, message, signature) {
            SignatureCheck::Invalid(InvalidSignature::OtherKey) => {
                let hash = eip191_hash_message(message.as_bytes()).0;
                self.contracts.check(chain, address, hash, signature).await
            }
            decided => Ok(decided),
        }
    }
}

/// Checks a signature without a node: whether the key of the address signed the message (EIP-191, version 0x45).
#[must_use]
pub fn check_key(address: &Address, message: &str, signature: &[u8]) -> SignatureCheck {
    let Some(wanted) = address.evm_bytes() else {
        return SignatureCheck::Invalid(InvalidSignature::OtherFamily);
    };
    if message.len() > MAX_SIGN_IN_BYTES || signature.len() > MAX_SIGNATURE_BYTES {
        return SignatureCheck::Invalid(InvalidSignature::TooLong);
    }
    let hash = eip191_hash_message(message.as_bytes()).0;
    if signer::recover(hash, signature) == Ok(wanted) {
        SignatureCheck::SignedByKey
    } else {
        SignatureCheck::Invalid(InvalidSignature::OtherKey)
    }
}
