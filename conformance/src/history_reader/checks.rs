//! The checks of histories.

use std::{collections::BTreeSet, sync::Arc};

use ports::{
    Fact, HistoryReader, RawAmount, Stream,
    history::{HistoryGapKind, HistoryRequest},
};

use super::{
    Harness, HistoryRow, HistoryService, PageOrder, Samples,
    read::{HistoryFailure, ReportedAmount, WholeHistory, amounts, whole},
    rows::{BLOCKS, CROWDED, RowWriter},
};
use crate::report::{CheckResult, describe_violation};

/// How many differences a violation lists.
const SHOWN: usize = 3;

pub(super) struct HistoryChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

impl HistoryChecks {
    /// Returns the streams that the reader reports on the first chain.
    pub(super) fn streams(&self) -> Vec<Stream> {
        let (_server, reader) = self.open(HistoryService::of(vec![]));
        reader.streams(&self.samples.accounts[0].chain)
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

    /// Returns a few rows of an account, by its place in the samples.
    pub(super) fn few(&self, stream: Stream, at: usize) -> Vec<HistoryRow> {
        let rows = RowWriter::new(&self.samples.accounts[at], stream);
        rows.transaction(100, 1)
            .transaction(100, 3)
            .transaction(105, 2)
            .transaction(BLOCKS.1, 1)
            .end()
    }

    pub(super) fn many(&self, stream: Stream) -> Vec<HistoryRow> {
        let rows = RowWriter::new(&self.samples.accounts[0], stream);
        rows.spread(100, self.samples.page_rows * 5 / 4).end()
    }

    pub(super) fn crowded(&self, stream: Stream, count: usize) -> Vec<HistoryRow> {
        let rows = RowWriter::new(&self.samples.accounts[0], stream).transaction(CROWDED - 1, 2);
        rows.crowd(CROWDED, count).transaction(CROWDED + 1, 2).end()
    }

    pub(super) fn request(&self, stream: Stream, blocks: (u64, u64)) -> HistoryRequest {
        HistoryRequest {
            account: self.samples.accounts[0].clone(),
            stream,
            blocks,
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

    async fn read(&self, reader: &dyn HistoryReader, stream: Stream) -> Result<WholeHistory, String> {
        let read = whole(reader, self.request(stream, BLOCKS)).await;
        read.map_err(|failure| {
            describe_violation(
                format_args!("the history in {}", stream.code()),
                failure,
                "begin each page after the previous one and end with the last requested block",
            )
        })
    }

    /// Checks that the reader reports exactly these rows, each transaction in one fact.
    fn compare(&self, stream: Stream, facts: &[Fact], rows: &[HistoryRow]) -> CheckResult {
        let (found, expected) = (amounts(facts), self.expected(rows));
        if found != expected {
            let missing: Vec<_> = expected.iter().filter(|row| !found.contains(row)).take(SHOWN).collect();
            let other: Vec<_> = found.iter().filter(|row| !expected.contains(row)).take(SHOWN).collect();
            return Err(describe_violation(
                format_args!("{} rows in {}", expected.len(), stream.code()),
                format_args!(
                    "{} rows; missing, first ones: {missing:?}; others: {other:?}",
                    found.len()
                ),
                "report every row once, in the fact of its transaction and with its block",
            ));
        }
        let mut seen = BTreeSet::new();
        let twice = facts.iter().find(|fact| !seen.insert(fact.transaction.clone()));
        let elsewhere = facts
            .iter()
            .find(|fact| fact.body.stream() != stream || fact.account != self.samples.accounts[0]);
        match twice.or(elsewhere) {
            None => Ok(()),
            Some(fact) => Err(describe_violation(
                "one fact for each transaction, of the requested stream and account",
                format_args!("{fact:?}"),
                "collect the rows of a transaction before making its fact",
            )),
        }
    }

    /// Reads these rows from a service and compares.
    async fn reports(&self, stream: Stream, service: HistoryService, expected: &[HistoryRow]) -> CheckResult {
        let (_server, reader) = self.open(service);
        let found = self.read(reader.as_ref(), stream).await?;
        self.compare(stream, &found.facts, expected)
    }

    pub(super) async fn every_row(&self) -> CheckResult {
        let streams = self.streams();
        if streams.is_empty() {
            return Err(describe_violation(
                "a stream on the chain of the first account",
                "none",
                "correct streams() or samples()",
            ));
        }
        for stream in streams {
            let rows = self.few(stream, 0);
            self.reports(stream, HistoryService::of(rows.clone()), &rows).await?;
        }
        Ok(())
    }

    pub(super) async fn equal_rows(&self) -> CheckResult {
        for stream in self
            .streams()
            .into_iter()
            .filter(|stream| RowWriter::has_items(*stream))
        {
            let rows = RowWriter::new(&self.samples.accounts[0], stream).equal_rows(100).end();
            self.reports(stream, HistoryService::of(rows.clone()), &rows).await?;
        }
        Ok(())
    }

    pub(super) async fn pages(&self) -> CheckResult {
        let sample = self.sample_streams();
        for stream in self.streams() {
            let rows = if sample.contains(&stream) {
                let rows = RowWriter::new(&self.samples.accounts[0], stream);
                rows.spread(100, self.samples.page_rows * 5 / 2).end()
            } else {
                self.many(stream)
            };
            self.reports(stream, HistoryService::of(rows.clone()), &rows).await?;
        }
        Ok(())
    }

    pub(super) async fn full_block(&self) -> CheckResult {
        let page = self.samples.page_rows;
        for stream in self.sample_streams() {
            // Whole pages too: their end looks like the end of the block.
            for count in [page * 3 / 2, page * 2] {
                let rows = self.crowded(stream, count);
                self.reports(stream, HistoryService::of(rows.clone()), &rows).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn window(&self) -> CheckResult {
        let (Some(window), Some(stream)) = (self.samples.window, self.streams().first().copied()) else {
            return Ok(());
        };
        let rows = self.crowded(stream, window + 5);
        let (_server, reader) = self.open(HistoryService::of(rows.clone()));
        let found = match whole(reader.as_ref(), self.request(stream, BLOCKS)).await {
            Err(HistoryFailure::Remote(_)) => return Ok(()),
            found => found,
        };
        let is_stated = found.as_ref().is_ok_and(|found| {
            let gap = |gap: &ports::history::HistoryGap| {
                gap.kind == HistoryGapKind::FullBlock && gap.blocks == Some((CROWDED, CROWDED))
            };
            found.gaps.iter().any(gap)
        });
        if !is_stated {
            return Err(describe_violation(
                format_args!("an error, or a gap FullBlock for block {CROWDED}, which has more than {window} rows"),
                format_args!("{:?}", found.map(|found| (found.facts.len(), found.gaps))),
                "stop at the last page that the service reports, and state the block as a gap",
            ));
        }
        let beside = |row: &&HistoryRow| row.block != CROWDED;
        let expected: Vec<HistoryRow> = rows.iter().filter(beside).cloned().collect();
        let facts = found.map(|found| found.facts).unwrap_or_default();
        let facts: Vec<Fact> = facts.into_iter().filter(|fact| fact.block.number != CROWDED).collect();
        self.compare(stream, &facts, &expected)
    }

    pub(super) async fn order(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let rows = self.many(stream);
            let mut service = HistoryService::of(rows.clone());
            service.history.order = PageOrder::Reversed;
            self.reports(stream, service, &rows).await?;
            if self.samples.identified.contains(&stream) {
                let repeated = rows.iter().flat_map(|row| [row.clone(), row.clone()]).collect();
                self.reports(stream, HistoryService::of(repeated), &rows).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn through(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let rows = self.many(stream);
            let (_server, reader) = self.open(HistoryService::of(rows.clone()));
            let found = self.read(reader.as_ref(), stream).await?;
            for (through, count) in found.progress {
                let expected: Vec<HistoryRow> = rows.iter().filter(|row| row.block <= through).cloned().collect();
                let reported = found.facts.iter().take(count);
                let reported: Vec<Fact> = reported.filter(|fact| fact.block.number <= through).cloned().collect();
                self.compare(stream, &reported, &expected)
                    .map_err(|violation| format!("after through {through}: {violation}"))?;
            }
        }
        Ok(())
    }

    pub(super) async fn blocks(&self) -> CheckResult {
        for stream in self.streams() {
            let rows = self.few(stream, 0);
            let middle = rows.get(1).map_or(BLOCKS.0, |row| row.block);
            let (_server, reader) = self.open(HistoryService::of(rows.clone()));
            let mut facts = Vec::new();
            for blocks in [(BLOCKS.0, middle), (middle + 1, BLOCKS.1)] {
                let part = whole(reader.as_ref(), self.request(stream, blocks)).await;
                let part = part.map_err(|failure| format!("of the blocks {blocks:?}: {failure}"))?;
                facts.extend(part.facts);
            }
            self.compare(stream, &facts, &rows)?;
        }
        Ok(())
    }

    pub(super) async fn same(&self) -> CheckResult {
        for stream in self.streams() {
            let (_server, reader) = self.open(HistoryService::of(self.few(stream, 0)));
            let once = self.read(reader.as_ref(), stream).await?.facts;
            let again = self.read(reader.as_ref(), stream).await?.facts;
            let ids = |facts: &[Fact]| facts.iter().map(|fact| fact.id().ok()).collect::<Vec<_>>();
            if once.is_empty() || ids(&once) != ids(&again) {
                let differs = once.iter().zip(&again).find(|(one, other)| one != other);
                return Err(describe_violation(
                    format_args!("equal facts for the same request in {}", stream.code()),
                    format_args!("{differs:?}"),
                    "leave out of facts what changes with each answer, and sort what the service does not order",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn nothing(&self) -> CheckResult {
        for stream in self.streams() {
            let (_server, reader) = self.open(HistoryService::of(vec![]));
            let page = reader.page(&self.request(stream, BLOCKS)).await;
            let is_empty_end = page.as_ref().is_ok_and(|page| {
                page.facts.is_empty() && page.through == Some(BLOCKS.1) && page.continuation.is_none()
            });
            if !is_empty_end {
                return Err(describe_violation(
                    format_args!("an empty page through {} in {}", BLOCKS.1, stream.code()),
                    format_args!("{page:?}"),
                    "recognize how the service states that it found nothing, and keep that apart from a refusal",
                ));
            }
        }
        Ok(())
    }
}
