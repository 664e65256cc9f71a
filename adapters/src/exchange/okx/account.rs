//! Accounts at OKX, <https://www.okx.com/docs-v5/en/>: GET requests, signed with the person's key (`sign`).
//!
//! - `account/config`: what the key may do (`rights`).
//! - One request for each place: what the account has (`balances`).
//! - The ledgers of the trading and the funding account, deposits and withdrawals (`lists`).
//!
//! OKX counts requests for each account of a person.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ExchangeHistoryRequest, ExchangeKey, ExchangeReader, KeyRights, Position, RemoteError, history::HistoryPage,
};

use super::{
    balances::{self, OkxAnswers},
    error, files, lists,
    paths::{
        EARN_ORDERS, ETH_STAKING, FUNDING, KEY_RIGHTS, LOANS, NOT_TRADABLE, ROUTES, SAVINGS, SOL_STAKING, TRADING,
    },
    rights, sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, KeyPace, KeyUse, READING_BURSTS, SignedApi, SignedExchange,
        SignedHistory, SignedReader, signed_accounts, text_or_number, time_in_millis,
    },
    source::Endpoint,
};

const NAME: &str = "okx";
const TITLE: &str = "OKX";

/// The slowest of OKX's lists takes one request of a person in a second.
const PACE: KeyPace = KeyPace {
    most: 2_000,
    per_second: 1_000,
};

static API: SignedApi = SignedApi {
    routes: ROUTES,
    time_path: &["api", "v5", "public", "time"],
    time: |answer| time_in_millis(&answer["data"].at(0)?["ts"]),
    sign: sign::sign,
    is_refusal: |body| error::ANSWERS.is_refusal(body),
    result: |answer, context| error::ANSWERS.data(answer, context, error::remote_error),
    of_status: |error, _| error,
};

/// Accounts at OKX. A reading takes nine requests.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#134264",
    website: "https://www.okx.com",
    rate_limit: "OKX counts the requests of each account: 3 to 10 of each kind in two seconds. The nine requests of a reading are one of \
                 each kind; those of the history are sent one in a second. At most 60 requests are sent in a minute for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "Secret Key", true),
        (ExchangeKey::API_PASSPHRASE, "Passphrase", true),
    ],
    steps: &[
        "Sign in at OKX, open the menu of your profile, then API.",
        "Choose Create API key for API trading.",
        "Give the key a name, and choose a new passphrase for it. It is needed here and is not the password of your account.",
        "Under Permissions choose Read only. Leave Trade and Withdraw unticked.",
        "Link the address of this server as a trusted IP address.",
        "Confirm with your second factor, and copy the API key, the secret key and the passphrase here.",
    ],
    not_read: &[
        "What happened in the trading account more than three months ago, and elsewhere before February 2021, which OKX does not state",
        "OKX's sites for Europe, for the United States and for Australia, whose keys work only there",
        "Dual Investment and other structured products",
        "Rewards of On-chain Earn that are not paid out yet",
        "VIP loans and loans with a fixed term",
        "Sub-accounts and the OKX Wallet",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: lists::STREAMS,
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://openapi.okx.com/",
        fallbacks: &[],
        per_minute: 60,
        keyed_per_minute: None,
        limit: READING_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![OkxAccounts::reader(parts, endpoint)],
    },
};

/// Accounts at OKX.
pub struct OkxAccounts;

impl OkxAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn reader(parts: AccountParts, endpoint: Endpoint) -> Arc<dyn ExchangeReader> {
        signed_accounts(&OkxAccounts, parts, endpoint)
    }
}

#[async_trait]
impl SignedExchange for OkxAccounts {
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
        Ok(answer.at(0).and_then(|account| text_or_number(&account["uid"])))
    }

    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError> {
        let places = OkxAnswers {
            trading: client.read(of, TRADING, &[]).await?,
            funding: client.read(of, FUNDING, &[]).await?,
            not_tradable: client.read(of, NOT_TRADABLE, &[]).await?,
            savings: client.read(of, SAVINGS, &[]).await?,
            earn_orders: client.read(of, EARN_ORDERS, &[]).await?,
            eth_staking: client.read(of, ETH_STAKING, &[]).await?,
            sol_staking: client.read(of, SOL_STAKING, &[]).await?,
            loans: client.read(of, LOANS, &[]).await?,
        };
        balances::positions(&places, codes).map_err(|what| of.1.malformed(what))
    }

    fn pace(&self) -> Option<KeyPace> {
        Some(PACE)
    }

    async fn page(
        &self,
        history: &SignedHistory<'_>,
        request: &ExchangeHistoryRequest<'_>,
    ) -> Result<HistoryPage, RemoteError> {
        lists::page(history, request.part).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        for path in [
            "/api/v5/trade/order",
            "/api/v5/asset/transfer",
            "/api/v5/asset/withdrawal",
            "/api/v5/finance/savings/purchase-redempt",
            "/api/v5/finance/staking-defi/purchase",
            "/api/v5/finance/staking-defi/redeem",
            "/api/v5/finance/flexible-loan/adjust-collateral",
            "/api/v5/account/set-position-mode",
        ] {
            assert!(API.routes.find(path).is_none(), "{path}");
        }
        assert!(API.routes.find(TRADING).is_some());
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("openapi.okx.com", 10));
        assert_eq!(SPEC.chain().exchange(), Some("okx"));
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (6, 3));
    }
}
