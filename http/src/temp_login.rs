//! The password of `temp-login`.

use sha2::{Digest, Sha256};

/// The hash of the password with which programs on this machine open sessions for tests. Hashes are compared, so that the time of
/// a comparison says nothing about the password.
#[derive(Clone)]
pub struct TempLoginPassword([u8; 32]);

impl TempLoginPassword {
    /// Returns the hash of a password.
    pub fn new(password: &str) -> Self {
        Self(Sha256::digest(password).into())
    }

    /// Returns whether a text is the password.
    pub fn is(&self, text: &str) -> bool {
        self.0 == Self::new(text).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_text_is_the_password() {
        let password = TempLoginPassword::new("a password for tests");
        assert!(password.is("a password for tests"));
        for other in [
            "",
            "a password for test",
            "A password for tests",
            "a password for tests ",
        ] {
            assert!(!password.is(other), "{other}");
        }
    }
}
