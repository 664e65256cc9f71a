//! Statements: two drivers behind one SQL text with `$1` for values.
//!
//! Reads go to [`Sql`] or to a [`Tx`]; writes go to a [`Tx`], or to [`Statement::execute`], which uses the writer.

use std::borrow::Cow;

use ports::StorageError;
use sqlx::{
    AssertSqlSafe, Decode, Postgres, Row as _, SqlSafeStr, SqlStr, Sqlite, Type,
    postgres::{PgArguments, PgRow},
    query::Query,
    sqlite::{SqliteArguments, SqliteRow},
};

pub(super) use super::transaction::{Sql, Tx};
use super::{
    connection::{TimeLimit, run},
    failure::storage_error,
    json_rows::{FromJson, JsonRow},
    transaction::Connection,
};

/// A row as the driver returns it, or one of a [`json_rows`](super::json_rows) query.
pub(super) enum Row {
    Postgres(PgRow),
    Sqlite(SqliteRow),
    Json(JsonRow),
}

/// A value that is bound; an absent one keeps its type, which Postgres asks for.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Int(Option<i64>),
    Bool(Option<bool>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! values {
    ($($type:ty => $variant:ident |$x:ident| $into:expr),+ $(,)?) => { $(
        impl From<$type> for Value {
            fn from($x: $type) -> Self {
                Self::$variant(Some($into))
            }
        }
        impl From<Option<$type>> for Value {
            fn from(value: Option<$type>) -> Self {
                Self::$variant(value.map(|$x| $into))
            }
        }
    )+ };
}

values! {
    String => Text |x| x,
    &str => Text |x| x.to_owned(),
    i64 => Int |x| x,
    u32 => Int |x| i64::from(x),
    ports::Timestamp => Int |x| x.millis(),
    bool => Bool |x| x,
    Vec<u8> => Bytes |x| x,
}

/// What both drivers can decode.
pub(super) trait Column:
    for<'r> Decode<'r, Postgres> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + Type<Sqlite> + FromJson
{
}
impl<T> Column for T where
    T: for<'r> Decode<'r, Postgres> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + Type<Sqlite> + FromJson
{
}

impl Row {
    pub(super) fn get<T: Column>(&self, column: &str) -> Result<T, sqlx::Error> {
        match self {
            Self::Postgres(row) => row.try_get(column),
            Self::Sqlite(row) => row.try_get(column),
            Self::Json(row) => row.get(column),
        }
    }
}

/// The text of a statement, in both dialects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialects {
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

impl From<&'static str> for Dialects {
    fn from(text: &'static str) -> Self {
        Self {
            sqlite: text,
            postgres: text,
        }
    }
}

/// A text with a list in the place between its two halves: `IN listed!("… IN ", 1, " ORDER BY …")`. The list is bound as
/// one JSON text (see [`Statement::bind_list`]).
macro_rules! listed {
    ($before:expr, $n:literal, $after:expr) => {
        $crate::storage::sql::Dialects {
            sqlite: concat!($before, "(SELECT value FROM json_each($", $n, "))", $after),
            postgres: concat!(
                $before,
                "(SELECT json_array_elements_text(CAST($",
                $n,
                " AS json)))",
                $after
            ),
        }
    };
}
pub(super) use listed;

/// A text whose two dialects differ by one piece in the middle.
macro_rules! dialects {
    ($before:expr, sqlite: $sqlite:expr, postgres: $postgres:expr, $after:expr) => {
        $crate::storage::sql::Dialects {
            sqlite: concat!($before, $sqlite, $after),
            postgres: concat!($before, $postgres, $after),
        }
    };
}
pub(super) use dialects;

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

/// A text with its values.
pub(super) struct Statement {
    text: Text,
    values: Vec<Value>,
    limit: TimeLimit,
}

/// A statement of literal text.
pub(super) fn sql(text: impl Into<Dialects>) -> Statement {
    Statement {
        text: Text::Fixed(text.into()),
        values: vec![],
        limit: TimeLimit::Standard,
    }
}

/// Rows of one bulk insert a statement: more make SQLite's look-up of `$n` slow.
const BULK: usize = 50;

/// Inserts many rows: `head` up to `VALUES`, `tail` after the rows. The only text that is put together while running; it
/// is made of literals and counted placeholders.
pub(super) async fn insert_many(
    tx: &mut Tx,
    head: &'static str,
    rows: Vec<Vec<Value>>,
    tail: &'static str,
) -> Result<u64, StorageError> {
    let mut changed = 0;
    for chunk in rows.chunks(BULK) {
        let width = chunk.first().map_or(0, Vec::len);
        let places = (0..chunk.len()).map(|row| {
            let numbers = (1..=width).map(|column| Cow::Owned(format!("${}", row * width + column)));
            format!("({})", numbers.collect::<Vec<Cow<'_, str>>>().join(", "))
        });
        let text = format!("{head} VALUES {} {tail}", places.collect::<Vec<_>>().join(", "));
        let statement = Statement {
            text: Text::Assembled(text),
            values: chunk.iter().flatten().cloned().collect(),
            limit: TimeLimit::Standard,
        };
        changed += statement.execute(&mut *tx).await?;
    }
    Ok(changed)
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
pub(super) enum On<'a> {
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
    pub(super) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Binds a list of texts as one JSON value.
    pub(super) fn bind_list<T: ToString>(self, items: impl IntoIterator<Item = T>) -> Self {
        let texts = items.into_iter().map(|item| serde_json::Value::from(item.to_string()));
        self.bind(serde_json::Value::Array(texts.collect()).to_string())
    }

    /// Lets it take as long as it takes. Within a transaction the transaction decides.
    pub(super) fn without_limit(mut self) -> Self {
        self.limit = TimeLimit::None;
        self
    }

    /// Every row; on SQLite without a transaction it cannot write.
    pub(super) async fn fetch_all(self, on: impl Into<On<'_>>) -> Result<Vec<Row>, StorageError> {
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

    /// The first row, if there is one.
    pub(super) async fn fetch_optional(self, on: impl Into<On<'_>>) -> Result<Option<Row>, StorageError> {
        Ok(self.fetch_all(on).await?.into_iter().next())
    }

    /// The one row of a statement that always has one.
    pub(super) async fn fetch_one(self, on: impl Into<On<'_>>) -> Result<Row, StorageError> {
        let row = self.fetch_optional(on).await?;
        row.ok_or_else(|| storage_error(&sqlx::Error::RowNotFound))
    }

    /// How many rows it changed.
    pub(super) async fn execute(self, on: impl Into<On<'_>>) -> Result<u64, StorageError> {
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
