//! The requirements of [`TokenFinder`].

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{AccountId, AssetId, ChainId, TokenFinder, source::SourceKind};

use crate::{
    door::{Behind, Door, Request, Response},
    faults, profile,
    report::{Report, Verdict},
};

/// Requirement: each token that the service names is named once, and no other.
pub const NAMED: &str = "every token that the service names is named once, and no other";
/// Requirement: a row that cannot be used is left out and costs no other its place.
pub const ROW_NEIGHBOURS: &str = "a row that names no contract costs no other token its place";
/// Requirement: a chain that the service refuses is an error, and costs no other chain its answer.
pub const NEIGHBOURS: &str = "a chain that is refused costs no other its answer";

/// Your finder, and the service it asks.
pub trait Harness: Send + Sync + 'static {
    /// A finder that asks at this base URL and nowhere else, with short time-outs.
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder>;

    /// What the service answers to a request about an account when these are the account's tokens.
    fn answer(&self, request: &Request, tokens: &AccountTokens) -> Response;

    /// What the service answers instead when it refuses a request for a chain; `None` for a request about another one.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// What to ask about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every time-out and second try.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// Accounts to ask about.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts of two chains that the finder covers.
    pub accounts: [AccountId; 2],
    /// Two tokens of each of these chains.
    pub tokens: [[AssetId; 2]; 2],
}

/// What the service knows.
#[derive(Clone, Debug)]
pub struct AccountTokens {
    /// The tokens of the accounts, of both chains.
    pub tokens: Vec<AssetId>,
    /// Whether each answer has one more row, the first, that names no contract.
    pub has_bad_row: bool,
}

/// Checks a finder and reports every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let bench = Bench {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let (door, finder) = bench.open(false, None);
    let mut report = Report::of(&finder.profile().name);
    let named = profile::sound(&finder.profile(), SourceKind::Explorer);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&finder.profile(), &door)),
    );
    report.note(NAMED, bench.names(finder.as_ref(), 0).await);
    let (_door, with_bad_row) = bench.open(true, None);
    report.note(ROW_NEIGHBOURS, bench.names(with_bad_row.as_ref(), 0).await);
    report.note(NEIGHBOURS, bench.chain_neighbours().await);
    let ask = |finder: Arc<dyn TokenFinder>, again: bool| {
        let account = bench.samples.accounts[usize::from(again)].clone();
        async move { finder.tokens(&account).await }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(
            || bench.open(false, None).0,
            |door| bench.harness.finder(&door.url()),
            ask,
        )
        .await,
    );
    faults::run(
        &mut report,
        bench.harness.patience(),
        || bench.open(false, None).0,
        |door| {
            let finder = bench.harness.finder(&door.url());
            let account = bench.samples.accounts[0].clone();
            async move { finder.tokens(&account).await }
        },
    )
    .await;
    report
}

struct Bench {
    harness: Arc<dyn Harness>,
    samples: Samples,
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
    fn open(&self, has_bad_row: bool, refused: Option<ChainId>) -> (Door, Arc<dyn TokenFinder>) {
        let door = Door::open(MockService {
            harness: self.harness.clone(),
            tokens: AccountTokens {
                tokens: self.samples.tokens.concat(),
                has_bad_row,
            },
            refused,
        });
        let finder = self.harness.finder(&door.url());
        (door, finder)
    }

    /// Whether the finder names exactly the tokens of this account.
    async fn names(&self, finder: &dyn TokenFinder, at: usize) -> Verdict {
        let account = &self.samples.accounts[at];
        if !finder.chains().contains(&account.chain) {
            return Err(format!("chains() lacks {}, which the samples list", account.chain));
        }
        let named = finder.tokens(account).await;
        let named = named.map_err(|error| {
            format!("the service answered about {account} and the finder says {error:?}; leave out what cannot be used")
        })?;
        let named: Vec<&AssetId> = named.iter().map(|token| &token.id).collect();
        if named == self.samples.tokens[at].iter().collect::<Vec<_>>() {
            return Ok(());
        }
        Err(format!(
            "the service names {:?} and the finder {named:?}; name each once, in the service's order",
            self.samples.tokens[at]
        ))
    }

    async fn chain_neighbours(&self) -> Verdict {
        let account = &self.samples.accounts[0];
        let (_door, finder) = self.open(false, Some(account.chain.clone()));
        if let Ok(named) = finder.tokens(account).await {
            return Err(format!(
                "the service refuses {} and the finder answers {named:?}; a refusal is an error, nobody can tell it from \
                 an account without tokens",
                account.chain
            ));
        }
        let other = self.names(finder.as_ref(), 1).await;
        other.map_err(|why| format!("after one chain was refused: {why}; keep a refusal with its chain"))
    }
}
