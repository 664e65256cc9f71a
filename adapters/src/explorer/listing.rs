//! Lists that an explorer returns page by page.

use ports::RemoteError;
use serde_json::Value;

use crate::http_client::RequestContext;

/// What a list contains, and how its rows are read.
pub struct Listing<T> {
    /// The purpose of the requests in the privacy ledger.
    pub purpose: &'static str,
    /// What the rows are, in error messages: `transfers`.
    pub rows: &'static str,
    /// The field that identifies a row, in error messages.
    pub field: &'static str,
    /// The maximum number of pages.
    pub max_pages: usize,
    /// Reads a row. A row without the field is `None`.
    pub read: fn(&Value) -> Option<T>,
}

impl<T> Listing<T> {
    /// Reads the rows of a page. Rows without the field are skipped; a page with nothing but such rows has an unknown
    /// shape.
    pub(super) fn page(&self, rows: &[Value], context: &RequestContext) -> Result<Vec<T>, RemoteError> {
        let read: Vec<T> = rows.iter().filter_map(self.read).collect();
        if read.is_empty() && !rows.is_empty() {
            return Err(context.malformed(&format!("{} without {}", self.rows, self.field)));
        }
        Ok(read)
    }
}
