//! Accounts at Bybit, <https://bybit-exchange.github.io/docs/v5/intro>: GET requests, signed with the person's key (`sign`).
//!
//! - `query-api`: what the key may do (`rights`).
//! - The kind of the account, and one request for each place: what the account has (`balances`).
//! - The ledgers of both places for trading and funding, deposits and withdrawals (`lists`).
//!
//! Bybit counts requests of each account of a person, and those of each address of a server.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ExchangeHistoryRequest, ExchangeKey, ExchangeReader, KeyRights, Position, RemoteError, history::HistoryPage,
};

use super::{
    balances::{self, BybitAnswers},
    error, files, lists,
    paths::{EARN, FUNDING, KEY_RIGHTS, LOANS, ROUTES, SETTINGS, TRADING},
    rights, sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, KeyUse, READING_BURSTS, SignedApi, SignedExchange,
        SignedHistory, SignedReader, signed_accounts, text_or_number, time_in_millis,
    },
    source::Endpoint,
};

const NAME: &str = "bybit";
const TITLE: &str = "Bybit";

static API: SignedApi = SignedApi {
    routes: ROUTES,
    time_path: &["v5", "market", "time"],
    time: |answer| time_in_millis(&answer["time"]),
    sign: sign::sign,
    is_refusal: |body| error::ANSWERS.is_refusal(body),
    result: |answer, context| error::ANSWERS.data(answer, context, error::remote_error),
    of_status: error::of_status,
};

/// Accounts at Bybit. A reading takes seven or eight requests.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#ab4535",
    website: "https://www.bybit.com",
    rate_limit: "Bybit counts the requests of each account, 5 to 50 of each kind in a second, and those of this server, 600 in five seconds. \
                 A reading takes seven or eight, and a week of the history four. At most 60 requests are sent in a minute for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
    ],
    steps: &[
        "Sign in at Bybit, open the menu of your profile, then API.",
        "Choose Create New Key.",
        "Choose System-generated API Keys.",
        "Choose API Transaction as the usage, and give the key a name.",
        "Under API Key Permissions choose Read-Only, not Read-Write.",
        "Tick Unified Trading (with SPOT), Assets with Account Transfer, Earn and Exchange History, and enter the address of this server. A key \
         without an address ends after three months.",
        "Submit, confirm with your second factor, and copy the API key and the API secret here.",
    ],
    not_read: &[
        "What happened more than two years ago, which Bybit does not state, and changes of an Inverse Derivatives account",
        "Bybit's regional sites, such as Bybit EU, whose keys work only there",
        "Products of Earn with a fixed term, Dual Asset, Liquidity Mining and other products of Advanced Earn",
        "Trading bots, copy trading, Launchpool, TradFi and Alpha",
        "Loans of the older kind and institutional loans",
        "Subaccounts",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: lists::STREAMS,
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.bybit.com/",
        fallbacks: &[],
        per_minute: 60,
        keyed_per_minute: None,
        limit: READING_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![BybitAccounts::reader(parts, endpoint)],
    },
};

/// Accounts at Bybit.
pub struct BybitAccounts;

impl BybitAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn reader(parts: AccountParts, endpoint: Endpoint) -> Arc<dyn ExchangeReader> {
        signed_accounts(&BybitAccounts, parts, endpoint)
    }
}

#[async_trait]
impl SignedExchange for BybitAccounts {
    fn spec(&self) -> &'static AccountSpec {
        &SPEC
    }

    fn api(&self) -> &'static SignedApi {
        &API
    }

    async fn rights(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<KeyRights, RemoteError> {
        let answer = client.read(of, KEY_RIGHTS, &[]).await?;
        rights::read(&answer).map_err(|what| of.1.malformed(what))
    }

    async fn account_id(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<Option<String>, RemoteError> {
        let answer = client.read(of, KEY_RIGHTS, &[]).await?;
        Ok(text_or_number(&answer["userID"]))
    }

    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError> {
        let unified = client.read(of, TRADING, &[("accountType", "UNIFIED")]).await?;
        let settings = client.read(of, SETTINGS, &[]).await?;
        let is_split = balances::has_inverse_account(&settings).map_err(|what| of.1.malformed(what))?;
        let inverse = if is_split {
            Some(client.read(of, TRADING, &[("accountType", "CONTRACT")]).await?)
        } else {
            None
        };
        let places = BybitAnswers {
            unified,
            inverse,
            funding: client.read(of, FUNDING, &[("accountType", "FUND")]).await?,
            flexible_saving: client.read(of, EARN, &[("category", "FlexibleSaving")]).await?,
            on_chain_earn: client.read(of, EARN, &[("category", "OnChain")]).await?,
            loans: client.read(of, LOANS, &[]).await?,
        };
        balances::positions(&places, codes).map_err(|what| of.1.malformed(what))
    }

    async fn page(
        &self,
        history: &SignedHistory<'_>,
        request: &ExchangeHistoryRequest<'_>,
    ) -> Result<HistoryPage, RemoteError> {
        lists::window(history, request.part).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        for path in [
            "/v5/order/create",
            "/v5/asset/transfer/inter-transfer",
            "/v5/asset/withdraw/create",
            "/v5/earn/place-order",
            "/v5/crypto-loan-flexible/borrow",
            "/v5/account/set-margin-mode",
            "/v5/user/update-api",
        ] {
            assert!(API.routes.find(path).is_none(), "{path}");
        }
        assert!(API.routes.find(TRADING).is_some());
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("api.bybit.com", 10));
        assert_eq!(SPEC.chain().exchange(), Some("bybit"));
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (7, 2));
    }
}
