//! The comparison of a sign-in message with what this server expects (EIP-4361).

use std::{net::IpAddr, time::Duration};

use ports::{ChainId, SignInFields, Timestamp};

/// How far the clocks of this server and of the program that made the message may differ.
const CLOCK_DIFFERENCE: Duration = Duration::from_mins(10);

/// What a sign-in message has to say. The address is not part of it: a valid
/// signature proves the address in the message, whichever it is.
#[derive(Clone, Debug)]
pub struct SignInExpectation<'a> {
    /// The configured origin of the page, as browsers write it: `https://spyhop.example.org`, with the port where it is not the
    /// usual one. Never taken from a header of a request.
    pub origin: &'a str,
    /// The chains on which wallets may exist.
    pub chains: &'a [ChainId],
    /// The nonce that was issued, and is used up by now.
    pub nonce: &'a str,
    /// The sentence that people sign.
    pub statement: &'a str,
    /// The current time.
    pub now: Timestamp,
}

/// Why a sign-in message is not the expected one. For tests and logs: people are not shown the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInMismatch {
    /// The domain is another one, so that the person signed for another page.
    #[error("the domain is not this server's")]
    Domain,
    /// The scheme is another one, or it is `http` and the page is not on this machine.
    #[error("the scheme is not https, or not this server's")]
    Scheme,
    /// The URI has another origin.
    #[error("the URI is not one of this server")]
    Uri,
    /// The chain is not among the allowed ones.
    #[error("the chain is not one that this server reads")]
    Chain,
    /// The nonce is another one.
    #[error("the nonce is not the one that was issued")]
    Nonce,
    /// The message was made too long ago, or in the future.
    #[error("the message was not made just now")]
    IssuedAt,
    /// The message does not expire.
    #[error("the message has no expiration time")]
    NoExpiry,
    /// The message is expired.
    #[error("the message is expired")]
    Expired,
    /// The message is not valid yet.
    #[error("the message is not valid yet")]
    NotYetValid,
    /// The statement is another one, or there is none.
    #[error("the statement is not this server's")]
    Statement,
    /// There are resources, which this server never requests.
    #[error("the message approves resources")]
    Resources,
}

impl SignInExpectation<'_> {
    /// Compares a message with the expectation and returns the first difference.
    pub fn check(&self, message: &SignInFields) -> Result<(), SignInMismatch> {
        let is_allowed = |is: bool, mismatch| if is { Ok(()) } else { Err(mismatch) };
        let (scheme, domain) = self.origin.split_once("://").ok_or(SignInMismatch::Domain)?;
        is_allowed(message.domain == domain, SignInMismatch::Domain)?;
        let is_secure = scheme == "https" || is_loopback(domain);
        let is_scheme = |written: &String| written == scheme && is_secure;
        is_allowed(message.scheme.as_ref().is_none_or(is_scheme), SignInMismatch::Scheme)?;
        is_allowed(is_within(&message.uri, self.origin), SignInMismatch::Uri)?;
        is_allowed(self.chains.contains(&message.chain), SignInMismatch::Chain)?;
        is_allowed(message.nonce == self.nonce, SignInMismatch::Nonce)?;
        self.check_times(message)?;
        is_allowed(
            message.statement.as_deref() == Some(self.statement),
            SignInMismatch::Statement,
        )?;
        is_allowed(message.resources.is_none(), SignInMismatch::Resources)
    }

    fn check_times(&self, message: &SignInFields) -> Result<(), SignInMismatch> {
        let issued_at = message.issued_at.at();
        let difference = self.now.since(issued_at).max(issued_at.since(self.now));
        if difference > CLOCK_DIFFERENCE {
            return Err(SignInMismatch::IssuedAt);
        }
        let expires_at = message.expires_at.as_ref().ok_or(SignInMismatch::NoExpiry)?;
        if self.now >= expires_at.at() {
            return Err(SignInMismatch::Expired);
        }
        let starts_later = message.not_before.as_ref().is_some_and(|start| self.now < start.at());
        if starts_later {
            Err(SignInMismatch::NotYetValid)
        } else {
            Ok(())
        }
    }
}

/// Returns whether a URI is the origin or has it before its path, query or fragment.
fn is_within(uri: &str, origin: &str) -> bool {
    let rest = uri.strip_prefix(origin);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// Returns whether a host, with or without a port, is this machine.
fn is_loopback(domain: &str) -> bool {
    let has_port = |port: &str| !port.is_empty() && port.bytes().all(|one| one.is_ascii_digit());
    let host = domain.rsplit_once(':').filter(|(_, port)| has_port(port));
    let host = host.map_or(domain, |(host, _)| host);
    let number = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || number.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONCE: &str = "bTyXgcQxn2htgkjJn";
    const STATEMENT: &str = "Sign in to Spyhop.";

    fn now() -> Timestamp {
        "2026-04-11T12:30:00Z".parse().unwrap()
    }

    fn check(origin: &str, message: &SignInFields) -> Result<(), SignInMismatch> {
        let expectation = SignInExpectation {
            origin,
            chains: &[ChainId::evm(1), ChainId::evm(10)],
            nonce: NONCE,
            statement: STATEMENT,
            now: now(),
        };
        expectation.check(message)
    }

    /// Returns the message that is expected at an origin.
    fn expected(origin: &str) -> SignInFields {
        SignInFields {
            scheme: None,
            domain: origin.split_once("://").unwrap().1.to_owned(),
            address: "0x9D85ca56217D2bb651b00f15e694EB7E713637D4".parse().unwrap(),
            statement: Some(STATEMENT.to_owned()),
            uri: origin.to_owned(),
            chain: ChainId::evm(1),
            nonce: NONCE.to_owned(),
            issued_at: now().into(),
            expires_at: Some(now().plus(Duration::from_mins(5)).into()),
            not_before: None,
            request_id: None,
            resources: None,
        }
    }

    const ORIGIN: &str = "https://spyhop.example:8443";

    /// Returns the result of checking the expected message after a change.
    fn changed(change: impl FnOnce(&mut SignInFields)) -> Result<(), SignInMismatch> {
        let mut message = expected(ORIGIN);
        change(&mut message);
        check(ORIGIN, &message)
    }

    #[test]
    fn the_expected_message_is_accepted() {
        for origin in [ORIGIN, "https://spyhop.example", "http://192.168.0.9:4747"] {
            assert_eq!(check(origin, &expected(origin)), Ok(()), "{origin}");
        }
        assert_eq!(changed(|message| message.scheme = Some("https".to_owned())), Ok(()));
        assert_eq!(changed(|message| message.chain = ChainId::evm(10)), Ok(()));
        assert_eq!(changed(|message| message.request_id = Some("7".to_owned())), Ok(()));
        for path in ["/", "/welcome", "?a=b", "#c"] {
            assert_eq!(changed(|message| message.uri.push_str(path)), Ok(()), "{path}");
        }
    }

    #[test]
    fn a_message_for_another_page_is_refused() {
        for domain in [
            "spyhop.example",
            "spyhop.example:443",
            "evil.test",
            "user@spyhop.example:8443",
            "",
        ] {
            let other = changed(|message| domain.clone_into(&mut message.domain));
            assert_eq!(other, Err(SignInMismatch::Domain), "{domain}");
        }
        for uri in [
            "https://spyhop.example",
            "http://spyhop.example:8443",
            "https://spyhop.example:84430/",
            "https://spyhop.example:8443@evil.test/",
            "https://spyhop.example:8443.evil.test",
            "https://evil.test/https://spyhop.example:8443",
        ] {
            let other = changed(|message| uri.clone_into(&mut message.uri));
            assert_eq!(other, Err(SignInMismatch::Uri), "{uri}");
        }
    }

    #[test]
    fn a_written_scheme_is_that_of_the_page_and_http_only_on_this_machine() {
        for (origin, scheme, result) in [
            (ORIGIN, "http", Err(SignInMismatch::Scheme)),
            (ORIGIN, "ftp", Err(SignInMismatch::Scheme)),
            ("http://localhost:4747", "http", Ok(())),
            ("http://localhost:4747", "https", Err(SignInMismatch::Scheme)),
            ("http://127.0.0.1:4747", "http", Ok(())),
            ("http://[::1]:4747", "http", Ok(())),
            ("http://[::1]", "http", Ok(())),
            ("http://192.168.0.9:4747", "http", Err(SignInMismatch::Scheme)),
            ("http://localhost.evil.test", "http", Err(SignInMismatch::Scheme)),
        ] {
            let message = SignInFields {
                scheme: Some(scheme.to_owned()),
                ..expected(origin)
            };
            assert_eq!(check(origin, &message), result, "{scheme} at {origin}");
        }
    }

    #[test]
    fn times_are_compared_with_the_clock() {
        let minutes = |count: u64| Duration::from_secs(count * 60);
        for (issued_at, result) in [
            (now().minus(minutes(10)), Ok(())),
            (now().plus(minutes(10)), Ok(())),
            (now().minus(minutes(11)), Err(SignInMismatch::IssuedAt)),
            (now().plus(minutes(11)), Err(SignInMismatch::IssuedAt)),
            (Timestamp::from_millis(i64::MIN), Err(SignInMismatch::IssuedAt)),
        ] {
            assert_eq!(
                changed(|message| message.issued_at = issued_at.into()),
                result,
                "{issued_at}"
            );
        }
        let before = now().minus(Duration::from_millis(1));
        let after = now().plus(Duration::from_millis(1));
        for (expires_at, result) in [
            (None, Err(SignInMismatch::NoExpiry)),
            (Some(before), Err(SignInMismatch::Expired)),
            (Some(now()), Err(SignInMismatch::Expired)),
            (Some(after), Ok(())),
        ] {
            let other = changed(|message| message.expires_at = expires_at.map(Into::into));
            assert_eq!(other, result, "{expires_at:?}");
        }
        for (start, result) in [(now(), Ok(())), (after, Err(SignInMismatch::NotYetValid))] {
            assert_eq!(
                changed(|message| message.not_before = Some(start.into())),
                result,
                "{start}"
            );
        }
    }

    #[test]
    fn anything_else_that_differs_is_refused() {
        assert_eq!(
            changed(|message| message.chain = ChainId::evm(137)),
            Err(SignInMismatch::Chain)
        );
        assert_eq!(changed(|message| message.nonce.push('x')), Err(SignInMismatch::Nonce));
        assert_eq!(changed(|message| message.nonce.clear()), Err(SignInMismatch::Nonce));
        assert_eq!(
            changed(|message| message.statement = None),
            Err(SignInMismatch::Statement)
        );
        let approved = "Sign in to Spyhop. And approve everything.".to_owned();
        assert_eq!(
            changed(|message| message.statement = Some(approved)),
            Err(SignInMismatch::Statement)
        );
        assert_eq!(
            changed(|message| message.resources = Some(vec![])),
            Err(SignInMismatch::Resources)
        );
    }

    #[test]
    fn without_an_origin_nothing_is_accepted() {
        assert_eq!(check("", &expected(ORIGIN)), Err(SignInMismatch::Domain));
    }
}
