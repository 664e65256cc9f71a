//! Accounts at Kraken, <https://docs.kraken.com/api>: private requests, all of them POST with a form, signed with the person's key.
//!
//! - `GetApiKeyInfo`: what the key may do (`rights`).
//! - `BalanceEx` and `Earn/Allocations`: what the account has (`balances`).
//! - `Ledgers`: what happened in it (`ledger`).
//!
//! Each request has a nonce that must rise for each key. Requests of a key are sent one after the other, and a second attempt has a new
//! nonce and a new signature. A request waits where Kraken would refuse it because there were too many.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile,
    ExchangeReader, FileContent, FileProblem, KeyProblem, KeyRights, Position, RemoteError, SourceId, Stream,
    history::HistoryPage, json::Json,
};

use super::{balances, error, files, ledger, rights, sign::api_sign};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, ExchangeCodes, KeyPace, ListPosition, Nonces, ReadRoute,
        ReadRoutes, account_context, api_key, inconsistent_list, key_error, with_second_attempt,
    },
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    source::{Endpoint, LimitRule},
};

const NAME: &str = "kraken";
const TITLE: &str = "Kraken";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";
const FORM: &str = "application/x-www-form-urlencoded";

/// Every request that is sent with a person's key.
const ROUTES: ReadRoutes = ReadRoutes::new(&[KEY_INFO, BALANCES, ALLOCATIONS, LEDGER]);
const KEY_INFO: &str = "/0/private/GetApiKeyInfo";
const BALANCES: &str = "/0/private/BalanceEx";
const ALLOCATIONS: &str = "/0/private/Earn/Allocations";
const LEDGER: &str = "/0/private/Ledgers";

/// The counter of Kraken's lowest tier, whose limit is 15. A request adds 1, and one for a part of the history 2.
const PACE: KeyPace = KeyPace {
    most: 14_000,
    per_second: 330,
};
const WEIGHT: u64 = 1_000;
const WEIGHT_OF_HISTORY: u64 = 2_000;

/// Accounts at Kraken, with the endpoint and the rate limit of its market prices: both are requests to one host.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#643c98",
    website: "https://www.kraken.com",
    rate_limit: "Kraken counts the requests of each key: one for each of the three requests of a reading and two for 50 rows of a \
                 history, up to 15 to 20, and it forgets one every one to three seconds. Requests wait accordingly.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
    ],
    steps: &[
        "Sign in at Kraken, open the menu of your profile, then Settings and API.",
        "Choose Create API key and give it a name.",
        "Tick Query Funds, Query Open Orders & Trades, Query Closed Orders & Trades and Query Ledger Entries.",
        "Leave Deposit, Withdraw, Earn, Create & Modify Orders, Cancel & Close Orders and WebSocket unticked, and set no start or end \
         date for queries.",
        "Turn on the IP allowlist with the address of this server. An expiry date is optional.",
        "Generate the key, confirm with your second factor, and copy the API key and the private key here.",
    ],
    not_read: &[
        "Kraken Futures, which has keys of its own",
        "The profit or loss of open margin positions",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: &[Stream::ExchangeLedger],
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.kraken.com/",
        fallbacks: &[],
        per_minute: 40,
        keyed_per_minute: None,
        limit: LimitRule::SHORT_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(KrakenAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at Kraken.
pub struct KrakenAccounts {
    client: Arc<HttpClient>,
    codes: Arc<ExchangeCodes>,
    endpoint: Endpoint,
    nonces: Nonces,
    pace: KeyPace,
}

impl KrakenAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client,
            codes,
            pace: PACE.at(&endpoint, SPEC.source.per_minute),
            endpoint,
            nonces: Nonces::default(),
        }
    }

    /// Sends a request that reads, and a second one with a new signature where that may help.
    async fn request(
        &self,
        (account, key): (&Address, &ExchangeKey),
        (path, parameters): (&str, &str),
        purpose: &'static str,
    ) -> Result<Json, RemoteError> {
        let context = account_context((NAME, TITLE), purpose, account);
        let route = ROUTES.require(path, &context)?;
        with_second_attempt(|| self.attempt(key, route, parameters, &context)).await
    }

    async fn attempt(
        &self,
        key: &ExchangeKey,
        route: ReadRoute,
        parameters: &str,
        context: &RequestContext,
    ) -> Result<Json, RemoteError> {
        let refused = |problem| key_error(&context.who, problem, "");
        let api_key = api_key((key, context))?;
        let secret = key.get(ExchangeKey::API_SECRET);
        let secret = secret.ok_or_else(|| refused(KeyProblem::BadSignature))?;
        let url = self.endpoint.url::<&str>(context, &route.segments(), &[])?;
        // Held until the answer is there: a nonce that arrives after a larger one is refused.
        let mut lock = self.nonces.lock(api_key).await;
        let is_history = route.path() == LEDGER;
        let weight = if is_history { WEIGHT_OF_HISTORY } else { WEIGHT };
        lock.wait(self.pace, weight, self.client.now()).await;
        let nonce = lock.next(self.client.now());
        let body = format!("nonce={nonce}{parameters}");
        let signature = api_sign(secret, route.path(), nonce, &body);
        let signature = signature.ok_or_else(|| refused(KeyProblem::BadSignature))?;
        let request = OutgoingRequest::signed_post(url, FORM, body.into_bytes())
            .with_key("API-Key", api_key.to_owned())
            .with_key("API-Sign", signature.reveal().clone());
        let answer = self.client.json(&request, context).await;
        drop(lock);
        error::result(answer?, context, self.client.now())
    }

    fn codes(&self) -> Codes<'_> {
        SPEC.codes(&self.codes)
    }

    fn malformed(what: &str) -> RemoteError {
        RemoteError::Malformed {
            who: TITLE.to_owned(),
            what: what.to_owned(),
        }
    }
}

#[async_trait]
impl AccountIdentity for KrakenAccounts {
    /// The number of the account that Kraken makes for it is stated with the rights of its keys.
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let answer = self.request((account, key), (KEY_INFO, ""), "rights of a key").await?;
        Ok(SPEC.id_hashes(answer["iban"].as_str().map(str::to_owned)))
    }
}

#[async_trait]
impl ExchangeReader for KrakenAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.endpoint.host().into_iter().collect())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let answer = self.request((account, key), (KEY_INFO, ""), "rights of a key").await?;
        rights::read(&answer).map_err(Self::malformed)
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let (of, purpose) = ((account, key), "balances");
        let balances = self.request(of, (BALANCES, ""), purpose).await?;
        let only_used = "&hide_zero_allocations=true";
        let earn = self.request(of, (ALLOCATIONS, only_used), purpose).await?;
        balances::positions(&balances, &earn, &self.codes()).map_err(Self::malformed)
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest { part: request, key, .. } = request;
        let position = ListPosition::of(request).ok_or_else(|| Self::malformed("a place in a list that is none"))?;
        let of = (&request.account.address, key);
        let parameters = ledger::parameters(&position);
        let answer = self.request(of, (LEDGER, &parameters), "history").await?;
        let (rows, total) = ledger::rows(&answer, &self.codes()).map_err(Self::malformed)?;
        let page = position.page(&request.account, (rows, ledger::ROWS_OF_PAGE), total);
        page.ok_or_else(|| inconsistent_list(TITLE))
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        SPEC.read_file(&self.codes, of, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        for path in [KEY_INFO, BALANCES, ALLOCATIONS, LEDGER] {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/0/private/AddOrder",
            "/0/private/CancelAll",
            "/0/private/Withdraw",
            "/0/private/WalletTransfer",
            "/0/private/Earn/Allocate",
            "/0/private/GetWebSocketsToken",
            "/0/private/CreateSubaccount",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let chain = SPEC.chain();
        assert_eq!(
            (chain.id.as_str(), chain.exchange()),
            ("exchange:kraken", Some("kraken"))
        );
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (6, 2));
    }
}
