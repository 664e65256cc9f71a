//! Stateful token lists.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    token_list::{self as requirements, Harness, ListRow, check},
};
use ports::{ListedToken, Profile, RemoteError, TokenList, TokenListSource};

use super::{Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_lists::FlawedHarness};

struct Source {
    inner: Arc<dyn TokenListSource>,
    lists: Memory<TokenList>,
}

impl Harness for Stateful<FlawedHarness> {
    fn source(&self, base: &str) -> Arc<dyn TokenListSource> {
        Arc::new(Source {
            inner: self.0.source(base),
            lists: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, rows: &[ListRow]) -> Response {
        self.0.answer(request, rows)
    }

    fn samples(&self) -> [ListedToken; 2] {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl TokenListSource for Source {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        let (earlier, before) = (self.lists.earlier(&[]), self.lists.all());
        let mut list = self.lists.answer(&[], self.inner.tokens()).await?;
        for token in earlier.into_iter().flat_map(|list| list.tokens) {
            if list.tokens.iter().all(|other| other.id != token.id) {
                list.tokens.push(token);
            }
        }
        match self.lists.flaw {
            StateFlaw::OnlyNew => list
                .tokens
                .retain(|token| before.iter().all(|known| !known.tokens.contains(token))),
            StateFlaw::CountedOn => list.left_out += before.iter().map(|known| known.left_out).sum::<u32>(),
            _ => {}
        }
        Ok(list)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::PreviousAnswer, requirements::CURRENT),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::OnlyNew, requirements::NAMED),
    (StateFlaw::CountedOn, requirements::NEIGHBOURS),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_list_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}
