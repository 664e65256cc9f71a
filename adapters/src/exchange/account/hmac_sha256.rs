//! HMAC-SHA256 (RFC 2104), with which several exchanges sign.

use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Returns the code of a message; `None` where the secret cannot be the key of an HMAC.
pub(crate) fn hmac_sha256(secret: &str, message: &str) -> Option<Vec<u8>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
    mac.update(message.as_bytes());
    Some(mac.finalize().into_bytes().to_vec())
}
