//! Statements: one SQL text with `$1` for values, run by either driver.
//!
//! Reads run on a [`Sql`] or in a [`Tx`]; writes run in a [`Tx`], or with [`Statement::execute`] on the writer.

use std::borrow::Cow;

use ports::StorageError;
use sqlx::{
    AssertSqlSafe, Postgres, SqlSafeStr, SqlStr, Sqlite,
    postgres::{PgArguments, PgRow},
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};

use super::{
    connection::{TimeLimit, run},
    dialect::Dialects,
    error::storage_error,
    json_rows::JsonRow,
    pools::{Connection, Sql, Tx},
    row::Row,
    value::Value,
};

enum Text {
    Fixed(Dialects),
    Assembled(String),
}

impl Text {
    fn sqlite(self) -> SqlStr {
        match self {
            Self::Fixed(text) => text.sqlite.into_sql_str(),
            Self::Assembled(text) => AssertSqlSafe(text).into_sql_str(),
        }
    }

    fn postgres(self) -> SqlStr {
        match self {
            Self::Fixed(text) => text.postgres.into_sql_str(),
            Self::Assembled(text) => AssertSqlSafe(text).into_sql_str(),
        }
    }
}

/// A SQL text with its bound values.
pub(crate) struct Statement {
    text: Text,
    values: Vec<Value>,
    limit: TimeLimit,
}

/// Creates a statement from a literal text.
pub(crate) fn sql(text: impl Into<Dialects>) -> Statement {
    Statement {
        text: Text::Fixed(text.into()),
        values: vec![],
        limit: TimeLimit::Standard,
    }
}

/// The number of rows in one statement of a bulk insert. SQLite looks up `$n` slowly if a statement has many of them.
const BULK: usize = 50;

/// Inserts many rows: `head` is the text before `VALUES`, `tail` the text after the rows. This is the only SQL text that is
/// assembled at run time, from literals and numbered placeholders.
pub(crate) async fn insert_many(
    tx: &mut Tx,
    head: &'static str,
    rows: Vec<Vec<Value>>,
    tail: &'static str,
) -> Result<u64, StorageError> {
    let mut changed = 0;
    for chunk in rows.chunks(BULK) {
        changed += insertion(head, chunk, tail).execute(&mut *tx).await?;
    }
    Ok(changed)
}

/// Inserts many rows like [`insert_many`] and returns the rows of the `RETURNING` clause at the end of `tail`.
pub(crate) async fn insert_many_returning(
    tx: &mut Tx,
    head: &'static str,
    rows: Vec<Vec<Value>>,
    tail: &'static str,
) -> Result<Vec<Row>, StorageError> {
    let mut returned = vec![];
    for chunk in rows.chunks(BULK) {
        returned.extend(insertion(head, chunk, tail).fetch_all(&mut *tx).await?);
    }
    Ok(returned)
}

fn insertion(head: &'static str, rows: &[Vec<Value>], tail: &'static str) -> Statement {
    let width = rows.first().map_or(0, Vec::len);
    let places = (0..rows.len()).map(|row| {
        let numbers = (1..=width).map(|column| Cow::Owned(format!("${}", row * width + column)));
        format!("({})", numbers.collect::<Vec<Cow<'_, str>>>().join(", "))
    });
    let text = format!("{head} VALUES {} {tail}", places.collect::<Vec<_>>().join(", "));
    Statement {
        text: Text::Assembled(text),
        values: rows.iter().flatten().cloned().collect(),
        limit: TimeLimit::Standard,
    }
}

macro_rules! bound {
    ($database:ty, $arguments:ty, $text:expr, $values:expr) => {{
        let mut query: Query<'static, $database, $arguments> = sqlx::query($text);
        for value in $values {
            query = match value {
                Value::Text(x) => query.bind(x),
                Value::Int(x) => query.bind(x),
                Value::Bool(x) => query.bind(x),
                Value::Bytes(x) => query.bind(x),
            }
        }
        query
    }};
}

/// What a statement runs on.
pub(crate) enum On<'a> {
    Pool(&'a Sql),
    Tx(&'a mut Tx),
}

impl<'a> From<&'a Sql> for On<'a> {
    fn from(sql: &'a Sql) -> Self {
        Self::Pool(sql)
    }
}

impl<'a> From<&'a mut Tx> for On<'a> {
    fn from(tx: &'a mut Tx) -> Self {
        Self::Tx(tx)
    }
}

impl Statement {
    /// Binds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Binds a list of texts as one JSON value.
    pub(crate) fn bind_list<T: ToString>(self, items: impl IntoIterator<Item = T>) -> Self {
        let texts = items.into_iter().map(|item| serde_json::Value::from(item.to_string()));
        self.bind(serde_json::Value::Array(texts.collect()).to_string())
    }

    /// Removes the time limit. Within a transaction, the limit of the transaction applies.
    pub(crate) fn without_limit(mut self) -> Self {
        self.limit = TimeLimit::None;
        self
    }

    /// Returns all rows. On SQLite, a statement outside of a transaction runs on a read-only connection here.
    pub(crate) async fn fetch_all(self, on: impl Into<On<'_>>) -> Result<Vec<Row>, StorageError> {
        let Self { text, values, limit } = self;
        let mut own;
        let connection = match on.into() {
            On::Tx(tx) => &mut tx.connection,
            On::Pool(sql) => {
                own = sql.reader(limit).await.map_err(|why| storage_error(&why))?;
                &mut own
            }
        };
        let rows = match connection {
            Connection::Postgres(loan) => {
                let query = bound!(Postgres, PgArguments, text.postgres(), values);
                pg(run!(loan, |connection| query.fetch_all(connection)))
            }
            Connection::Sqlite(loan) => {
                let query = bound!(Sqlite, SqliteArguments, text.sqlite(), values);
                lite(run!(loan, |connection| query.fetch_all(connection)))
            }
        };
        rows.map_err(|why| storage_error(&why))
    }

    /// Returns the first row, if any.
    pub(crate) async fn fetch_optional(self, on: impl Into<On<'_>>) -> Result<Option<Row>, StorageError> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// Returns the row of a statement that always returns one.
    pub(crate) async fn fetch_one(self, on: impl Into<On<'_>>) -> Result<Row, StorageError> {
        let row = self.fetch_optional(on).await?;
        row.ok_or_else(|| storage_error(&sqlx::Error::RowNotFound))
    }

    /// Returns every row of a [`json_rows!`] query, in no particular order.
    pub(crate) async fn fetch_json_rows(
        self,
        columns: &'static [&'static str],
        on: impl Into<On<'_>>,
    ) -> Result<Vec<Row>, StorageError> {
        let row = self.fetch_one(on).await?;
        let text = row.get::<String>("json_text").map_err(|why| storage_error(&why))?;
        let rows = JsonRow::parse_all(&text, columns).map_err(|why| storage_error(&sqlx::Error::Decode(why.into())))?;
        Ok(rows.into_iter().map(Row::Json).collect())
    }

    /// Runs the statement and returns the number of changed rows.
    pub(crate) async fn execute(self, on: impl Into<On<'_>>) -> Result<u64, StorageError> {
        let Self { text, values, limit } = self;
        let mut own;
        let connection = match on.into() {
            On::Tx(tx) => &mut tx.connection,
            On::Pool(sql) => {
                own = sql.writer(limit).await?;
                &mut own
            }
        };
        let changed = match connection {
            Connection::Postgres(loan) => {
                let query = bound!(Postgres, PgArguments, text.postgres(), values);
                let done = run!(loan, |connection| query.execute(connection));
                done.map(|done| done.rows_affected())
            }
            Connection::Sqlite(loan) => {
                let query = bound!(Sqlite, SqliteArguments, text.sqlite(), values);
                let done = run!(loan, |connection| query.execute(connection));
                done.map(|done| done.rows_affected())
            }
        };
        changed.map_err(|why| storage_error(&why))
    }
}

fn pg(rows: Result<Vec<PgRow>, sqlx::Error>) -> Result<Vec<Row>, sqlx::Error> {
    Ok(rows?.into_iter().map(Row::Postgres).collect())
}

fn lite(rows: Result<Vec<SqliteRow>, sqlx::Error>) -> Result<Vec<Row>, sqlx::Error> {
    Ok(rows?.into_iter().map(Row::Sqlite).collect())
}
