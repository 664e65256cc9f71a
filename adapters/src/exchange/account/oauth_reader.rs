//! The reader of an exchange whose accounts people also grant access to on the page of the exchange.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeOAuth,
    ExchangeProfile, ExchangeReader, FileContent, FileProblem, KeyProblem, KeyRights, Position, RemoteError, SourceId,
    history::HistoryPage,
};

use super::oauth_client::OAuthClient;

/// Reads accounts with keys as its reader does, and with tokens.
pub struct OAuthReader {
    reader: Arc<dyn ExchangeReader>,
    client: OAuthClient,
}

impl OAuthReader {
    /// Combines the reader of an exchange with its client for tokens.
    #[must_use]
    pub fn new(reader: Arc<dyn ExchangeReader>, client: OAuthClient) -> Self {
        Self { reader, client }
    }

    /// Returns the error of a request with this key. The exchange accepts no new key in place of tokens that it does not accept.
    fn error(&self, key: &ExchangeKey, error: RemoteError) -> RemoteError {
        if key.tokens_expire_at().is_none() {
            return error;
        }
        match error {
            RemoteError::Key {
                problem: KeyProblem::BadKey | KeyProblem::BadSignature,
                ..
            } => self.client.reconnect(),
            RemoteError::Refused { why, .. } if why.ends_with("(status 401)") => self.client.reconnect(),
            other => other,
        }
    }
}

#[async_trait]
impl AccountIdentity for OAuthReader {
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let id_hashes = self.reader.id_hashes(account, key).await;
        id_hashes.map_err(|error| self.error(key, error))
    }
}

#[async_trait]
impl ExchangeReader for OAuthReader {
    fn profile(&self) -> ExchangeProfile {
        let mut profile = self.reader.profile();
        profile.source.hosts.extend(self.client.host());
        profile.oauth = Some(self.client.spec().profile());
        profile
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let introspect = self.client.spec().introspect;
        match introspect.filter(|_| key.tokens_expire_at().is_some()) {
            Some(path) => self.client.granted(path, (account, key)).await,
            None => {
                let rights = self.reader.rights(account, key).await;
                rights.map_err(|error| self.error(key, error))
            }
        }
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let positions = self.reader.balances(account, key).await;
        positions.map_err(|error| self.error(key, error))
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let key = request.key;
        let page = self.reader.history(request).await;
        page.map_err(|error| self.error(key, error))
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        self.reader.file(of, content)
    }

    fn oauth(&self) -> Option<&dyn ExchangeOAuth> {
        Some(&self.client)
    }
}
