//! Requirements for [`TransactionReceiptReader`](ports::TransactionReceiptReader).

mod checks;
mod harness;

use std::sync::Arc;

use ports::source::SourceKind;

use self::checks::ReceiptChecks;
use crate::{faults, profile, report::Report};

pub use harness::{Harness, MockReceipts, Samples};

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
/// Requirement: a receipt is reported as soon as the service has it, and not when a block without it replaced its block.
pub const CURRENT: &str = "the receipts are those that the service has now";
/// Requirement: the hash of a block is the one that the service states, and a block that it does not have has none.
pub const BLOCK_HASH: &str = "the hash of a block is that of the service, and None where it has no such block";

/// Checks a reader against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = ReceiptChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let session = checks.open(checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Chain);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    report.record(EVERY_RECEIPT, checks.every_receipt().await);
    report.record(MISSING, checks.missing().await);
    report.record(OTHER_BLOCK, checks.other_block().await);
    report.record(OTHER_ID, checks.other_id().await);
    report.record(NOT_SERVED, checks.not_served().await);
    report.record(ALL_OR_NOTHING, checks.whole().await);
    report.record(SAME, checks.same().await);
    report.record(CURRENT, checks.current().await);
    report.record(BLOCK_HASH, checks.block_hash().await);
    let open = || checks.open(checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let reader = session.adapter.clone();
        let (account, wanted) = (checks.samples.accounts[at].clone(), checks.requested(1..=2));
        async move { reader.receipts(&account, &wanted).await }
    })
    .await;
    report
}
