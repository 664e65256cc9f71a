//! Tables of an export, and where their rows go.

use futures::{SinkExt, channel::mpsc};
use ports::StorageError;

/// A row of a table: a cell for each of its columns, `None` where nothing is known.
pub type ExportRow = Vec<Option<String>>;

/// A table of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportTable {
    /// The name of its files, without an extension.
    pub name: &'static str,
    /// What it has, as a sentence for people.
    pub about: &'static str,
    /// The names of its columns.
    pub columns: &'static [&'static str],
}

/// Where the rows of a table go.
pub(super) struct RowSink(pub(super) mpsc::Sender<ExportRow>);

/// Nobody takes the rows any more.
pub(super) struct SinkClosed;

impl RowSink {
    pub(super) async fn send(&mut self, row: ExportRow) -> Result<(), SinkClosed> {
        self.0.send(row).await.map_err(|_| SinkClosed)
    }

    pub(super) async fn send_all(&mut self, rows: impl IntoIterator<Item = ExportRow>) -> Result<(), SinkClosed> {
        for row in rows {
            self.send(row).await?;
        }
        Ok(())
    }
}

/// Why a table ended early.
pub(super) enum Stopped {
    Storage(StorageError),
    Closed,
}

impl From<StorageError> for Stopped {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<SinkClosed> for Stopped {
    fn from(SinkClosed: SinkClosed) -> Self {
        Self::Closed
    }
}
