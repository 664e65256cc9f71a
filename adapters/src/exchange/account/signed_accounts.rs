//! The reader of accounts at exchanges whose requests are signed with a time.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile, ExchangeReader, FileContent, FileProblem,
    KeyRights, Position, RemoteError, SourceId, Stream, history::HistoryPage,
};

use super::{
    codes::{Codes, ExchangeCodes},
    key_error::history_not_read,
    key_use::KeyUse,
    signed_api::{SignedApi, SignedReader},
    spec::{AccountParts, AccountSpec, account_context},
};
use crate::source::{Endpoint, LimitRule};

const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// The rate limit of such an exchange: the requests of a reading are sent one after the other without a pause.
pub(crate) const READING_BURSTS: LimitRule = LimitRule {
    max_burst: 10,
    is_half_minute: true,
    limits_own: true,
};

/// What differs between exchanges.
#[async_trait]
pub(crate) trait SignedExchange: Send + Sync {
    fn spec(&self) -> &'static AccountSpec;

    fn api(&self) -> &'static SignedApi;

    /// Requests what the key may do.
    async fn rights(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<KeyRights, RemoteError>;

    /// Requests what the account has at every place. One that does not answer fails all of them.
    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError>;
}

struct SignedAccounts {
    exchange: &'static dyn SignedExchange,
    client: SignedReader,
    codes: Arc<ExchangeCodes>,
}

/// Makes the reader of the accounts at an exchange.
pub(crate) fn signed_accounts(
    exchange: &'static dyn SignedExchange,
    (client, codes): AccountParts,
    endpoint: Endpoint,
) -> Arc<dyn ExchangeReader> {
    Arc::new(SignedAccounts {
        exchange,
        client: SignedReader::new(exchange.api(), client, endpoint),
        codes,
    })
}

#[async_trait]
impl ExchangeReader for SignedAccounts {
    fn profile(&self) -> ExchangeProfile {
        self.exchange.spec().profile(LEARNS, self.client.hosts())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let spec = self.exchange.spec();
        let context = account_context((spec.name, spec.title), "rights of a key", account);
        self.exchange.rights(&self.client, (key, &context)).await
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let spec = self.exchange.spec();
        let context = account_context((spec.name, spec.title), "balances", account);
        let codes = Codes {
            listed: &self.codes,
            exchange: spec.id(),
            name: spec.name,
        };
        self.exchange.positions(&self.client, (key, &context), &codes).await
    }

    fn streams(&self) -> Vec<Stream> {
        self.exchange.spec().streams.to_vec()
    }

    async fn history(&self, _: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        Err(history_not_read(self.exchange.spec().title))
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        self.exchange.spec().read_file(&self.codes, of, content)
    }
}
