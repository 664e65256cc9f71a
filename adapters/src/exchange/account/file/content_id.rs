//! Ids of rows that have none, made of what they state.

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use ports::Timestamp;
use sha2::{Digest, Sha256};

/// The ids of the rows of a file by their content. Equal rows of one moment differ by their order, so that a row has the same id in
/// every file that has it.
#[derive(Default)]
pub(crate) struct ContentIds {
    equals: HashMap<String, usize>,
}

impl ContentIds {
    /// Returns the id of the next row with this content. `form` is the name of the form in ids.
    pub(crate) fn next(&mut self, form: &str, at: Timestamp, content: &str) -> String {
        let key = format!("{form} {} {content}", at.millis());
        let equal = self.equals.entry(key.clone()).or_default();
        *equal += 1;
        format!("{key} {equal}")
    }
}

/// Returns a text that stands for an id of a row, because ids of events are short.
pub(crate) fn short_id(id: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(id)[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_have_different_ids() {
        let mut ids = ContentIds::default();
        let at = Timestamp::from_millis(7);
        assert_eq!(ids.next("form", at, "BTC 1"), "form 7 BTC 1 1");
        assert_eq!(ids.next("form", at, "BTC 1"), "form 7 BTC 1 2");
        assert_eq!(ids.next("form", at, "BTC 2"), "form 7 BTC 2 1");
        assert_eq!(short_id("form 7 BTC 2 1").len(), 24);
    }
}
