//! Files of comma-separated values that are written while they are sent.

use std::io;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures::{StreamExt, stream};
use ports::{ApiKeyScope, TimeZone, Timestamp};
use tokio::sync::mpsc;

use crate::access::{Access, Call};
use crate::limit::{CallLimit, per_hour};
use crate::problem::Code;
use crate::wire::csv;

/// Limits exports of reports.
static EXPORT_REPORT: CallLimit = CallLimit::new("export-report", "exports of reports", per_hour::<60>());

/// Returns what a call is that exports a report.
pub fn export_call() -> Call {
    Call::read(Access::AnyUser)
        .scope(ApiKeyScope::Ledger)
        .problems(&[Code::PlanLimit])
        .limited(&EXPORT_REPORT)
        .computes()
}

/// How many blocks wait to be sent.
const WAITING: usize = 4;
/// How many bytes are sent at once.
const BLOCK: usize = 16 * 1024;

/// A table that is sent as a file.
pub struct CsvFile {
    /// The name of the file, without its extension.
    pub name: String,
    /// The names of the columns.
    pub columns: &'static [&'static str],
}

impl CsvFile {
    /// Names a file after what it has and the days that it covers in a zone.
    pub fn of_span(
        name: &str,
        columns: &'static [&'static str],
        zone: &TimeZone,
        (from, to): (Option<Timestamp>, Timestamp),
    ) -> Self {
        let to = zone.day(to);
        let name = from.map_or_else(
            || format!("{name}-until-{to}"),
            |from| format!("{name}-{}-{to}", zone.day(from)),
        );
        Self { name, columns }
    }

    /// Sends the rows, each with a cell for each column, as they are made on a thread of its own. Where that fails, the response is cut
    /// off: a file that arrives in full is whole.
    pub fn send(self, rows: impl Iterator<Item = Vec<String>> + Send + 'static) -> Response {
        let (to, blocks) = mpsc::channel(WAITING);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = write(self.columns, rows, &to) {
                // The client has gone where this fails.
                let _ = to.blocking_send(Err(error));
            }
        });
        let blocks = stream::unfold(blocks, |mut blocks| async move { Some((blocks.recv().await?, blocks)) });
        // Compression asks again after the end.
        let blocks = blocks.fuse();
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (
                CONTENT_DISPOSITION,
                format!("attachment; filename=\"{}.csv\"", self.name),
            ),
            (CACHE_CONTROL, "no-store".to_owned()),
        ];
        (headers, Body::from_stream(blocks)).into_response()
    }
}

fn write(
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
    to: &mpsc::Sender<io::Result<Bytes>>,
) -> io::Result<()> {
    let mut block = record(columns)?;
    let send = |block: &mut Vec<u8>| {
        let bytes = Bytes::from(std::mem::take(block));
        let sent = to.blocking_send(Ok(bytes));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    };
    // The first line shows at once that the file is coming.
    send(&mut block)?;
    for row in rows {
        block.extend(record(&row)?);
        if block.len() >= BLOCK {
            send(&mut block)?;
        }
    }
    send(&mut block)
}

fn record(cells: &[impl AsRef<str>]) -> io::Result<Vec<u8>> {
    csv::record(cells).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
}

/// Returns a cell that says whether a history is complete, and if it is not, what is missing.
pub fn history(coverage: &domain::ledger::ReportCoverage) -> String {
    if coverage.complete {
        return "complete".to_owned();
    }
    let gaps: Vec<&str> = coverage.gaps.iter().map(|(_, text, _)| text.as_str()).collect();
    format!("incomplete. {}", gaps.join(" ")).trim_end().to_owned()
}

/// Returns the cell of a value that may be unknown.
pub fn cell(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the cell of a choice.
pub fn yes_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}
