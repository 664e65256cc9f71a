//! The checks that every row is reported, whatever was requested before.

use ports::{
    Fact, Stream,
    history::{HistoryGap, HistoryGapKind},
};

use super::{
    checks::HistoryChecks,
    read::{HistoryFailure, whole},
    rows::{BLOCKS, CROWDED, RowWriter},
    service::{HistoryRow, HistoryService, PageOrder},
};
use crate::{
    adapter_session::{limit_after_change, until},
    report::{CheckResult, describe_violation},
};

/// The place of the stranger among the accounts.
const STRANGER: usize = 2;

impl HistoryChecks {
    /// Reads every stream of each account in turn from one reader, and of the first account again. Receipts are read apart,
    /// because they are of the transactions of the other streams.
    pub(super) async fn every_row(&self) -> CheckResult {
        let streams = self.streams();
        if streams.is_empty() {
            return Err(describe_violation(
                "a stream on the chain of the first account",
                "none",
                "correct streams() or samples()",
            ));
        }
        let (receipts, others): (Vec<Stream>, Vec<Stream>) =
            streams.into_iter().partition(|stream| *stream == Stream::Receipts);
        for streams in [others, receipts] {
            let session = self.open(HistoryService::of(vec![]));
            for at in [0, 1, STRANGER, 0] {
                let chain = &self.account(at).chain;
                let reported = session.adapter.streams(chain);
                let own: Vec<Stream> = streams
                    .iter()
                    .filter(|stream| reported.contains(stream))
                    .copied()
                    .collect();
                session.set(HistoryService::of(self.rows_of(at, &own)));
                for stream in own {
                    self.reports(&session, self.request_of(at, stream), &self.few(stream, at))
                        .await?;
                }
            }
        }
        Ok(())
    }

    /// Returns the rows of an account in several streams.
    fn rows_of(&self, at: usize, streams: &[Stream]) -> Vec<HistoryRow> {
        let mut rows: Vec<HistoryRow> = streams.iter().flat_map(|stream| self.few(*stream, at)).collect();
        rows.sort_by_key(|row| row.block);
        rows
    }

    pub(super) async fn equal_rows(&self) -> CheckResult {
        let has_items = |stream: &Stream| RowWriter::has_items(*stream);
        for stream in self.streams().into_iter().filter(has_items) {
            let rows = self.writer(0, stream).equal_rows(100).end();
            let session = self.open(HistoryService::of(rows.clone()));
            for _ in 0..2 {
                self.reports_first(&session, stream, &rows).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn pages(&self) -> CheckResult {
        let sample = self.sample_streams();
        for stream in self.streams() {
            let rows = if sample.contains(&stream) {
                let rows = self.writer(0, stream);
                rows.spread(100, self.samples.page_rows * 5 / 2).end()
            } else {
                self.many(stream, 0)
            };
            let session = self.open(HistoryService::of(rows.clone()));
            self.reports_first(&session, stream, &rows).await?;
        }
        Ok(())
    }

    /// Requests the pages of two accounts in turn from one reader.
    pub(super) async fn cursors(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let session = self.open(HistoryService::of(vec![]));
            let accounts = [0, STRANGER];
            let rows = accounts.map(|at| self.many(stream, at));
            let mut requests = accounts.map(|at| Some(self.request_of(at, stream)));
            let mut facts: [Vec<Fact>; 2] = Default::default();
            // A page without progress is another requirement; here it only must not go on forever.
            for at in (0..self.samples.page_rows).flat_map(|_| [0, 1]) {
                let Some(request) = requests[at].take() else { continue };
                session.set(HistoryService::of(rows[at].clone()));
                let page = session.adapter.page(&request).await.map_err(|error| {
                    describe_violation(
                        format_args!("a page of {} between those of another account", request.account),
                        format_args!("{error:?}"),
                        "keep no cursor in the reader: the request has it",
                    )
                })?;
                facts[at].extend(page.facts);
                requests[at] = page.continuation.map(|continuation| ports::history::HistoryRequest {
                    continuation: Some(continuation),
                    ..request
                });
                if requests.iter().all(Option::is_none) {
                    break;
                }
            }
            for ((at, facts), rows) in accounts.into_iter().zip(&facts).zip(&rows) {
                self.compare((self.account(at), stream), facts, rows)?;
            }
        }
        Ok(())
    }

    pub(super) async fn full_block(&self) -> CheckResult {
        let page = self.samples.page_rows;
        for stream in self.sample_streams() {
            let session = self.open(HistoryService::of(vec![]));
            // Whole pages too: their end looks like the end of the block.
            for count in [page * 3 / 2, page * 2] {
                let rows = self.crowded(stream, count);
                session.set(HistoryService::of(rows.clone()));
                self.reports_first(&session, stream, &rows).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn window(&self) -> CheckResult {
        let (Some(window), Some(stream)) = (self.samples.window, self.streams().first().copied()) else {
            return Ok(());
        };
        let rows = self.crowded(stream, window + 5);
        let session = self.open(HistoryService::of(rows.clone()));
        let found = match whole(session.adapter.as_ref(), self.request_of(0, stream)).await {
            Err(HistoryFailure::Remote(_)) => return Ok(()),
            found => found,
        };
        let is_stated = found.as_ref().is_ok_and(|found| {
            let is_it =
                |gap: &HistoryGap| gap.kind == HistoryGapKind::FullBlock && gap.blocks == Some((CROWDED, CROWDED));
            found.gaps.iter().any(is_it)
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
        self.compare((self.account(0), stream), &facts, &expected)
    }

    pub(super) async fn order(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let rows = self.many(stream, 0);
            let mut service = HistoryService::of(rows.clone());
            service.history.order = PageOrder::Reversed;
            let session = self.open(service);
            self.reports_first(&session, stream, &rows).await?;
            if self.samples.identified.contains(&stream) {
                let repeated = rows.iter().flat_map(|row| [row.clone(), row.clone()]).collect();
                session.set(HistoryService::of(repeated));
                self.reports_first(&session, stream, &rows).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn through(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let rows = self.many(stream, 0);
            let session = self.open(HistoryService::of(rows.clone()));
            let found = self.read(session.adapter.as_ref(), self.request_of(0, stream)).await?;
            for (through, count) in found.progress {
                let expected: Vec<HistoryRow> = rows.iter().filter(|row| row.block <= through).cloned().collect();
                let reported = found.facts.iter().take(count);
                let reported: Vec<Fact> = reported.filter(|fact| fact.block.number <= through).cloned().collect();
                self.compare((self.account(0), stream), &reported, &expected)
                    .map_err(|violation| format!("after through {through}: {violation}"))?;
            }
        }
        Ok(())
    }

    /// Reads two parts of the blocks, the whole, and the parts again, from one reader.
    pub(super) async fn blocks(&self) -> CheckResult {
        for stream in self.streams() {
            let rows = self.few(stream, 0);
            let middle = rows.get(1).map_or(BLOCKS.0, |row| row.block);
            let session = self.open(HistoryService::of(rows.clone()));
            let parts = [(BLOCKS.0, middle), (middle + 1, BLOCKS.1)];
            for blocks in [parts[0], parts[1], BLOCKS, parts[1], parts[0]] {
                let is_within = |row: &&HistoryRow| (blocks.0..=blocks.1).contains(&row.block);
                let expected: Vec<HistoryRow> = rows.iter().filter(is_within).cloned().collect();
                self.reports(&session, self.request(stream, blocks), &expected)
                    .await
                    .map_err(|violation| format!("of the blocks {blocks:?}: {violation}"))?;
            }
        }
        Ok(())
    }

    /// Reads the first account, another one, and the first one again, from one reader.
    pub(super) async fn same(&self) -> CheckResult {
        for stream in self.streams() {
            let session = self.open(HistoryService::of(self.few(stream, 0)));
            let reader = session.adapter.as_ref();
            let once = self.read(reader, self.request_of(0, stream)).await?.facts;
            session.set(HistoryService::of(self.few(stream, STRANGER)));
            self.read(reader, self.request_of(STRANGER, stream)).await?;
            session.set(HistoryService::of(self.few(stream, 0)));
            let again = self.read(reader, self.request_of(0, stream)).await?.facts;
            let ids = |facts: &[Fact]| facts.iter().map(|fact| fact.id().ok()).collect::<Vec<_>>();
            if once.is_empty() || ids(&once) != ids(&again) {
                let differs = once.iter().zip(&again).find(|(one, other)| one != other);
                return Err(describe_violation(
                    format_args!("{} equal facts for the same request in {}", once.len(), stream.code()),
                    format_args!("{} facts; the first that differ: {differs:?}", again.len()),
                    "leave out of facts what changes with each answer, and sort what the service does not order",
                ));
            }
        }
        Ok(())
    }

    /// Changes the rows of the service between the readings of one reader: there are more, and fewer.
    pub(super) async fn current(&self) -> CheckResult {
        for stream in self.streams() {
            let usual = self.few(stream, 0);
            let rows = self.writer(0, stream).transaction(100, 1).transaction(100, 3);
            let fewer = rows.transaction(105, 2).end();
            let session = self.open(HistoryService::of(vec![]));
            let states = [&fewer, &usual, &fewer, &Vec::new(), &usual];
            for (step, rows) in states.into_iter().enumerate() {
                session.set(HistoryService::of(rows.clone()));
                let limit = limit_after_change(self.harness.patience(), step + 1 == states.len()).await;
                let call = || self.reports_first(&session, stream, rows);
                let result = until(limit, call, Result::is_ok).await;
                result.map_err(|violation| format!("after the rows of the service changed: {violation}"))?;
            }
        }
        Ok(())
    }

    /// Requests an account without history, before and after one that has some.
    pub(super) async fn nothing(&self) -> CheckResult {
        for stream in self.streams() {
            let session = self.open(HistoryService::of(vec![]));
            for (at, rows) in [(0, vec![]), (STRANGER, self.few(stream, STRANGER)), (0, vec![])] {
                session.set(HistoryService::of(rows.clone()));
                if !rows.is_empty() {
                    self.reports(&session, self.request_of(at, stream), &rows).await?;
                    continue;
                }
                let page = session.adapter.page(&self.request_of(at, stream)).await;
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
        }
        Ok(())
    }
}
