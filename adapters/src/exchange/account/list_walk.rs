//! Lists of an exchange that are read from their newest row on, by the place of the next page.
//!
//! Several lists can make up a stream. They are read one after the other, each between the same moments: a walk keeps the last moment with
//! which it began. A place is that of a row, so that rows that are added meanwhile move nothing.

use async_trait::async_trait;
use ports::{
    RemoteError,
    history::{HistoryPage, HistoryRequest},
};

use super::{
    cursor_pages::CursorPage,
    list_page::inconsistent_list,
    list_windows::{ListMoments, ListReach, moment_of},
};

/// The lists that make up a stream.
#[async_trait]
pub(crate) trait WalkedLists: Send + Sync {
    /// Returns how many lists there are.
    fn count(&self) -> usize;

    /// Returns the page of a list at a place, and the first one without it. Rows may be outside of both moments.
    async fn page(&self, list: usize, moments: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError>;
}

/// Where a walk is.
struct WalkPlace {
    /// The last moment of the walk.
    last: u64,
    list: usize,
    cursor: Option<String>,
}

impl WalkPlace {
    fn of(request: &HistoryRequest) -> Option<Self> {
        let Some(text) = request.continuation.as_deref() else {
            return Some(Self {
                last: request.blocks.1,
                list: 0,
                cursor: None,
            });
        };
        let mut parts = text.splitn(3, ' ');
        Some(Self {
            last: parts.next()?.parse().ok()?,
            list: parts.next()?.parse().ok()?,
            cursor: parts.next().filter(|cursor| !cursor.is_empty()).map(str::to_owned),
        })
    }

    fn text(&self) -> String {
        let cursor = self.cursor.as_deref().unwrap_or_default();
        format!("{} {} {cursor}", self.last, self.list)
    }
}

/// Reads the next page of the lists. One that returns to the same place fails, so that it never counts as read.
pub(crate) async fn walk(
    lists: &dyn WalkedLists,
    reach: ListReach,
    (who, part): (&str, &HistoryRequest),
) -> Result<HistoryPage, RemoteError> {
    let malformed = || inconsistent_list(who);
    let mut place = WalkPlace::of(part)
        .filter(|place| place.list < lists.count())
        .ok_or_else(malformed)?;
    let (first, gap) = reach.begin(part.blocks.0);
    let moments = (moment_of(first), moment_of(place.last));
    let page = lists.page(place.list, moments, place.cursor.as_deref()).await?;
    match page.next.filter(|_| page.returned > 0) {
        Some(next) if place.cursor.as_ref() == Some(&next) => return Err(malformed()),
        Some(next) => place.cursor = Some(next),
        None => (place.list, place.cursor) = (place.list + 1, None),
    }
    let is_end = place.list == lists.count();
    let rows = page.rows.into_iter();
    let within = rows.filter(|row| (moments.0..=moments.1).contains(&row.time));
    Ok(HistoryPage {
        markets: Vec::new(),
        facts: within.map(|row| row.into_fact(&part.account)).collect(),
        through: is_end.then_some(place.last),
        continuation: (!is_end).then(|| place.text()),
        total: None,
        // Once in a walk.
        gaps: gap.into_iter().filter(|_| part.continuation.is_none()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ports::Stream;

    use super::*;
    use crate::exchange::account::test_rows::row;

    /// Lists of rows at these moments, the newest first, two on a page. A place is the last moment before it.
    struct Lists(Vec<Vec<u64>>);

    #[async_trait]
    impl WalkedLists for Lists {
        fn count(&self) -> usize {
            self.0.len()
        }

        async fn page(&self, list: usize, _: ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
            let before = cursor.map_or(u64::MAX, |cursor| cursor.parse().unwrap());
            let older = self.0[list].iter().filter(|time| **time < before);
            let found: Vec<u64> = older.copied().take(2).collect();
            Ok(CursorPage {
                returned: found.len(),
                is_full: false,
                next: found.last().map(u64::to_string),
                rows: found.into_iter().map(row).collect(),
            })
        }
    }

    fn part(continuation: Option<String>) -> HistoryRequest {
        HistoryRequest {
            account: "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
            stream: Stream::ExchangeLedger,
            blocks: (3, 90),
            continuation,
        }
    }

    fn reach() -> ListReach {
        ListReach {
            opened: 0,
            longest: Duration::MAX,
            kept: None,
            has_older: false,
        }
    }

    #[tokio::test]
    async fn every_list_is_read_from_its_newest_row_on() {
        let lists = Lists(vec![vec![91, 80, 70, 5, 2], vec![], vec![4]]);
        let (mut continuation, mut rows) = (None, Vec::new());
        loop {
            let page = walk(&lists, reach(), ("Kraken", &part(continuation))).await.unwrap();
            rows.extend(page.facts.iter().map(|fact| fact.block.number));
            continuation = page.continuation;
            if continuation.is_none() {
                assert_eq!(page.through, Some(90));
                break;
            }
            assert_eq!(page.through, None);
        }
        assert_eq!(rows, [80, 70, 5, 4]);
    }

    #[tokio::test]
    async fn a_place_that_is_none_or_does_not_change_fails() {
        let lists = Lists(vec![vec![80, 70, 5]]);
        for text in ["", "90", "x 0 ", "90 1 ", "90 y "] {
            let failed = walk(&lists, reach(), ("Kraken", &part(Some(text.to_owned())))).await;
            assert!(failed.is_err(), "{text}");
        }
        struct Stuck;
        #[async_trait]
        impl WalkedLists for Stuck {
            fn count(&self) -> usize {
                1
            }

            async fn page(&self, _: usize, _: ListMoments, _: Option<&str>) -> Result<CursorPage, RemoteError> {
                Ok(CursorPage {
                    returned: 1,
                    is_full: false,
                    next: Some("7".to_owned()),
                    rows: Vec::new(),
                })
            }
        }
        assert!(walk(&Stuck, reach(), ("Kraken", &part(None))).await.is_ok());
        let stuck = walk(&Stuck, reach(), ("Kraken", &part(Some("90 0 7".to_owned())))).await;
        assert_eq!(stuck.unwrap_err().code(), "malformed");
    }
}
