//! Proof that somebody controls a wallet: the sign-in message that the wallet signs (EIP-4361), and the verifier of its
//! signature.
//!
//! A proof has three parts that are checked separately. [`SignInMessage`] parses the signed text. What the text has to say is
//! decided by the domain (`SignInExpectation`). [`SignatureVerifier`] decides whether the text was signed by the address in it.

mod fields;
mod message;
mod parse;
mod time;
mod verifier;

pub use self::{
    fields::SignInFields,
    message::{MAX_SIGN_IN_BYTES, SignInMessage},
    parse::{MessagePart, ParseSignInMessageError},
    time::{MessageTime, ParseMessageTimeError},
    verifier::{InvalidSignature, NoVerifier, SignatureCheck, SignatureVerifier},
};

#[cfg(test)]
mod tests;
