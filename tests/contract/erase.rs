//! What a person leaves behind ends: nothing that refers to them, and nothing that only they watched, stays.

use std::{collections::BTreeMap, fs, time::Duration};

use adapters::storage::Place;
use ports::{
    Address, Disclosure, DisclosureStore as _, Session, Share, Slug, Storage as _, User, Wallet,
    disclosure::Told,
    name::Resolution,
    share::{Shown, View},
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};

use crate::{
    database::{Opened, on_all},
    samples::{account, address, at, id, job, snapshot, user, wallet},
};

on_all! {
    what_only_one_person_watched_goes_with_them,
    people_who_left_are_erased_after_a_while_and_registered_ones_never,
    accounts_of_people_who_left_are_not_due,
    a_removed_wallet_is_erased_after_a_while,
}
mod disk {
    use super::no_table_keeps_anything_of_an_erased_person;
    crate::database::on_disk! { no_table_keeps_anything_of_an_erased_person }
}

fn session(n: u8, seconds: i64) -> Session {
    Session {
        id: id(n.into()),
        user: user(n).id,
        token_hash: [n; 32],
        created_at: at(0),
        used_at: at(0),
        expires_at: at(seconds),
    }
}

fn told(of: &Address) -> Disclosure {
    Disclosure {
        host: "eth.drpc.org".to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balance".to_owned(),
        told: Told::Address(of.clone()),
        chain: None,
        count: 1,
        first_at: at(1),
        last_at: at(1),
    }
}

/// Makes person `n` watch these addresses, each read and asked about, and one name.
async fn watches(db: &Opened, n: u8, addresses: &[u8]) {
    let mut work = db.begin().await;
    work.users().add(&user(n)).await.unwrap();
    work.sessions().add(&session(n, 1000)).await.unwrap();
    for of in addresses {
        let number = u16::from(n) * 100 + u16::from(*of);
        let row = Wallet {
            name: Some("ada.eth".parse().unwrap()),
            nickname: Some("Marker savings".parse().unwrap()),
            ..wallet(number, user(n).id, *of)
        };
        work.wallets().save(&row).await.unwrap();
        work.accounts().add(&[account(*of)], at(0)).await.unwrap();
        let taken = snapshot(number, *of, at(1));
        work.snapshots().add(&taken).await.unwrap();
        let active = ports::account::Activity::Active;
        work.accounts()
            .read(&account(*of), taken.id, at(1), active)
            .await
            .unwrap();
        let wanted = ports::job::NewJob {
            subject: account(*of).to_string(),
            ..job(number, at(1))
        };
        work.jobs().enqueue(&wanted, at(1)).await.unwrap();
    }
    let resolution = Resolution {
        name: "ada.eth".parse().unwrap(),
        address: address(addresses[0]),
        resolved_at: at(1),
    };
    work.names().add(&resolution).await.unwrap();
    work.commit().await.unwrap();
    let lines: Vec<_> = addresses.iter().map(|of| told(&address(*of))).collect();
    db.database.record(&lines).await.unwrap();
}

async fn erase(db: &Opened, n: u8) -> bool {
    let mut work = db.database.begin_unlimited().await.unwrap();
    let erased = work.users().erase(user(n).id).await.unwrap();
    work.commit().await.unwrap();
    erase_unwatched(db).await;
    erased
}

async fn erase_unwatched(db: &Opened) -> u64 {
    let mut work = db.database.begin_unlimited().await.unwrap();
    let erased = work.accounts().erase_unwatched(100).await.unwrap();
    work.commit().await.unwrap();
    db.database.scrub().await.unwrap();
    erased
}

async fn is_told(db: &Opened, of: u8) -> bool {
    let query = ports::disclosure::DisclosureQuery {
        addresses: vec![(address(of), at(0))],
        limit: 9,
        ..ports::disclosure::DisclosureQuery::default()
    };
    db.database.search(&query).await.unwrap().1 > 0
}

async fn what_only_one_person_watched_goes_with_them(db: Opened) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2, 3]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(db.stores.users.find(user(1).id).await.unwrap(), None);
    assert_eq!(db.stores.sessions.find(&[1; 32]).await.unwrap(), None);
    assert_eq!(db.stores.wallets.of_user(user(1).id).await.unwrap(), []);
    let states = db.stores.accounts.states(&[account(1), account(2), account(3)]).await;
    let left: Vec<_> = states.unwrap().into_iter().map(|state| state.id).collect();
    assert_eq!(left, [account(2), account(3)]);
    let snapshots = db.stores.snapshots.find(&[id(101), id(102), id(202)]).await.unwrap();
    assert_eq!(snapshots.len(), 2, "those of the account that another person watches");
    let told = [is_told(&db, 1).await, is_told(&db, 2).await, is_told(&db, 3).await];
    assert_eq!(told, [false, true, true]);
    let subjects: Vec<_> = (1..=3).map(|n| account(n).to_string()).collect();
    let jobs = db
        .stores
        .jobs
        .of_subjects(&["read-account".to_owned()], &subjects)
        .await;
    assert_eq!(jobs.unwrap().len(), 2);
    let name = "ada.eth".parse().unwrap();
    assert!(
        db.stores.names.latest(&name, at(9)).await.unwrap().is_some(),
        "another wallet carries it"
    );
    assert!(!erase(&db, 1).await, "there is nobody");
    assert!(erase(&db, 2).await);
    assert!(db.stores.names.latest(&name, at(9)).await.unwrap().is_none());
    assert_eq!(erase_unwatched(&db).await, 0);
}

async fn people_who_left_are_erased_after_a_while_and_registered_ones_never(db: Opened) {
    watches(&db, 1, &[1]).await;
    watches(&db, 2, &[2]).await;
    let registered = User {
        registered_at: Some(at(1)),
        ..user(3)
    };
    let mut work = db.begin().await;
    work.users().add(&registered).await.unwrap();
    work.sessions().add(&session(3, 1000)).await.unwrap();
    assert!(
        !work.users().leave(user(1).id, at(10)).await.unwrap(),
        "there is a session"
    );
    work.sessions().remove_of(user(1).id).await.unwrap();
    assert!(work.users().leave(user(1).id, at(10)).await.unwrap());
    work.sessions().remove_expired(at(2000)).await.unwrap();
    work.commit().await.unwrap();
    assert!(!erase(&db, 3).await, "registered people are not erased");
    let left = async |before| {
        let mut work = db.begin().await;
        let erased = work.users().erase_left(at(before), 9).await.unwrap();
        work.commit().await.unwrap();
        erased
    };
    assert_eq!((left(10).await, left(11).await, left(2000).await), (0, 1, 0));
    let mut work = db.begin().await;
    work.sessions().add(&session(2, 9000)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(left(9000).await, 0, "whoever has a session again is here");
    assert!(db.stores.users.find(user(3).id).await.unwrap().is_some());
}

async fn accounts_of_people_who_left_are_not_due(db: Opened) {
    watches(&db, 1, &[1]).await;
    let due = async || db.stores.accounts.due(at(99), at(99), at(99), 9).await.unwrap();
    let wanted = async || {
        let accounts = &db.stores.accounts;
        (accounts.is_wanted(&account(1)).await.unwrap(), !due().await.is_empty())
    };
    assert_eq!(wanted().await, (true, true));
    let share = Share {
        user: user(1).id,
        slug: Slug::new(&[7; 32]),
        created_at: at(1),
    };
    let mut work = db.begin().await;
    work.shares().put(&share).await.unwrap();
    work.sessions().remove_of(user(1).id).await.unwrap();
    work.users().leave(user(1).id, at(10)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(wanted().await, (true, true), "visitors look at it by its link");
    let mut work = db.begin().await;
    work.shares().remove(user(1).id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(wanted().await, (false, false));
    assert_eq!(db.stores.wallets.addresses("", 9).await.unwrap(), []);
    assert!(!db.stores.wallets.has_name(&"ada.eth".parse().unwrap()).await.unwrap());
    let tried = ports::wallet::Tried {
        kind: "resolve-name".to_owned(),
        since: at(0),
    };
    assert_eq!(
        db.stores.wallets.names_due(at(99), &tried, at(99), 9).await.unwrap(),
        []
    );
    assert_eq!(erase_unwatched(&db).await, 0, "the wallets are there");
    let view = View {
        id: id(5),
        shown: Shown::Address(address(1)),
        opened_at: at(20),
        expires_at: at(30),
    };
    let mut work = db.begin().await;
    work.shares().open_address(&view, &address(1), &[5; 32]).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(wanted().await, (true, false), "a visitor waits for it");
    assert!(erase(&db, 1).await);
    assert_eq!(wanted().await, (true, false), "and keeps it while the visit lasts");
    let mut work = db.begin().await;
    work.shares().remove_expired(at(40)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(erase_unwatched(&db).await, 1);
}

async fn a_removed_wallet_is_erased_after_a_while(db: Opened) {
    watches(&db, 1, &[1, 2]).await;
    let mut work = db.begin().await;
    let gone = Wallet {
        removed_at: Some(at(50)),
        ..wallet(101, user(1).id, 1)
    };
    work.wallets().save(&gone).await.unwrap();
    assert_eq!(work.wallets().erase_removed(at(50)).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(
        erase_unwatched(&db).await,
        0,
        "it can be restored, with what is known of it"
    );
    let mut work = db.begin().await;
    assert_eq!(work.wallets().erase_removed(at(51)).await.unwrap(), 1);
    assert_eq!(work.wallets().of_user(user(1).id, at(0)).await.unwrap().len(), 1);
    work.commit().await.unwrap();
    assert_eq!(erase_unwatched(&db).await, 1);
    assert!(!is_told(&db, 1).await && is_told(&db, 2).await);
}

/// Either database, looked at from behind.
enum Behind {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A column: its table, its name, its type in lower case, whether it may be null.
struct Column {
    table: String,
    name: String,
    kind: String,
    optional: bool,
}

impl Behind {
    async fn open(db: &Opened) -> Self {
        if db.url().starts_with("sqlite") {
            Self::Sqlite(SqliteConnection::connect(db.url()).await.unwrap())
        } else {
            Self::Postgres(PgConnection::connect(db.url()).await.unwrap())
        }
    }

    /// Rows of texts.
    async fn rows(&mut self, text: &str, columns: usize) -> Vec<Vec<String>> {
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

    async fn execute(&mut self, text: String) -> Result<(), sqlx::Error> {
        match self {
            Self::Sqlite(on) => sqlx::raw_sql(AssertSqlSafe(text)).execute(on).await.map(drop),
            Self::Postgres(on) => sqlx::raw_sql(AssertSqlSafe(text)).execute(on).await.map(drop),
        }
    }

    async fn columns(&mut self) -> Vec<Column> {
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

    /// Each column that refers to another table: table, column, the other table, what happens when the other row goes.
    async fn references(&mut self) -> Vec<[String; 4]> {
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

/// What a row of a table is identified by when another table refers to it.
fn target(table: &str) -> &'static str {
    match table {
        "users" => "0197f000-0000-7000-8000-000000000001",
        "wallets" => "0197f000-0000-7000-8000-000000000101",
        "views" => "0197f000-0000-7000-8000-000000000007",
        "shares" => "77777777777777777777zz",
        other => panic!("rows of {other} belong to people now: say here which row person 1 has"),
    }
}

/// Rows that the schema's own rules do not let be made of nothing but defaults.
fn special(column: &Column) -> Option<&'static str> {
    Some(match (column.table.as_str(), column.name.as_str()) {
        ("derived_addresses", "script") => "'pkh'",
        ("idempotency_keys", "answer") => "'x'",
        ("views", "address") => "NULL",
        ("shares", "slug") => "'77777777777777777777zz'",
        ("views", "id") => "'0197f000-0000-7000-8000-000000000007'",
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

/// Walks the schema: every table that refers to a person, directly or not, gets a row of person 1, and has none after the
/// person is erased. A table that is added later is walked as well.
async fn no_table_keeps_anything_of_an_erased_person(db: Opened) {
    watches(&db, 1, &[1]).await;
    let mut behind = Behind::open(&db).await;
    let (columns, references) = (behind.columns().await, behind.references().await);
    let mut owned: Vec<&str> = vec!["users"];
    // From the person outwards, so that what is referred to is there.
    while let Some(next) = references
        .iter()
        .find(|[table, _, other, _]| owned.contains(&other.as_str()) && !owned.contains(&table.as_str()))
    {
        owned.push(&next[0]);
    }
    for [table, column, other, when_gone] in &references {
        if owned.contains(&other.as_str()) {
            assert_eq!(when_gone, "CASCADE", "{table}.{column} keeps rows of erased people");
        }
    }
    for column in &columns {
        let names_a_person =
            ["user_id", "user", "owner", "person", "person_id", "wallet_id"].contains(&column.name.as_str());
        let refers = references
            .iter()
            .any(|[table, name, ..]| *table == column.table && *name == column.name);
        assert!(
            !names_a_person || refers,
            "{}.{} has no foreign key",
            column.table,
            column.name
        );
    }
    for table in owned
        .iter()
        .filter(|table| !["users", "wallets", "sessions"].contains(*table))
    {
        let own = columns.iter().filter(|column| column.table == *table);
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
        let made = behind.execute(text.clone()).await;
        made.unwrap_or_else(|why| {
            panic!("{table} takes no row of defaults, say in `special` which it takes: {why}\n{text}")
        });
    }
    for table in &owned {
        assert_eq!(behind.count(table).await, 1, "{table} has a row of the person");
    }
    assert!(owned.len() >= 11, "{owned:?}");
    assert!(erase(&db, 1).await);
    for table in &owned {
        assert_eq!(behind.count(table).await, 0, "{table} keeps a row of an erased person");
    }
    let person = [
        user(1).id.to_string(),
        address(1).to_string(),
        "Marker savings".to_owned(),
        "ada.eth".to_owned(),
    ];
    for Column { table, name, .. } in columns.iter().filter(|column| column.kind == "text") {
        for word in &person {
            let text = format!("SELECT CAST(COUNT(*) AS TEXT) FROM {table} WHERE {name} LIKE '%{word}%'");
            assert_eq!(behind.rows(&text, 1).await[0][0], "0", "{table}.{name} holds {word}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_files_hold_nothing_of_an_erased_person() {
    let db = crate::database::file().await;
    let Place::File(path) = &db.place else {
        panic!("not a file")
    };
    watches(&db, 2, &[2]).await;
    watches(&db, 1, &[1]).await;
    // Written over and over, so that it lies in more than one place.
    for n in 0..40 {
        let mut work = db.begin().await;
        let row = Wallet {
            nickname: Some(format!("Marker number {n}").parse().unwrap()),
            removed_at: (n % 2 == 0).then(|| at(n)),
            ..wallet(101, user(1).id, 1)
        };
        work.wallets().save(&row).await.unwrap();
        work.commit().await.unwrap();
    }
    let words = ["Marker number", &address(1).to_string(), &user(1).id.to_string()];
    let found = || -> Vec<String> {
        let files = fs::read_dir(path.parent().unwrap())
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let bytes = files
            .filter(|file| file.is_file())
            .map(|file| (fs::read(&file).unwrap(), file));
        let holds = |bytes: &[u8], word: &str| bytes.windows(word.len()).any(|window| window == word.as_bytes());
        bytes
            .flat_map(|(bytes, file)| {
                let own = words.iter().filter(|word| holds(&bytes, word));
                own.map(|word| format!("{word} in {}", file.display()))
                    .collect::<Vec<_>>()
            })
            .collect()
    };
    assert!(!found().is_empty(), "they are there before");
    assert!(erase(&db, 1).await);
    assert_eq!(found(), Vec::<String>::new());
    assert!(is_told(&db, 2).await, "what others watch stays");
    tokio::time::timeout(Duration::from_secs(60), db.database.close())
        .await
        .unwrap();
    assert_eq!(found(), Vec::<String>::new());
}
