//! Accounts at Binance, <https://developers.binance.com>: signed requests (`signed_client`) with the person's key.
//!
//! - `apiRestrictions`: what the key may do (`rights`).
//! - One request for each place, and for each page of a list: what the account has (`balances`). One of them is a POST that only reads.
//!
//! Binance counts weights of requests for each address of a server, so that all users share one limit.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    Address, ExchangeKey, ExchangeProfile, ExchangeReader, KeyRights, Position, RemoteError, Stream,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::{
    balances::{self, PlaceAnswers},
    rights,
    signed_client::{ReadRequest, SignedClient},
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, ExchangeCodes, KeyUse, ReadRoutes, account_context,
        history_not_read,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "binance";
const TITLE: &str = "Binance";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// Every request that is sent with a person's key.
const ROUTES: ReadRoutes = ReadRoutes::new(&[
    KEY_RIGHTS,
    SPOT,
    FUNDING,
    FLEXIBLE,
    LOCKED,
    ETH_STAKING,
    SOL_STAKING,
    CROSS_MARGIN,
    ISOLATED_MARGIN,
    LOANS,
]);
const KEY_RIGHTS: &str = "/sapi/v1/account/apiRestrictions";
const SPOT: &str = "/api/v3/account";
/// A POST, which reads like the others.
const FUNDING: &str = "/sapi/v1/asset/get-funding-asset";
const FLEXIBLE: &str = "/sapi/v1/simple-earn/flexible/position";
const LOCKED: &str = "/sapi/v1/simple-earn/locked/position";
const ETH_STAKING: &str = "/sapi/v2/eth-staking/account";
const SOL_STAKING: &str = "/sapi/v1/sol-staking/account";
const CROSS_MARGIN: &str = "/sapi/v1/margin/account";
const ISOLATED_MARGIN: &str = "/sapi/v1/margin/isolated/account";
const LOANS: &str = "/sapi/v2/loan/flexible/ongoing/orders";

/// The parameters by which lists take the number of rows of a page.
const SIZE: &str = "size";
const LIMIT: &str = "limit";

/// Accounts at Binance. Their host is not that of its market prices, but the settings are the same.
///
/// A reading takes ten requests, with a weight of about 950 together. 40 requests in a minute weigh about 4,000 of 6,000.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#e3b04b",
    website: "https://www.binance.com",
    rate_limit: "Binance counts weights of requests for this server, up to 6,000 in a minute for all users together. The ten requests of a \
                 reading weigh about 950: Simple Earn, staking and loans 150 to 300 each, Spot 20, margin 10 each. At most 40 requests are \
                 sent in a minute.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
    ],
    steps: &[
        "Sign in at Binance, open the menu of your profile, then API Management.",
        "Choose Create API, then System generated (HMAC), and give the key a label.",
        "Pass the security check.",
        "Press Edit restrictions and leave only Enable Reading ticked. Untick Spot & Margin Trading, Futures, Withdrawals, Internal Transfer, \
         Universal Transfer and Options.",
        "Choose Restrict access to trusted IPs only, and enter the address of this server.",
        "Copy the API key and the secret key here. Binance shows the secret once.",
    ],
    not_read: &[
        "The history: deposits, withdrawals, trades and rewards",
        "USD-M and COIN-M Futures, Options and Portfolio Margin, which are at other hosts",
        "Dual Investment, On-chain Yields, BFUSD, RWUSD and other products of Earn",
        "VIP loans and loans with a fixed term",
        "Accounts of sub-users, copy trading and bots",
        "Binance.US, which is another company with keys of its own",
    ],
    rights: &rights::RIGHTS,
    streams: &[],
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://api.binance.com/",
        fallbacks: &[],
        per_minute: 40,
        keyed_per_minute: None,
        limit: LimitRule {
            // The requests of a reading are sent one after the other without a pause.
            max_burst: 10,
            is_half_minute: true,
            limits_own: true,
        },
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(BinanceAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at Binance.
pub struct BinanceAccounts {
    client: SignedClient,
    codes: Arc<ExchangeCodes>,
}

impl BinanceAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: SignedClient::new(client, endpoint),
            codes,
        }
    }

    async fn request(&self, of: KeyUse<'_>, path: &str, parameters: &[(&str, &str)]) -> Result<Json, RemoteError> {
        let request = ReadRequest {
            route: ROUTES.require(path, of.1)?,
            is_post: path == FUNDING,
            parameters,
        };
        self.client.read(of, &request).await
    }

    async fn rows(&self, of: KeyUse<'_>, path: &str, size: &'static str) -> Result<Vec<Json>, RemoteError> {
        self.client.rows(of, ROUTES.require(path, of.1)?, size).await
    }

    /// Requests every place. One that does not answer fails all of them.
    async fn places(&self, of: KeyUse<'_>) -> Result<PlaceAnswers, RemoteError> {
        Ok(PlaceAnswers {
            spot: self.request(of, SPOT, &[("omitZeroBalances", "true")]).await?,
            funding: self.request(of, FUNDING, &[]).await?,
            flexible: self.rows(of, FLEXIBLE, SIZE).await?,
            locked: self.rows(of, LOCKED, SIZE).await?,
            eth_staking: self.request(of, ETH_STAKING, &[]).await?,
            sol_staking: self.request(of, SOL_STAKING, &[]).await?,
            cross_margin: self.request(of, CROSS_MARGIN, &[]).await?,
            isolated_margin: self.request(of, ISOLATED_MARGIN, &[]).await?,
            loans: self.rows(of, LOANS, LIMIT).await?,
        })
    }
}

#[async_trait]
impl ExchangeReader for BinanceAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.host().into_iter().collect())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let answer = self.request((key, &context), KEY_RIGHTS, &[]).await?;
        rights::read(&answer).map_err(|what| context.malformed(what))
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
        let margin = [CROSS_MARGIN, ISOLATED_MARGIN];
        let others = [
            KEY_RIGHTS,
            SPOT,
            FUNDING,
            FLEXIBLE,
            LOCKED,
            ETH_STAKING,
            SOL_STAKING,
            LOANS,
        ];
        for path in others.into_iter().chain(margin) {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/api/v3/order",
            "/api/v3/order/test",
            "/sapi/v1/capital/withdraw/apply",
            "/sapi/v1/asset/transfer",
            "/sapi/v1/asset/dust",
            "/sapi/v1/simple-earn/flexible/redeem",
            "/sapi/v2/eth-staking/eth/stake",
            "/sapi/v1/margin/borrow-repay",
            "/sapi/v2/loan/flexible/borrow",
            "/api/v3/userDataStream",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_requests_of_a_reading_are_sent_without_a_pause() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!((host.key.as_str(), host.rate.burst), ("api.binance.com", 10));
    }

    #[test]
    fn the_row_is_that_of_an_exchange() {
        let chain = SPEC.chain();
        assert_eq!(
            (chain.id.as_str(), chain.exchange()),
            ("exchange:binance", Some("binance"))
        );
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (6, 2));
    }
}
