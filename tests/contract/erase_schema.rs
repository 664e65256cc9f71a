//! Checks every table of the schema: none keeps rows of an erased user. Tables that are added later are checked too.

use std::collections::BTreeMap;

use conformance::store::erase::{erase, watches};
use ports::Mail;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};

use crate::{
    database::{TestDatabase, on_disk},
    mail::mail,
    samples::{address, at, user},
};

on_disk! { no_table_keeps_rows_of_an_erased_user }

/// A direct connection to either database.
pub enum DatabaseConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A column: its table, its name, its type in lower case, and whether it is nullable.
pub struct Column {
    pub table: String,
    pub name: String,
    kind: String,
    optional: bool,
}

impl DatabaseConnection {
    pub async fn open(db: &TestDatabase) -> Self {
        Self::at(db.url()).await
    }

    pub async fn at(url: &str) -> Self {
        if url.starts_with("sqlite") {
            Self::Sqlite(SqliteConnection::connect(url).await.unwrap())
        } else {
            Self::Postgres(PgConnection::connect(url).await.unwrap())
        }
    }

    /// Runs a query that returns text columns.
    pub async fn rows(&mut self, text: &str, columns: usize) -> Vec<Vec<String>> {
        let text = AssertSqlSafe(text.to_owned());
        match self {
            Self::Sqlite(on) => {
                let rows = sqlx::query(text).fetch_all(on).await.unwrap();
                rows.iter()
                    .map(|row| (0..columns).map(|n| row.get(n)).collect())
                    .collect()
            }
            Self::Postgres(on) => {
                let rows = sqlx::query(text).fetch_all(on).await.unwrap();
                rows.iter()
                    .map(|row| (0..columns).map(|n| row.get(n)).collect())
                    .collect()
            }
        }
    }

    pub async fn execute(&mut self, text: String) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(on) => sqlx::raw_sql(AssertSqlSafe(text)).execute(on).await.map(drop),
            Self::Postgres(on) => sqlx::raw_sql(AssertSqlSafe(text)).execute(on).await.map(drop),
        }
    }

    pub async fn columns(&mut self) -> Vec<Column> {
        let text = match self {
            Self::Sqlite(_) => {
                "SELECT m.name, c.name, LOWER(c.type), CASE WHEN c.\"notnull\" = 0 OR c.dflt_value IS NOT NULL THEN 'yes' \
                 ELSE 'no' END FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' \
                 AND m.name <> '_sqlx_migrations' ORDER BY m.name, c.cid"
            }
            Self::Postgres(_) => {
                "SELECT table_name::text, column_name::text, data_type::text, CASE WHEN is_nullable = 'YES' \
                 OR column_default IS NOT NULL THEN 'yes' ELSE 'no' END FROM information_schema.columns \
                 WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' ORDER BY table_name, ordinal_position"
            }
        };
        let rows = self.rows(text, 4).await.into_iter();
        rows.map(|row| {
            let [table, name, kind, optional] = row.try_into().unwrap();
            Column {
                table,
                name,
                kind,
                optional: optional == "yes",
            }
        })
        .collect()
    }

    /// Each foreign key: table, column, referenced table, and the action on deletion.
    pub async fn references(&mut self) -> Vec<[String; 4]> {
        let text = match self {
            Self::Sqlite(_) => {
                "SELECT m.name, f.\"from\", f.\"table\", f.on_delete FROM sqlite_master m \
                 JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1, 2"
            }
            Self::Postgres(_) => {
                "SELECT c.conrelid::regclass::text, a.attname::text, c.confrelid::regclass::text, \
                 CASE c.confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END FROM pg_constraint c \
                 JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey) WHERE c.contype = 'f' \
                 ORDER BY 1, 2"
            }
        };
        let rows = self.rows(text, 4).await.into_iter();
        rows.map(|row| row.try_into().unwrap()).collect()
    }

    async fn count(&mut self, table: &str) -> i64 {
        let text = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table}");
        self.rows(&text, 1).await[0][0].parse().unwrap()
    }
}

/// The key of the row to which other tables refer.
fn target(table: &str) -> &'static str {
    match table {
        "users" => "0197f000-0000-7000-8000-000000000001",
        "wallets" => "0197f000-0000-7000-8000-000000000101",
        "share_sessions" => "0197f000-0000-7000-8000-000000000007",
        "shares" => "77777777777777777777zz",
        other => panic!("rows of {other} belong to people now: say here which row person 1 has"),
    }
}

/// Values of columns whose constraints do not accept the defaults.
fn special(column: &Column) -> Option<&'static str> {
    Some(match (column.table.as_str(), column.name.as_str()) {
        ("user_emails", "state") => "'verified'",
        ("email_codes", "purpose") => "'change'",
        ("email_codes", "user_id") => "'0197f000-0000-7000-8000-000000000001'",
        ("derived_addresses", "script") => "'pkh'",
        ("share_sessions", "address") => "NULL",
        ("shares", "slug") => "'77777777777777777777zz'",
        ("share_sessions", "id") => "'0197f000-0000-7000-8000-000000000007'",
        _ => return None,
    })
}

fn value(column: &Column, references: &BTreeMap<&str, &str>) -> Option<String> {
    if let Some(other) = references.get(column.name.as_str()) {
        return Some(format!("'{}'", target(other)));
    }
    if let Some(special) = special(column) {
        return Some(special.to_owned());
    }
    if column.optional {
        return None;
    }
    Some(match column.kind.as_str() {
        "integer" | "bigint" | "int" => "1".to_owned(),
        "boolean" => "TRUE".to_owned(),
        "blob" => "x'01'".to_owned(),
        "bytea" => "'\\x01'".to_owned(),
        _ => "'x'".to_owned(),
    })
}

/// Adds a mail about a user that was sent: its row stays for a while after the user is erased.
async fn add_sent_mail(db: &TestDatabase) {
    let mail = Mail {
        cause: format!("{} 5", user(1).id),
        ..mail(9)
    };
    let mut work = db.begin().await;
    assert!(work.mails().enqueue(&mail).await.unwrap());
    work.mails().sent(mail.id, at(9)).await.unwrap();
    work.commit().await.unwrap();
}

pub type References = [[String; 4]];

/// The tables whose rows refer to a user, directly or indirectly, starting at the user.
pub fn owned_tables(references: &References) -> Vec<&str> {
    let mut owned: Vec<&str> = vec!["users"];
    while let Some(next) = references
        .iter()
        .find(|[table, _, other, _]| owned.contains(&other.as_str()) && !owned.contains(&table.as_str()))
    {
        owned.push(&next[0]);
    }
    owned
}

/// Every foreign key to a row of a user cascades, and every column that is named like a foreign key is one.
fn expect_cascades(columns: &[Column], references: &References, owned: &[&str]) {
    for [table, column, other, when_gone] in references {
        if owned.contains(&other.as_str()) {
            assert_eq!(when_gone, "CASCADE", "{table}.{column} keeps rows of erased people");
        }
    }
    let people = ["user_id", "user", "owner", "person", "person_id", "wallet_id"];
    for column in columns.iter().filter(|column| people.contains(&column.name.as_str())) {
        let refers = references
            .iter()
            .any(|[table, name, ..]| *table == column.table && *name == column.name);
        assert!(refers, "{}.{} has no foreign key", column.table, column.name);
    }
}

/// Inserts a row of user 1 into a table, with a value for each required column.
async fn add_row(
    connection: &mut DatabaseConnection,
    table: &str,
    columns: &[Column],
    references: &References,
    owned: &[&str],
) {
    let own = columns.iter().filter(|column| column.table == table);
    let refers = references
        .iter()
        .filter(|[from, _, other, _]| from == table && owned.contains(&other.as_str()));
    let refers = refers
        .map(|[_, column, other, _]| (column.as_str(), other.as_str()))
        .collect();
    let (names, values): (Vec<_>, Vec<_>) = own
        .filter_map(|column| Some((column.name.as_str(), value(column, &refers)?)))
        .unzip();
    let text = format!(
        "INSERT INTO {table} ({}) VALUES ({})",
        names.join(", "),
        values.join(", ")
    );
    let made = connection.execute(text.clone()).await;
    made.unwrap_or_else(|why| {
        panic!("{table} takes no row of defaults, say in `special` which it takes: {why}\n{text}")
    });
}

/// Inserts a row of user 1 into every table that refers to a user, directly or indirectly, and checks that none is left after
/// the user is erased. Tables that are added later are checked too.
async fn no_table_keeps_rows_of_an_erased_user(db: TestDatabase) {
    watches(&db, 1, &[1]).await;
    add_sent_mail(&db).await;
    let mut connection = DatabaseConnection::open(&db).await;
    let (columns, references) = (connection.columns().await, connection.references().await);
    let owned = owned_tables(&references);
    expect_cascades(&columns, &references, &owned);
    let have_one = ["users", "wallets", "sessions", "annotations"];
    for table in owned.iter().filter(|table| !have_one.contains(table)) {
        add_row(&mut connection, table, &columns, &references, &owned).await;
    }
    for table in &owned {
        assert_eq!(connection.count(table).await, 1, "{table} has a row of the person");
    }
    assert!(owned.len() >= 11, "{owned:?}");
    assert!(erase(&db, 1).await);
    for table in &owned {
        assert_eq!(
            connection.count(table).await,
            0,
            "{table} keeps a row of an erased person"
        );
    }
    let (id, watched) = (user(1).id.to_string(), address(1).to_string());
    let words = [id.as_str(), watched.as_str(), "Marker savings", "ada.eth"];
    for Column { table, name, .. } in columns.iter().filter(|column| column.kind == "text") {
        for word in words {
            let text = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table} WHERE {name} LIKE '%{word}%'");
            assert_eq!(
                connection.rows(&text, 1).await[0][0],
                "0",
                "{table}.{name} holds {word}"
            );
        }
    }
}
