//! Windows whose rows are on several pages, each with the place of the next one.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::RemoteError;

use super::{
    list_page::inconsistent_list,
    list_windows::{ListMoments, WindowRows},
    listed_row::ListedRow,
};

/// A page of a list.
pub(crate) struct CursorPage {
    /// Its rows, without those that changed nothing.
    pub(crate) rows: Vec<ListedRow>,
    /// How many rows it had.
    pub(crate) returned: usize,
    /// Whether it has as many rows as it can have, so that rows are missing where no next page is stated.
    pub(crate) is_full: bool,
    /// The place of the next page; `None` at the end.
    pub(crate) next: Option<String>,
}

/// A list that is read page by page between two moments.
#[async_trait]
pub(crate) trait CursorList: Send + Sync {
    /// Returns the page at a place, and the first one without it.
    async fn page(&self, moments: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError>;
}

/// Returns the rows of all pages between two moments, each once; `None` where they have more than a number of pages, and where the last
/// page is full, because it may be cut. A list that returns to a place fails, so that it never counts as read.
pub(crate) async fn cursor_rows(
    list: &dyn CursorList,
    moments: ListMoments,
    (who, pages): (&str, usize),
) -> Result<WindowRows, RemoteError> {
    let (mut rows, mut places) = (BTreeMap::new(), BTreeSet::new());
    let mut cursor: Option<String> = None;
    for _ in 0..pages {
        let page = list.page(moments, cursor.as_deref()).await?;
        for row in page.rows {
            rows.entry(row.row.id.clone()).or_insert(row);
        }
        let next = page.next.filter(|_| page.returned > 0);
        let Some(next) = next else {
            return Ok((!page.is_full).then(|| rows.into_values().collect()));
        };
        if !places.insert(next.clone()) {
            return Err(inconsistent_list(who));
        }
        cursor = Some(next);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use ports::Timestamp;

    use super::*;
    use crate::exchange::account::test_rows::row;

    /// A list of rows with these numbers, two on a page; `stuck` returns the same place again.
    struct Pages(Vec<u64>, bool);

    #[async_trait]
    impl CursorList for Pages {
        async fn page(&self, _: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
            let skipped: usize = cursor.map_or(0, |cursor| cursor.parse().unwrap());
            let numbers: Vec<u64> = self.0.iter().skip(skipped).take(2).copied().collect();
            let next = if self.1 { 2 } else { skipped + numbers.len() };
            Ok(CursorPage {
                returned: numbers.len(),
                is_full: numbers.len() == 2,
                rows: numbers.into_iter().map(row).collect(),
                next: (self.1 || next < self.0.len()).then(|| next.to_string()),
            })
        }
    }

    async fn read(list: &Pages, pages: usize) -> Result<Option<usize>, RemoteError> {
        let moments = (Timestamp::from_millis(0), Timestamp::from_millis(9));
        let rows = cursor_rows(list, moments, ("Kraken", pages)).await?;
        Ok(rows.map(|rows| rows.len()))
    }

    #[tokio::test]
    async fn every_row_is_read_once() {
        assert_eq!(read(&Pages(vec![], false), 3).await.unwrap(), Some(0));
        assert_eq!(read(&Pages(vec![1], false), 3).await.unwrap(), Some(1));
        assert_eq!(read(&Pages(vec![1, 2, 3], false), 3).await.unwrap(), Some(3));
        // A row that is added meanwhile repeats another one.
        assert_eq!(read(&Pages(vec![1, 2, 2, 3, 4], false), 3).await.unwrap(), Some(4));
    }

    #[tokio::test]
    async fn a_window_that_is_too_long_or_may_be_cut_is_not_read() {
        assert_eq!(read(&Pages(vec![1, 2, 3, 4, 5, 6, 7], false), 3).await.unwrap(), None);
        assert_eq!(read(&Pages(vec![1, 2], false), 3).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_list_that_returns_to_a_place_fails() {
        let error = read(&Pages(vec![1, 2, 3, 4, 5], true), 9).await.unwrap_err();
        assert_eq!(error.code(), "malformed");
    }
}
