//! Reading the columns of a row. A value that does not parse is [`StorageError::Corrupt`] with its table and column.

use std::str::FromStr;

use ports::{StorageError, Timestamp};
use serde::de::DeserializeOwned;

use super::row::{Column, Row};

/// A row of a table, with its key columns.
pub(crate) struct Fields<'a> {
    row: &'a Row,
    table: &'static str,
    key: &'static [&'static str],
}

impl Row {
    /// Returns the row as one of `table` with these key columns.
    pub(crate) fn of(&self, table: &'static str, key: &'static [&'static str]) -> Fields<'_> {
        Fields { row: self, table, key }
    }
}

impl Fields<'_> {
    /// Returns a column as the driver decodes it.
    pub(crate) fn get<T: Column>(&self, column: &str) -> Result<T, StorageError> {
        self.row.get(column).map_err(|_| self.corrupt(column))
    }

    pub(crate) fn text(&self, column: &str) -> Result<String, StorageError> {
        self.get(column)
    }

    pub(crate) fn int(&self, column: &str) -> Result<i64, StorageError> {
        self.get(column)
    }

    /// Returns a number converted to a smaller type.
    pub(crate) fn number<T: TryFrom<i64>>(&self, column: &str) -> Result<T, StorageError> {
        T::try_from(self.int(column)?).map_err(|_| self.corrupt(column))
    }

    pub(crate) fn maybe_number<T: TryFrom<i64>>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let number = self.get::<Option<i64>>(column)?.map(T::try_from);
        number.transpose().map_err(|_| self.corrupt(column))
    }

    pub(crate) fn time(&self, column: &str) -> Result<Timestamp, StorageError> {
        self.int(column).map(Timestamp::from_millis)
    }

    pub(crate) fn maybe_time(&self, column: &str) -> Result<Option<Timestamp>, StorageError> {
        Ok(self.get::<Option<i64>>(column)?.map(Timestamp::from_millis))
    }

    /// Returns a parsed text.
    pub(crate) fn parsed<T: FromStr>(&self, column: &str) -> Result<T, StorageError> {
        self.text(column)?.parse().map_err(|_| self.corrupt(column))
    }

    /// Returns a text parsed by a function for stored ids.
    pub(crate) fn kept<T, E>(&self, column: &str, read: fn(&str) -> Result<T, E>) -> Result<T, StorageError> {
        read(&self.text(column)?).map_err(|_| self.corrupt(column))
    }

    pub(crate) fn maybe_parsed<T: FromStr>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let value = self.get::<Option<String>>(column)?.map(|text| text.parse());
        value.transpose().map_err(|_| self.corrupt(column))
    }

    pub(crate) fn json<T: DeserializeOwned>(&self, column: &str) -> Result<T, StorageError> {
        serde_json::from_str(&self.text(column)?).map_err(|_| self.corrupt(column))
    }

    pub(crate) fn maybe_json<T: DeserializeOwned>(&self, column: &str) -> Result<Option<T>, StorageError> {
        let value = self
            .get::<Option<String>>(column)?
            .map(|text| serde_json::from_str(&text));
        value.transpose().map_err(|_| self.corrupt(column))
    }

    /// Returns the error for `column` of this row.
    pub(crate) fn corrupt(&self, column: &str) -> StorageError {
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

/// Serializes a value as JSON text. It cannot fail for the types that are stored this way.
pub(crate) fn json<T: serde::Serialize>(table: &'static str, value: &T) -> Result<String, StorageError> {
    serde_json::to_string(value).map_err(|_| StorageError::Corrupt {
        table: table.to_owned(),
        column: "value".to_owned(),
        id: "new".to_owned(),
    })
}
