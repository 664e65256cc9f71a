//! Accounts at Binance, <https://developers.binance.com>: signed requests (`signed_client`) with the person's key.
//!
//! - `apiRestrictions`: what the key may do (`rights`).
//! - One request for each place, and for each page of a list: what the account has (`balances`). One of them is a POST that only reads.
//!
//! Binance counts weights of requests for each address of a server, so that all users share one limit.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdHash, AccountIdentity, Address, AssetId, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile,
    ExchangeReader, FileContent, FileProblem, KeyRights, MarketInput, MarketListing, MarketLookup, Position,
    RemoteError, SourceId, Stream, history::HistoryPage, json::Json,
};

use super::{
    balances::{self, PlaceAnswers},
    error, files,
    lists::{self, ListReader},
    paths::{
        CROSS_MARGIN, ETH_STAKING, FLEXIBLE, FUNDING, ISOLATED_MARGIN, KEY_RIGHTS, LOANS, LOCKED, ROUTES, SOL_STAKING,
        SPOT,
    },
    rights,
    signed_client::{ReadRequest, SignedClient},
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, ExchangeCodes, KeyPace, KeyUse, Nonces, account_context,
        text_or_number,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "binance";
const TITLE: &str = "Binance";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// What Binance counts for a person: up to 180,000 in a minute. Some of it is left for other programs of the person.
const PACE: KeyPace = KeyPace {
    most: 150_000,
    per_second: 2_500,
};

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
                 sent in a minute. Lists of the history have weights for each person, up to 180,000 in a minute: 90,000 for currencies \
                 and 18,000 for withdrawals, so that requests wait.",
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
        "Trades on margin, purchases by card, Binance Pay, P2P, and small quantities converted before December 2020",
        "USD-M and COIN-M Futures, Options and Portfolio Margin, which are at other hosts",
        "Dual Investment, On-chain Yields, BFUSD, RWUSD and other products of Earn",
        "VIP loans and loans with a fixed term",
        "Accounts of sub-users, copy trading and bots",
        "Binance.US, which is another company with keys of its own",
    ],
    rights: &rights::RIGHTS,
    files: &files::FORMS,
    streams: lists::STREAMS,
    oauth: None,
    has_markets: true,
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
    /// What Binance counts for each person, and how much it takes.
    persons: Nonces,
    pace: KeyPace,
}

impl BinanceAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: SignedClient::new(client, endpoint),
            codes,
            persons: Nonces::default(),
            pace: PACE,
        }
    }

    /// Sends requests of a person at another pace, as a local server allows: weights in a minute.
    #[must_use]
    pub fn at_pace(self, per_minute: u64) -> Self {
        Self {
            pace: KeyPace {
                most: per_minute,
                per_second: per_minute / 60,
            },
            ..self
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

    /// Requests an account for margin; `None` where the person never opened one.
    async fn margin(&self, of: KeyUse<'_>, path: &str) -> Result<Option<Json>, RemoteError> {
        match self.request(of, path, &[]).await {
            Err(error) if error::is_absent(&error) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Requests every place. One that does not answer fails all of them, but for accounts for margin that were never opened.
    async fn places(&self, of: KeyUse<'_>) -> Result<PlaceAnswers, RemoteError> {
        Ok(PlaceAnswers {
            spot: self.request(of, SPOT, &[("omitZeroBalances", "true")]).await?,
            funding: self.request(of, FUNDING, &[]).await?,
            flexible: self.rows(of, FLEXIBLE, SIZE).await?,
            locked: self.rows(of, LOCKED, SIZE).await?,
            eth_staking: self.request(of, ETH_STAKING, &[]).await?,
            sol_staking: self.request(of, SOL_STAKING, &[]).await?,
            cross_margin: self.margin(of, CROSS_MARGIN).await?,
            isolated_margin: self.margin(of, ISOLATED_MARGIN).await?,
            loans: self.rows(of, LOANS, LIMIT).await?,
        })
    }
}

#[async_trait]
impl AccountIdentity for BinanceAccounts {
    async fn id_hashes(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<AccountIdHash>, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        let spot = self
            .request((key, &context), SPOT, &[("omitZeroBalances", "true")])
            .await?;
        Ok(SPEC.id_hashes(text_or_number(&spot["uid"])))
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
        let codes = SPEC.codes(&self.codes);
        balances::positions(&places, &codes).map_err(|what| context.malformed(what))
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest { part, key, .. } = request;
        let context = account_context((NAME, TITLE), "history", &part.account.address);
        let list = ListReader {
            client: &self.client,
            pace: (&self.persons, self.pace),
            of: (key, &context),
            codes: SPEC.codes(&self.codes),
        };
        match part.stream {
            Stream::MarketTrades => lists::trades(&list, &request).await,
            _ => lists::window(&list, part).await,
        }
    }

    fn markets(&self) -> Option<&dyn MarketLookup> {
        Some(self)
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        SPEC.read_file(&self.codes, of, content)
    }
}

#[async_trait]
impl MarketLookup for BinanceAccounts {
    async fn market(&self, account: &Address, input: &MarketInput) -> Result<Option<MarketListing>, RemoteError> {
        let context = account_context((NAME, TITLE), "market of an exchange", account);
        lists::market((&self.client, &context), input).await
    }

    fn asset(&self, code: &str) -> Option<AssetId> {
        SPEC.codes(&self.codes).asset(code).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
