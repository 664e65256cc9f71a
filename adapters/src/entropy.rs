//! Randomness for tokens.

use ports::Entropy;
use rand::RngCore as _;

/// The random source of the system, through a generator that it seeds.
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
