//! The reader of accounts at exchanges whose requests are signed with a time.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile,
    ExchangeReader, FileContent, FileProblem, KeyRights, Position, RemoteError, SourceId, Timestamp,
    history::HistoryPage, json::Json,
};

use super::{
    codes::{Codes, ExchangeCodes},
    key_error::history_not_read,
    key_use::KeyUse,
    listed_row::ListedRow,
    nonce::{KeyPace, Nonces},
    signed_api::{SignedApi, SignedReader},
    spec::{AccountParts, AccountSpec, account_context},
};
use crate::source::{Endpoint, LimitRule};

const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// What a request weighs in a [`KeyPace`].
const WEIGHT: u64 = 1_000;

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

    /// Requests the id of the account; `None` where the exchange states none.
    async fn account_id(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<Option<String>, RemoteError>;

    /// Requests what the account has at every place. One that does not answer fails all of them.
    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError>;

    /// How many requests of a key for its history the exchange takes; `None` where it takes more than are sent to its host.
    fn pace(&self) -> Option<KeyPace> {
        None
    }

    /// Requests a page of a list of the history.
    async fn page(&self, _: &SignedHistory<'_>, _: &ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        Err(history_not_read(self.spec().title))
    }
}

/// What every list of the history is read with.
pub(crate) struct SignedHistory<'a> {
    client: &'a SignedReader,
    of: KeyUse<'a>,
    pace: Option<(&'a Nonces, KeyPace)>,
    pub(crate) codes: Codes<'a>,
}

impl SignedHistory<'_> {
    pub(crate) fn who(&self) -> &str {
        &self.of.1.who
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.client.now()
    }

    pub(crate) fn malformed(&self, what: &'static str) -> RemoteError {
        self.of.1.malformed(what)
    }

    /// Requests a part of a list, after a wait where the exchange would refuse another request of the key.
    pub(crate) async fn request(&self, path: &str, parameters: &[(&str, &str)]) -> Result<Json, RemoteError> {
        if let Some((keys, pace)) = self.pace {
            let api_key = self.of.0.get(ExchangeKey::API_KEY).unwrap_or_default();
            let mut own = keys.lock(api_key).await;
            own.wait(pace, WEIGHT, self.now()).await;
        }
        self.client.read(self.of, path, parameters).await
    }

    /// Reads the rows of an answer. Those that changed nothing are left out.
    pub(crate) fn rows(
        &self,
        rows: &Json,
        read: impl Fn(&Json, &Codes<'_>) -> Result<Option<ListedRow>, &'static str>,
    ) -> Result<(Vec<ListedRow>, usize), RemoteError> {
        let rows = rows.as_array().ok_or_else(|| self.malformed("no list of rows"))?;
        let listed: Result<Vec<_>, _> = rows.iter().map(|row| read(row, &self.codes)).collect();
        let listed = listed.map_err(|what| self.malformed(what))?;
        Ok((listed.into_iter().flatten().collect(), rows.len()))
    }
}

struct SignedAccounts {
    exchange: &'static dyn SignedExchange,
    client: SignedReader,
    codes: Arc<ExchangeCodes>,
    keys: Nonces,
    pace: Option<KeyPace>,
}

/// Makes the reader of the accounts at an exchange.
pub(crate) fn signed_accounts(
    exchange: &'static dyn SignedExchange,
    (client, codes): AccountParts,
    endpoint: Endpoint,
) -> Arc<dyn ExchangeReader> {
    let usual = exchange.spec().source.per_minute;
    Arc::new(SignedAccounts {
        pace: exchange.pace().map(|pace| pace.at(&endpoint, usual)),
        exchange,
        client: SignedReader::new(exchange.api(), client, endpoint),
        codes,
        keys: Nonces::default(),
    })
}

#[async_trait]
impl AccountIdentity for SignedAccounts {
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let spec = self.exchange.spec();
        let context = account_context((spec.name, spec.title), "rights of a key", account);
        let id = self.exchange.account_id(&self.client, (key, &context)).await?;
        Ok(spec.id_hashes(id))
    }
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
        let codes = spec.codes(&self.codes);
        self.exchange.positions(&self.client, (key, &context), &codes).await
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let spec = self.exchange.spec();
        let context = account_context((spec.name, spec.title), "history", &request.part.account.address);
        let history = SignedHistory {
            client: &self.client,
            of: (request.key, &context),
            pace: self.pace.map(|pace| (&self.keys, pace)),
            codes: spec.codes(&self.codes),
        };
        self.exchange.page(&history, &request).await
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        self.exchange.spec().read_file(&self.codes, of, content)
    }
}
