//! Coinbase's signature, <https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication>: a JSON web token (RFC 7519) for
//! each request, signed with the private key of the person by ES256 (ECDSA on P-256) or by EdDSA (Ed25519).
//!
//! The claim `uri` is the method, a space, the host and the path, without the query. Private keys are taken as Coinbase shows them:
//!
//! - `-----BEGIN EC PRIVATE KEY-----` (SEC1), also with `\n` in the place of line breaks, as in Coinbase's own JSON files;
//! - `-----BEGIN PRIVATE KEY-----` (PKCS #8) of Ed25519;
//! - base64 of 32 or 64 bytes of Ed25519, of which the first 32 are the seed.

use std::time::Duration;

use data_encoding::{BASE64, BASE64URL_NOPAD};
use ed25519_dalek::Signer as _;
use p256::ecdsa::{Signature, signature::Signer as _};
use ports::Timestamp;
use serde_json::json;
use zeroize::Zeroizing;

/// How long a token is valid: Coinbase takes two minutes at most. A request may wait for the rate limit meanwhile.
const VALID_FOR: Duration = Duration::from_mins(2);
const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";
const DASHES: &str = "-----";
/// The beginnings of PKCS #8 keys of Ed25519 before the seed, RFC 8410 section 7: without and with the public key.
const ED25519_BEGINNINGS: [[u8; 16]; 2] = [
    *b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20",
    *b"\x30\x51\x02\x01\x01\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20",
];

/// A private key of Coinbase.
pub(super) enum TokenKey {
    Es256(p256::ecdsa::SigningKey),
    EdDsa(ed25519_dalek::SigningKey),
}

/// What a token states.
pub(super) struct TokenClaims<'a> {
    /// The name or the id of the key.
    pub(super) key: &'a str,
    pub(super) uri: &'a str,
    pub(super) now: Timestamp,
    /// Random digits, so that no two tokens are the same.
    pub(super) nonce: &'a str,
}

impl TokenKey {
    /// Reads a private key; `None` for a text that is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = Zeroizing::new(text.replace("\\n", "\n"));
        let Some((_, rest)) = text.split_once(BEGIN) else {
            let bytes = decode(&text)?;
            let is_key = bytes.len() == 32 || bytes.len() == 64;
            return Self::of_seed(&bytes).filter(|_| is_key);
        };
        let (label, rest) = rest.split_once(DASHES)?;
        let der = decode(rest.split_once(END)?.0)?;
        match label {
            "EC PRIVATE KEY" => {
                let secret = p256::SecretKey::from_sec1_der(&der).ok()?;
                Some(Self::Es256(secret.into()))
            }
            "PRIVATE KEY" => {
                let mut beginnings = ED25519_BEGINNINGS.iter();
                Self::of_seed(beginnings.find_map(|beginning| der.strip_prefix(beginning))?)
            }
            _ => None,
        }
    }

    fn of_seed(bytes: &[u8]) -> Option<Self> {
        let seed = Zeroizing::new(*bytes.first_chunk::<32>()?);
        Some(Self::EdDsa(ed25519_dalek::SigningKey::from_bytes(&seed)))
    }

    /// Returns the token of a request; `None` where it cannot be signed.
    pub(super) fn token(&self, claims: &TokenClaims<'_>) -> Option<String> {
        let header = json!({ "alg": self.algorithm(), "kid": claims.key, "nonce": claims.nonce, "typ": "JWT" });
        let body = json!({
            "iss": "cdp", "sub": claims.key, "nbf": claims.now.seconds(), "exp": claims.now.plus(VALID_FOR).seconds(),
            "uri": claims.uri,
        });
        let encoded = [header, body].map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes()));
        let signed = encoded.join(".");
        let signature = self.signature(signed.as_bytes())?;
        Some(format!("{signed}.{}", BASE64URL_NOPAD.encode(&signature)))
    }

    fn algorithm(&self) -> &'static str {
        match self {
            Self::Es256(_) => "ES256",
            Self::EdDsa(_) => "EdDSA",
        }
    }

    /// Returns a signature: of ECDSA both numbers, with 32 bytes each.
    fn signature(&self, message: &[u8]) -> Option<[u8; 64]> {
        match self {
            Self::Es256(key) => {
                let signature: Signature = key.try_sign(message).ok()?;
                Some(signature.to_bytes().into())
            }
            Self::EdDsa(key) => Some(key.try_sign(message).ok()?.to_bytes()),
        }
    }
}

/// Decodes base64, whatever space is in it: a form of one line removes the line breaks.
fn decode(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let text: Zeroizing<String> = Zeroizing::new(text.split_ascii_whitespace().collect());
    BASE64.decode(text.as_bytes()).ok().map(Zeroizing::new)
}

#[cfg(test)]
mod tests;
