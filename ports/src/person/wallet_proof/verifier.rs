//! The verifier of signatures.

use async_trait::async_trait;

use crate::{
    address::Address,
    chain::ChainId,
    source::{Profile, RemoteError},
};

/// Whether a signature proves control of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureCheck {
    /// The key of the address signed the message, which proves the address on every chain.
    SignedByKey,
    /// The contract at the address accepts the signature, which proves the address on this chain alone.
    AcceptedByContract,
    /// The signature proves nothing.
    Invalid(InvalidSignature),
}

/// Why a signature proves nothing. For tests and logs: people are not shown the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSignature {
    /// The address is not one of an EVM chain.
    #[error("the address is not one of an EVM chain")]
    OtherFamily,
    /// The message or the signature is longer than any wallet needs.
    #[error("the message or the signature is too long")]
    TooLong,
    /// The key of the address did not sign the message, and contracts are not called here.
    #[error("the key of the address did not sign this message")]
    OtherKey,
    /// Neither the key of the address signed the message nor does a contract at the address accept the signature.
    #[error("neither the key of the address nor a contract at the address accepts the signature")]
    NotAccepted,
    /// The signature of a contract that does not exist yet (ERC-6492) cannot be decoded.
    #[error("the signature of a contract that does not exist yet is malformed")]
    MalformedWrapper,
}

/// Verifies signatures of wallets.
///
/// An implementer MUST accept nothing else than: a signature by the key of the address over the EIP-191 hash of the message,
/// with 65 bytes, the lower of the two possible values of `s` and `v` in 0, 1, 27 and 28; or a signature that the contract at
/// the address accepts (EIP-1271), also if the contract does not exist yet (ERC-6492). It MUST answer within seconds, and
/// whatever it cannot find out is an error or invalid, never valid. The caller MUST use up the nonce of the message before it
/// calls this, because the signature may be sent to nodes.
#[async_trait]
pub trait SignatureVerifier: Send + Sync {
    /// Returns the verifier's description, including what it learns about users; `None` if it sends no requests.
    fn profile(&self) -> Option<Profile>;

    /// Verifies that an address signed a message. `chain` is where a contract wallet exists; the signature of a key is valid on
    /// all chains. An error means that it could not be found out; a later attempt may succeed.
    async fn verify(
        &self,
        chain: &ChainId,
        address: &Address,
        message: &str,
        signature: &[u8],
    ) -> Result<SignatureCheck, RemoteError>;
}

/// Refuses every signature: the verifier of a tracker in which nobody signs in with a wallet.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoVerifier;

#[async_trait]
impl SignatureVerifier for NoVerifier {
    fn profile(&self) -> Option<Profile> {
        None
    }

    async fn verify(
        &self,
        _chain: &ChainId,
        _address: &Address,
        _message: &str,
        _signature: &[u8],
    ) -> Result<SignatureCheck, RemoteError> {
        Err(RemoteError::Unsupported {
            who: "This tracker".to_owned(),
            what: "it verifies no signatures of wallets".to_owned(),
        })
    }
}
