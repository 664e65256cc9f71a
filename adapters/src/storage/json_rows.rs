//! Queries that return all their rows as one JSON text.
//!
//! SQLite's driver sends each row from the connection's thread to the waiting task and wakes the task every time: for a
//! thousand rows the thread switches cost more than the reading. Queries that return a row for each asset or account of a
//! portfolio therefore let the database build one JSON array, which is parsed here.

use ports::StorageError;
use serde_json::Value;

use super::{
    failure::storage_error,
    sql::{On, Row, Statement},
};

/// One row of the JSON text.
pub(super) struct JsonRow {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

/// A column type that can be read from a [`JsonRow`].
pub(super) trait FromJson: Sized {
    fn from_json(value: &Value) -> Option<Self>;
}

impl FromJson for String {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_str().map(ToOwned::to_owned)
    }
}

impl FromJson for i64 {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl FromJson for bool {
    /// SQLite has no booleans: it writes 0 and 1.
    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(value) => Some(*value),
            Value::Number(_) => match value.as_i64()? {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            },
            _ => None,
        }
    }
}

impl FromJson for Vec<u8> {
    /// JSON has no bytes.
    fn from_json(_: &Value) -> Option<Self> {
        None
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_json(value).map(Some),
        }
    }
}

impl JsonRow {
    pub(super) fn get<T: FromJson>(&self, column: &str) -> Result<T, sqlx::Error> {
        let at = self.columns.iter().position(|own| *own == column);
        let value = at.and_then(|at| self.values.get(at));
        let value = value.ok_or_else(|| sqlx::Error::ColumnNotFound(column.to_owned()))?;
        T::from_json(value).ok_or_else(|| sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: "it is of another type".into(),
        })
    }
}

/// The text of a query that returns its rows as one JSON array, with the names of its columns:
/// `json_rows!([id, name], "FROM … WHERE id IN ", 1)`. The list is bound as in [`listed!`](super::sql::listed). Columns of
/// bytes are not supported.
macro_rules! json_rows {
    ([$first:ident $(, $column:ident)* $(,)?], $from:literal, $n:literal) => {
        (
            $crate::storage::sql::Dialects {
                sqlite: $crate::storage::sql::listed!(
                    concat!(
                        "SELECT json_group_array(json_array(",
                        stringify!($first) $(, ", ", stringify!($column))*, ")) AS json_text ", $from
                    ),
                    $n,
                    ""
                ).sqlite,
                postgres: $crate::storage::sql::listed!(
                    concat!(
                        "SELECT CAST(COALESCE(json_agg(json_build_array(",
                        stringify!($first) $(, ", ", stringify!($column))*, ")), '[]') AS text) AS json_text ", $from
                    ),
                    $n,
                    ""
                ).postgres,
            },
            &[stringify!($first) $(, stringify!($column))*] as &'static [&'static str],
        )
    };
}
pub(super) use json_rows;

impl Statement {
    /// Returns every row of a [`json_rows!`] query, in no particular order.
    pub(super) async fn fetch_json_rows(
        self,
        columns: &'static [&'static str],
        on: impl Into<On<'_>>,
    ) -> Result<Vec<Row>, StorageError> {
        let row = self.fetch_one(on).await?;
        let text = row.get::<String>("json_text").map_err(|why| storage_error(&why))?;
        let rows: Vec<Vec<Value>> =
            serde_json::from_str(&text).map_err(|why| storage_error(&sqlx::Error::Decode(why.into())))?;
        let row = |values| Row::Json(JsonRow { columns, values });
        Ok(rows.into_iter().map(row).collect())
    }
}
