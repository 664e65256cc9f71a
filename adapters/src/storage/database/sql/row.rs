//! Rows as the drivers return them.

use sqlx::{Decode, Postgres, Row as _, Sqlite, Type, postgres::PgRow, sqlite::SqliteRow};

use super::json_rows::{FromJson, JsonRow};

/// A row as the driver returns it, or one of a [`json_rows!`](super::json_rows) query.
pub(crate) enum Row {
    Postgres(PgRow),
    Sqlite(SqliteRow),
    Json(JsonRow),
}

/// A type that both drivers and [`JsonRow`] can decode.
pub(crate) trait Column:
    for<'r> Decode<'r, Postgres> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + Type<Sqlite> + FromJson
{
}
impl<T> Column for T where
    T: for<'r> Decode<'r, Postgres> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + Type<Sqlite> + FromJson
{
}

impl Row {
    pub(crate) fn get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Self::Postgres(row) => row.try_get(column),
            Self::Sqlite(row) => row.try_get(column),
            Self::Json(row) => row.get(column),
        }
    }
}
