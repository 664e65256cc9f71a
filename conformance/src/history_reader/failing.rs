//! The checks of services that fail, refuse, or report something else.

use std::sync::atomic::{AtomicUsize, Ordering};

use ports::Stream;

use super::{
    checks::HistoryChecks,
    read::{HistoryFailure, whole},
    rows::BLOCKS,
    service::{HistoryService, PageOrder},
};
use crate::{
    adapter_session::until,
    mock_server::{Fault, Request},
    report::{CheckResult, describe_violation},
};

/// The largest number of requests for a history without end.
const MAX_REQUESTS: usize = 100;

impl HistoryChecks {
    /// Checks that reading fails where an answer after the first one is replaced, and that the same reader then reads the
    /// whole history.
    async fn fails_later(&self, fault: Fault, after: usize) -> CheckResult {
        for stream in self.sample_streams() {
            let rows = self.many(stream, 0);
            let session = self.open(HistoryService::of(rows.clone()));
            let count = AtomicUsize::new(0);
            let is_later = move |_: &Request| count.fetch_add(1, Ordering::SeqCst) >= after;
            session.server.fail_when(is_later, fault.clone());
            let found = whole(session.adapter.as_ref(), self.request_of(0, stream)).await;
            if !matches!(found, Err(HistoryFailure::Remote(_))) {
                return Err(describe_violation(
                    format_args!("an error in {}: answer {} is {fault:?}", stream.code(), after + 1),
                    format_args!("{:?}", found.map(|found| found.facts.len())),
                    "return the error: rows that are missing look like rows that do not exist",
                ));
            }
            session.server.heal();
            let call = || self.reports_first(&session, stream, &rows);
            until(self.harness.patience(), call, Result::is_ok).await?;
        }
        Ok(())
    }

    pub(super) async fn all_or_nothing(&self) -> CheckResult {
        self.fails_later(Fault::Status(500), 1).await
    }

    pub(super) async fn error_text(&self) -> CheckResult {
        let Some(response) = self.harness.error_text() else {
            return Ok(());
        };
        let text = String::from_utf8_lossy(&response.body).into_owned();
        self.fails_later(Fault::Json(text.clone()), 0).await?;
        self.fails_later(Fault::Json(text), 1).await
    }

    pub(super) async fn bounded(&self) -> CheckResult {
        for stream in self.sample_streams() {
            let mut service = HistoryService::of(self.crowded(stream, self.samples.page_rows));
            service.history.order = PageOrder::Endless;
            let session = self.open(service);
            let found = whole(session.adapter.as_ref(), self.request_of(0, stream));
            let found = tokio::time::timeout(self.harness.patience(), found).await;
            let is_abandoned = match &found {
                Ok(Err(HistoryFailure::Remote(_))) => true,
                Ok(Ok(found)) => !found.gaps.is_empty(),
                _ => false,
            };
            if !is_abandoned || session.server.count() > MAX_REQUESTS {
                return Err(describe_violation(
                    format_args!(
                        "an error or a gap after at most {MAX_REQUESTS} requests in {}",
                        stream.code()
                    ),
                    format_args!(
                        "{:?} after {} requests",
                        found.map(|found| found.map(|found| found.gaps)),
                        session.server.count()
                    ),
                    "a page that brings nothing new is an error",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn foreign(&self) -> CheckResult {
        for stream in self.streams() {
            let mut rows = self.few(stream, 0);
            for row in &mut rows {
                row.account = self.samples.stranger.clone();
            }
            self.reports_none(stream, HistoryService::of(rows), BLOCKS).await?;
            let mut service = HistoryService::of(self.few(stream, 0));
            service.history.ignores_blocks = true;
            self.reports_none(stream, service, (500, 600)).await?;
        }
        Ok(())
    }

    async fn reports_none(&self, stream: Stream, service: HistoryService, blocks: (u64, u64)) -> CheckResult {
        let session = self.open(service);
        match whole(session.adapter.as_ref(), self.request(stream, blocks)).await {
            Err(HistoryFailure::Remote(_)) => Ok(()),
            Ok(found) if found.facts.is_empty() => Ok(()),
            found => Err(describe_violation(
                format_args!(
                    "an error or no facts in {}: the rows are of another account or other blocks",
                    stream.code()
                ),
                format_args!("{found:?}"),
                "compare the account and the block of each row with the request",
            )),
        }
    }

    pub(super) async fn neighbours(&self) -> CheckResult {
        let account = &self.samples.accounts[0];
        let Some(stream) = self.streams().first().copied() else {
            return Ok(());
        };
        let mut service = HistoryService::of([self.few(stream, 0), self.few(stream, 1)].concat());
        service.refused = Some(account.chain.clone());
        let session = self.open(service);
        for _ in 0..2 {
            if let Ok(page) = session.adapter.page(&self.request_of(0, stream)).await {
                return Err(describe_violation(
                    format_args!("an error: the service refuses {}", account.chain),
                    format_args!("{page:?}"),
                    "return an error for a refusal: an empty page means that the account has no history",
                ));
            }
            let rows = self.few(stream, 1);
            let found = self.reports(&session, self.request_of(1, stream), &rows).await;
            found.map_err(|violation| format!("on another chain than the refused one: {violation}"))?;
        }
        Ok(())
    }
}
