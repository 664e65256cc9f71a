//! The checks of readers of receipts.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use ports::{
    AccountId, RemoteError, Stream, Timestamp, TransactionId, TransactionReceiptReader,
    fact::FactBlock,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use super::harness::{Harness, MockReceipts, Samples};
use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    mock_server::Fault,
    report::{CheckResult, describe_violation},
};

/// Transactions of the usual answer: more than most services answer at once.
const MANY: u64 = 45;
/// A block that the service does not have.
const ABSENT: u64 = 900;

pub(super) struct ReceiptChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

/// The mocked service and a reader.
pub(super) type ReceiptSession = AdapterSession<MockReceipts, dyn TransactionReceiptReader>;

/// The numbers of the transactions that are expected to have a receipt, and of those that are not.
type Expected<'a> = (&'a [u64], &'a [u64]);

impl ReceiptChecks {
    pub(super) fn open(&self, receipts: MockReceipts) -> ReceiptSession {
        let harness = self.harness.clone();
        AdapterSession::open(
            receipts,
            move |request, receipts| harness.answer(request, receipts),
            |base| self.harness.reader(base),
        )
    }

    /// Returns the data of a service that has a receipt of every transaction, each in a block of its own.
    pub(super) fn usual(&self) -> MockReceipts {
        let block = |number| (number, (height(number), self.harness.block_hash(height(number), 0)));
        MockReceipts {
            blocks: (1..=MANY).map(block).collect(),
            is_refused: false,
        }
    }

    /// Returns transactions as a history located them.
    pub(super) fn requested(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<LocatedTransaction> {
        let located = |number| LocatedTransaction {
            id: self.harness.transaction(number),
            block: FactBlock {
                number: height(number),
                hash: Some(self.harness.block_hash(height(number), 0)),
                time: Timestamp::from_seconds(1_600_000_000),
                position: None,
            },
        };
        numbers.into_iter().map(located).collect()
    }

    /// Requests these transactions of the account at this place in the samples.
    async fn read(
        &self,
        session: &ReceiptSession,
        at: usize,
        wanted: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError> {
        session.adapter.receipts(&self.samples.accounts[at], wanted).await
    }

    /// Requests these transactions of each account in turn, and of the first one again.
    async fn reads(
        &self,
        session: &ReceiptSession,
        wanted: &[LocatedTransaction],
        expected: Expected<'_>,
        fix: &str,
    ) -> CheckResult {
        for at in [0, 1, 0] {
            self.differs(at, &self.read(session, at, wanted).await, expected, fix)?;
        }
        Ok(())
    }

    /// Returns why an answer about an account is not the expected one.
    fn differs(
        &self,
        at: usize,
        answer: &Result<FoundReceipts, RemoteError>,
        (found, missing): Expected<'_>,
        fix: &str,
    ) -> CheckResult {
        let account = &self.samples.accounts[at];
        let violation = |what: &dyn std::fmt::Debug| {
            let expected =
                format!("the receipts of the transactions {found:?} as facts of {account}, and {missing:?} missing");
            Err(describe_violation(expected, format_args!("{what:?}"), fix))
        };
        let Ok(answer) = answer else {
            return violation(answer);
        };
        let own = |number: &u64| self.harness.transaction(*number);
        let ids: Vec<(&AccountId, &TransactionId)> = answer
            .facts
            .iter()
            .map(|fact| (&fact.account, &fact.transaction))
            .collect();
        let is_right = |number: &u64| {
            let mut facts = answer.facts.iter().filter(|fact| fact.transaction == own(number));
            let (fact, second) = (facts.next(), facts.next());
            second.is_none()
                && fact.is_some_and(|fact| {
                    fact.account == *account
                        && fact.body.stream() == Stream::Receipts
                        && fact.block.number == height(*number)
                        && fact.block.hash == Some(self.harness.block_hash(height(*number), 0))
                })
        };
        let gone: BTreeSet<TransactionId> = answer.missing.iter().cloned().collect();
        let is_whole = ids.len() == found.len() && found.iter().all(is_right);
        if is_whole && gone == missing.iter().map(own).collect() {
            return Ok(());
        }
        violation(&(ids, gone))
    }

    /// Requests all transactions, and then others in each call, from one reader.
    pub(super) async fn every_receipt(&self) -> CheckResult {
        let session = self.open(self.usual());
        let all: Vec<u64> = (1..=MANY).collect();
        for numbers in [&all[..], &all[..3], &all[2..6], &all[4..5], &all[..3]] {
            let wanted = self.requested(numbers.iter().copied());
            let fix = "request the receipts in batches, and return all of them, for the account of the call and without \
                       those of earlier calls";
            self.reads(&session, &wanted, (numbers, &[]), fix).await?;
        }
        Ok(())
    }

    pub(super) async fn missing(&self) -> CheckResult {
        let mut receipts = self.usual();
        receipts.blocks.remove(&2);
        let session = self.open(receipts);
        let fix = "a transaction that the service does not know is missing";
        self.reads(&session, &self.requested(1..=3), (&[1, 3], &[2]), fix)
            .await?;
        self.reads(&session, &self.requested(3..=5), (&[3, 4, 5], &[]), fix)
            .await
    }

    /// Requests transactions whose blocks were replaced, and then one of them in its new block.
    pub(super) async fn other_block(&self) -> CheckResult {
        let mut receipts = self.usual();
        let replaced = self.harness.block_hash(height(2), 1);
        let higher = (height(1) + 1, self.harness.block_hash(height(1), 0));
        receipts.blocks.insert(1, higher);
        receipts.blocks.insert(2, (height(2), replaced.clone()));
        let session = self.open(receipts);
        let fix =
            "compare the height and the hash of the receipt's block with the requested one: it may have been replaced";
        let mut wanted = self.requested(1..=3);
        self.reads(&session, &wanted, (&[3], &[1, 2]), fix).await?;
        wanted[1].block.hash = Some(replaced);
        for at in [0, 1] {
            let answer = self.read(&session, at, &wanted).await;
            let missing = std::slice::from_ref(&wanted[0].id);
            if !answer
                .as_ref()
                .is_ok_and(|found| found.facts.len() == 2 && found.missing == missing)
            {
                return Err(describe_violation(
                    "the receipt of the second transaction in its new block, after it was missing in its old one",
                    format_args!("{answer:?}"),
                    fix,
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn other_id(&self) -> CheckResult {
        let session = self.open(self.usual());
        let mut wanted = self.requested(1..=2);
        wanted[0].id = self.samples.other_id.clone();
        let fix = "leave out ids that are no transactions before the request";
        self.reads(&session, &wanted, (&[2], &[]), fix).await
    }

    pub(super) async fn not_served(&self) -> CheckResult {
        let session = self.open(MockReceipts {
            is_refused: true,
            ..self.usual()
        });
        for at in [0, 1, 0] {
            let answer = self.read(&session, at, &self.requested(1..=3)).await;
            if answer.is_ok() {
                return Err(describe_violation(
                    "an error, because the service refuses receipts",
                    format_args!("{answer:?}"),
                    "return RemoteError::Refused or Unsupported: the receipts exist, and another service may have them",
                ));
            }
        }
        Ok(())
    }

    /// Lets one request after the other fail, and then the next call succeed.
    pub(super) async fn whole(&self) -> CheckResult {
        let wanted = self.requested(1..=MANY);
        let working = self.open(self.usual());
        drop(self.read(&working, 0, &wanted).await);
        let all: Vec<u64> = (1..=MANY).collect();
        for failing in 0..working.server.count() {
            let (session, count) = (self.open(self.usual()), AtomicUsize::new(0));
            session.server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) == failing,
                Fault::Status(500),
            );
            for at in [0, 1] {
                let answer = self.read(&session, at, &wanted).await;
                if answer.is_ok() {
                    let fix = "return an error where a request failed and none replaced it";
                    self.differs(at, &answer, (&all, &[]), fix)?;
                }
            }
        }
        Ok(())
    }

    pub(super) async fn same(&self) -> CheckResult {
        let session = self.open(self.usual());
        let wanted = self.requested(1..=3);
        for at in [0, 1] {
            let one = self.read(&session, at, &wanted).await;
            let other = self.read(&session, at, &wanted).await;
            if one != other {
                return Err(describe_violation(
                    format_args!("{one:?} again"),
                    format_args!("{other:?}"),
                    "keep no state between calls that changes a result",
                ));
            }
        }
        Ok(())
    }

    /// Changes the receipts of the service between the calls of one reader.
    pub(super) async fn current(&self) -> CheckResult {
        let session = self.open(self.usual());
        let (mut without, mut replaced) = (self.usual(), self.usual());
        without.blocks.remove(&2);
        replaced
            .blocks
            .insert(2, (height(2), self.harness.block_hash(height(2), 1)));
        let (whole, part): (Expected<'_>, Expected<'_>) = ((&[1, 2, 3], &[]), (&[1, 3], &[2]));
        let states = [
            (without, part),
            (self.usual(), whole),
            (replaced, part),
            (self.usual(), whole),
        ];
        let steps = states.len();
        for (step, (receipts, expected)) in states.into_iter().enumerate() {
            session.set(receipts);
            let limit = limit_after_change(self.harness.patience(), step + 1 == steps).await;
            for at in [0, 1] {
                let fix = "keep no receipts between calls, and do not remember missing ones";
                let wanted = self.requested(1..=3);
                let call = || async { self.differs(at, &self.read(&session, at, &wanted).await, expected, fix) };
                until(limit, call, Result::is_ok).await?;
            }
        }
        Ok(())
    }

    /// Requests the hashes of several blocks in turn from one reader.
    pub(super) async fn block_hash(&self) -> CheckResult {
        let session = self.open(self.usual());
        let chain = &self.samples.accounts[0].chain;
        for number in [height(1), height(2), ABSENT, height(1), height(2)] {
            let found = session.adapter.block_hash(chain, number).await;
            let expected = (number != ABSENT).then(|| self.harness.block_hash(number, 0));
            let is_expected = found.as_ref().is_ok_and(|found| match (found, &expected) {
                (Some(found), Some(expected)) => found.eq_ignore_ascii_case(expected),
                (found, expected) => found.is_none() && expected.is_none(),
            });
            if !is_expected {
                return Err(describe_violation(
                    format_args!("the hash {expected:?} of block {number}"),
                    format_args!("{found:?}"),
                    "return the hash that the service states, and None for a block that it does not have",
                ));
            }
        }
        Ok(())
    }
}

/// The height of the block of a transaction.
const fn height(number: u64) -> u64 {
    100 + number
}
