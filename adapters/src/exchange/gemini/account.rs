//! Accounts at Gemini, <https://developer.gemini.com>: signed requests (`signed_client`) with the person's key.
//!
//! - `roles`: what the key may do (`rights`).
//! - `balances`, `balances/staking` and `margin/account`: what the account has (`balances`).
//! - `mytrades`, `transfers` and `staking/history`: what happened in it (`lists`).

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile, ExchangeReader,
    FileContent, FileProblem, KeyRights, Position, RemoteError, SourceId, history::HistoryPage, json::Json,
};

use super::{
    balances::{self, GeminiBalances},
    error, files,
    lists::{self, GeminiLists, KnownSymbols},
    oauth,
    paths::{BALANCES, MARGIN, ROLES, ROUTES, STAKING},
    rights,
    signed_client::{NumberedClient, NumberedRequest, WEIGHT},
};
use crate::{
    exchange::account::{AccountParts, AccountSource, AccountSpec, ExchangeCodes, KeyUse, account_context},
    source::{Endpoint, LimitRule},
};

const NAME: &str = "gemini";
const TITLE: &str = "Gemini";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// The pair for which Gemini calculates the buying power of a margin account, which is not read.
const ANY_PAIR: &str = r#","symbol":"btcusd""#;

/// Accounts at Gemini.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#58bcb1",
    website: "https://www.gemini.com",
    rate_limit: "Gemini takes 600 requests in a minute, and advises five in a second. A reading takes four. Of a key, at most one in \
                 a second is sent in the long run, and one in five seconds for 50 deposits and withdrawals. At most 200 are sent in a minute \
                 for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
    ],
    steps: &[
        "Sign in at Gemini, open Account, then Settings and API.",
        "Choose Create a new API key with the scope Primary. A key of a group, with the scope Master, is not read.",
        "Choose only the role Auditor. Untick Trader, which is ticked at first, and Fund Manager.",
        "Enter the address of this server in the list of trusted IPs, and leave Requires heartbeat off.",
        "Copy the API key and the secret here, and confirm there that you saved them. Gemini shows the secret once.",
    ],
    not_read: &[
        "Interest of margin loans, and corrections of staking by Gemini, whose direction is not stated",
        "What a margin account owes, where Gemini refuses to state it for a reason that it does not document",
        "Perpetuals, prediction markets and custody, which have accounts of their own",
        "Accounts of a group other than that of the key",
        "The assets that a margin account owes, where Gemini states only their sum in dollars",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: lists::STREAMS,
    oauth: Some(&oauth::OAUTH),
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.gemini.com/",
        fallbacks: &[],
        per_minute: 200,
        keyed_per_minute: None,
        limit: LimitRule {
            max_burst: 5,
            is_half_minute: false,
            limits_own: true,
        },
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(GeminiAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at Gemini.
pub struct GeminiAccounts {
    client: NumberedClient,
    codes: Arc<ExchangeCodes>,
    symbols: KnownSymbols,
}

impl GeminiAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: NumberedClient::new(client, endpoint),
            codes,
            symbols: KnownSymbols::default(),
        }
    }

    /// Sends requests of a key at another pace, as a local server allows: weights in a minute.
    #[must_use]
    pub fn at_pace(self, per_minute: u64) -> Self {
        Self {
            client: self.client.at_pace(per_minute),
            ..self
        }
    }

    async fn request(&self, of: KeyUse<'_>, path: &str) -> Result<Json, RemoteError> {
        let request = NumberedRequest {
            route: ROUTES.require(path, of.1)?,
            parameters: if path == MARGIN { ANY_PAIR } else { "" },
            weight: WEIGHT,
        };
        self.client.read(of, request).await
    }

    /// Requests every place. One that does not answer fails all of them. The documentation states that accounts without margin receive an
    /// error for margin, but not which one: any that is about the account.
    async fn places(&self, of: KeyUse<'_>) -> Result<GeminiBalances, RemoteError> {
        Ok(GeminiBalances {
            spot: self.request(of, BALANCES).await?,
            staking: self.request(of, STAKING).await?,
            margin: match self.request(of, MARGIN).await {
                Err(error) if error::is_not_offered(&error) => None,
                answer => Some(answer?),
            },
        })
    }
}

/// Gemini states no id of an account to keys that only read.
impl AccountIdentity for GeminiAccounts {}

#[async_trait]
impl ExchangeReader for GeminiAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.host().into_iter().collect())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let answer = self.request((key, &context), ROLES).await?;
        rights::read(&answer).map_err(|what| context.malformed(what))
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
        let list = GeminiLists {
            client: &self.client,
            symbols: &self.symbols,
            of: (key, &context),
            codes: SPEC.codes(&self.codes),
        };
        lists::page(&list, part).await
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        SPEC.read_file(&self.codes, of, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::gemini::paths::{STAKING_HISTORY, TRADES, TRANSFERS};

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        let lists = [TRADES, TRANSFERS, STAKING_HISTORY];
        for path in [ROLES, BALANCES, STAKING, MARGIN].into_iter().chain(lists) {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/v1/order/new",
            "/v1/order/cancel/all",
            "/v1/withdraw/btc",
            "/v1/account/transfer/btc",
            "/v1/staking/stake",
            "/v1/staking/unstake",
            "/v1/transactions",
            "/v1/wrap/gusdusd",
            "/v1/heartbeat",
            "/v1/account/create",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let chain = SPEC.chain();
        assert_eq!(
            (chain.id.as_str(), chain.exchange()),
            ("exchange:gemini", Some("gemini"))
        );
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (5, 2));
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("api.gemini.com", 5));
    }
}
