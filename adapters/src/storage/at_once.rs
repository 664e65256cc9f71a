//! Many rows as one text.
//!
//! SQLite's driver hands each row from the connection's thread to the task that asked, and wakes it for each: a thousand rows
//! cost more in changes of threads than in reading. So where a portfolio has a thousand, the database writes them as one JSON
//! text, and they are taken apart here.

use ports::StorageError;
use serde_json::Value;

use super::{
    failure::storage_error,
    sql::{On, Row, Statement},
};

/// A row out of such a text.
pub(super) struct Told {
    columns: &'static [&'static str],
    values: Vec<Value>,
}

/// What such a text can tell.
pub(super) trait Tellable: Sized {
    fn told(value: &Value) -> Option<Self>;
}

impl Tellable for String {
    fn told(value: &Value) -> Option<Self> {
        value.as_str().map(ToOwned::to_owned)
    }
}

impl Tellable for i64 {
    fn told(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl Tellable for bool {
    /// SQLite has no booleans.
    fn told(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(told) => Some(*told),
            Value::Number(_) => match value.as_i64()? {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Tellable for Vec<u8> {
    /// JSON has no bytes.
    fn told(_: &Value) -> Option<Self> {
        None
    }
}

impl<T: Tellable> Tellable for Option<T> {
    fn told(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::told(value).map(Some),
        }
    }
}

impl Told {
    pub(super) fn get<T: Tellable>(&self, column: &str) -> Result<T, sqlx::Error> {
        let at = self.columns.iter().position(|own| *own == column);
        let value = at.and_then(|at| self.values.get(at));
        let value = value.ok_or_else(|| sqlx::Error::ColumnNotFound(column.to_owned()))?;
        T::told(value).ok_or_else(|| sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: "it is of another type".into(),
        })
    }
}

/// The text of a statement whose rows come as one, with the names of its columns: `at_once!([id, name], "FROM … WHERE id IN ",
/// 1)`. The list is bound as in [`listed!`](super::sql::listed). Bytes cannot be read so.
macro_rules! at_once {
    ([$first:ident $(, $column:ident)* $(,)?], $from:literal, $n:literal) => {
        (
            $crate::storage::sql::Dialects {
                sqlite: $crate::storage::sql::listed!(
                    concat!(
                        "SELECT json_group_array(json_array(",
                        stringify!($first) $(, ", ", stringify!($column))*, ")) AS told ", $from
                    ),
                    $n,
                    ""
                ).sqlite,
                postgres: $crate::storage::sql::listed!(
                    concat!(
                        "SELECT CAST(COALESCE(json_agg(json_build_array(",
                        stringify!($first) $(, ", ", stringify!($column))*, ")), '[]') AS text) AS told ", $from
                    ),
                    $n,
                    ""
                ).postgres,
            },
            &[stringify!($first) $(, stringify!($column))*] as &'static [&'static str],
        )
    };
}
pub(super) use at_once;

impl Statement {
    /// Every row of a statement of [`at_once!`], in no particular order.
    pub(super) async fn fetch_at_once(
        self,
        columns: &'static [&'static str],
        on: impl Into<On<'_>>,
    ) -> Result<Vec<Row>, StorageError> {
        let whole = self.fetch_one(on).await?;
        let told = whole.get::<String>("told").map_err(|why| storage_error(&why))?;
        let rows: Vec<Vec<Value>> =
            serde_json::from_str(&told).map_err(|why| storage_error(&sqlx::Error::Decode(why.into())))?;
        let row = |values| Row::Told(Told { columns, values });
        Ok(rows.into_iter().map(row).collect())
    }
}
