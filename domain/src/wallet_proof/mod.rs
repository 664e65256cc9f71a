//! What a sign-in message of a wallet has to say. Whether the wallet signed it is decided by
//! [`SignatureVerifier`](ports::SignatureVerifier).

mod expectation;

pub use expectation::{SignInExpectation, SignInMismatch};
