//! Accounts at Bitstamp, <https://www.bitstamp.net/api/>: signed requests (`signed_client`) with the person's key.
//!
//! Bitstamp does not state what a key may do. So two requests show that it reads, and the key counts as one whose rights are not stated.
//!
//! - `account_balances` and `earn/subscriptions`: what the account has (`balances`).
//! - `user_transactions`: whether the key may read the history, and the history (`ledger`, `ledger_walk`).
//! - `crypto-transactions`: the transactions on chains of its deposits and withdrawals (`chain_transfers`).

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AccountIdentity, Address, ExchangeHistoryRequest, ExchangeKey, ExchangeProfile, ExchangeReader,
    FileContent, FileProblem, KeyEnd, KeyNetwork, KeyProblem, KeyRights, Position, RemoteError, SourceId, Stream,
    Timestamp, history::HistoryPage, json::Json,
};

use super::{
    balances,
    chain_transfers::{self, TransferPage},
    files, ledger,
    ledger_walk::LedgerWalk,
    signed_client::{UuidClient, UuidRequest},
};
use crate::{
    exchange::account::{
        AccountParts, AccountSource, AccountSpec, Codes, ExchangeCodes, KeyUse, ListedRow, ReadRoutes, account_context,
        inconsistent_list, moment_of,
    },
    source::{Endpoint, LimitRule},
};

const NAME: &str = "bitstamp";
const TITLE: &str = "Bitstamp";
const LEARNS: &str =
    "That the key which you entered is used by this server, and when. Nothing about your other accounts and wallets.";

/// Every request that is sent with a person's key.
const ROUTES: ReadRoutes = ReadRoutes::new(&[BALANCES, EARN, TRANSACTIONS, CHAIN_TRANSFERS]);
const BALANCES: &str = "/api/v2/account_balances/";
const EARN: &str = "/api/v2/earn/subscriptions/";
const TRANSACTIONS: &str = "/api/v2/user_transactions/";
const CHAIN_TRANSFERS: &str = "/api/v2/crypto-transactions/";
/// The most pages of transfers on chains that are requested for a page of the history.
const MOST_TRANSFER_PAGES: usize = 20;
/// The place in the menu of the right to read the history.
const TRANSACTIONS_RIGHT: &str = "API access - User transactions";

/// The form of a POST without parameters.
const NO_FIELDS: Option<&str> = Some("");

/// Accounts at Bitstamp, with the endpoint and the rate limit of its past prices: both are requests to one host.
pub(crate) const SPEC: AccountSpec = AccountSpec {
    name: NAME,
    title: TITLE,
    color: "#3f6d8a",
    website: "https://www.bitstamp.net",
    rate_limit: "Bitstamp takes 10,000 requests in ten minutes. A reading takes four, 1,000 rows of the history one or two, and at most \
                 120 are sent in a minute for all users together.",
    fields: &[
        (ExchangeKey::API_KEY, "API Key", false),
        (ExchangeKey::API_SECRET, "API Secret", true),
    ],
    steps: &[
        "Sign in at Bitstamp, open the menu of your account, then Settings and API access.",
        "Choose New API key.",
        "Tick only Account balance and User transactions.",
        "Leave every box empty that buys, sells, deposits, withdraws or transfers. Bitstamp does not state the boxes of a key, so that \
         this server cannot check them.",
        "Enter the address of this server in the list of allowed IPs.",
        "Generate the key, confirm with your second factor, and copy the key and the secret here. Bitstamp shows the secret once.",
        "Press Activate there, and confirm with the link in Bitstamp's e-mail. The key works only then.",
    ],
    not_read: &[
        "What the key may do: Bitstamp does not state it",
        "Which transaction on a chain a deposit or a withdrawal is, where several of the same amount fit within an hour",
        "The profit or loss of open positions in perpetual futures",
        "Accounts of sub-users",
    ],
    rights: &[],
    files: &files::FORMS,
    streams: &[Stream::ExchangeLedger],
    oauth: None,
    has_markets: false,
    source: AccountSource {
        slug: NAME,
        takes_key: false,
        base: "https://www.bitstamp.net/",
        fallbacks: &[],
        per_minute: 120,
        keyed_per_minute: None,
        limit: LimitRule::SHORT_BURSTS,
        chain_bases: None,
        build: |parts, endpoint| vec![Arc::new(BitstampAccounts::new(parts, endpoint))],
    },
};

/// The reader of accounts at Bitstamp.
pub struct BitstampAccounts {
    client: UuidClient,
    codes: Arc<ExchangeCodes>,
}

impl BitstampAccounts {
    /// Makes the reader at an endpoint.
    #[must_use]
    pub fn new((client, codes): AccountParts, endpoint: Endpoint) -> Self {
        Self {
            client: UuidClient::new(client, endpoint),
            codes,
        }
    }

    async fn request(&self, of: KeyUse<'_>, path: &str, form: Option<&str>) -> Result<Json, RemoteError> {
        let route = ROUTES.require(path, of.1)?;
        self.client.read(of, UuidRequest { route, form }).await
    }

    /// States the transactions on chains of the deposits and withdrawals since a moment. Without the right to read them there are none.
    async fn add_transactions(
        &self,
        of: KeyUse<'_>,
        codes: &Codes<'_>,
        (rows, first): (&mut [ListedRow], Timestamp),
    ) -> Result<(), RemoteError> {
        let Some(oldest) = chain_transfers::oldest(rows, first) else {
            return Ok(());
        };
        let mut transfers = Vec::new();
        for page in 0..MOST_TRANSFER_PAGES {
            let most = chain_transfers::ROWS_OF_PAGE;
            let form = format!("limit={most}&offset={}", page * most);
            let answer = match self.request(of, CHAIN_TRANSFERS, Some(&form)).await {
                Err(RemoteError::Key {
                    problem: KeyProblem::NoPermission,
                    ..
                }) => return Ok(()),
                answer => answer?,
            };
            let page = TransferPage::read(&answer, codes).map_err(|what| of.1.malformed(what))?;
            let continues = page.continues(oldest);
            transfers.extend(page.transfers);
            if !continues {
                break;
            }
        }
        chain_transfers::join(rows, &transfers);
        Ok(())
    }

    /// Returns the reading rights that the key does not have. Without the balances, the key is of no use.
    async fn missing_rights(&self, of: KeyUse<'_>) -> Result<Vec<String>, RemoteError> {
        let is_list = |answer: &Json| answer.as_array().is_some();
        let no_list = || of.1.malformed("no list of what the key reads");
        let balances = self.request(of, BALANCES, NO_FIELDS).await?;
        Some(balances).filter(is_list).ok_or_else(no_list)?;
        match self.request(of, TRANSACTIONS, Some("limit=1")).await {
            Err(RemoteError::Key {
                problem: KeyProblem::NoPermission,
                ..
            }) => Ok(vec![TRANSACTIONS_RIGHT.to_owned()]),
            answer => {
                Some(answer?).filter(is_list).ok_or_else(no_list)?;
                Ok(Vec::new())
            }
        }
    }
}

/// Bitstamp states no id of an account.
impl AccountIdentity for BitstampAccounts {}

#[async_trait]
impl ExchangeReader for BitstampAccounts {
    fn profile(&self) -> ExchangeProfile {
        SPEC.profile(LEARNS, self.client.host().into_iter().collect())
    }

    async fn rights(&self, account: &Address, key: &ExchangeKey) -> Result<KeyRights, RemoteError> {
        let context = account_context((NAME, TITLE), "rights of a key", account);
        Ok(KeyRights {
            granted: None,
            missing: self.missing_rights((key, &context)).await?,
            network: KeyNetwork::NotStated,
            end: KeyEnd::NotStated,
            history: (None, None),
        })
    }

    async fn balances(&self, account: &Address, key: &ExchangeKey) -> Result<Vec<Position>, RemoteError> {
        let context = account_context((NAME, TITLE), "balances", account);
        let balances = self.request((key, &context), BALANCES, NO_FIELDS).await?;
        let earn = self.request((key, &context), EARN, None).await?;
        let codes = SPEC.codes(&self.codes);
        balances::positions(&balances, &earn, &codes).map_err(|what| context.malformed(what))
    }

    async fn history(&self, request: ExchangeHistoryRequest<'_>) -> Result<HistoryPage, RemoteError> {
        let ExchangeHistoryRequest { part, key, .. } = request;
        let context = account_context((NAME, TITLE), "history", &part.account.address);
        let of = (key, &context);
        let walk = LedgerWalk::of(part).ok_or_else(|| context.malformed("a place in a list that is none"))?;
        let codes = SPEC.codes(&self.codes);
        let answer = self.request(of, TRANSACTIONS, Some(&walk.form())).await?;
        let mut rows = ledger::rows(&answer, &codes).map_err(|what| context.malformed(what))?;
        let first = moment_of(part.blocks.0);
        self.add_transactions(of, &codes, (&mut rows, first)).await?;
        walk.page(part, rows).ok_or_else(|| inconsistent_list(TITLE))
    }

    fn file(&self, of: (&AccountId, &SourceId), content: &[u8]) -> Result<FileContent, FileProblem> {
        SPEC.read_file(&self.codes, of, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::bitstamp::sign::HOST;

    #[test]
    fn only_requests_that_read_are_on_the_list() {
        for path in [BALANCES, EARN, TRANSACTIONS, CHAIN_TRANSFERS] {
            assert!(ROUTES.find(path).is_some(), "{path}");
        }
        for path in [
            "/api/v2/buy/btcusd/",
            "/api/v2/cancel_all_orders/",
            "/api/v2/btc_withdrawal/",
            "/api/v2/transfer-to-main/",
            "/api/v2/earn/subscribe/",
            "/api/v2/earn/unsubscribe/",
            "/api/v2/revoke_all_api_keys/",
        ] {
            assert!(ROUTES.find(path).is_none(), "{path}");
        }
    }

    #[test]
    fn the_signatures_name_the_host_of_the_requests() {
        let host = SPEC.source.public().unwrap().allowed().unwrap();
        assert_eq!(host.key.as_str(), HOST);
        let chain = SPEC.chain();
        assert_eq!(
            (chain.id.as_str(), chain.exchange()),
            ("exchange:bitstamp", Some("bitstamp"))
        );
        assert_eq!((SPEC.steps.len(), SPEC.fields.len()), (7, 2));
    }
}
