//! Access to accounts at exchanges that people grant on the exchange's own page (OAuth 2.0, RFC 6749).

use async_trait::async_trait;

use crate::{
    address::Address,
    connection::exchange_key::ExchangeKey,
    secret::{Token, pkce::PkceVerifier},
    source::RemoteError,
};

/// What people need to know to grant access at an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthProfile {
    /// What is requested, in the order in which people read it.
    pub scopes: Vec<OAuthScope>,
    /// What happens after the press, step by step, each a sentence in plain text.
    pub steps: Vec<String>,
    /// When the access ends, as a sentence.
    pub ending: String,
    /// Where people end the access at the exchange, as a path through its menus. The exchange may not be reachable when it is ended here.
    pub menu: String,
    /// Where money may lie there that is not read with such an access, in a few words each, beside what no key reads.
    pub not_read: Vec<String>,
}

/// A scope that is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OAuthScope {
    /// The exchange's own word for it, such as `wallet:accounts:read`.
    pub name: String,
    /// What it allows, in a few words.
    pub label: String,
}

/// Requests access to accounts at one exchange, and keeps it. The tokens are an [`ExchangeKey`].
///
/// An implementer MUST request scopes that read and no others, and MUST NOT send a code or a refresh token twice: exchanges accept each once.
#[async_trait]
pub trait ExchangeOAuth: Send + Sync {
    /// Returns the address of the page of the exchange on which a person consents. `challenge` is the one of the verifier.
    fn authorize_url(&self, state: &Token, challenge: &str) -> String;

    /// Exchanges the code of a consent for tokens. A code that is not accepted is a [`KeyProblem::Reconnect`](crate::source::KeyProblem::Reconnect).
    /// `account` is written to the privacy ledger; the exchange does not learn it.
    async fn redeem(&self, account: &Address, code: &str, verifier: &PkceVerifier) -> Result<ExchangeKey, RemoteError>;

    /// Exchanges the refresh token for new tokens. One that is not accepted is a [`KeyProblem::Reconnect`](crate::source::KeyProblem::Reconnect). After any
    /// other failure the exchange may have used the token, or not.
    async fn refresh(&self, account: &Address, key: &ExchangeKey) -> Result<ExchangeKey, RemoteError>;

    /// Ends the access. Fails where the exchange does not confirm it.
    async fn revoke(&self, account: &Address, key: &ExchangeKey) -> Result<(), RemoteError>;
}
