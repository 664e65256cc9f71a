//! Pages of a list that an exchange returns from its newest row, by the number of rows to skip.

use ports::{
    AccountId, RemoteError, Timestamp,
    history::{HistoryPage, HistoryRequest},
};

use super::listed_row::ListedRow;

/// A part of a list: the rows between two moments, after those that were skipped.
pub(crate) struct ListPosition {
    /// The first and the last moment, inclusive.
    pub(crate) times: (Timestamp, Timestamp),
    /// How many rows are skipped, from the newest one.
    pub(crate) skipped: u64,
}

impl ListPosition {
    /// Returns which part is requested next. A walk keeps the last moment with which it began: rows that are added meanwhile would move
    /// all others.
    pub(crate) fn of(request: &HistoryRequest) -> Option<Self> {
        let (first, last) = request.blocks;
        let (last, skipped) = match request.continuation.as_deref() {
            None => (last, 0),
            Some(continuation) => {
                let (last, skipped) = continuation.split_once(' ')?;
                (last.parse().ok()?, skipped.parse().ok()?)
            }
        };
        Some(Self {
            times: (moment(first)?, moment(last)?),
            skipped,
        })
    }

    /// Makes the page of what an exchange returned here: `total` is how many rows it counts between both moments, where it does. The
    /// list ends with a page without rows, or with the last one that is counted. `None` where rows are left out or repeated without
    /// end, so that such a list never counts as read.
    pub(crate) fn page(
        &self,
        account: &AccountId,
        (rows, rows_of_page): (Vec<ListedRow>, u64),
        total: Option<u64>,
    ) -> Option<HistoryPage> {
        let returned = u64::try_from(rows.len()).ok()?;
        let read = self.skipped.checked_add(returned)?;
        let is_short = returned < rows_of_page;
        let is_end = returned == 0 || total.is_some_and(|total| is_short && read >= total);
        let lacks_rows = is_end && total.is_some_and(|total| read < total);
        let has_too_many = total.is_some_and(|total| read > total.saturating_add(rows_of_page));
        if lacks_rows || has_too_many {
            return None;
        }
        let last = self.times.1;
        let within = rows
            .into_iter()
            .filter(|row| (self.times.0..=self.times.1).contains(&row.time));
        Some(HistoryPage {
            markets: Vec::new(),
            facts: within.map(|row| row.into_fact(account)).collect(),
            through: is_end.then(|| last.millis().unsigned_abs()),
            continuation: (!is_end).then(|| format!("{} {read}", last.millis())),
            total,
            gaps: Vec::new(),
        })
    }
}

pub(super) fn moment(block: u64) -> Option<Timestamp> {
    i64::try_from(block).ok().map(Timestamp::from_millis)
}

/// Returns the error of a list that leaves rows out, or repeats them without end.
pub(crate) fn inconsistent_list(who: &str) -> RemoteError {
    RemoteError::Malformed {
        who: who.to_owned(),
        what: "a list with another number of rows than it counts".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use ports::Stream;

    use super::*;
    use crate::exchange::account::test_rows::row;

    fn account() -> AccountId {
        "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
    }

    fn rows(count: u64) -> (Vec<ListedRow>, u64) {
        ((0..count).map(row).collect(), 50)
    }

    fn position(blocks: (u64, u64), continuation: Option<&str>) -> Option<ListPosition> {
        ListPosition::of(&HistoryRequest {
            account: account(),
            stream: Stream::ExchangeLedger,
            blocks,
            continuation: continuation.map(str::to_owned),
        })
    }

    #[test]
    fn a_walk_keeps_its_end_and_counts_rows() {
        let first = position((0, 900), None).unwrap();
        let page = first.page(&account(), rows(50), Some(70)).unwrap();
        assert_eq!(
            (page.through, page.continuation.as_deref(), page.total),
            (None, Some("900 50"), Some(70))
        );
        let next = position((0, 1000), Some("900 50")).unwrap();
        assert_eq!((next.times.1.millis(), next.skipped), (900, 50));
        let page = next.page(&account(), rows(20), Some(70)).unwrap();
        assert_eq!((page.through, page.continuation), (Some(900), None));
        for continuation in ["", "900", "x 50", "900 y"] {
            assert!(position((0, 900), Some(continuation)).is_none(), "{continuation}");
        }
    }

    #[test]
    fn a_list_ends_with_an_empty_page_where_rows_are_not_counted() {
        let first = position((0, 900), None).unwrap();
        let page = first.page(&account(), rows(3), None).unwrap();
        assert_eq!((page.through, page.continuation.as_deref()), (None, Some("900 3")));
        let next = position((0, 900), Some("900 3")).unwrap();
        assert_eq!(next.page(&account(), rows(0), None).unwrap().through, Some(900));
    }

    #[test]
    fn a_list_that_lacks_rows_or_repeats_them_is_not_read() {
        let first = || position((0, 900), None).unwrap();
        assert!(first().page(&account(), rows(0), Some(1)).is_none());
        let short = first().page(&account(), rows(30), Some(70)).unwrap();
        assert_eq!((short.through, short.continuation.as_deref()), (None, Some("900 30")));
        let endless = position((0, 900), Some("900 100")).unwrap();
        assert!(endless.page(&account(), rows(50), Some(70)).is_none());
    }

    #[test]
    fn rows_outside_of_the_requested_times_are_left_out() {
        let part = position((2, 3), None).unwrap();
        let page = part.page(&account(), rows(5), Some(5)).unwrap();
        let numbers: Vec<u64> = page.facts.iter().map(|fact| fact.block.number).collect();
        assert_eq!(numbers, [2, 3]);
    }
}
