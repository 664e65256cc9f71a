//! Signatures in the demo world: those of keys are verified as in the live world, because that needs no request. Contract wallets
//! exist on real chains only, so their signatures are refused.

use async_trait::async_trait;
use ports::{
    address::Address,
    chain::ChainId,
    source::{Profile, RemoteError},
    wallet_proof::{SignatureCheck, SignatureVerifier},
};

use crate::wallet_proof::check_key;

/// Accepts signatures of keys. It never opens a socket.
#[derive(Clone, Copy, Debug, Default)]
pub struct DemoSignatures;

#[async_trait]
impl SignatureVerifier for DemoSignatures {
    fn profile(&self) -> Option<Profile> {
        None
    }

    async fn verify(
        &self,
        _chain: &ChainId,
        address: &Address,
        message: &str,
        signature: &[u8],
    ) -> Result<SignatureCheck, RemoteError> {
        Ok(check_key(address, message, signature))
    }
}
