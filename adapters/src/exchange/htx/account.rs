//! Accounts at HTX, <https://huobiapi.github.io/docs/spot/v1/en/>: GET requests, signed with the person's key (`sign`).
//!
//! - `uid` and `api-key`: what the key may do (`rights`).
//! - The list of the person's accounts, and one request for each of them: what the account has (`balances`).
//!
//! HTX counts requests of each key. Its hosts still have the name Huobi.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    Address, ExchangeKey, ExchangeProfile, ExchangeReader, KeyProblem, KeyRights, Position, RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use super::{
    balances::{self, PlaceAnswers},
    error,
    rights::{self, StatedKey},
    sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, ExchangeCodes, KeyUse, ReadRoutes, SignedApi, SignedReader,
        account_context, api_key, history_not_read, key_error, text_or_number, time_in_millis,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "htx";
const TITLE: &str = "HTX";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

const PERSON: &str = "/v2/user/uid";
const KEY_RIGHTS: &str = "/v2/user/api-key";
const ACCOUNTS: &str = "/v1/account/accounts";
const BALANCE: &str = "/v1/account/accounts/{id}/balance";
const ISOLATED_MARGIN: &str = "/v1/margin/accounts/balance";

static API: SignedApi = SignedApi {
    routes: ReadRoutes::new(&[PERSON, KEY_RIGHTS, ACCOUNTS, BALANCE, ISOLATED_MARGIN]),
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
                 usually three to six. At most 60 requests are sent in a minute for all users together.",
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
        "The history: deposits, withdrawals, trades and rewards",
        "Futures and swaps, which are at another host",
        "Products of Earn and loans that have no account in the list of accounts",
        "Accounts of sub-users, copy trading and points",
    ],
    rights: &rights::RIGHTS,
    streams: &[],
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.huobi.pro/",
        fallbacks: &[],
        per_minute: 60,
        keyed_per_minute: None,
        limit: LimitRule {
            // The requests of a reading are sent one after the other without a pause.
            max_burst: 10,
            is_half_minute: true,
            limits_own: true,
        },
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(HtxAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at HTX.
pub struct HtxAccounts {
    client: SignedReader,
    codes: Arc<ExchangeCodes>,
}

impl HtxAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: SignedReader::new(&API, client, endpoint),
            codes,
        }
    }

    /// Requests every account. One that does not answer fails all of them.
    async fn places(&self, of: KeyUse<'_>) -> Result<PlaceAnswers, RemoteError> {
        let accounts = self.client.read(of, ACCOUNTS, &[]).await?;
        let accounts = balances::account_list(&accounts).map_err(|what| of.1.malformed(what))?;
        let mut single = Vec::new();
        for (id, place) in accounts.single {
            single.push((place, self.client.read_row(of, (BALANCE, Some(id)), &[]).await?));
        }
        let isolated_margin = if accounts.has_isolated_margin {
            Some(self.client.read(of, ISOLATED_MARGIN, &[]).await?)
        } else {
            None
        };
        Ok(PlaceAnswers {
            single,
            isolated_margin,
        })
    }
}

#[async_trait]
impl ExchangeReader for HtxAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.hosts())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let of = (key, &context);
        let own = api_key(of)?;
        let person = self.client.read(of, PERSON, &[]).await?;
        let person = text_or_number(&person).ok_or_else(|| context.malformed("no number of the person"))?;
        // Without the key HTX would return all keys of the person.
        let answer = self
            .client
            .read(of, KEY_RIGHTS, &[("uid", &person), ("accessKey", own)])
            .await?;
        match rights::read(&answer, own, self.client.now()) {
            Ok(StatedKey::Usable(rights)) => Ok(rights),
            Ok(StatedKey::Ended) => Err(key_error(TITLE, KeyProblem::BadKey, "it has ended")),
            Err(what) => Err(context.malformed(what)),
        }
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let context = account_context((NAME, TITLE), "balances", account);
        let places = self.places((key, &context)).await?;
        let codes = Codes {
            listed: &self.codes,
            exchange: SPEC.id(),
            name: NAME,
        };
        balances::positions(&places, &codes).map_err(|what| context.malformed(what))
    }

    fn streams(&self) -> Vec<Stream> {
        SPEC.streams.to_vec()
    }

    async fn history(&self, _: &HistoryRequest, _: &ExchangeKey) -> Result<HistoryPage, RemoteError> {
        Err(history_not_read(TITLE))
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
