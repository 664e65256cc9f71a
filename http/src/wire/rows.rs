//! The rows of a response.

use domain::parallel;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::to_raw_value;

/// Rows, which all cores serialize in parallel if there are many.
#[derive(Debug)]
pub struct Rows<T>(pub Vec<T>);

impl<T: Serialize + Sync> Serialize for Rows<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let written = parallel::par_map(&self.0, |_, row| to_raw_value(row));
        let mut list = to.serialize_seq(Some(written.len()))?;
        for row in written {
            list.serialize_element(&row.map_err(Error::custom)?)?;
        }
        list.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_serialized_like_a_list() {
        for count in [0, 1, 2, 3000] {
            let rows: Vec<_> = (0..count)
                .map(|n| (n, format!("\"{n}\" \u{e4}"), None::<bool>))
                .collect();
            let plain = serde_json::to_string(&rows).unwrap();
            assert_eq!(serde_json::to_string(&Rows(rows)).unwrap(), plain);
        }
    }
}
