//! Reading accounts at exchanges.

use async_trait::async_trait;

use crate::{
    address::Address,
    connection::{
        account_id_hash::AccountIdentity,
        exchange_file::{ExchangeFileForm, FileContent, FileProblem},
        exchange_key::ExchangeKey,
        exchange_market::{AccountAsset, ExchangeMarket, MarketLookup},
        exchange_oauth::{ExchangeOAuth, OAuthProfile},
        key_rights::KeyRights,
    },
    ids::{account::AccountId, chain::ChainId, source::SourceId},
    ledger::{
        fact::Stream,
        history::{HistoryPage, HistoryRequest},
    },
    position::Position,
    source::{Profile, RemoteError},
};

/// What people need to know to connect an account at an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeProfile {
    /// Its row among the chains, such as `exchange:kraken`.
    pub id: ChainId,
    /// The source, as on the health page and in the privacy ledger.
    pub source: Profile,
    /// The fields of its keys.
    pub fields: Vec<KeyField>,
    /// How to make a read-only key there, step by step, each a sentence in plain text.
    pub steps: Vec<String>,
    /// Where money may lie there that is not read with such a key, in a few words each; empty where everything is read.
    pub not_read: Vec<String>,
    /// The files of the exchange that are read; empty where none is.
    pub files: Vec<ExchangeFileForm>,
    /// The lists that make up the history of an account, in the order in which they are read. They are lists of exchanges.
    pub streams: Vec<Stream>,
    /// How people grant access on the page of the exchange in place of a key; `None` where this server cannot request it.
    pub oauth: Option<OAuthProfile>,
    /// Whether its trades are listed for one market at a time, so that an account has a list of markets.
    pub has_markets: bool,
}

/// A field of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyField {
    /// Its name in [`ExchangeKey`], such as `api_secret`.
    pub name: String,
    /// Its label for people, such as `API Secret`.
    pub label: String,
    /// Whether it is hidden while it is entered.
    pub is_secret: bool,
}

/// A request for a part of a list of an account.
#[derive(Debug)]
pub struct ExchangeHistoryRequest<'a> {
    /// Which part of which list.
    pub part: &'a HistoryRequest,
    /// The key of the account.
    pub key: &'a ExchangeKey,
    /// What the account has or had, as far as it is known: with the first request for [`Stream::MarketTrades`] only. It decides which
    /// markets are requested, together with [`Self::markets`].
    pub assets: &'a [AccountAsset],
    /// The stored markets of the account, with the same request. Those that are left out are not requested.
    pub markets: &'a [ExchangeMarket],
}

/// Reads the accounts at one exchange.
///
/// An implementer MUST send nothing but requests that read. It MUST fail where an answer is not complete:
/// [`rights`](Self::rights) where any right is left out, [`balances`](Self::balances) where any place that it reads did not answer.
/// What it does not know (a code of an asset, a right, a kind of row) is returned as unknown and never left out. It MUST map the
/// exchange's refusals to [`RemoteError::Key`], and never pass on its free text.
#[async_trait]
pub trait ExchangeReader: AccountIdentity {
    /// Returns what people need to know to connect an account.
    fn profile(&self) -> ExchangeProfile;

    /// Requests the rights of a key. `account` is written to the privacy ledger; the exchange does not learn it. No other request is sent with a key whose rights were not stated.
    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError>;

    /// Reads what the account has in each place, close to one moment: quantities of zero are left out, debts are negative, receipts of
    /// what is counted elsewhere are left out. An asset of a code that is not mapped has the id `exchange:<name>/code:<code>`.
    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError>;

    /// Reads a page of a list, as [`HistoryReader::page`](crate::ledger::history::HistoryReader::page) does. The number of a block is its time in
    /// milliseconds since 1970. Each row is a fact of its own with the id of its event as transaction, so that the rows of an event may
    /// be on different pages.
    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError>;

    /// Reads a file that the exchange exported. Its facts are of this account and this source, and of [`Stream::ExchangeFiles`]. A row of
    /// the exchange's history that the file states with its ids has the same ids as in [`history`](Self::history); other rows have ids
    /// that are made of their content, so that a row that is in two files has one. A row that cannot be read is returned as such and never
    /// left out.
    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem>;

    /// Returns what requests access on the page of the exchange; `None` where this server cannot request it.
    fn oauth(&self) -> Option<&dyn ExchangeOAuth> {
        None
    }

    /// Returns what looks up markets of the exchange; `None` where its trades are not listed by market.
    fn markets(&self) -> Option<&dyn MarketLookup> {
        None
    }
}
