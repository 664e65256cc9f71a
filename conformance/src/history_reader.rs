//! Requirements for [`HistoryReader`].

mod checks;
mod complete;
mod failing;
mod read;
mod rows;

use std::{sync::Arc, time::Duration};

use ports::{AccountId, ChainId, HistoryReader, Stream, TransactionId, source::SourceKind};

use crate::{
    adapter_session::AdapterSession,
    faults,
    mock_server::{Request, Response},
    profile,
    report::Report,
};

use checks::HistoryChecks;

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

/// Creates your reader, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a reader that sends requests to this base URL only, with short timeouts.
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader>;

    /// Returns the service's answer to a request about a list of an account. The rows are to be filtered by the chain and
    /// the list of the request, and by its blocks unless [`MockHistory::ignores_blocks`], but not by its account.
    fn answer(&self, request: &Request, history: &MockHistory) -> Response;

    /// Returns the answer to a request for a chain that the service refuses; `None` for requests about other chains.
    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response>;

    /// Returns an error in the form of a successful answer; `None` if the service has none.
    fn error_text(&self) -> Option<Response>;

    /// Returns the id of the transaction with this number in a stream.
    fn transaction(&self, stream: Stream, number: u64) -> TransactionId {
        evm_transaction(stream, number)
    }

    /// Returns the accounts that the kit requests, and the limits of the service.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a reader that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The accounts that the kit requests, and the capabilities of the service.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Accounts on two chains that the reader covers.
    pub accounts: [AccountId; 2],
    /// Another account on the chain of the first one.
    pub stranger: AccountId,
    /// The number of rows that fill a page.
    pub page_rows: usize,
    /// The number of rows of one block that the service reports at most; `None` without such a limit.
    pub window: Option<usize>,
    /// The streams in which the service identifies each row, so that a repeated row can be recognized.
    pub identified: Vec<Stream>,
}

/// A row of a list about an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryRow {
    /// The account that receives the amount.
    pub account: AccountId,
    /// The list.
    pub stream: Stream,
    /// The block.
    pub block: u64,
    /// The number of the transaction, see [`Harness::transaction`]; it rises with the block. For withdrawals it is the index.
    pub transaction: u64,
    /// The place of the row in the transaction, from 1. In a stream that is not among [`Samples::identified`] the service
    /// does not state it.
    pub item: u32,
    /// The amount in the smallest unit, a multiple of 1,000,000,000. The id of a token whose amount is always 1. For a receipt
    /// the amount of its only log, a transfer of an ERC-20 token to the account.
    pub amount: u128,
}

/// How the service divides rows into pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageOrder {
    /// As usual.
    Usual,
    /// Each page has its rows in the reverse order.
    Reversed,
    /// Every page, whatever the request, has the first rows of the history, as many as fill a page.
    Endless,
}

/// The data of the mocked service.
#[derive(Clone, Debug)]
pub struct MockHistory {
    /// The rows of all accounts and streams, ordered by block and transaction.
    pub rows: Vec<HistoryRow>,
    /// How they are divided into pages.
    pub order: PageOrder,
    /// Whether the service ignores which blocks are requested.
    pub ignores_blocks: bool,
}

impl HistoryRow {
    /// Returns the time of the block, in seconds since 1970.
    #[must_use]
    pub fn seconds(&self) -> u64 {
        1_600_000_000 + self.block * 12
    }
}

/// Returns the id of a transaction of an EVM chain: its number as a hash, and for withdrawals the id by its index.
#[must_use]
pub fn evm_transaction(stream: Stream, number: u64) -> TransactionId {
    if stream == Stream::Withdrawals {
        return TransactionId::withdrawal(number);
    }
    let hash = format!("0x{number:064x}");
    hash.parse().expect("a hash is the id of a transaction")
}

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

/// The mocked service.
#[derive(Clone)]
struct HistoryService {
    history: MockHistory,
    /// The chain that it refuses.
    refused: Option<ChainId>,
}

/// The mocked service and a reader.
type HistorySession = AdapterSession<HistoryService, dyn HistoryReader>;

impl HistoryService {
    fn of(rows: Vec<HistoryRow>) -> Self {
        Self {
            history: MockHistory {
                rows,
                order: PageOrder::Usual,
                ignores_blocks: false,
            },
            refused: None,
        }
    }
}

impl HistoryChecks {
    fn open(&self, service: HistoryService) -> HistorySession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut HistoryService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|chain| harness.refuses(request, chain));
            refusal.unwrap_or_else(|| harness.answer(request, &service.history))
        };
        AdapterSession::open(service, answer, |base| self.harness.reader(base))
    }
}
