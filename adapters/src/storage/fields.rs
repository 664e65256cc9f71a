//! Reading the columns of a row: what does not parse is [`StorageError::Corrupt`] and names its place.

use std::str::FromStr;

use ports::{StorageError, Timestamp};
use serde::de::DeserializeOwned;

use super::sql::{Column, Row};

/// A row of a table, with the columns that name it.
pub(super) struct Fields<'a> {
    row: &'a Row,
    table: &'static str,
    key: &'static [&'static str],
}

impl Row {
    /// The row as one of `table`, which its `key` columns name.
    pub(super) fn of(&self, table: &'static str, key: &'static [&'static str]) -> Fields<'_> {
        Fields { row: self, table, key }
    }
}

impl Fields<'_> {
    /// A column as the driver decodes it.
    pub(super) fn get<T: Column>(&self, column: &str) -> Result<T, StorageError> {
        self.row.get(column).map_err(|_| self.corrupt(column))
    }

    pub(super) fn text(&self, column: &str) -> Result<String, StorageError> {
        self.get(column)
    }

    pub(super) fn int(&self, column: &str) -> Result<i64, StorageError> {
        self.get(column)
    }

    /// A number that fits a smaller type.
    pub(super) fn number<T: TryFrom<i64>>(&self, column: &str) -> Result<T, StorageError> {
        T::try_from(self.int(column)?).map_err(|_| self.corrupt(column))
    }

    pub(super) fn maybe_number<T: TryFrom<i64>>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let number = self.get::<Option<i64>>(column)?.map(T::try_from);
        number.transpose().map_err(|_| self.corrupt(column))
    }

    pub(super) fn time(&self, column: &str) -> Result<Timestamp, StorageError> {
        self.int(column).map(Timestamp::from_millis)
    }

    pub(super) fn maybe_time(&self, column: &str) -> Result<Option<Timestamp>, StorageError> {
        Ok(self.get::<Option<i64>>(column)?.map(Timestamp::from_millis))
    }

    /// A text that parses.
    pub(super) fn parsed<T: FromStr>(&self, column: &str) -> Result<T, StorageError> {
        self.text(column)?.parse().map_err(|_| self.corrupt(column))
    }

    /// A text that some reading of kept ids understands.
    pub(super) fn kept<T, E>(&self, column: &str, read: fn(&str) -> Result<T, E>) -> Result<T, StorageError> {
        read(&self.text(column)?).map_err(|_| self.corrupt(column))
    }

    pub(super) fn maybe_parsed<T: FromStr>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let value = self.get::<Option<String>>(column)?.map(|text| text.parse());
        value.transpose().map_err(|_| self.corrupt(column))
    }

    pub(super) fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, StorageError> {
        serde_json::from_str(&self.text(column)?).map_err(|_| self.corrupt(column))
    }

    pub(super) fn maybe_json<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let value = self
            .get::<Option<String>>(column)?
            .map(|text| serde_json::from_str(&text));
        value.transpose().map_err(|_| self.corrupt(column))
    }

    /// The error that names this row and `column`.
    pub(super) fn corrupt(&self, column: &str) -> StorageError {
        let named = self
            .key
            .iter()
            .map(|key| self.row.get(key).unwrap_or_else(|_| "?".to_owned()));
        StorageError::Corrupt {
            table: self.table.to_owned(),
            column: column.to_owned(),
            id: named.collect::<Vec<String>>().join(" "),
        }
    }
}

/// A value as JSON text. The types that are kept so cannot fail to be written.
pub(super) fn json<T: serde::Serialize>(table: &'static str, value: &T) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|_| StorageError::Corrupt {
        table: table.to_owned(),
        column: "value".to_owned(),
        id: "new".to_owned(),
    })
}
