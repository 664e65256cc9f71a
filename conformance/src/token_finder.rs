//! The requirements of [`TokenFinder`].

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
    door::{Behind, Door, Fault, Request, Response},
    faults, profile,
    report::{Report, Verdict, violation},
};

/// Requirement: each token that the service names is named once, and no other.
pub const NAMED: &str = "every token that the service names is named once, and no other";
/// Requirement: the number of holders is the one that the service states, and `None` where it states none, which is not zero.
pub const HOLDERS: &str = "the number of holders is the stated one, or None";
/// Requirement: an account of which the service knows nothing is an empty list, and no error.
pub const NOTHING: &str = "an account without tokens is an empty list and no error";
/// Requirement: tokens on later pages are named too.
pub const PAGES: &str = "the tokens of every page are named";
/// Requirement: a page that fails is an error: the pages before it are not the whole answer.
pub const WHOLE: &str = "a page that fails is an error and no shorter list";
/// Requirement: a service whose pages do not end is left after at most 100 requests, with the tokens named so far.
pub const BOUNDED: &str = "pages without end are left after at most 100 requests";
/// Requirement: a row that cannot be used is left out and costs no other its place.
pub const ROW_NEIGHBOURS: &str = "a row that names no contract costs no other token its place";
/// Requirement: a chain that the service refuses is an error, and costs no other chain its answer.
pub const NEIGHBOURS: &str = "a chain that is refused costs no other its answer";

/// Requests for one account at most.
const MANY: usize = 100;

/// Your finder, and the service it asks.
pub trait Harness: Send + Sync + 'static {
    /// A finder that asks at this base URL and nowhere else, with short timeouts.
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder>;

    /// What the service answers to a request about an account when these are the account's tokens.
    fn answer(&self, request: &Request, tokens: &AccountTokens) -> Response;

    /// What the service answers instead when it refuses a request for a chain; `None` for a request about another one.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// The accounts that the kit asks about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every timeout and repeated attempt. A finder that takes longer has
    /// no timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts that the kit asks about, and what the service cannot do.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts of two chains that the finder covers.
    pub accounts: [AccountId; 2],
    /// Two tokens of each of these chains.
    pub tokens: [[AssetId; 2]; 2],
    /// Whether the service divides long answers into pages ([`AccountTokens::pages`]).
    pub has_pages: bool,
    /// Whether the service states how many addresses hold a token ([`AccountTokens::holders`]).
    pub states_holders: bool,
}

/// How an answer is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// All tokens are in one answer.
    One,
    /// The first token of each account is on the first page, and the others are on the second.
    Two,
    /// Every page has the first token of the account, and announces another page.
    Endless,
}

/// What the service knows.
#[derive(Clone, Debug)]
pub struct AccountTokens {
    /// The tokens of the accounts, of both chains. None where the service knows nothing of the accounts.
    pub tokens: Vec<AssetId>,
    /// How many addresses hold each of the tokens, as the service states it where [`Samples::states_holders`]; `None` where it
    /// does not know.
    pub holders: Option<u32>,
    /// How the answer about an account is divided; [`Pages::One`] unless [`Samples::has_pages`].
    pub pages: Pages,
    /// Whether each answer has one more row, the first, that names no contract.
    pub has_bad_row: bool,
}

/// Checks a finder against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let bench = Bench {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let (door, finder) = bench.open(Service::default());
    let mut report = Report::of(&finder.profile().name);
    let named = profile::sound(&finder.profile(), SourceKind::Explorer);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&finder.profile(), &door)),
    );
    report.note(NAMED, bench.names(finder.as_ref(), 0).await);
    report.note(NOTHING, bench.nothing().await);
    if bench.samples.states_holders {
        report.note(HOLDERS, bench.holders().await);
    } else {
        report.leave_out(HOLDERS, "the service does not state how many addresses hold a token");
    }
    let (_door, with_bad_row) = bench.open(Service::WithBadRow);
    report.note(ROW_NEIGHBOURS, bench.names(with_bad_row.as_ref(), 0).await);
    report.note(NEIGHBOURS, bench.chain_neighbours().await);
    if bench.samples.has_pages {
        let (_door, paged) = bench.open(Service::Paged(Pages::Two));
        report.note(PAGES, bench.names(paged.as_ref(), 0).await);
        report.note(WHOLE, bench.whole().await);
        report.note(BOUNDED, bench.bounded().await);
    } else {
        for requirement in [PAGES, WHOLE, BOUNDED] {
            report.leave_out(requirement, "the service has no pages");
        }
    }
    failures(&mut report, &bench).await;
    report
}

async fn failures(report: &mut Report, bench: &Bench) {
    let open = || bench.open(Service::default()).0;
    let ask = |finder: Arc<dyn TokenFinder>, again: bool| {
        let account = bench.samples.accounts[usize::from(again)].clone();
        async move { finder.tokens(&account).await }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |door| bench.harness.finder(&door.url()), ask).await,
    );
    faults::run(report, bench.harness.patience(), open, |door| {
        ask(bench.harness.finder(&door.url()), false)
    })
    .await;
}

struct Bench {
    harness: Arc<dyn Harness>,
    samples: Samples,
}

/// What is unusual about the service.
#[derive(Default)]
enum Service {
    #[default]
    Usual,
    Unknowing,
    Counting(Option<u32>),
    WithBadRow,
    Paged(Pages),
    Refusing(ChainId),
}

struct MockService {
    harness: Arc<dyn Harness>,
    tokens: AccountTokens,
    refused: Option<ChainId>,
}

#[async_trait]
impl Behind for MockService {
    async fn answer(&self, request: &Request) -> Response {
        let refused = self.refused.as_ref();
        let refusal = refused.and_then(|chain| self.harness.refuses(request, chain));
        refusal.unwrap_or_else(|| self.harness.answer(request, &self.tokens))
    }
}

impl Bench {
    fn open(&self, service: Service) -> (Door, Arc<dyn TokenFinder>) {
        let mut tokens = AccountTokens {
            tokens: self.samples.tokens.concat(),
            holders: None,
            pages: Pages::One,
            has_bad_row: false,
        };
        let mut refused = None;
        match service {
            Service::Usual => (),
            Service::Unknowing => tokens.tokens.clear(),
            Service::Counting(holders) => tokens.holders = holders,
            Service::WithBadRow => tokens.has_bad_row = true,
            Service::Paged(pages) => tokens.pages = pages,
            Service::Refusing(chain) => refused = Some(chain),
        }
        let door = Door::open(MockService {
            harness: self.harness.clone(),
            tokens,
            refused,
        });
        let finder = self.harness.finder(&door.url());
        (door, finder)
    }

    /// Whether the finder names exactly the tokens of this account.
    async fn names(&self, finder: &dyn TokenFinder, at: usize) -> Verdict {
        let account = &self.samples.accounts[at];
        if !finder.chains().contains(&account.chain) {
            return Err(violation(
                format_args!("{} among chains(): samples() lists it", account.chain),
                format_args!("{:?}", finder.chains()),
                "correct chains() or samples()",
            ));
        }
        let expected = format!("{:?}", self.samples.tokens[at]);
        let named = finder.tokens(account).await;
        let named = named.map_err(|error| {
            violation(
                &expected,
                format_args!("{error:?}"),
                "leave out a row that cannot be used, and keep the others",
            )
        })?;
        let named: Vec<&AssetId> = named.iter().map(|token| &token.id).collect();
        if named == self.samples.tokens[at].iter().collect::<Vec<_>>() {
            return Ok(());
        }
        Err(violation(
            expected,
            format_args!("{named:?}"),
            "read every page and name each token once, in the service's order; an address in small letters is the same token",
        ))
    }

    async fn nothing(&self) -> Verdict {
        let (_door, finder) = self.open(Service::Unknowing);
        match finder.tokens(&self.samples.accounts[0]).await {
            Ok(named) if named.is_empty() => Ok(()),
            other => Err(violation(
                "an empty list: the service answers that the account has no tokens",
                format_args!("{other:?}"),
                "recognize how the service states that it found nothing, and keep that apart from a refusal",
            )),
        }
    }

    async fn holders(&self) -> Verdict {
        for holders in [Some(1_000_003), None] {
            let (_door, finder) = self.open(Service::Counting(holders));
            let named = finder.tokens(&self.samples.accounts[0]).await;
            let is_stated = |named: &[NamedToken]| named.iter().all(|token| token.holders == holders);
            if !named.as_ref().is_ok_and(|named| !named.is_empty() && is_stated(named)) {
                return Err(violation(
                    format_args!("holders {holders:?} for each token"),
                    format_args!("{named:?}"),
                    "take the number of holders from the answer; a number that is not stated is None and not zero",
                ));
            }
        }
        Ok(())
    }

    /// The second page fails.
    async fn whole(&self) -> Verdict {
        let (door, finder) = self.open(Service::Paged(Pages::Two));
        let count = AtomicUsize::new(0);
        door.fail_when(move |_| count.fetch_add(1, Ordering::SeqCst) > 0, Fault::Status(500));
        match finder.tokens(&self.samples.accounts[0]).await {
            Err(_) => Ok(()),
            Ok(named) => Err(violation(
                "an error: the second page is answered with 500",
                format_args!("{named:?}"),
                "return the error: the tokens of the missing page cannot be told from tokens that do not exist",
            )),
        }
    }

    async fn bounded(&self) -> Verdict {
        let (door, finder) = self.open(Service::Paged(Pages::Endless));
        let named = finder.tokens(&self.samples.accounts[0]);
        let named = tokio::time::timeout(self.harness.patience(), named).await;
        let first = &self.samples.tokens[0][0];
        let has_first = |named: &[NamedToken]| named.iter().map(|token| &token.id).eq([first]);
        match named {
            Ok(Ok(named)) if has_first(&named) && door.count() <= MANY => Ok(()),
            other => Err(violation(
                format_args!("{first} after at most {MANY} requests: every page announces another one"),
                format_args!("{other:?} after {} requests", door.count()),
                "limit the number of pages and name each token once",
            )),
        }
    }

    async fn chain_neighbours(&self) -> Verdict {
        let account = &self.samples.accounts[0];
        let (_door, finder) = self.open(Service::Refusing(account.chain.clone()));
        if let Ok(named) = finder.tokens(account).await {
            return Err(violation(
                format_args!("an error: the service refuses {}", account.chain),
                format_args!("{named:?}"),
                "return an error for a refusal: an empty list means that the account has no tokens",
            ));
        }
        // Whatever it answers about the refused chain, the other one is answered.
        self.names(finder.as_ref(), 1).await
    }
}
