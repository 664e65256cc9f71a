//! The rows of the latest searches in a book, kept so that the next page is not searched again.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use ports::LabelPlace;

use crate::ledger::book::conditions::{EntryConditions, RowOrder};

/// The most searches whose rows are kept with one book.
const MOST_KEPT: usize = 8;

/// The rows that a search finds.
pub(in crate::ledger) struct FoundRows {
    /// The positions of the rows in the book, in order.
    pub positions: Vec<u32>,
    /// How many rows match but are left out as dust.
    pub dust_hidden: usize,
}

/// The rows of the latest searches in a book.
#[derive(Default)]
pub(in crate::ledger) struct LatestSearches(Mutex<Vec<Search>>);

/// What the rows of a search depend on besides the book: conditions, order, and the names that the owner gave to others.
type SearchKey<'a> = (&'a EntryConditions, RowOrder, &'a BTreeMap<LabelPlace, String>);

struct Search {
    conditions: EntryConditions,
    order: RowOrder,
    labels: BTreeMap<LabelPlace, String>,
    found: Arc<FoundRows>,
}

impl LatestSearches {
    /// Returns the rows of a search: the kept ones, otherwise those that `search` finds.
    pub fn rows(&self, key: SearchKey<'_>, search: impl FnOnce() -> FoundRows) -> Arc<FoundRows> {
        if let Some(found) = self.kept(key) {
            return found;
        }
        let (conditions, order, labels) = key;
        let found = Arc::new(search());
        let mut searches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if searches.len() >= MOST_KEPT {
            searches.remove(0);
        }
        searches.push(Search {
            conditions: conditions.clone(),
            order,
            labels: labels.clone(),
            found: found.clone(),
        });
        found
    }

    fn kept(&self, key: SearchKey<'_>) -> Option<Arc<FoundRows>> {
        let searches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut same = searches
            .iter()
            .filter(|one| (&one.conditions, one.order, &one.labels) == key);
        same.next().map(|one| one.found.clone())
    }
}

impl FoundRows {
    /// Returns the positions of a page of these rows.
    pub fn page(&self, start: usize, limit: usize) -> impl Iterator<Item = usize> {
        let positions = self.positions.iter().skip(start).take(limit);
        positions.filter_map(|at| usize::try_from(*at).ok())
    }

    /// Returns the offset that follows the row at this position; `None` where it is none of these rows.
    pub fn after(&self, position: usize) -> Option<usize> {
        let position = u32::try_from(position).ok()?;
        self.positions.iter().position(|at| *at == position).map(|at| at + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::book::conditions::EntrySort;

    #[test]
    fn a_search_is_kept_until_eight_others_were_made() {
        let searches = LatestSearches::default();
        let order = RowOrder {
            sort: EntrySort::Time,
            ascending: false,
        };
        let none = BTreeMap::new();
        let of_year = |year| EntryConditions {
            years: vec![year],
            ..EntryConditions::default()
        };
        let count = |year| {
            let found = |dust_hidden| FoundRows {
                positions: vec![2, 0],
                dust_hidden,
            };
            let year_number = usize::try_from(year).unwrap();
            searches
                .rows((&of_year(year), order, &none), || found(year_number))
                .dust_hidden
        };
        assert_eq!(count(2020), 2020);
        let again = searches.rows((&of_year(2020), order, &none), || panic!("it is kept"));
        assert_eq!(again.page(1, 5).collect::<Vec<usize>>(), [0]);
        let upwards = RowOrder {
            ascending: true,
            ..order
        };
        let other = searches.rows((&of_year(2020), upwards, &none), || FoundRows {
            positions: vec![],
            dust_hidden: 1,
        });
        assert_eq!(other.dust_hidden, 1, "another order is another search");
        for year in 2000..2008 {
            count(year);
        }
        let dropped = searches.rows((&of_year(2020), order, &none), || FoundRows {
            positions: vec![],
            dust_hidden: 7,
        });
        assert_eq!(dropped.dust_hidden, 7);
    }
}
