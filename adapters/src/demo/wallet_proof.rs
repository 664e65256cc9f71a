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

#[cfg(test)]
mod tests {
    use alloy_primitives::hex;
    use ports::wallet_proof::InvalidSignature;

    use super::*;

    /// A published vector of EIP-4361 (spruceid/siwe, MIT).
    const MESSAGE: &str = "\
www.tally.xyz wants you to sign in with your Ethereum account:
0xc95EB884FE852e241D409234bfC7045CB9E31BD7

Sign in with Ethereum to Tally

URI: https://tally.xyz
Version: 1
Chain ID: 1
Nonce: 15050747
Issued At: 2022-06-30T14:08:51.382Z";
    const SIGNATURE: [u8; 65] = hex!(
        "8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501"
    );

    #[tokio::test]
    async fn keys_sign_and_contracts_do_not() {
        let signer = "0xc95EB884FE852e241D409234bfC7045CB9E31BD7".parse().unwrap();
        let (chain, other) = (ChainId::evm(1), Address::evm([7; 20]));
        let verified = DemoSignatures.verify(&chain, &signer, MESSAGE, &SIGNATURE).await;
        assert_eq!(verified, Ok(SignatureCheck::SignedByKey));
        let refused = DemoSignatures.verify(&chain, &other, MESSAGE, &SIGNATURE).await;
        assert_eq!(refused, Ok(SignatureCheck::Invalid(InvalidSignature::OtherKey)));
    }
}
