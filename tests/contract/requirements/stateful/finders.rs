//! Stateful token finders.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    token_finder::{self as requirements, AccountTokens, Harness, Samples, check},
};
use ports::{AccountId, ChainId, NamedToken, Profile, RemoteError, TokenFinder};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_finders::FlawedHarness};

struct Finder {
    inner: Arc<dyn TokenFinder>,
    tokens: Memory<Vec<NamedToken>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder> {
        Arc::new(Finder {
            inner: self.0.finder(base),
            tokens: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, tokens: &AccountTokens) -> Response {
        self.0.answer(request, tokens)
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        self.0.refuses(request, chain)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl TokenFinder for Finder {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        let parts: &CallParts<'_> = &[("chain", &account.chain), ("address", &account.address)];
        let (earlier, before) = (self.tokens.earlier(parts), self.tokens.all());
        let mut named = self.tokens.answer(parts, self.inner.tokens(account)).await?;
        for token in earlier.into_iter().flatten() {
            if named.iter().all(|other| other.id != token.id) {
                named.push(token);
            }
        }
        if self.tokens.is(StateFlaw::OnlyNew) {
            named.retain(|token| before.iter().flatten().all(|known| known != token));
        }
        Ok(named)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("address"), requirements::NAMED),
    (StateFlaw::KeyWithout("chain"), requirements::NAMED),
    (StateFlaw::PreviousAnswer, requirements::NAMED),
    (StateFlaw::AccumulatedOverCalls, requirements::NAMED),
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::OnlyNew, requirements::PAGES),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_finder_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}
