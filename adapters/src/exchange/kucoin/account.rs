//! Accounts at KuCoin, <https://www.kucoin.com/docs-new>: GET requests, signed with the person's key (`sign`).
//!
//! - `user/api-key`: what the key may do (`rights`).
//! - The kind of the account, and one request for each of its accounts: what the account has (`balances`).
//! - The ledgers of its accounts, deposits and withdrawals (`lists`).
//!
//! KuCoin counts requests of each account of a person.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ExchangeHistoryRequest, ExchangeKey, ExchangeReader, KeyRights, Position, RemoteError, history::HistoryPage,
};

use super::{
    account_mode,
    balances::{self, KucoinAnswers},
    error, lists,
    paths::{ACCOUNTS, CROSS_MARGIN, EARN, ISOLATED_MARGIN, KEY_RIGHTS, MODE, ROUTES, UNIFIED, WALLET},
    rights, sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, KeyUse, NumberedPages, READING_BURSTS, SignedApi,
        SignedExchange, SignedHistory, SignedReader, signed_accounts, text_or_number, time_in_millis,
    },
    source::Endpoint,
};

const NAME: &str = "kucoin";
const TITLE: &str = "KuCoin";

static API: SignedApi = SignedApi {
    routes: ROUTES,
    time_path: &["api", "v1", "timestamp"],
    time: |answer| time_in_millis(&answer["data"]),
    sign: sign::sign,
    is_refusal: |body| error::ANSWERS.is_refusal(body),
    result: |answer, context| error::ANSWERS.data(answer, context, error::remote_error),
    of_status: |error, _| error,
};

const EARN_PAGES: NumberedPages = NumberedPages {
    parameters: ("currentPage", "pageSize"),
    rows: "items",
    total: "totalNum",
    id: "orderId",
};

/// Accounts at KuCoin. A reading takes five or six requests.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#58bcb1",
    website: "https://www.kucoin.com",
    rate_limit: "KuCoin counts weights of requests for each account, 2,000 to 4,000 of each kind in 30 seconds. A reading takes five or six \
                 requests with a weight of about 100, and a day of the history four. At most 60 requests are sent in a minute for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
        (ExchangeKey::API_PASSPHRASE, "API Passphrase", true),
    ],
    steps: &[
        "Sign in at KuCoin, open the menu of your avatar, then API Management.",
        "Choose Create API for API-based trading, and give the key a name.",
        "Choose a passphrase for the key. It is needed here and is not the password of your account.",
        "Under API permissions leave only General ticked. Untick Spot, Margin, Futures, Earn, Transfers and Withdrawal.",
        "Under IP restriction choose Yes, and enter the address of this server.",
        "Confirm with the code of your e-mail and your second factor, and copy the key, the secret and the passphrase here.",
    ],
    not_read: &[
        "What happened more than a year ago, except deposits and withdrawals since February 2019",
        "KuCoin's sites for Europe, Turkey, Thailand and Australia, whose keys may work only there",
        "Futures of classic accounts, which are at another host",
        "Structured products, Dual Investment and lending to margin traders",
        "Loans, trading bots and sub-accounts",
    ],
    rights: &rights::RIGHTS,
    files: &[],
    streams: lists::STREAMS,
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.kucoin.com/",
        fallbacks: &[],
        per_minute: 60,
        keyed_per_minute: None,
        limit: READING_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![KucoinAccounts::reader(parts, endpoint)],
    },
};

/// Accounts at KuCoin.
pub struct KucoinAccounts;

impl KucoinAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn reader(parts: AccountParts, endpoint: Endpoint) -> Arc<dyn ExchangeReader> {
        signed_accounts(&KucoinAccounts, parts, endpoint)
    }
}

#[async_trait]
impl SignedExchange for KucoinAccounts {
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
        Ok(text_or_number(&answer["uid"]))
    }

    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError> {
        let mode = client.read(of, MODE, &[]).await?;
        let is_unified = account_mode::is_unified(&mode).map_err(|what| of.1.malformed(what))?;
        let accounts = if is_unified {
            KucoinAnswers::Unified {
                funding: client.read(of, WALLET, &[("accountType", "FUNDING")]).await?,
                unified: client.read(of, UNIFIED, &[]).await?,
            }
        } else {
            KucoinAnswers::Classic {
                accounts: client.read(of, ACCOUNTS, &[]).await?,
                cross_margin: client.read(of, CROSS_MARGIN, &[]).await?,
                isolated_margin: client.read(of, ISOLATED_MARGIN, &[]).await?,
            }
        };
        let earn = client.rows(of, EARN, &EARN_PAGES).await?;
        balances::positions(&accounts, &earn, codes).map_err(|what| of.1.malformed(what))
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
            "/api/v1/orders",
            "/api/v1/hf/orders",
            "/api/v3/accounts/universal-transfer",
            "/api/v3/withdrawals",
            "/api/v1/earn/orders",
            "/api/v3/margin/borrow",
            "/api/ua/v1/account/transfer",
        ] {
            assert!(API.routes.find(path).is_none(), "{path}");
        }
        assert!(API.routes.find(ACCOUNTS).is_some());
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("api.kucoin.com", 10));
        assert_eq!(SPEC.chain().exchange(), Some("kucoin"));
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (6, 3));
    }
}
