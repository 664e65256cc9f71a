//! Requirements for [`TransactionReceiptReader`].

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use ports::{
    AccountId, RemoteError, Stream, Timestamp, TransactionId, TransactionReceiptReader,
    fact::FactBlock,
    source::SourceKind,
    transaction_receipt::{FoundReceipts, LocatedTransaction},
};

use crate::{
    faults,
    mock_server::{Fault, MockServer, Request, RequestHandler, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: each requested transaction that has a receipt is a fact once, of the account, with its block and no other.
pub const EVERY_RECEIPT: &str = "every requested receipt is reported once, with its block, and no other";
/// Requirement: a transaction without a receipt is missing, and the others are reported.
pub const MISSING: &str = "a transaction without a receipt is missing, and the others are reported";
/// Requirement: a receipt of another block than the requested one is missing: of another height, or of another hash at the same height.
pub const OTHER_BLOCK: &str = "a receipt of another block than the requested one is missing";
/// Requirement: an id that is no transaction of the chain is ignored, and the others are reported.
pub const OTHER_ID: &str = "an id that is no transaction of the chain is ignored";
/// Requirement: receipts that the service refuses are an error. Missing ones would not be requested again.
pub const NOT_SERVED: &str = "receipts that the service refuses are an error and not missing";
/// Requirement: a failure of one request is an error or the whole answer, and never a missing receipt.
pub const ALL_OR_NOTHING: &str = "a failure of one request is never a missing receipt";
/// Requirement: the same request returns equal facts.
pub const SAME: &str = "the same request returns equal facts";
/// Requirement: the hash of a block is the one that the service states, and a block that it does not have has none.
pub const BLOCK_HASH: &str = "the hash of a block is that of the service, and None where it has no such block";

/// Transactions of the usual answer: more than most services answer at once.
const MANY: u64 = 45;
/// A block that the service does not have.
const ABSENT: u64 = 900;

/// Creates your reader, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only, with short timeouts.
    fn reader(&self, base: &str) -> Arc<dyn TransactionReceiptReader>;

    /// Returns the service's answer to a request about receipts or blocks.
    fn answer(&self, request: &Request, receipts: &MockReceipts) -> Response;

    /// Returns the id of the transaction with this number.
    fn transaction(&self, number: u64) -> TransactionId;

    /// Returns the hash of a block, by its height and a number that tells replaced blocks apart.
    fn block_hash(&self, height: u64, version: u64) -> String;

    /// The account that sent the transactions, and an id that is no transaction of its chain.
    fn samples(&self) -> (AccountId, TransactionId);

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The data of the mocked service.
#[derive(Clone, Debug, Default)]
pub struct MockReceipts {
    /// The height and the hash of the block of each transaction, by its number. Others have no receipt.
    pub blocks: BTreeMap<u64, (u64, String)>,
    /// Whether the service refuses receipts, in its usual form.
    pub is_refused: bool,
}

/// Checks a reader against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = ReceiptChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let (server, reader) = checks.open(checks.usual());
    let mut report = Report::new(&reader.profile().name);
    let named = profile::check_profile(&reader.profile(), SourceKind::Chain);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&reader.profile(), &server)),
    );
    report.record(EVERY_RECEIPT, checks.every_receipt().await);
    report.record(MISSING, checks.missing().await);
    report.record(OTHER_BLOCK, checks.other_block().await);
    report.record(OTHER_ID, checks.other_id().await);
    report.record(NOT_SERVED, checks.not_served().await);
    report.record(ALL_OR_NOTHING, checks.whole().await);
    report.record(SAME, checks.same().await);
    report.record(BLOCK_HASH, checks.block_hash().await);
    let open = || checks.open(checks.usual()).0;
    let ask = |reader: Arc<dyn TransactionReceiptReader>, _: bool| {
        let (account, wanted) = (checks.samples.0.clone(), checks.requested(1..=2));
        async move { reader.receipts(&account, &wanted).await }
    };
    report.record(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |server| checks.harness.reader(&server.url()), ask).await,
    );
    faults::run(&mut report, checks.harness.patience(), open, |server| {
        ask(checks.harness.reader(&server.url()), false)
    })
    .await;
    report
}

struct ReceiptChecks {
    harness: Arc<dyn Harness>,
    samples: (AccountId, TransactionId),
}

struct ReceiptHandler {
    harness: Arc<dyn Harness>,
    receipts: MockReceipts,
}

#[async_trait]
impl RequestHandler for ReceiptHandler {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.receipts)
    }
}

impl ReceiptChecks {
    fn open(&self, receipts: MockReceipts) -> (MockServer, Arc<dyn TransactionReceiptReader>) {
        let server = MockServer::start(ReceiptHandler {
            harness: self.harness.clone(),
            receipts,
        });
        let reader = self.harness.reader(&server.url());
        (server, reader)
    }

    /// Returns the data of a service that has a receipt of every transaction, each in a block of its own.
    fn usual(&self) -> MockReceipts {
        let block = |number| (number, (height(number), self.harness.block_hash(height(number), 0)));
        MockReceipts {
            blocks: (1..=MANY).map(block).collect(),
            is_refused: false,
        }
    }

    /// Returns transactions as a history located them.
    fn requested(&self, numbers: impl IntoIterator<Item = u64>) -> Vec<LocatedTransaction> {
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

    async fn read(&self, receipts: MockReceipts, wanted: &[LocatedTransaction]) -> Result<FoundReceipts, RemoteError> {
        let (_server, reader) = self.open(receipts);
        reader.receipts(&self.samples.0, wanted).await
    }

    /// Returns why an answer is not this one: these transactions with a receipt, and these without.
    fn differs(
        &self,
        answer: &Result<FoundReceipts, RemoteError>,
        (found, missing): (&[u64], &[u64]),
        fix: &str,
    ) -> CheckResult {
        let violation = |what: &dyn std::fmt::Debug| {
            let expected = format!("the receipts of the transactions {found:?}, and {missing:?} missing");
            Err(describe_violation(expected, format_args!("{what:?}"), fix))
        };
        let Ok(answer) = answer else {
            return violation(answer);
        };
        let own = |number: &u64| self.harness.transaction(*number);
        let ids: Vec<TransactionId> = answer.facts.iter().map(|fact| fact.transaction.clone()).collect();
        let is_right = |number: &u64| {
            let mut facts = answer.facts.iter().filter(|fact| fact.transaction == own(number));
            let (fact, second) = (facts.next(), facts.next());
            second.is_none()
                && fact.is_some_and(|fact| {
                    fact.account == self.samples.0
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

    async fn every_receipt(&self) -> CheckResult {
        let all: Vec<u64> = (1..=MANY).collect();
        let answer = self.read(self.usual(), &self.requested(all.clone())).await;
        self.differs(
            &answer,
            (&all, &[]),
            "request the receipts in batches, and return all of them",
        )
    }

    async fn missing(&self) -> CheckResult {
        let mut receipts = self.usual();
        receipts.blocks.remove(&2);
        let answer = self.read(receipts, &self.requested(1..=3)).await;
        self.differs(
            &answer,
            (&[1, 3], &[2]),
            "a transaction that the service does not know is missing",
        )
    }

    async fn other_block(&self) -> CheckResult {
        let mut receipts = self.usual();
        receipts
            .blocks
            .insert(1, (height(1) + 1, self.harness.block_hash(height(1), 0)));
        receipts
            .blocks
            .insert(2, (height(2), self.harness.block_hash(height(2), 1)));
        let answer = self.read(receipts, &self.requested(1..=3)).await;
        let fix =
            "compare the height and the hash of the receipt's block with the requested one: it may have been replaced";
        self.differs(&answer, (&[3], &[1, 2]), fix)
    }

    async fn other_id(&self) -> CheckResult {
        let mut wanted = self.requested(1..=2);
        wanted[0].id = self.samples.1.clone();
        let answer = self.read(self.usual(), &wanted).await;
        self.differs(
            &answer,
            (&[2], &[]),
            "leave out ids that are no transactions before the request",
        )
    }

    async fn not_served(&self) -> CheckResult {
        let receipts = MockReceipts {
            is_refused: true,
            ..self.usual()
        };
        let answer = self.read(receipts, &self.requested(1..=3)).await;
        if answer.is_err() {
            return Ok(());
        }
        Err(describe_violation(
            "an error, because the service refuses receipts",
            format_args!("{answer:?}"),
            "return RemoteError::Refused or Unsupported: the receipts exist, and another service may have them",
        ))
    }

    /// Lets one request after the other fail.
    async fn whole(&self) -> CheckResult {
        let wanted = self.requested(1..=MANY);
        let (working, reader) = self.open(self.usual());
        drop(reader.receipts(&self.samples.0, &wanted).await);
        let all: Vec<u64> = (1..=MANY).collect();
        for failing in 0..working.count() {
            let (server, reader) = self.open(self.usual());
            let count = AtomicUsize::new(0);
            server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) == failing,
                Fault::Status(500),
            );
            let answer = reader.receipts(&self.samples.0, &wanted).await;
            if answer.is_ok() {
                self.differs(
                    &answer,
                    (&all, &[]),
                    "return an error where a request failed and none replaced it",
                )?;
            }
        }
        Ok(())
    }

    async fn same(&self) -> CheckResult {
        let (_server, reader) = self.open(self.usual());
        let wanted = self.requested(1..=3);
        let one = reader.receipts(&self.samples.0, &wanted).await;
        let other = reader.receipts(&self.samples.0, &wanted).await;
        if one == other {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{one:?} again"),
            format_args!("{other:?}"),
            "keep no state between calls that changes a result",
        ))
    }

    async fn block_hash(&self) -> CheckResult {
        let (_server, reader) = self.open(self.usual());
        let chain = &self.samples.0.chain;
        let (known, absent) = (
            reader.block_hash(chain, height(1)).await,
            reader.block_hash(chain, ABSENT).await,
        );
        let hash = self.harness.block_hash(height(1), 0);
        let is_known = known
            .as_ref()
            .is_ok_and(|known| known.as_ref().is_some_and(|known| known.eq_ignore_ascii_case(&hash)));
        if is_known && absent == Ok(None) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("the hash {hash} of block {}, and none of block {ABSENT}", height(1)),
            format_args!("{known:?} and {absent:?}"),
            "return the hash that the service states, and None for a block that it does not have",
        ))
    }
}

/// The height of the block of a transaction.
const fn height(number: u64) -> u64 {
    100 + number
}
