//! Accounts at HTX, <https://huobiapi.github.io/docs/spot/v1/en/>: GET requests, signed with the person's key (`sign`).
//!
//! - `uid` and `api-key`: what the key may do (`rights`).
//! - The list of the person's accounts, and one request for each of them: what the account has (`balances`).
//! - Trades, transfers, deposits, withdrawals and other changes of the spot account (`lists`).
//!
//! HTX counts requests of each key. Its hosts still have the name Huobi.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    ExchangeHistoryRequest, ExchangeKey, ExchangeReader, KeyProblem, KeyRights, Position, RemoteError,
    history::HistoryPage,
};

use super::{
    balances::{self, HtxAnswers},
    error, lists,
    paths::{ACCOUNTS, BALANCE, ISOLATED_MARGIN, KEY_RIGHTS, PERSON, ROUTES},
    rights::{self, StatedKey},
    sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, KeyPace, KeyUse, READING_BURSTS, SignedApi, SignedExchange,
        SignedHistory, SignedReader, api_key, key_error, signed_accounts, text_or_number, time_in_millis,
    },
    source::Endpoint,
};

const NAME: &str = "htx";
const TITLE: &str = "HTX";

/// The slowest of HTX's lists takes five requests of a key in two seconds.
const PACE: KeyPace = KeyPace {
    most: 4_000,
    per_second: 2_000,
};

static API: SignedApi = SignedApi {
    routes: ROUTES,
    time_path: &["v1", "common", "timestamp"],
    time: |answer| time_in_millis(&answer["data"]),
    sign: sign::sign,
    is_refusal: error::is_refusal,
    result: error::result,
    of_status: |error, _| error,
};

/// Accounts at HTX. A reading takes a request for each account of a person, usually three to six.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#3f6d8a",
    website: "https://www.htx.com",
    rate_limit: "HTX counts the requests of each key, 10 in a second. A reading takes one for the list of accounts and one for each of them, \
                 usually three to six; the first reading of the history takes some 1,500. At most 60 requests are sent in a minute for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "Access Key", false),
        (ExchangeKey::API_SECRET, "Secret Key", true),
    ],
    steps: &[
        "Sign in at HTX, open the menu of your avatar, then API Management.",
        "Choose Create API Key, and write a note.",
        "Under permissions leave only Read-only, which is always on. Untick Trade and Withdraw.",
        "Bind the address of this server. A key without an address ends after 90 days.",
        "Pass the check with the codes of your e-mail, your phone or your second factor.",
        "Copy the access key and the secret key here.",
    ],
    not_read: &[
        "Trades of more than 120 days ago, transfers of more than 180 and rewards and conversions of more than 29, which HTX does not state",
        "Rewards, interest and conversions outside of the spot account",
        "Futures and swaps, which are at another host",
        "Products of Earn and loans that have no account in the list of accounts",
        "Accounts of sub-users, copy trading and points",
    ],
    rights: &rights::RIGHTS,
    files: &[],
    streams: lists::STREAMS,
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.huobi.pro/",
        fallbacks: &[],
        per_minute: 60,
        keyed_per_minute: None,
        limit: READING_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![HtxAccounts::reader(parts, endpoint)],
    },
};

/// Accounts at HTX.
pub struct HtxAccounts;

impl HtxAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn reader(parts: AccountParts, endpoint: Endpoint) -> Arc<dyn ExchangeReader> {
        signed_accounts(&HtxAccounts, parts, endpoint)
    }
}

#[async_trait]
impl SignedExchange for HtxAccounts {
    fn spec(&self) -> &'static AccountSpec {
        &SPEC
    }

    fn api(&self) -> &'static SignedApi {
        &API
    }

    async fn rights(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<KeyRights, RemoteError> {
        let own = api_key(of)?;
        let person = client.read(of, PERSON, &[]).await?;
        let person = text_or_number(&person).ok_or_else(|| of.1.malformed("no number of the person"))?;
        // Without the key HTX would return all keys of the person.
        let parameters = [("uid", person.as_str()), ("accessKey", own)];
        let answer = client.read(of, KEY_RIGHTS, &parameters).await?;
        match rights::read(&answer, own, client.now()) {
            Ok(StatedKey::Usable(rights)) => Ok(rights),
            Ok(StatedKey::Ended) => Err(key_error(TITLE, KeyProblem::BadKey, "it has ended")),
            Err(what) => Err(of.1.malformed(what)),
        }
    }

    async fn account_id(&self, client: &SignedReader, of: KeyUse<'_>) -> Result<Option<String>, RemoteError> {
        Ok(text_or_number(&client.read(of, PERSON, &[]).await?))
    }

    async fn positions(
        &self,
        client: &SignedReader,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
    ) -> Result<Vec<Position>, RemoteError> {
        let accounts = client.read(of, ACCOUNTS, &[]).await?;
        let accounts = balances::account_list(&accounts).map_err(|what| of.1.malformed(what))?;
        let mut single = Vec::new();
        for (id, place) in accounts.single {
            single.push((place, client.read_row(of, (BALANCE, Some(id)), &[]).await?));
        }
        let isolated_margin = if accounts.has_isolated_margin {
            Some(client.read(of, ISOLATED_MARGIN, &[]).await?)
        } else {
            None
        };
        let places = HtxAnswers {
            single,
            isolated_margin,
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
            "/v1/order/orders/place",
            "/v1/dw/withdraw/api/create",
            "/v1/account/transfer",
            "/v2/account/transfer",
            "/v1/cross-margin/orders",
            "/v2/sub-user/api-key-generation",
            "/v1/account/accounts/1/balance",
        ] {
            assert!(API.routes.find(path).is_none(), "{path}");
        }
        assert!(API.routes.find(BALANCE).is_some());
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("api.huobi.pro", 10));
        assert_eq!(SPEC.chain().exchange(), Some("htx"));
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (6, 2));
    }
}
