//! Requirements for [`TokenFinder`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use ports::{AccountId, AssetId, ChainId, NamedToken, TokenFinder, source::SourceKind};

use crate::{
    faults,
    mock_server::{Fault, MockServer, Request, RequestHandler, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: each token that the service names is returned once, and no others.
pub const NAMED: &str = "every token that the service names is named once, and no other";
/// Requirement: the number of holders is the one that the service states, and `None` (not zero) if it states none.
pub const HOLDERS: &str = "the number of holders is the stated one, or None";
/// Requirement: an account without tokens is an empty list and not an error.
pub const NOTHING: &str = "an account without tokens is an empty list and no error";
/// Requirement: tokens on later pages are returned too.
pub const PAGES: &str = "the tokens of every page are named";
/// Requirement: a page that fails is an error, because the pages before it are not the whole answer.
pub const ALL_OR_NOTHING: &str = "a page that fails is an error and no shorter list";
/// Requirement: pages without end are abandoned after at most 100 requests, with the tokens found so far.
pub const BOUNDED: &str = "pages without end are abandoned after at most 100 requests";
/// Requirement: a row that cannot be used is left out and does not affect the others.
pub const ROW_NEIGHBOURS: &str = "a row without a contract does not affect the other tokens";
/// Requirement: a chain that the service refuses is an error, and does not affect other chains.
pub const NEIGHBOURS: &str = "a refused chain does not affect other chains";

/// The largest number of requests for one account.
const MAX_REQUESTS: usize = 100;

/// Creates your finder, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a finder that sends requests to this base URL only, with short timeouts.
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder>;

    /// Returns the service's answer to a request about an account, given the account's tokens.
    fn answer(&self, request: &Request, tokens: &AccountTokens) -> Response;

    /// Returns the answer to a request for a chain that the service refuses; `None` for requests about other chains.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// Returns the accounts that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a finder that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts on two chains that the finder covers.
    pub accounts: [AccountId; 2],
    /// Two tokens on each of these chains.
    pub tokens: [[AssetId; 2]; 2],
    /// Whether the service divides long answers into pages ([`AccountTokens::pages`]).
    pub has_pages: bool,
    /// Whether the service states how many addresses hold a token ([`AccountTokens::holders`]).
    pub states_holders: bool,
}

/// How an answer is divided into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// All tokens are in one answer.
    One,
    /// The first token of each account is on the first page, and the others are on the second.
    Two,
    /// Every page has the first token of the account and announces another page.
    Endless,
}

/// The data of the mocked service.
#[derive(Clone, Debug)]
pub struct AccountTokens {
    /// The tokens of the accounts on both chains; empty if the service knows no tokens of the accounts.
    pub tokens: Vec<AssetId>,
    /// How many addresses hold each token, as stated if [`Samples::states_holders`]; `None` if the service does not know.
    pub holders: Option<u32>,
    /// How the answer about an account is divided into pages; [`Pages::One`] unless [`Samples::has_pages`].
    pub pages: Pages,
    /// Whether each answer begins with an extra row that names no contract.
    pub has_bad_row: bool,
}

/// Checks a finder against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = TokenFinderChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let (server, finder) = checks.open(ServiceVariant::default());
    let mut report = Report::new(&finder.profile().name);
    let named = profile::check_profile(&finder.profile(), SourceKind::Explorer);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&finder.profile(), &server)),
    );
    report.record(NAMED, checks.names(finder.as_ref(), 0).await);
    report.record(NOTHING, checks.nothing().await);
    if checks.samples.states_holders {
        report.record(HOLDERS, checks.holders().await);
    } else {
        report.skip(HOLDERS, "the service does not state how many addresses hold a token");
    }
    let (_server, with_bad_row) = checks.open(ServiceVariant::WithBadRow);
    report.record(ROW_NEIGHBOURS, checks.names(with_bad_row.as_ref(), 0).await);
    report.record(NEIGHBOURS, checks.chain_neighbours().await);
    if checks.samples.has_pages {
        let (_server, paged) = checks.open(ServiceVariant::Paged(Pages::Two));
        report.record(PAGES, checks.names(paged.as_ref(), 0).await);
        report.record(ALL_OR_NOTHING, checks.whole().await);
        report.record(BOUNDED, checks.bounded().await);
    } else {
        for requirement in [PAGES, ALL_OR_NOTHING, BOUNDED] {
            report.skip(requirement, "the service has no pages");
        }
    }
    failures(&mut report, &checks).await;
    report
}

async fn failures(report: &mut Report, checks: &TokenFinderChecks) {
    let open = || checks.open(ServiceVariant::default()).0;
    let ask = |finder: Arc<dyn TokenFinder>, again: bool| {
        let account = checks.samples.accounts[usize::from(again)].clone();
        async move { finder.tokens(&account).await }
    };
    report.record(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |server| checks.harness.finder(&server.url()), ask).await,
    );
    faults::run(report, checks.harness.patience(), open, |server| {
        ask(checks.harness.finder(&server.url()), false)
    })
    .await;
}

struct TokenFinderChecks {
    harness: Arc<dyn Harness>,
    samples: Samples,
}

/// A variant of the mocked service.
#[derive(Default)]
enum ServiceVariant {
    #[default]
    Usual,
    Empty,
    WithHolders(Option<u32>),
    WithBadRow,
    Paged(Pages),
    Refusing(ChainId),
}

struct TokenHandler {
    harness: Arc<dyn Harness>,
    tokens: AccountTokens,
    refused: Option<ChainId>,
}

#[async_trait]
impl RequestHandler for TokenHandler {
    async fn answer(&self, request: &Request) -> Response {
        let refused = self.refused.as_ref();
        let refusal = refused.and_then(|chain| self.harness.refuses(request, chain));
        refusal.unwrap_or_else(|| self.harness.answer(request, &self.tokens))
    }
}

impl TokenFinderChecks {
    fn open(&self, service: ServiceVariant) -> (MockServer, Arc<dyn TokenFinder>) {
        let mut tokens = AccountTokens {
            tokens: self.samples.tokens.concat(),
            holders: None,
            pages: Pages::One,
            has_bad_row: false,
        };
        let mut refused = None;
        match service {
            ServiceVariant::Usual => (),
            ServiceVariant::Empty => tokens.tokens.clear(),
            ServiceVariant::WithHolders(holders) => tokens.holders = holders,
            ServiceVariant::WithBadRow => tokens.has_bad_row = true,
            ServiceVariant::Paged(pages) => tokens.pages = pages,
            ServiceVariant::Refusing(chain) => refused = Some(chain),
        }
        let server = MockServer::start(TokenHandler {
            harness: self.harness.clone(),
            tokens,
            refused,
        });
        let finder = self.harness.finder(&server.url());
        (server, finder)
    }

    /// Checks that the finder returns exactly the tokens of this account.
    async fn names(&self, finder: &dyn TokenFinder, at: usize) -> CheckResult {
        let account = &self.samples.accounts[at];
        if !finder.chains().contains(&account.chain) {
            return Err(describe_violation(
                format_args!("{} among chains(): samples() lists it", account.chain),
                format_args!("{:?}", finder.chains()),
                "correct chains() or samples()",
            ));
        }
        let expected = format!("{:?}", self.samples.tokens[at]);
        let named = finder.tokens(account).await;
        let named = named.map_err(|error| {
            describe_violation(
                &expected,
                format_args!("{error:?}"),
                "leave out a row that cannot be used, and keep the others",
            )
        })?;
        let named: Vec<&AssetId> = named.iter().map(|token| &token.id).collect();
        if named == self.samples.tokens[at].iter().collect::<Vec<_>>() {
            return Ok(());
        }
        Err(describe_violation(
            expected,
            format_args!("{named:?}"),
            "read every page and name each token once, in the service's order; an address in small letters is the same token",
        ))
    }

    async fn nothing(&self) -> CheckResult {
        let (_server, finder) = self.open(ServiceVariant::Empty);
        match finder.tokens(&self.samples.accounts[0]).await {
            Ok(named) if named.is_empty() => Ok(()),
            other => Err(describe_violation(
                "an empty list: the service answers that the account has no tokens",
                format_args!("{other:?}"),
                "recognize how the service states that it found nothing, and keep that apart from a refusal",
            )),
        }
    }

    async fn holders(&self) -> CheckResult {
        for holders in [Some(1_000_003), None] {
            let (_server, finder) = self.open(ServiceVariant::WithHolders(holders));
            let named = finder.tokens(&self.samples.accounts[0]).await;
            let is_stated = |named: &[NamedToken]| named.iter().all(|token| token.holders == holders);
            if !named.as_ref().is_ok_and(|named| !named.is_empty() && is_stated(named)) {
                return Err(describe_violation(
                    format_args!("holders {holders:?} for each token"),
                    format_args!("{named:?}"),
                    "take the number of holders from the answer; a number that is not stated is None and not zero",
                ));
            }
        }
        Ok(())
    }

    /// Lets the second page fail.
    async fn whole(&self) -> CheckResult {
        let (server, finder) = self.open(ServiceVariant::Paged(Pages::Two));
        let count = AtomicUsize::new(0);
        server.fail_when(move |_| count.fetch_add(1, Ordering::SeqCst) > 0, Fault::Status(500));
        match finder.tokens(&self.samples.accounts[0]).await {
            Err(_) => Ok(()),
            Ok(named) => Err(describe_violation(
                "an error: the second page is answered with 500",
                format_args!("{named:?}"),
                "return the error: the tokens of the missing page look like tokens that do not exist",
            )),
        }
    }

    async fn bounded(&self) -> CheckResult {
        let (server, finder) = self.open(ServiceVariant::Paged(Pages::Endless));
        let named = finder.tokens(&self.samples.accounts[0]);
        let named = tokio::time::timeout(self.harness.patience(), named).await;
        let first = &self.samples.tokens[0][0];
        let has_first = |named: &[NamedToken]| named.iter().map(|token| &token.id).eq([first]);
        match named {
            Ok(Ok(named)) if has_first(&named) && server.count() <= MAX_REQUESTS => Ok(()),
            other => Err(describe_violation(
                format_args!("{first} after at most {MAX_REQUESTS} requests: every page announces another one"),
                format_args!("{other:?} after {} requests", server.count()),
                "limit the number of pages and name each token once",
            )),
        }
    }

    async fn chain_neighbours(&self) -> CheckResult {
        let account = &self.samples.accounts[0];
        let (_server, finder) = self.open(ServiceVariant::Refusing(account.chain.clone()));
        if let Ok(named) = finder.tokens(account).await {
            return Err(describe_violation(
                format_args!("an error: the service refuses {}", account.chain),
                format_args!("{named:?}"),
                "return an error for a refusal: an empty list means that the account has no tokens",
            ));
        }
        // The refused chain must not affect the other one.
        self.names(finder.as_ref(), 1).await
    }
}
