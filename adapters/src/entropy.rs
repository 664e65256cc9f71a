//! Randomness for tokens.

use ports::Entropy;
use rand::RngCore as _;

/// A generator seeded by the operating system's random source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        #[expect(clippy::disallowed_methods, reason = "this is where randomness comes from")]
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }
}
