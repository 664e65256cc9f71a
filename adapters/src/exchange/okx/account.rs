//! Accounts at OKX, <https://www.okx.com/docs-v5/en/>: GET requests, signed with the person's key (`sign`).
//!
//! - `account/config`: what the key may do (`rights`).
//! - One request for each place: what the account has (`balances`).
//!
//! OKX counts requests for each account of a person.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{ExchangeKey, ExchangeReader, KeyRights, Position, RemoteError};

use super::{
    balances::{self, OkxAnswers},
    error, files, rights, sign,
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, KeyUse, READING_BURSTS, ReadRoutes, SignedApi, SignedExchange,
        SignedReader, signed_accounts, time_in_millis,
    },
    source::Endpoint,
};

const NAME: &str = "okx";
const TITLE: &str = "OKX";

const KEY_RIGHTS: &str = "/api/v5/account/config";
const TRADING: &str = "/api/v5/account/balance";
const FUNDING: &str = "/api/v5/asset/balances";
const NOT_TRADABLE: &str = "/api/v5/asset/non-tradable-assets";
const SAVINGS: &str = "/api/v5/finance/savings/balance";
const EARN_ORDERS: &str = "/api/v5/finance/staking-defi/orders-active";
const ETH_STAKING: &str = "/api/v5/finance/staking-defi/eth/balance";
const SOL_STAKING: &str = "/api/v5/finance/staking-defi/sol/balance";
const LOANS: &str = "/api/v5/finance/flexible-loan/loan-info";

static API: SignedApi = SignedApi {
    routes: ReadRoutes::new(&[
        KEY_RIGHTS,
        TRADING,
        FUNDING,
        NOT_TRADABLE,
        SAVINGS,
        EARN_ORDERS,
        ETH_STAKING,
        SOL_STAKING,
        LOANS,
    ]),
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
                 each kind. At most 60 requests are sent in a minute for all users together.",
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
        "The history: deposits, withdrawals, trades and rewards",
        "OKX's sites for Europe, for the United States and for Australia, whose keys work only there",
        "Dual Investment and other structured products",
        "Rewards of On-chain Earn that are not paid out yet",
        "VIP loans and loans with a fixed term",
        "Sub-accounts and the OKX Wallet",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: &[],
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
