//! The pages of Bybit's lists, `{"list": […], "nextPageCursor": "21963%3A1%2C14954%3A1"}`. The place of the next page is stated as it
//! belongs into a URL.

use std::time::Duration;

use async_trait::async_trait;
use percent_encoding::percent_decode_str;
use ports::{RemoteError, Timestamp};

use crate::exchange::account::{
    CursorList, CursorPage, ListMoments, ListedRow, ReadListedRow, SignedHistory, WindowRows, cursor_rows,
};

/// The most pages of a window.
const PAGES: usize = 20;
const MILLIS_PER_SECOND: i64 = 1_000;

/// One of Bybit's lists.
pub(super) struct BybitList {
    pub(super) path: &'static str,
    /// The parameters of the first and the last moment.
    pub(super) times: [&'static str; 2],
    /// Whether these are in seconds.
    pub(super) is_in_seconds: bool,
    /// By how much earlier a window begins, where rows may be listed at another time than the one that they state.
    pub(super) lead: Duration,
    pub(super) rest: &'static [(&'static str, &'static str)],
    /// The field of its rows.
    pub(super) rows: &'static str,
    /// The most rows of a page.
    pub(super) most: usize,
    pub(super) row: ReadListedRow,
}

struct BybitPages<'a> {
    history: &'a SignedHistory<'a>,
    list: &'static BybitList,
}

/// Reads what a list has between two moments.
pub(super) async fn read(
    history: &SignedHistory<'_>,
    list: &'static BybitList,
    moments: ListMoments,
) -> Result<WindowRows, RemoteError> {
    let rows = cursor_rows(&BybitPages { history, list }, moments, (history.who(), PAGES)).await?;
    // Those before the window are in the one before.
    let within = |rows: Vec<ListedRow>| rows.into_iter().filter(|row| row.time >= moments.0).collect();
    Ok(rows.map(within))
}

impl BybitList {
    /// Returns the parameters of a window. Whether the last moment is part of it is not documented, so that one more is requested.
    fn times(&self, (first, last): ListMoments) -> [String; 2] {
        let first = first.minus(self.lead);
        let unit = if self.is_in_seconds { MILLIS_PER_SECOND } else { 1 };
        let of = |at: Timestamp| at.millis().div_euclid(unit);
        [of(first).max(1).to_string(), of(last).saturating_add(1).to_string()]
    }
}

#[async_trait]
impl CursorList for BybitPages<'_> {
    async fn page(&self, moments: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
        let list = self.list;
        let ([first, last], limit) = (list.times(moments), list.most.to_string());
        let mut parameters = vec![
            (list.times[0], first.as_str()),
            (list.times[1], last.as_str()),
            ("limit", limit.as_str()),
        ];
        parameters.extend(list.rest);
        parameters.extend(cursor.map(|cursor| ("cursor", cursor)));
        let answer = self.history.request(list.path, &parameters).await?;
        let (rows, returned) = self.history.rows(&answer[list.rows], list.row)?;
        let next = answer["nextPageCursor"].as_str().filter(|next| !next.is_empty());
        Ok(CursorPage {
            rows,
            returned,
            // A window that begins earlier does not become shorter than that.
            is_full: returned >= list.most && list.lead.is_zero(),
            next: next.map(|next| percent_decode_str(next).decode_utf8_lossy().into_owned()),
        })
    }
}
