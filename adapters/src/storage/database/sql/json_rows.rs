//! Queries that return all their rows as one JSON text.
//!
//! SQLite's driver sends each row from the connection's thread to the waiting task and wakes the task every time: for a
//! thousand rows the thread switches cost more than the reading. Queries that return a row for each asset or account of a
//! portfolio therefore let the database build one JSON array, which is parsed here.

use serde_json::Value;

/// One row of the JSON text.
pub(crate) struct JsonRow {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

/// A column type that can be read from a [`JsonRow`].
pub(crate) trait FromJson: Sized {
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
    /// Parses the JSON text of a query with these columns.
    pub(super) fn parse_all(text: &str, columns: &'static [&'static str]) -> Result<Vec<Self>, serde_json::Error> {
        let rows: Vec<Vec<Value>> = serde_json::from_str(text)?;
        Ok(rows.into_iter().map(|values| Self { columns, values }).collect())
    }

    pub(crate) fn get<T: FromJson>(&self, column: &str) -> Result<T, sqlx::Error> {
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
/// `json_rows!([id, name], "FROM … WHERE id IN ", 1)`. The list is bound as in [`listed!`](super::listed). Columns of
/// bytes are not supported.
macro_rules! json_rows {
    ([$first:ident $(, $column:ident)* $(,)?], $from:literal, $n:literal) => {
        (
            $crate::storage::database::sql::Dialects {
                sqlite: $crate::storage::database::sql::listed!(
                    concat!(
                        "SELECT json_group_array(json_array(",
                        stringify!($first) $(, ", ", stringify!($column))*, ")) AS json_text ", $from
                    ),
                    $n,
                    ""
                ).sqlite,
                postgres: $crate::storage::database::sql::listed!(
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
pub(crate) use json_rows;
