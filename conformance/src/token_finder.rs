//! Requirements for [`TokenFinder`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ports::{AccountId, AssetId, ChainId, NamedToken, TokenFinder, source::SourceKind};

use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    faults,
    mock_server::{Fault, Request, Response},
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
/// Requirement: the tokens are those that the service names now, without those of an earlier answer.
pub const CURRENT: &str = "the tokens are those that the service names now";

/// The largest number of requests for one account.
const MAX_REQUESTS: usize = 100;

/// Creates your finder, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a finder that sends requests to this base URL only, with short timeouts.
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder>;

    /// Returns the service's answer to a request about an account, given the account's tokens. They are to be filtered by the
    /// chain of the request, but not by its account: the kit changes them before it requests another one.
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
    /// Another account on the chain of the first one.
    pub stranger: AccountId,
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
    let session = checks.open(checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Explorer);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    report.record(NAMED, checks.named(&checks.usual()).await);
    report.record(NOTHING, checks.nothing().await);
    if checks.samples.states_holders {
        report.record(HOLDERS, checks.holders().await);
    } else {
        report.skip(HOLDERS, "the service does not state how many addresses hold a token");
    }
    let mut with_bad_row = checks.usual();
    with_bad_row.tokens.has_bad_row = true;
    report.record(ROW_NEIGHBOURS, checks.named(&with_bad_row).await);
    report.record(NEIGHBOURS, checks.chain_neighbours().await);
    report.record(CURRENT, checks.current().await);
    if checks.samples.has_pages {
        report.record(PAGES, checks.named(&checks.paged(Pages::Two)).await);
        report.record(ALL_OR_NOTHING, checks.whole().await);
        report.record(BOUNDED, checks.bounded().await);
    } else {
        for requirement in [PAGES, ALL_OR_NOTHING, BOUNDED] {
            report.skip(requirement, "the service has no pages");
        }
    }
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (finder, account) = (session.adapter.clone(), checks.samples.accounts[at].clone());
        async move { finder.tokens(&account).await }
    })
    .await;
    report
}

struct TokenFinderChecks {
    harness: Arc<dyn Harness>,
    samples: Samples,
}

/// The mocked service.
#[derive(Clone)]
struct TokenService {
    tokens: AccountTokens,
    /// The chain that it refuses.
    refused: Option<ChainId>,
}

/// The mocked service and a finder.
type FinderSession = AdapterSession<TokenService, dyn TokenFinder>;

impl TokenFinderChecks {
    fn open(&self, service: TokenService) -> FinderSession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut TokenService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|chain| harness.refuses(request, chain));
            refusal.unwrap_or_else(|| harness.answer(request, &service.tokens))
        };
        AdapterSession::open(service, answer, |base| self.harness.finder(base))
    }

    /// Returns a service that names every token in one answer.
    fn usual(&self) -> TokenService {
        TokenService {
            tokens: AccountTokens {
                tokens: self.samples.tokens.concat(),
                holders: None,
                pages: Pages::One,
                has_bad_row: false,
            },
            refused: None,
        }
    }

    fn paged(&self, pages: Pages) -> TokenService {
        let mut service = self.usual();
        service.tokens.pages = pages;
        service
    }

    /// Checks that the finder returns exactly these tokens of this account.
    async fn names(&self, finder: &dyn TokenFinder, account: &AccountId, expected: &[AssetId]) -> CheckResult {
        let named = finder.tokens(account).await;
        let named = named.map_err(|error| {
            describe_violation(
                format_args!("{expected:?} of {account}"),
                format_args!("{error:?}"),
                "leave out a row that cannot be used, and keep the others",
            )
        })?;
        if is(&named, expected) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected:?} of {account}, whichever account was requested before"),
            format_args!("{named:?}"),
            "read every page and name each token once, in the service's order; an address in small letters is the same \
             token; keep no tokens between calls",
        ))
    }

    /// Requests each account in turn, and again, from one finder. The stranger has one token of the first account.
    async fn named(&self, service: &TokenService) -> CheckResult {
        let Samples {
            accounts,
            stranger,
            tokens,
            ..
        } = &self.samples;
        let session = self.open(service.clone());
        let finder = session.adapter.as_ref();
        let chains = finder.chains();
        if let Some(account) = accounts.iter().find(|account| !chains.contains(&account.chain)) {
            return Err(describe_violation(
                format_args!("{} among chains(): samples() lists it", account.chain),
                format_args!("{chains:?}"),
                "correct chains() or samples()",
            ));
        }
        for _ in 0..2 {
            for (account, tokens) in accounts.iter().zip(tokens) {
                self.names(finder, account, tokens).await?;
            }
            let mut of_stranger = service.clone();
            of_stranger.tokens.tokens = vec![tokens[0][1].clone()];
            of_stranger.tokens.pages = Pages::One;
            session.set(of_stranger);
            self.names(finder, stranger, &tokens[0][1..]).await?;
            session.set(service.clone());
        }
        Ok(())
    }

    /// Requests an account without tokens, after one with tokens and before it.
    async fn nothing(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let mut service = self.usual();
        service.tokens.tokens = tokens[0].to_vec();
        let session = self.open(service);
        self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]).await?;
        match session.adapter.tokens(&accounts[1]).await {
            Ok(named) if named.is_empty() => self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]).await,
            other => Err(describe_violation(
                "an empty list: the service answers that the account has no tokens",
                format_args!("{other:?}"),
                "recognize how the service states that it found nothing, and keep that apart from a refusal",
            )),
        }
    }

    /// Requests both accounts of each number of holders.
    async fn holders(&self) -> CheckResult {
        for holders in [Some(1_000_003), None] {
            let mut service = self.usual();
            service.tokens.holders = holders;
            let session = self.open(service);
            for account in &self.samples.accounts {
                let named = session.adapter.tokens(account).await;
                let is_stated = |named: &[NamedToken]| named.iter().all(|token| token.holders == holders);
                if !named.as_ref().is_ok_and(|named| !named.is_empty() && is_stated(named)) {
                    return Err(describe_violation(
                        format_args!("holders {holders:?} for each token"),
                        format_args!("{named:?}"),
                        "take the number of holders from the answer; a number that is not stated is None and not zero",
                    ));
                }
            }
        }
        Ok(())
    }

    /// Changes the tokens that the service names between the calls of one finder.
    async fn current(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(self.usual());
        let backwards: Vec<AssetId> = tokens[0].iter().rev().cloned().collect();
        let states = [&tokens[0][..], &tokens[0][1..], &[], &backwards, &tokens[0][..]];
        for (step, expected) in states.into_iter().enumerate() {
            let mut service = self.usual();
            service.tokens.tokens = expected.to_vec();
            session.set(service);
            let limit = limit_after_change(self.harness.patience(), step + 1 == states.len()).await;
            let call = || session.adapter.tokens(&accounts[0]);
            let is_current = |named: &Result<Vec<NamedToken>, _>| named.as_ref().is_ok_and(|named| is(named, expected));
            let named = until(limit, call, is_current).await;
            if !is_current(&named) {
                return Err(describe_violation(
                    format_args!("{expected:?} after the tokens of the account changed"),
                    format_args!("{named:?}"),
                    "begin each call with an empty list, and keep no answers",
                ));
            }
        }
        Ok(())
    }

    /// Lets the second page fail, and then work again.
    async fn whole(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(self.paged(Pages::Two));
        let count = AtomicUsize::new(0);
        let is_later = move |_: &Request| count.fetch_add(1, Ordering::SeqCst) > 0;
        session.server.fail_when(is_later, Fault::Status(500));
        if let Ok(named) = session.adapter.tokens(&accounts[0]).await {
            return Err(describe_violation(
                "an error: the second page is answered with 500",
                format_args!("{named:?}"),
                "return the error: the tokens of the missing page look like tokens that do not exist",
            ));
        }
        session.server.heal();
        let call = || self.names(session.adapter.as_ref(), &accounts[0], &tokens[0]);
        until(self.harness.patience(), call, Result::is_ok).await
    }

    async fn bounded(&self) -> CheckResult {
        let session = self.open(self.paged(Pages::Endless));
        for (account, tokens) in self.samples.accounts.iter().zip(&self.samples.tokens) {
            session.server.forget();
            let named = tokio::time::timeout(self.harness.patience(), session.adapter.tokens(account)).await;
            let (count, first) = (session.server.count(), &tokens[..1]);
            match named {
                Ok(Ok(named)) if is(&named, first) && count <= MAX_REQUESTS => (),
                other => {
                    return Err(describe_violation(
                        format_args!(
                            "{first:?} after at most {MAX_REQUESTS} requests: every page announces another one"
                        ),
                        format_args!("{other:?} after {count} requests"),
                        "limit the number of pages and name each token once",
                    ));
                }
            }
        }
        Ok(())
    }

    async fn chain_neighbours(&self) -> CheckResult {
        let Samples { accounts, tokens, .. } = &self.samples;
        let session = self.open(TokenService {
            refused: Some(accounts[0].chain.clone()),
            ..self.usual()
        });
        for _ in 0..2 {
            if let Ok(named) = session.adapter.tokens(&accounts[0]).await {
                return Err(describe_violation(
                    format_args!("an error: the service refuses {}", accounts[0].chain),
                    format_args!("{named:?}"),
                    "return an error for a refusal: an empty list means that the account has no tokens",
                ));
            }
            // The refused chain must not affect the other one.
            self.names(session.adapter.as_ref(), &accounts[1], &tokens[1]).await?;
        }
        Ok(())
    }
}

/// Returns whether exactly these tokens are named, in this order.
fn is(named: &[NamedToken], expected: &[AssetId]) -> bool {
    named.iter().map(|token| &token.id).eq(expected)
}
