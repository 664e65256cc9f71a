//! Stateful chain readers.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    chain_reader::{self as requirements, ChainState, Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_chains::FlawedHarness};

struct Reader {
    inner: Arc<dyn ChainReader>,
    balances: Memory<Reading>,
    heads: Memory<Block>,
    probes: Memory<Option<Probe>>,
    metadata: Memory<Vec<(AssetId, Metadata)>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn reader(&self, base: &str) -> Arc<dyn ChainReader> {
        Arc::new(Reader {
            inner: self.0.reader(base),
            balances: Memory::new(self.1),
            heads: Memory::new(self.1),
            probes: Memory::new(self.1),
            metadata: Memory::new(self.1),
        })
    }

    fn chain(&self, request: &Request) -> ChainId {
        self.0.chain(request)
    }

    fn answer(&self, request: &Request, chain: &ChainState) -> Response {
        self.0.answer(request, chain)
    }

    fn hash(&self, number: u64) -> String {
        self.0.hash(number)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

fn contracts(tokens: &[AssetId]) -> String {
    let contracts = tokens.iter().filter_map(AssetId::contract);
    contracts.map(|one| one.to_string()).collect::<Vec<_>>().join(",")
}

#[async_trait]
impl ChainReader for Reader {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.heads
            .answer(&[("chain of the head", chain)], self.inner.head(chain))
            .await
    }

    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let tokens_text = contracts(tokens);
        let parts: &CallParts<'_> = &[
            ("chain", &account.chain),
            ("address", &account.address),
            ("tokens", &tokens_text),
        ];
        let earlier = self.balances.earlier(parts);
        let read = self.inner.balances(account, tokens, progress);
        let mut reading = self.balances.answer(parts, read).await?;
        for balance in earlier.into_iter().flat_map(|reading| reading.balances) {
            if reading.balances.iter().all(|(id, _)| *id != balance.0) {
                reading.balances.push(balance);
            }
        }
        if self.balances.is(StateFlaw::OldBalances) {
            reading.balances = self
                .balances
                .first(parts)
                .map_or(reading.balances, |first| first.balances);
        }
        Ok(reading)
    }

    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let parts: &CallParts<'_> = &[("probed chain", &account.chain), ("probed address", &account.address)];
        self.probes.answer(parts, self.inner.probe(account)).await
    }

    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let contracts_text = contracts(tokens);
        let parts: &CallParts<'_> = &[("chain of the tokens", chain), ("contracts", &contracts_text)];
        let is_swapped = self.metadata.is(StateFlaw::SwappedLater) && !self.metadata.all().is_empty();
        let rows = self.metadata.answer(parts, self.inner.metadata(chain, tokens)).await?;
        let mut metadata: Vec<Metadata> = rows.into_iter().map(|(_, row)| row).collect();
        if is_swapped {
            metadata.reverse();
        }
        Ok(tokens.iter().cloned().zip(metadata).collect())
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("address"), requirements::ACCOUNTS),
    (StateFlaw::KeyWithout("chain"), requirements::ACCOUNTS),
    (StateFlaw::PreviousAnswer, requirements::ACCOUNTS),
    (StateFlaw::AccumulatedOverCalls, requirements::ACCOUNTS),
    (StateFlaw::KeyWithout("tokens"), requirements::TOKENS),
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::OldBalances, requirements::CURRENT),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureCached, requirements::BEHIND),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
    (StateFlaw::KeyWithout("probed address"), requirements::PROBE),
    (StateFlaw::KeyWithout("probed chain"), requirements::PROBE),
    (StateFlaw::KeyWithout("chain of the head"), requirements::BLOCK),
    (StateFlaw::KeyWithout("chain of the tokens"), requirements::DECIMALS),
    (StateFlaw::SwappedLater, requirements::DECIMALS),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_chain_reader_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}
