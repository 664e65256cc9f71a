//! Accounts at KuCoin, <https://www.kucoin.com/docs-new>: GET requests, signed with the person's key (`sign`).
//!
//! - `user/api-key`: what the key may do (`rights`).
//! - The kind of the account, and one request for each of its accounts: what the account has (`balances`).
//!
//! KuCoin counts requests of each account of a person.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    Address, ExchangeKey, ExchangeProfile, ExchangeReader, KeyRights, Position, RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
};

use super::{
    balances::{self, AccountAnswers},
    error, rights, sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, ExchangeCodes, KeyUse, NumberedPages, ReadRoutes, SignedApi,
        SignedReader, account_context, history_not_read, time_in_millis,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "kucoin";
const TITLE: &str = "KuCoin";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

const KEY_RIGHTS: &str = "/api/v1/user/api-key";
const MODE: &str = "/api/ua/v1/account/mode";
const ACCOUNTS: &str = "/api/v1/accounts";
const CROSS_MARGIN: &str = "/api/v3/margin/accounts";
const ISOLATED_MARGIN: &str = "/api/v3/isolated/accounts";
const WALLET: &str = "/api/ua/v1/account/balance";
const UNIFIED: &str = "/api/ua/v1/unified/account/balance";
const EARN: &str = "/api/v1/earn/hold-assets";

static API: SignedApi = SignedApi {
    routes: ReadRoutes::new(&[
        KEY_RIGHTS,
        MODE,
        ACCOUNTS,
        CROSS_MARGIN,
        ISOLATED_MARGIN,
        WALLET,
        UNIFIED,
        EARN,
    ]),
    time_path: &["api", "v1", "timestamp"],
    time: |answer| time_in_millis(&answer["data"]),
    sign: sign::sign,
    is_refusal: error::is_refusal,
    result: error::result,
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
                 requests with a weight of about 100. At most 60 requests are sent in a minute for all users together.",
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
        "The history: deposits, withdrawals, trades and rewards",
        "KuCoin's sites for Europe, Turkey, Thailand and Australia, whose keys may work only there",
        "Futures of classic accounts, which are at another host",
        "Structured products, Dual Investment and lending to margin traders",
        "Loans, trading bots and sub-accounts",
    ],
    rights: &rights::RIGHTS,
    streams: &[],
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.kucoin.com/",
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
        build: |parts, endpoint| vec![Arc::new(KucoinAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at KuCoin.
pub struct KucoinAccounts {
    client: SignedReader,
    codes: Arc<ExchangeCodes>,
}

impl KucoinAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: SignedReader::new(&API, client, endpoint),
            codes,
        }
    }

    /// Requests every account. One that does not answer fails all of them.
    async fn accounts(&self, of: KeyUse<'_>) -> Result<AccountAnswers, RemoteError> {
        let mode = self.client.read(of, MODE, &[]).await?;
        if balances::is_unified(&mode).map_err(|what| of.1.malformed(what))? {
            return Ok(AccountAnswers::Unified {
                funding: self.client.read(of, WALLET, &[("accountType", "FUNDING")]).await?,
                unified: self.client.read(of, UNIFIED, &[]).await?,
            });
        }
        Ok(AccountAnswers::Classic {
            accounts: self.client.read(of, ACCOUNTS, &[]).await?,
            cross_margin: self.client.read(of, CROSS_MARGIN, &[]).await?,
            isolated_margin: self.client.read(of, ISOLATED_MARGIN, &[]).await?,
        })
    }
}

#[async_trait]
impl ExchangeReader for KucoinAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.hosts())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let answer = self.client.read((key, &context), KEY_RIGHTS, &[]).await?;
        rights::read(&answer).map_err(|what| context.malformed(what))
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let context = account_context((NAME, TITLE), "balances", account);
        let accounts = self.accounts((key, &context)).await?;
        let earn = self.client.rows((key, &context), EARN, &EARN_PAGES).await?;
        let codes = Codes {
            listed: &self.codes,
            exchange: SPEC.id(),
            name: NAME,
        };
        balances::positions(&accounts, &earn, &codes).map_err(|what| context.malformed(what))
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
