//! The fields of a sign-in message, and its text.

use std::fmt;

use super::time::MessageTime;
use crate::{address::Address, chain::ChainId};

/// The text after the domain of a sign-in message.
pub(super) const PREAMBLE: &str = " wants you to sign in with your Ethereum account:";

/// The fields of a sign-in message of version 1 (EIP-4361), not yet checked. `Display` writes the text that is signed;
/// [`SignInMessage`](super::SignInMessage) makes sure that this text has these fields and no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignInFields {
    /// The scheme before the domain, if it is written.
    pub scheme: Option<String>,
    /// The authority that requests the sign-in (RFC 3986): a host, with the port where it is not the usual one.
    pub domain: String,
    /// The address that signs.
    pub address: Address,
    /// What the person agrees to, in one line.
    pub statement: Option<String>,
    /// The resource that is signed in to (RFC 3986).
    pub uri: String,
    /// The chain on which a contract wallet exists.
    pub chain: ChainId,
    /// A random text of at least eight letters and digits, against replay.
    pub nonce: String,
    /// When the message was made.
    pub issued_at: MessageTime,
    /// When the message is no longer valid.
    pub expires_at: Option<MessageTime>,
    /// When the message becomes valid.
    pub not_before: Option<MessageTime>,
    /// An id of the request, of any meaning.
    pub request_id: Option<String>,
    /// Further resources that the person approves; a list without any is not the same text as no list.
    pub resources: Option<Vec<String>>,
}

impl fmt::Display for SignInFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(f, "{scheme}://")?;
        }
        write!(f, "{}{PREAMBLE}\n{}\n\n", self.domain, self.address)?;
        if let Some(statement) = &self.statement {
            writeln!(f, "{statement}")?;
        }
        // Only EVM chains have a number. Any other chain writes none, which is no valid message.
        let chain = self.chain.evm_number().map(|number| number.to_string());
        write!(
            f,
            "\nURI: {}\nVersion: 1\nChain ID: {}",
            self.uri,
            chain.unwrap_or_default()
        )?;
        write!(f, "\nNonce: {}\nIssued At: {}", self.nonce, self.issued_at)?;
        if let Some(time) = &self.expires_at {
            write!(f, "\nExpiration Time: {time}")?;
        }
        if let Some(time) = &self.not_before {
            write!(f, "\nNot Before: {time}")?;
        }
        if let Some(id) = &self.request_id {
            write!(f, "\nRequest ID: {id}")?;
        }
        let Some(resources) = &self.resources else {
            return Ok(());
        };
        f.write_str("\nResources:")?;
        resources.iter().try_for_each(|resource| write!(f, "\n- {resource}"))
    }
}
