//! The parser of sign-in messages, by the ABNF of EIP-4361.

use std::{fmt, iter::Peekable, str::Split};

use iri_string::types::UriStr;

use super::{
    fields::{PREAMBLE, SignInFields},
    time::MessageTime,
};
use crate::{address::Address, chain::ChainId};

/// The symbols that a statement may have besides letters, digits and spaces: `reserved` and `unreserved` of RFC 3986.
const STATEMENT_SYMBOLS: &str = ":/?#[]@!$&'()*+,;=-._~";
/// The least characters of a nonce.
const MIN_NONCE: usize = 8;

/// Why a text is not a sign-in message: the part that is missing, out of place or malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {0} of the sign-in message is missing, out of place or malformed")]
pub struct ParseSignInMessageError(pub MessagePart);

/// A part of a sign-in message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessagePart {
    /// The scheme before the domain.
    Scheme,
    /// The domain, with the text after it.
    Domain,
    /// The address, with its checksum.
    Address,
    /// The empty lines around the statement, and the statement.
    Statement,
    /// The URI.
    Uri,
    /// The version, which is 1.
    Version,
    /// The chain id.
    Chain,
    /// The nonce.
    Nonce,
    /// The time of issue.
    IssuedAt,
    /// The expiry.
    ExpiresAt,
    /// The time from which it is valid.
    NotBefore,
    /// The request id.
    RequestId,
    /// The resources.
    Resources,
    /// The end: there is more text than a message has, or the text is too long.
    End,
}

impl fmt::Display for MessagePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scheme => "scheme",
            Self::Domain => "domain",
            Self::Address => "address",
            Self::Statement => "statement",
            Self::Uri => "URI",
            Self::Version => "version",
            Self::Chain => "chain ID",
            Self::Nonce => "nonce",
            Self::IssuedAt => "time of issue",
            Self::ExpiresAt => "expiration time",
            Self::NotBefore => "time of its validity",
            Self::RequestId => "request ID",
            Self::Resources => "list of resources",
            Self::End => "end",
        })
    }
}

/// Parses a whole message. The text has no other fields, lines or spaces than the ABNF allows.
pub(super) fn parse(text: &str) -> Result<SignInFields, ParseSignInMessageError> {
    let mut lines = Lines(text.split('\n').peekable());
    let (scheme, domain) = lines.required(MessagePart::Domain, |line| Some(origin(line.strip_suffix(PREAMBLE)?)))??;
    let address = lines.required(MessagePart::Address, address)?;
    let statement = lines.statement()?;
    let uri = lines.field("URI: ", MessagePart::Uri, uri)?;
    lines.field("Version: ", MessagePart::Version, |text| (text == "1").then_some(()))?;
    let fields = SignInFields {
        scheme,
        domain,
        address,
        statement,
        uri,
        chain: lines.field("Chain ID: ", MessagePart::Chain, chain)?,
        nonce: lines.field("Nonce: ", MessagePart::Nonce, nonce)?,
        issued_at: lines.field("Issued At: ", MessagePart::IssuedAt, time)?,
        expires_at: lines.optional("Expiration Time: ", MessagePart::ExpiresAt, time)?,
        not_before: lines.optional("Not Before: ", MessagePart::NotBefore, time)?,
        request_id: lines.optional("Request ID: ", MessagePart::RequestId, request_id)?,
        resources: lines.resources()?,
    };
    match lines.0.next() {
        None => Ok(fields),
        Some(_) => Err(ParseSignInMessageError(MessagePart::End)),
    }
}

/// The lines that are not yet parsed.
struct Lines<'a>(Peekable<Split<'a, char>>);

impl<'a> Lines<'a> {
    fn required<T>(
        &mut self,
        part: MessagePart,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseSignInMessageError> {
        self.0.next().and_then(parse).ok_or(ParseSignInMessageError(part))
    }

    fn field<T>(
        &mut self,
        label: &str,
        part: MessagePart,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseSignInMessageError> {
        self.required(part, |line| parse(line.strip_prefix(label)?))
    }

    fn optional<T>(
        &mut self,
        label: &str,
        part: MessagePart,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, ParseSignInMessageError> {
        match self.0.peek() {
            Some(line) if line.starts_with(label) => self.field(label, part, parse).map(Some),
            Some(_) | None => Ok(None),
        }
    }

    /// Parses the lines between the address and the URI: an empty one, the statement if there is one, and another empty one.
    fn statement(&mut self) -> Result<Option<String>, ParseSignInMessageError> {
        let empty = |line: &str| line.is_empty().then_some(());
        self.required(MessagePart::Statement, empty)?;
        let first = self.required(MessagePart::Statement, statement)?;
        if first.is_empty() && self.0.peek().is_some_and(|line| !line.is_empty()) {
            return Ok(None);
        }
        self.required(MessagePart::Statement, empty)?;
        Ok(Some(first))
    }

    fn resources(&mut self) -> Result<Option<Vec<String>>, ParseSignInMessageError> {
        if self.0.next_if_eq(&"Resources:").is_none() {
            return Ok(None);
        }
        let mut resources = Vec::new();
        while self.0.peek().is_some() {
            resources.push(self.field("- ", MessagePart::Resources, uri)?);
        }
        Ok(Some(resources))
    }
}

/// Splits the text before the preamble into the scheme, if there is one, and the domain.
fn origin(text: &str) -> Result<(Option<String>, String), ParseSignInMessageError> {
    let (scheme, domain) = match text.split_once("://") {
        Some((scheme, domain)) => (Some(scheme), domain),
        None => (None, text),
    };
    let whole = format!("{}://{domain}", scheme.unwrap_or("https"));
    let whole = UriStr::new(&whole).map_err(|_| {
        let is_domain = UriStr::new(&format!("https://{domain}")).is_ok();
        ParseSignInMessageError(if is_domain {
            MessagePart::Scheme
        } else {
            MessagePart::Domain
        })
    })?;
    let has_host = whole
        .authority_components()
        .is_some_and(|parts| !parts.host().is_empty());
    if has_host && whole.authority_str() == Some(domain) {
        Ok((scheme.map(str::to_owned), domain.to_owned()))
    } else {
        Err(ParseSignInMessageError(MessagePart::Domain))
    }
}

/// Parses an address that is written with its checksum (ERC-55).
fn address(text: &str) -> Option<Address> {
    let address: Address = text.parse().ok()?;
    (address.evm_bytes().is_some() && address.as_str() == text).then_some(address)
}

fn statement(text: &str) -> Option<String> {
    let is_allowed = |one: char| one.is_ascii_alphanumeric() || one == ' ' || STATEMENT_SYMBOLS.contains(one);
    text.chars().all(is_allowed).then(|| text.to_owned())
}

fn uri(text: &str) -> Option<String> {
    UriStr::new(text).is_ok().then(|| text.to_owned())
}

/// Parses the number of an EVM chain. Leading zeros are rejected, so that each chain is written in one way.
fn chain(text: &str) -> Option<ChainId> {
    let is_number = !text.starts_with('0') && text.bytes().all(|one| one.is_ascii_digit());
    let number = is_number.then(|| text.parse().ok()).flatten()?;
    Some(ChainId::evm(number))
}

fn nonce(text: &str) -> Option<String> {
    let is_valid = text.len() >= MIN_NONCE && text.bytes().all(|one| one.is_ascii_alphanumeric());
    is_valid.then(|| text.to_owned())
}

fn time(text: &str) -> Option<MessageTime> {
    text.parse().ok()
}

/// Parses `*pchar` of RFC 3986: one segment of the path of a URI.
fn request_id(text: &str) -> Option<String> {
    let path = format!("/{text}");
    let whole = format!("id:{path}");
    let is_segment = !text.contains('/') && UriStr::new(&whole).is_ok_and(|uri| uri.path_str() == path);
    is_segment.then(|| text.to_owned())
}
