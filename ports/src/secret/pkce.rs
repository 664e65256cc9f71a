//! Proof Key for Code Exchange (PKCE, RFC 7636), by the method S256.

use data_encoding::BASE64URL_NOPAD;
use sha2::{Digest, Sha256};

use crate::secret::Secret;

/// The verifier of a request for consent: only who made the request can redeem the code that answers it.
pub struct PkceVerifier(Secret<String>);

impl PkceVerifier {
    /// Makes a verifier of 43 characters from 32 random bytes.
    #[must_use]
    pub fn new(random: &[u8; 32]) -> Self {
        Self(Secret::new(BASE64URL_NOPAD.encode(random)))
    }

    /// Returns a verifier that was stored.
    #[must_use]
    pub fn stored(text: String) -> Self {
        Self(Secret::new(text))
    }

    /// Returns the text, for the request that redeems the code.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }

    /// Returns the challenge, which is public: the SHA-256 of the verifier.
    #[must_use]
    pub fn challenge(&self) -> String {
        BASE64URL_NOPAD.encode(&Sha256::digest(self.reveal().as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_has_its_challenge() {
        // RFC 7636, appendix B.
        let random = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ];
        let verifier = PkceVerifier::new(&random);
        assert_eq!(verifier.reveal(), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(verifier.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let again = PkceVerifier::stored(verifier.reveal().to_owned());
        assert_eq!(again.challenge(), verifier.challenge());
    }
}
