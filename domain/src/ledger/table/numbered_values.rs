//! Values that are kept once and stand for a number.

use std::{borrow::Borrow, hash::Hash};

use hashbrown::HashMap;

/// The number that stands for no value.
pub(in crate::ledger) const NONE: u32 = u32::MAX;

/// Values that are kept once, by number.
pub(in crate::ledger) struct NumberedValues<T> {
    values: Vec<T>,
    /// The number of each value; empty when the table is complete.
    numbers: HashMap<T, u32>,
}

impl<T> Default for NumberedValues<T> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> NumberedValues<T> {
    /// Returns the number of a value. `copy` makes the value that is kept: one that shares no memory with loaded entries, because
    /// many small pieces of it would keep all of theirs reserved.
    pub fn number<Q: Eq + Hash + ?Sized>(&mut self, value: &Q, copy: impl FnOnce(&Q) -> T) -> u32
    where
        T: Borrow<Q>,
    {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = index(self.values.len());
        let copied = copy(value);
        self.values.push(copied.clone());
        self.numbers.insert(copied, number);
        number
    }

    /// Returns the value of a number.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.values.get(usize::try_from(number).ok()?)
    }

    /// Returns the number of a value of a complete table, which keeps no index of them.
    pub fn position<Q: Eq + ?Sized>(&self, value: &Q) -> Option<u32>
    where
        T: Borrow<Q>,
    {
        let mut values = self.values.iter();
        values.position(|known| known.borrow() == value).map(index)
    }

    /// Frees what only adding values needs.
    pub fn complete(&mut self) {
        self.numbers = HashMap::new();
        self.values.shrink_to_fit();
    }
}

/// Returns a place as a number. A book never has as many entries as there are numbers.
pub(in crate::ledger) fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(NONE)
}
