//! The checks of histories.

use std::{collections::BTreeSet, sync::Arc};

use ports::{AccountId, Fact, HistoryReader, RawAmount, Stream, history::HistoryRequest};

use super::{
    harness::{Harness, Samples},
    read::{ReportedAmount, WholeHistory, amounts, whole},
    rows::{BLOCKS, CROWDED, RowWriter},
    service::{HistoryRow, HistoryService, HistorySession},
};
use crate::{
    adapter_session::AdapterSession,
    mock_server::Request,
    report::{CheckResult, describe_violation},
};

/// How many differences a violation lists.
const SHOWN: usize = 3;

pub(super) struct HistoryChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

impl HistoryChecks {
    /// Starts the mocked service and a reader of it.
    pub(super) fn open(&self, service: HistoryService) -> HistorySession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut HistoryService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|chain| harness.refuses(request, chain));
            refusal.unwrap_or_else(|| harness.answer(request, &service.history))
        };
        AdapterSession::open(service, answer, |base| self.harness.reader(base))
    }

    /// Returns the streams that the reader reports on the first chain.
    pub(super) fn streams(&self) -> Vec<Stream> {
        let session = self.open(HistoryService::of(vec![]));
        session.adapter.streams(&self.samples.accounts[0].chain)
    }

    /// Returns a stream with one row for each transaction, and one with several, where the reader has them. They are read
    /// where many rows are needed.
    pub(super) fn sample_streams(&self) -> Vec<Stream> {
        let streams = self.streams();
        let first = |has_items: bool| {
            streams
                .iter()
                .find(|one| RowWriter::has_items(**one) == has_items)
                .copied()
        };
        [first(false), first(true)].into_iter().flatten().collect()
    }

    /// Returns the account at a place: the accounts of the samples, and after them the stranger.
    pub(super) fn account(&self, at: usize) -> &AccountId {
        self.samples.accounts.get(at).unwrap_or(&self.samples.stranger)
    }

    pub(super) fn writer(&self, at: usize, stream: Stream) -> RowWriter {
        RowWriter::new(self.account(at), at, stream)
    }

    /// Returns a few rows of the account at a place. Their blocks differ from those of other accounts.
    pub(super) fn few(&self, stream: Stream, at: usize) -> Vec<HistoryRow> {
        let (rows, block) = (self.writer(at, stream), 100 + at as u64);
        rows.transaction(block, 1)
            .transaction(block, 3)
            .transaction(block + 5, 2)
            .transaction(BLOCKS.1, 1)
            .end()
    }

    pub(super) fn many(&self, stream: Stream, at: usize) -> Vec<HistoryRow> {
        let (rows, block) = (self.writer(at, stream), 100 + at as u64 * 7);
        rows.spread(block, self.samples.page_rows * 5 / 4).end()
    }

    pub(super) fn crowded(&self, stream: Stream, count: usize) -> Vec<HistoryRow> {
        let rows = self.writer(0, stream).transaction(CROWDED - 1, 2);
        rows.crowd(CROWDED, count).transaction(CROWDED + 1, 2).end()
    }

    pub(super) fn request(&self, stream: Stream, blocks: (u64, u64)) -> HistoryRequest {
        HistoryRequest {
            blocks,
            ..self.request_of(0, stream)
        }
    }

    /// Returns a request for the usual blocks of the account at a place.
    pub(super) fn request_of(&self, at: usize, stream: Stream) -> HistoryRequest {
        HistoryRequest {
            account: self.account(at).clone(),
            stream,
            blocks: BLOCKS,
            continuation: None,
        }
    }

    pub(super) fn expected(&self, rows: &[HistoryRow]) -> Vec<ReportedAmount> {
        let amount = |row: &HistoryRow| {
            let id = self.harness.transaction(row.stream, row.transaction);
            (row.block, id, RawAmount::from(row.amount))
        };
        let mut amounts: Vec<ReportedAmount> = rows.iter().map(amount).collect();
        amounts.sort();
        amounts
    }

    pub(super) async fn read(
        &self,
        reader: &dyn HistoryReader,
        request: HistoryRequest,
    ) -> Result<WholeHistory, String> {
        let (account, stream) = (request.account.clone(), request.stream.code());
        let read = whole(reader, request).await;
        read.map_err(|failure| {
            describe_violation(
                format_args!("the history of {account} in {stream}"),
                failure,
                "begin each page after the previous one and end with the last requested block",
            )
        })
    }

    /// Checks that the reader reports exactly these rows of an account and stream, each transaction in one fact.
    pub(super) fn compare(
        &self,
        (account, stream): (&AccountId, Stream),
        facts: &[Fact],
        rows: &[HistoryRow],
    ) -> CheckResult {
        let (found, expected) = (amounts(facts), self.expected(rows));
        if found != expected {
            let missing: Vec<_> = expected.iter().filter(|row| !found.contains(row)).take(SHOWN).collect();
            let other: Vec<_> = found.iter().filter(|row| !expected.contains(row)).take(SHOWN).collect();
            return Err(describe_violation(
                format_args!("{} rows of {account} in {}", expected.len(), stream.code()),
                format_args!(
                    "{} rows; missing, first ones: {missing:?}; others: {other:?}",
                    found.len()
                ),
                "report every row once, in the fact of its transaction and with its block, whatever was requested before",
            ));
        }
        let mut seen = BTreeSet::new();
        let twice = facts.iter().find(|fact| !seen.insert(fact.transaction.clone()));
        let elsewhere = facts
            .iter()
            .find(|fact| fact.body.stream() != stream || fact.account != *account);
        match twice.or(elsewhere) {
            None => Ok(()),
            Some(fact) => Err(describe_violation(
                "one fact for each transaction, of the requested stream and account",
                format_args!("{fact:?}"),
                "collect the rows of a transaction before making its fact",
            )),
        }
    }

    /// Reads an account's history from the service of a session and compares it with these rows.
    pub(super) async fn reports(
        &self,
        session: &HistorySession,
        request: HistoryRequest,
        expected: &[HistoryRow],
    ) -> CheckResult {
        let (account, stream) = (request.account.clone(), request.stream);
        let found = self.read(session.adapter.as_ref(), request).await?;
        self.compare((&account, stream), &found.facts, expected)
    }

    /// Reads the usual blocks of the first account.
    pub(super) async fn reports_first(
        &self,
        session: &HistorySession,
        stream: Stream,
        expected: &[HistoryRow],
    ) -> CheckResult {
        self.reports(session, self.request_of(0, stream), expected).await
    }
}
