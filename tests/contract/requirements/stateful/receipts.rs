//! Stateful readers of transaction receipts.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    transaction_receipt::{self as requirements, Harness, MockReceipts, check},
};
use ports::{
    AccountId, ChainId, Profile, RemoteError, TransactionId, TransactionReceiptReader,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_receipts::FlawedHarness};

struct Reader {
    inner: Arc<dyn TransactionReceiptReader>,
    receipts: Memory<FoundReceipts>,
    hashes: Memory<Option<String>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn reader(&self, base: &str) -> Arc<dyn TransactionReceiptReader> {
        Arc::new(Reader {
            inner: self.0.reader(base),
            receipts: Memory::new(self.1),
            hashes: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, receipts: &MockReceipts) -> Response {
        self.0.answer(request, receipts)
    }

    fn transaction(&self, number: u64) -> TransactionId {
        self.0.transaction(number)
    }

    fn block_hash(&self, height: u64, version: u64) -> String {
        self.0.block_hash(height, version)
    }

    fn samples(&self) -> requirements::Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl TransactionReceiptReader for Reader {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }

    async fn block_hash(&self, chain: &ChainId, number: u64) -> Result<Option<String>, RemoteError> {
        self.hashes
            .answer(&[("height", &number)], self.inner.block_hash(chain, number))
            .await
    }

    async fn receipts(
        &self,
        account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        let names = transactions
            .iter()
            .map(|one| one.id.to_string())
            .collect::<Vec<_>>()
            .join(",");
        let blocks = transactions
            .iter()
            .map(|one| format!("{:?}", one.block.hash))
            .collect::<Vec<_>>()
            .join(",");
        let located = format!("{names} in {blocks}");
        let parts: &CallParts<'_> = match self.receipts.flaw {
            StateFlaw::KeyWithout("blocks") => &[("account", account), ("transactions", &names), ("blocks", &blocks)],
            _ => &[("account", account), ("transactions", &located)],
        };
        let (earlier, before) = (self.receipts.earlier(parts), self.receipts.all());
        let mut found = self
            .receipts
            .answer(parts, self.inner.receipts(account, transactions))
            .await?;
        for fact in earlier.into_iter().flat_map(|found| found.facts) {
            if found.facts.iter().all(|other| other.transaction != fact.transaction) {
                found.facts.push(fact);
            }
        }
        match self.receipts.flaw {
            StateFlaw::OnlyNew => found
                .facts
                .retain(|fact| before.iter().all(|known| !known.facts.contains(fact))),
            StateFlaw::MissingCached => {
                let was_missing = |id: &TransactionId| before.iter().any(|known| known.missing.contains(id));
                let (missing, facts) = found.facts.into_iter().partition(|fact| was_missing(&fact.transaction));
                found.facts = facts;
                let missing: Vec<ports::Fact> = missing;
                found.missing.extend(missing.into_iter().map(|fact| fact.transaction));
            }
            _ => {}
        }
        Ok(found)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("account"), requirements::EVERY_RECEIPT),
    (StateFlaw::KeyWithout("transactions"), requirements::EVERY_RECEIPT),
    (StateFlaw::KeyWithout("blocks"), requirements::OTHER_BLOCK),
    (StateFlaw::KeyWithout("height"), requirements::BLOCK_HASH),
    (StateFlaw::PreviousAnswer, requirements::EVERY_RECEIPT),
    (StateFlaw::AccumulatedOverCalls, requirements::EVERY_RECEIPT),
    (StateFlaw::OnlyNew, requirements::SAME),
    (StateFlaw::MissingCached, requirements::CURRENT),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_reader_of_receipts_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}
