//! E-mail addresses.

use std::{fmt, str::FromStr};

/// The most characters of an address: RFC 5321, section 4.5.3.1.3, without the angle brackets.
const MAX_LENGTH: usize = 254;
/// The most characters before the `@`: RFC 5321, section 4.5.3.1.1.
const MAX_LOCAL_LENGTH: usize = 64;
/// The characters besides letters and digits that an unquoted local part may have: `atext` of RFC 5322, section 3.2.3.
const LOCAL_SYMBOLS: &str = "!#$%&'*+-/=?^_`{|}~";

/// An e-mail address in its one normal form: lower case, with the domain in ASCII (`köln.de` becomes `xn--kln-sna.de`).
///
/// Two spellings of one address are equal, so that one person cannot sign in as two. Dots and tags of a provider
/// (`a.b+c@gmail.com`) are kept, because other providers deliver them elsewhere. Quoted local parts, addresses of
/// hosts by number and local parts that are not ASCII are not accepted. `Debug` hides the address, and it has no `Display`,
/// so that it does not get into logs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

/// Why a text is not an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an e-mail address like name@example.com")]
pub struct ParseEmailAddressError;

impl EmailAddress {
    /// Returns the normal form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress")
    }
}

impl FromStr for EmailAddress {
    type Err = ParseEmailAddressError;

    fn from_str(text: &str) -> Result<Self, ParseEmailAddressError> {
        let (local, domain) = text.trim().rsplit_once('@').ok_or(ParseEmailAddressError)?;
        let domain = idna::domain_to_ascii_strict(domain).map_err(|_| ParseEmailAddressError)?;
        let address = format!("{}@{domain}", local.to_ascii_lowercase());
        let is_valid = is_local_part(local) && is_domain(&domain) && address.len() <= MAX_LENGTH;
        is_valid.then_some(Self(address)).ok_or(ParseEmailAddressError)
    }
}

fn is_local_part(text: &str) -> bool {
    let is_allowed = |one: char| one.is_ascii_alphanumeric() || LOCAL_SYMBOLS.contains(one);
    let mut atoms = text.split('.');
    text.len() <= MAX_LOCAL_LENGTH && atoms.all(|atom| !atom.is_empty() && atom.chars().all(is_allowed))
}

/// Returns whether a domain in ASCII has at least two labels, and is no address of a host.
fn is_domain(text: &str) -> bool {
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit());
    text.contains('.') && !is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_are_equal() {
        for (text, normal) in [
            (" Ann@Example.COM\n", "ann@example.com"),
            ("a.b+tag@example.org", "a.b+tag@example.org"),
            ("o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"),
            ("info@KÖLN.de", "info@xn--kln-sna.de"),
            ("info@ko\u{308}ln.de", "info@xn--kln-sna.de"),
            ("x@\u{ff45}xample.com", "x@example.com"),
            ("a@1.example", "a@1.example"),
        ] {
            assert_eq!(text.parse::<EmailAddress>().unwrap().as_str(), normal, "{text}");
        }
    }

    #[test]
    fn texts_that_no_mail_server_would_accept_are_rejected() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long = format!("a@{}.com", ["b".repeat(60).as_str(); 5].join("."));
        for text in [
            "",
            "@",
            "ann",
            "ann@",
            "@example.com",
            "ann@localhost",
            "ann@127.0.0.1",
            "ann@[127.0.0.1]",
            "ann@example..com",
            "ann@example.com.",
            "ann@-example.com",
            "ann@exa_mple.com",
            ".ann@example.com",
            "ann.@example.com",
            "a..b@example.com",
            "ann smith@example.com",
            "\"ann\"@example.com",
            "ann@b@example.com",
            "änn@example.com",
            "ann@example.com\r\nBcc: eve@example.com",
            "ann@example.com\0",
            "Ann <ann@example.com>",
            long_local.as_str(),
            long.as_str(),
        ] {
            assert_eq!(text.parse::<EmailAddress>(), Err(ParseEmailAddressError), "{text}");
        }
    }

    #[test]
    fn an_address_is_not_printed() {
        let address: EmailAddress = "ann@example.com".parse().unwrap();
        assert_eq!(format!("{address:?}"), "EmailAddress");
    }
}
