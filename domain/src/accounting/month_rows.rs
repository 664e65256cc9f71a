//! Rows by month, made in the order of time.

use crate::accounting::month::Month;

/// One row for each month with anything in it, ordered by month. Adding to the last month is the usual case and fast.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MonthRows<T>(Vec<(Month, T)>);

impl<T: Default> MonthRows<T> {
    /// Returns the row of a month, and adds an empty one where there is none.
    #[inline]
    pub fn row(&mut self, month: Month) -> Option<&mut T> {
        let at = match self.0.last() {
            Some((last, _)) if *last == month => self.0.len() - 1,
            Some((last, _)) if *last > month => match self.0.binary_search_by_key(&month, |(of, _)| *of) {
                Ok(at) => at,
                Err(at) => {
                    self.0.insert(at, (month, T::default()));
                    at
                }
            },
            _ => {
                self.0.push((month, T::default()));
                self.0.len() - 1
            }
        };
        self.0.get_mut(at).map(|(_, row)| row)
    }

    /// Returns the rows, the first month first.
    pub fn iter(&self) -> impl Iterator<Item = (Month, &T)> {
        self.0.iter().map(|(month, row)| (*month, row))
    }
}

impl<T> Default for MonthRows<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
