//! Lists that an explorer returns page by page.

use ports::{RemoteError, json::Json};

use crate::http_client::RequestContext;

/// What a list contains, and how its rows are read.
pub struct Listing<T> {
    /// The purpose of the requests in the privacy ledger.
    pub purpose: &'static str,
    /// The error for an answer without rows.
    pub without_rows: &'static str,
    /// The error for a page whose rows all lack the field that identifies a row.
    pub without_field: &'static str,
    /// The maximum number of pages.
    pub max_pages: usize,
    /// Reads a row. A row without the field is `None`.
    pub read: fn(&Json) -> Option<T>,
}

impl<T> Listing<T> {
    /// Reads the rows of a page. Rows without the field are skipped; a page with nothing but such rows has an unknown
    /// shape.
    pub(super) fn page(&self, rows: &[Json], context: &RequestContext) -> Result<Vec<T>, RemoteError> {
        let read: Vec<T> = rows.iter().filter_map(self.read).collect();
        if read.is_empty() && !rows.is_empty() {
            return Err(context.malformed(self.without_field));
        }
        Ok(read)
    }
}
