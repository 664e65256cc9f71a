//! The lists of the history in a local server whose requests are signed with a time.

use std::collections::BTreeMap;

use serde_json::Value;

/// What a server can do wrong with a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListFault {
    /// Every page begins with the last row of the one before, as where rows are added meanwhile.
    Overlaps,
    /// The rows have another order.
    OutOfOrder,
    /// The place of the next page is always the same.
    RepeatsPlace,
    /// It counts more rows than it has, or states another page where there is none.
    CountsMore,
    /// It has no more rows than a page, and does not state that there are others.
    Cuts,
}

/// What happened in the account: the rows of each list, with their times in milliseconds.
#[derive(Default)]
pub struct ServedLists {
    pub rows: BTreeMap<&'static str, Vec<(i64, Value)>>,
    pub fault: Option<ListFault>,
}

impl ServedLists {
    /// Adds a row to a list.
    pub fn add(&mut self, path: &'static str, time: i64, row: Value) {
        self.rows.entry(path).or_default().push((time, row));
    }

    /// Returns the rows between two moments, inclusive, the newest first.
    pub fn between(&self, path: &str, (first, last): (i64, i64)) -> Vec<Value> {
        let all = self.rows.get(path).map(Vec::as_slice).unwrap_or_default();
        let mut rows: Vec<&(i64, Value)> = all.iter().filter(|(time, _)| (first..=last).contains(time)).collect();
        rows.sort_by_key(|(time, _)| std::cmp::Reverse(*time));
        let rows = rows.into_iter().map(|(_, row)| row.clone());
        rows.collect()
    }

    /// Returns a page after this number of rows, and how many rows to skip for the next one; `None` at the end.
    pub fn page(&self, rows: &[Value], skipped: usize, limit: usize) -> (Vec<Value>, Option<usize>) {
        let begin = match self.fault {
            Some(ListFault::Overlaps) => skipped.saturating_sub(1),
            _ => skipped,
        };
        let page: Vec<Value> = rows.iter().skip(begin).take(limit).cloned().collect();
        let end = begin + page.len();
        let mut page = page;
        if self.fault == Some(ListFault::OutOfOrder) {
            page.reverse();
        }
        let next = match self.fault {
            Some(ListFault::RepeatsPlace) => Some(limit),
            Some(ListFault::CountsMore) => Some(end.max(skipped + 1)),
            Some(ListFault::Cuts) => None,
            _ => (end < rows.len()).then_some(end),
        };
        (page, next)
    }
}
