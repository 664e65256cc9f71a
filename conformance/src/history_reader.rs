//! Requirements for [`HistoryReader`](ports::HistoryReader).

mod checks;
mod complete;
mod failing;
mod harness;
mod read;
mod rows;
mod service;

use std::sync::Arc;

use ports::{Stream, source::SourceKind};

use crate::{faults, profile, report::Report};

pub use harness::{Harness, Samples, evm_transaction};
pub use service::{HistoryRow, MockHistory, PageOrder};

use checks::HistoryChecks;
use service::HistoryService;

/// Requirement: each row that the service reports about the account is in a fact once, with its block, and no other.
pub const EVERY_ROW: &str = "every row of every stream is reported once, with its block, and no other";
/// Requirement: two equal rows of one transaction are two transfers, where the service states no place of a row.
pub const EQUAL_ROWS: &str = "two equal transfers of one transaction are two";
/// Requirement: the rows of all pages are reported, also where a page ends within a block or a transaction.
pub const PAGES: &str = "the rows of every page are reported, and a transaction that two pages divide is one fact";
/// Requirement: nothing is lost where the rows of one block fill several pages.
pub const FULL_BLOCK: &str = "nothing is lost where one block fills several pages";
/// Requirement: a block with more rows than the service reports is a gap with that block, or an error.
pub const WINDOW: &str = "a block with more rows than the service reports is a stated gap or an error";
/// Requirement: rows in another order, and repeated rows that the service identifies, change nothing.
pub const ORDER: &str = "rows that are reordered or repeated change nothing";
/// Requirement: `through` never passes a block with a row that was not reported yet.
pub const THROUGH: &str = "through does not pass a row that was not reported";
/// Requirement: only the requested blocks are reported, and two parts of a range are as much as the whole.
pub const BLOCKS: &str = "two parts of a range of blocks report as much as the whole";
/// Requirement: the same request returns equal facts with equal ids.
pub const SAME: &str = "the same request returns equal facts";
/// Requirement: rows that the service has later are reported, also where the same blocks were requested before.
pub const CURRENT: &str = "the facts are those that the service reports now";
/// Requirement: pages of several accounts, requested in turn, are the same as one after the other.
pub const CURSORS: &str = "the pages of several accounts can be requested in turn";
/// Requirement: an account without history is an empty page that reaches the last requested block.
pub const NOTHING: &str = "an account without history is an empty page up to the last requested block";
/// Requirement: a page that fails is an error, because the pages before it are not the whole answer.
pub const ALL_OR_NOTHING: &str = "a page that fails is an error and no shorter history";
/// Requirement: an error that the service sends as a successful answer is an error.
pub const ERROR_TEXT: &str = "an error text with status 200 is an error";
/// Requirement: pages without end are abandoned after at most 100 requests, with an error or a gap.
pub const BOUNDED: &str = "pages without end are abandoned after at most 100 requests";
/// Requirement: rows of another account, and rows of blocks that were not requested, are never reported.
pub const FOREIGN: &str = "rows of another account and of other blocks are not reported";
/// Requirement: a chain that the service refuses is an error, and does not affect other chains.
pub const NEIGHBOURS: &str = "a refused chain does not affect other chains";

/// Checks a reader against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = HistoryChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let session = checks.open(HistoryService::of(vec![]));
    let mut report = Report::new(&session.adapter.profile().name);
    // A node reports the history beside the balances; any other reader is one of an explorer.
    let kind = match session.adapter.profile().kind {
        SourceKind::Chain => SourceKind::Chain,
        _ => SourceKind::Explorer,
    };
    let named = profile::check_profile(&session.adapter.profile(), kind);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    rows(&mut report, &checks).await;
    report.record(ALL_OR_NOTHING, checks.all_or_nothing().await);
    if checks.harness.error_text().is_some() {
        report.record(ERROR_TEXT, checks.error_text().await);
    } else {
        report.skip(ERROR_TEXT, "the service has no errors with status 200");
    }
    report.record(BOUNDED, checks.bounded().await);
    report.record(FOREIGN, checks.foreign().await);
    report.record(NEIGHBOURS, checks.neighbours().await);
    failures(&mut report, &checks).await;
    report
}

async fn rows(report: &mut Report, checks: &HistoryChecks) {
    report.record(EVERY_ROW, checks.every_row().await);
    report.record(EQUAL_ROWS, checks.equal_rows().await);
    report.record(PAGES, checks.pages().await);
    report.record(CURSORS, checks.cursors().await);
    report.record(FULL_BLOCK, checks.full_block().await);
    if checks.samples.window.is_some() {
        report.record(WINDOW, checks.window().await);
    } else {
        report.skip(WINDOW, "the service reports any number of rows of a block");
    }
    report.record(ORDER, checks.order().await);
    report.record(THROUGH, checks.through().await);
    report.record(BLOCKS, checks.blocks().await);
    report.record(SAME, checks.same().await);
    report.record(CURRENT, checks.current().await);
    report.record(NOTHING, checks.nothing().await);
}

async fn failures(report: &mut Report, checks: &HistoryChecks) {
    let stream = checks.streams().first().copied().unwrap_or(Stream::Transactions);
    let open = || {
        checks.open(HistoryService::of(
            [checks.few(stream, 0), checks.few(stream, 1)].concat(),
        ))
    };
    faults::run(report, checks.harness.patience(), open, |session, at| {
        let (reader, request) = (session.adapter.clone(), checks.request_of(at, stream));
        async move { reader.page(&request).await }
    })
    .await;
}
