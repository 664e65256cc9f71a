//! Accounts at Coinbase, <https://docs.cdp.coinbase.com>: requests with a token for each (`token_client`).
//!
//! - `key_permissions`: what the key may do (`rights`).
//! - The wallets of Coinbase's app, the accounts of the key's portfolio, and futures: what the account has (`balances`).
//! - The transactions of each wallet: what happened in it (`transactions`, `wallet_walk`).

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile,
    ExchangeReader, FileContent, FileProblem, KeyRights, Position, RemoteError, SourceId, Stream, history::HistoryPage,
    json::Json,
};
use url::Url;

use super::{
    balances::{self, CoinbaseBalances},
    error, files, oauth, rights,
    token_client::{PagedList, TokenClient, TokenPath},
    transactions,
    wallet_walk::{self, WalletWalk},
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, ExchangeCodes, KeyUse, ReadRoutes, account_context, inconsistent_list,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "coinbase";
const TITLE: &str = "Coinbase";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// Every request that is sent with a person's key.
const ROUTES: ReadRoutes = ReadRoutes::new(&[KEY_RIGHTS, GRANTED, WALLETS, PORTFOLIO, FUTURES, TRANSACTIONS]);
const KEY_RIGHTS: &str = "/api/v3/brokerage/key_permissions";
/// What an access with tokens may do.
const GRANTED: &str = "/v2/user/auth";
const WALLETS: &str = "/v2/accounts";
const PORTFOLIO: &str = "/api/v3/brokerage/accounts";
const FUTURES: &str = "/api/v3/brokerage/cfm/balance_summary";
/// The transactions of a wallet. They are requested by GET only: the same path takes orders to send money by POST.
const TRANSACTIONS: &str = "/v2/accounts/{id}/transactions";
/// The most rows of a page of transactions.
const ROWS_OF_PAGE: &str = "100";

/// Accounts at Coinbase. Their host is not that of the prices of Coinbase Exchange, but the settings are the same.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#134264",
    website: "https://www.coinbase.com",
    rate_limit: "Coinbase takes 10,000 requests an hour of each key, and 30 in a second for the accounts of a portfolio. A reading takes \
                 one request for each 100 wallets, one for each 250 accounts, and two more. The history takes one for each wallet that was \
                 used, and for each 100 transactions. At most 300 requests are sent in a minute.",
    fields: &[
        (ExchangeKey::API_KEY, "API key name or ID", false),
        (ExchangeKey::API_SECRET, "Private key", true),
    ],
    steps: &[
        "Sign in at portal.cdp.coinbase.com with your account at Coinbase.",
        "Open API Keys, then Secret API Keys.",
        "Choose Create API key and give it a name.",
        "Open API restrictions, and add the address of this server to the IP allowlist.",
        "Choose the portfolio that the key reads. Most people have one, called Primary or Default.",
        "Leave only View ticked under the permissions. Untick Trade and Transfer.",
        "Open the advanced settings, and choose ECDSA as the signature algorithm. Ed25519 is read too.",
        "Create the key, and copy its name and its private key here. Coinbase shows the private key once.",
    ],
    not_read: &[
        "What was paid for a purchase by card or from a bank account: Coinbase lists only what was bought",
        "Portfolios other than that of the key; where Coinbase does not state which money is in two lists, it counts once",
        "Perpetual futures of Coinbase International, and loans against bitcoin",
        "Coinbase Prime, Business, Exchange and Wallet, which have keys of their own",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: &[Stream::ExchangeLedger],
    oauth: Some(&oauth::OAUTH),
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.coinbase.com/",
        fallbacks: &[],
        per_minute: 300,
        keyed_per_minute: None,
        limit: LimitRule {
            // The requests of a reading are sent one after the other without a pause.
            max_burst: 12,
            is_half_minute: false,
            limits_own: true,
        },
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(CoinbaseAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at Coinbase.
pub struct CoinbaseAccounts {
    client: TokenClient,
    codes: Arc<ExchangeCodes>,
}

impl CoinbaseAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: TokenClient::new(client, endpoint),
            codes,
        }
    }

    async fn request(&self, of: KeyUse<'_>, path: &str) -> Result<Json, RemoteError> {
        self.client.read(of, ROUTES.require(path, of.1)?.into(), &[]).await
    }

    async fn wallets(&self, of: KeyUse<'_>) -> Result<Vec<Json>, RemoteError> {
        let list = PagedList {
            route: ROUTES.require(WALLETS, of.1)?,
            rows: "data",
            id: "id",
            limit: "100",
            cursor: CURSOR,
            next: next_of_app,
        };
        self.client.rows(of, &list).await
    }

    /// Requests a page of the transactions of a wallet, the newest first.
    async fn transactions(&self, of: KeyUse<'_>, (wallet, after): (&str, Option<&str>)) -> Result<Json, RemoteError> {
        let path = TokenPath {
            route: ROUTES.require(TRANSACTIONS, of.1)?,
            id: Some(wallet),
        };
        let after = after.map(|after| (CURSOR, after));
        let parameters = [("limit", ROWS_OF_PAGE), ("order", "desc")];
        let parameters: Vec<(&str, &str)> = parameters.into_iter().chain(after).collect();
        self.client.read(of, path, &parameters).await
    }

    async fn portfolio(&self, of: KeyUse<'_>) -> Result<Vec<Json>, RemoteError> {
        let list = PagedList {
            route: ROUTES.require(PORTFOLIO, of.1)?,
            rows: "accounts",
            id: "uuid",
            limit: "250",
            cursor: "cursor",
            next: next_account,
        };
        self.client.rows(of, &list).await
    }

    /// Requests every place. One that does not answer fails all of them, but for futures that the account does not have.
    async fn places(&self, of: KeyUse<'_>) -> Result<CoinbaseBalances, RemoteError> {
        Ok(CoinbaseBalances {
            wallets: self.wallets(of).await?,
            portfolio: self.portfolio(of).await?,
            futures: self.futures(of).await?,
        })
    }

    /// Requests the futures of an account; `None` where it has none. No scope of tokens is documented to read them.
    async fn futures(&self, of: KeyUse<'_>) -> Result<Option<Json>, RemoteError> {
        if of.0.tokens_expire_at().is_some() {
            return Ok(None);
        }
        match self.request(of, FUTURES).await {
            Err(error) if error::is_absent(&error) => Ok(None),
            answer => answer.map(Some),
        }
    }
}

/// The parameter by which lists of the app take where to begin.
const CURSOR: &str = "starting_after";

/// Reads where the next page of a list of the app begins. It is taken from the address of that page, which is not requested as such.
fn next_of_app(answer: &Json) -> Result<Option<String>, &'static str> {
    let next = answer
        .get("pagination")
        .and_then(|pagination| pagination.get("next_uri"));
    let next = match next {
        Some(Json::Null) => return Ok(None),
        Some(Json::String(next)) if next.is_empty() => return Ok(None),
        Some(Json::String(next)) => next,
        _ => return Err("a list that does not state whether it continues"),
    };
    let url = Url::parse("https://api.coinbase.com").and_then(|base| base.join(next));
    let url = url.map_err(|_| "an unreadable address of a page")?;
    let mut pairs = url.query_pairs();
    let begin = pairs.find(|(name, _)| name == CURSOR);
    let (_, begin) = begin.ok_or("a page that does not state where it begins")?;
    Ok(Some(begin.into_owned()))
}

/// Reads where the next page of accounts begins.
fn next_account(answer: &Json) -> Result<Option<String>, &'static str> {
    match answer["has_next"].as_bool() {
        Some(false) => Ok(None),
        Some(true) => {
            let cursor = answer["cursor"].as_str().filter(|cursor| !cursor.is_empty());
            let cursor = cursor.ok_or("a page that does not state where the next begins")?;
            Ok(Some(cursor.to_owned()))
        }
        None => Err("a list that does not state whether it continues"),
    }
}

#[async_trait]
impl AccountIdentity for CoinbaseAccounts {
    /// Keys of different portfolios and an access read the same wallets of the app.
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let wallets = self.wallets((key, &context)).await?;
        let ids = wallet_walk::own_ids(&wallets);
        Ok(SPEC.id_hashes(ids.map_err(|what| context.malformed(what))?))
    }
}

#[async_trait]
impl ExchangeReader for CoinbaseAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.host().into_iter().collect())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let is_granted = key.tokens_expire_at().is_some();
        let path = if is_granted { GRANTED } else { KEY_RIGHTS };
        let answer = self.request((key, &context), path).await?;
        let rights = if is_granted {
            oauth::rights(&answer)
        } else {
            rights::read(&answer)
        };
        rights.map_err(|what| context.malformed(what))
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let context = account_context((NAME, TITLE), "balances", account);
        let places = self.places((key, &context)).await?;
        let codes = SPEC.codes(&self.codes);
        balances::positions(&places, &codes).map_err(|what| context.malformed(what))
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest { part, key, .. } = request;
        let context = account_context((NAME, TITLE), "history", &part.account.address);
        let malformed = |what| context.malformed(what);
        let of = (key, &context);
        let walk = match part.continuation.as_deref() {
            Some(text) => WalletWalk::read(text).ok_or_else(|| malformed("a place in a list that is none"))?,
            None => {
                let used = wallet_walk::used(&self.wallets(of).await?).map_err(malformed)?;
                WalletWalk::begin(part, used)
            }
        };
        let Some(place) = walk.place() else {
            return Ok(walk.end());
        };
        let answer = self.transactions(of, place).await?;
        let next = next_of_app(&answer).map_err(malformed)?;
        let codes = SPEC.codes(&self.codes);
        let rows = transactions::rows(&answer, place.0, &codes).map_err(malformed)?;
        let page = walk.page(part, (rows, next));
        page.ok_or_else(|| inconsistent_list(TITLE))
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        SPEC.read_file(&self.codes, of, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{exchange::coinbase::token_client::HOST, http_client::ANSWER};

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        for path in [KEY_RIGHTS, GRANTED, WALLETS, PORTFOLIO, FUTURES, TRANSACTIONS] {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/api/v3/brokerage/orders",
            "/api/v3/brokerage/orders/preview",
            "/api/v3/brokerage/portfolios/move_funds",
            "/api/v3/brokerage/cfm/sweeps/schedule",
            "/v2/accounts/id/transactions",
            "/v2/accounts/{id}/addresses",
            "/v2/accounts/id/addresses",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_tokens_name_the_host_of_the_requests() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!(host.key.as_str(), HOST);
        let chain = SPEC.chain();
        assert_eq!(
            (chain.id.as_str(), chain.exchange()),
            ("exchange:coinbase", Some("coinbase"))
        );
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (8, 2));
    }

    #[test]
    fn a_page_states_where_the_next_begins() {
        let read = |text: &str| ports::json::read(text.as_bytes(), ANSWER).unwrap();
        let wallet = |next: &str| next_of_app(&read(&format!(r#"{{"pagination": {{"next_uri": {next}}}}}"#)));
        let begin = wallet(r#""/v2/accounts?limit=100&starting_after=a-1""#);
        assert_eq!(begin, Ok(Some("a-1".to_owned())));
        assert_eq!((wallet("null"), wallet(r#""""#)), (Ok(None), Ok(None)));
        assert!(wallet("7").is_err() && wallet(r#""/v2/accounts""#).is_err());
        assert!(next_of_app(&read("{}")).is_err());
        assert_eq!(next_account(&read(r#"{"has_next": false, "cursor": ""}"#)), Ok(None));
        let begin = next_account(&read(r#"{"has_next": true, "cursor": "c"}"#));
        assert_eq!(begin, Ok(Some("c".to_owned())));
        for text in ["{}", r#"{"has_next": true}"#, r#"{"has_next": true, "cursor": ""}"#] {
            assert!(next_account(&read(text)).is_err(), "{text}");
        }
    }
}
