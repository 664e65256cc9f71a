//! What people write is sealed in the tables: nicknames and groups of wallets, notes, own labels, names of API keys, and keys of
//! exchanges.

use std::collections::BTreeSet;

use conformance::store::{TestStorage, erase::erase};
use ports::{
    Address, Annotation, ApiKey, ExchangeCredential, ExchangeKey, KeyEnd, KeyNetwork, KeyRights, LabelPlace,
    OAuthState, OwnLabel, PkceVerifier, StorageError, UserId, Wallet, address::ExchangeAccount,
    annotation::AnnotationContent, api_key::ApiKeyScope,
};
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use crate::{
    database::{TestDatabase, on_disk},
    samples::{address, at, entry, id, user, wallet},
};

on_disk! {
    no_table_has_a_text_that_people_wrote, a_text_of_another_row_is_an_error, a_missing_text_is_an_error,
    an_old_copy_of_an_erased_users_texts_cannot_be_opened
}

/// The tables with sealed texts, and those with the keys.
const TABLES: [&str; 8] = [
    "wallets",
    "annotations",
    "own_labels",
    "api_keys",
    "exchange_credentials",
    "oauth_states",
    "users",
    "instance",
];

/// Stores a nickname and a group, a note, a label and a name of an API key, each beginning with `word`, in rows of this number.
pub async fn write(db: &TestStorage, user: UserId, n: u8, word: &str) {
    write_without_group(db, user, n, word).await;
    let mut work = db.begin().await;
    let row = Wallet {
        group: Some(format!("{word} treasury").parse().unwrap()),
        ..named(user, n, word)
    };
    work.wallets().save(&row).await.unwrap();
    work.exchange_credentials()
        .save(&credential(&row, n, word))
        .await
        .unwrap();
    work.oauth_states().add(&request(&row, n, word)).await.unwrap();
    work.commit().await.unwrap();
}

/// Returns a request for consent, which is in no list that is read.
fn request(row: &Wallet, n: u8, word: &str) -> OAuthState {
    OAuthState {
        hash: [n; 32],
        user: row.user,
        session: id(n.into()),
        exchange: "exchange:coinbase".parse().unwrap(),
        name: format!("{word} account").parse().unwrap(),
        verifier: PkceVerifier::stored(format!("{word} verifier")),
        created_at: at(1),
        expires_at: at(601),
    }
}

/// Returns a key of an exchange for a row.
fn credential(row: &Wallet, n: u8, word: &str) -> ExchangeCredential {
    let field = |name: &str| (name.to_owned(), format!("{word} {name}"));
    ExchangeCredential {
        wallet: row.id,
        user: row.user,
        account: Address::exchange(&ExchangeAccount::new("kraken", &[n; 32]).unwrap()),
        key: ExchangeKey::new([field("api_key"), field("api_secret")]).unwrap(),
        rights: KeyRights {
            granted: None,
            missing: vec![],
            network: KeyNetwork::NotStated,
            end: KeyEnd::NotStated,
            history: (None, None),
        },
        id_hashes: Vec::new(),
        checked_at: at(1),
        created_at: at(1),
    }
}

fn named(user: UserId, n: u8, word: &str) -> Wallet {
    Wallet {
        nickname: Some(format!("{word} savings").parse().unwrap()),
        ..wallet(n.into(), user, n)
    }
}

/// Stores the same without a group, which the previous schema does not have.
pub async fn write_without_group(db: &TestStorage, user: UserId, n: u8, word: &str) {
    let mut work = db.begin().await;
    let row = named(user, n, word);
    work.wallets().save(&row).await.unwrap();
    let note = Annotation {
        user,
        entry: entry(1, n, 10).id,
        content: AnnotationContent::Note(format!("{word} note")),
        set_at: at(1),
    };
    work.annotations().set(&note).await.unwrap();
    let label = OwnLabel {
        user,
        place: LabelPlace {
            namespace: "eip155".to_owned(),
            address: address(100 + n),
        },
        text: format!("{word} landlord").parse().unwrap(),
        set_at: at(1),
    };
    work.own_labels().set(&label).await.unwrap();
    let key = ApiKey {
        id: id(500 + u16::from(n)),
        user,
        name: format!("{word} server").parse().unwrap(),
        token_start: format!("spy_key_{n:04}"),
        token_hash: [n; 32],
        scopes: BTreeSet::from([ApiKeyScope::Ledger]),
        created_at: at(n.into()),
        used_at: None,
        expires_at: None,
    };
    work.api_keys().add(&key).await.unwrap();
    work.commit().await.unwrap();
}

/// The texts of a user, sorted within each kind, or the error of the first kind that has one.
pub async fn read(db: &TestStorage, user: UserId) -> Result<Vec<String>, StorageError> {
    let stores = &db.stores;
    let wallets = stores.wallets.of_user(user).await?.into_iter();
    let of_wallets = wallets.flat_map(|wallet| {
        let nickname = wallet.nickname.map(|text| text.as_str().to_owned());
        let group = wallet.group.map(|text| text.as_str().to_owned());
        [nickname, group].into_iter().flatten()
    });
    let notes = stores.annotations.of_user(user).await?.into_iter();
    let notes = notes.map(|one| match one.content {
        AnnotationContent::Note(text) => text,
        other => panic!("{other:?}"),
    });
    let labels = stores.own_labels.of_user(user).await?.into_iter();
    let labels = labels.map(|label| label.text.as_str().to_owned());
    let keys = stores.api_keys.of_user(user).await?.into_iter();
    let keys = keys.map(|key| key.name.as_str().to_owned());
    let credentials = stores.exchange_credentials.of_user(user).await?.into_iter();
    let fields =
        credentials.flat_map(|one| ["api_key", "api_secret"].map(|name| one.key.get(name).unwrap().to_owned()));
    let mut texts: Vec<String> = of_wallets
        .chain(notes)
        .chain(labels)
        .chain(keys)
        .chain(fields)
        .collect();
    texts.sort();
    Ok(texts)
}

/// What [`write`] stores, as [`read`] returns it.
pub fn written(words: &[&str]) -> Vec<String> {
    let kinds = [
        "savings",
        "treasury",
        "note",
        "landlord",
        "server",
        "api_key",
        "api_secret",
    ];
    let texts = words.iter().flat_map(|word| kinds.map(|kind| format!("{word} {kind}")));
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts
}

/// The files of the database that contain these bytes: those in the folder of a SQLite file, without its backups, and those of
/// the tables on Postgres.
pub async fn traces(url: &str, text: impl AsRef<[u8]>) -> Vec<String> {
    let text = text.as_ref();
    let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text);
    let mut found = Vec::new();
    if let Some(path) = url.strip_prefix("sqlite://") {
        let folder = std::path::Path::new(path).parent().unwrap();
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        for file in files.filter(|file| file.is_file()) {
            if holds(&std::fs::read(&file).unwrap()) {
                found.push(file.display().to_string());
            }
        }
        return found;
    }
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::raw_sql("CHECKPOINT").execute(&mut connection).await.unwrap();
    for table in TABLES {
        let file: Vec<u8> = sqlx::query_scalar("SELECT pg_read_binary_file(pg_relation_filepath($1))")
            .bind(table)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if holds(&file) {
            found.push(table.to_owned());
        }
    }
    found
}

/// Runs a query that returns the bytes of one value.
pub async fn bytes(url: &str, text: &'static str) -> Vec<u8> {
    if url.starts_with("sqlite") {
        let mut connection = SqliteConnection::connect(url).await.unwrap();
        sqlx::query_scalar(text).fetch_one(&mut connection).await.unwrap()
    } else {
        let mut connection = PgConnection::connect(url).await.unwrap();
        sqlx::query_scalar(text).fetch_one(&mut connection).await.unwrap()
    }
}

fn corrupt(table: &str, column: &str) -> impl Fn(&Result<Vec<String>, StorageError>) {
    let (table, column) = (table.to_owned(), column.to_owned());
    move |read| {
        let Err(why @ StorageError::Corrupt { .. }) = read else {
            panic!("{read:?}");
        };
        let expected = format!("storage: a row of {table} has an unreadable {column}");
        assert_eq!(why.to_string(), expected);
    }
}

async fn no_table_has_a_text_that_people_wrote(db: TestDatabase) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    write(&db, one, 1, "Marker").await;
    write(&db, other, 2, "Stranger").await;
    assert_eq!(read(&db, one).await.unwrap(), written(&["Marker"]));
    assert_eq!(read(&db, other).await.unwrap(), written(&["Stranger"]));
    assert_eq!(traces(db.url(), "Marker").await, Vec::<String>::new());
    let is_there = traces(db.url(), address(101).as_str()).await;
    assert!(!is_there.is_empty(), "the files were read: an address is not sealed");
}

async fn a_text_of_another_row_is_an_error(db: TestDatabase) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    write(&db, one, 1, "First").await;
    write(&db, one, 3, "Second").await;
    write(&db, other, 2, "Stranger").await;
    db.execute(
        "UPDATE own_labels SET sealed_label = (SELECT sealed_label FROM own_labels l WHERE l.user_id = own_labels.user_id \
         ORDER BY l.address LIMIT 1)",
    )
    .await;
    corrupt("own_labels", "sealed_label")(&read(&db, one).await);
    assert!(read(&db, other).await.is_ok(), "the other user has one label only");
    db.execute(
        "UPDATE own_labels SET sealed_label = (SELECT sealed_nickname FROM wallets w \
         WHERE w.user_id = own_labels.user_id ORDER BY w.id LIMIT 1)",
    )
    .await;
    corrupt("own_labels", "sealed_label")(&read(&db, other).await);
    db.execute("UPDATE users SET data_key = (SELECT data_key FROM users u ORDER BY u.id LIMIT 1)")
        .await;
    corrupt("users", "data_key")(&read(&db, other).await);
}

async fn a_missing_text_is_an_error(db: TestDatabase) {
    let one = db.user(1).await;
    write(&db, one, 1, "Marker").await;
    db.execute("UPDATE api_keys SET sealed_name = NULL").await;
    corrupt("api_keys", "sealed_name")(&read(&db, one).await);
    db.execute("UPDATE annotations SET sealed_content = NULL").await;
    corrupt("annotations", "sealed_content")(&read(&db, one).await);
}

async fn an_old_copy_of_an_erased_users_texts_cannot_be_opened(db: TestDatabase) {
    let one = db.user(1).await;
    write(&db, one, 1, "Marker").await;
    db.execute("CREATE TABLE old_wallets AS SELECT sealed_nickname AS sealed FROM wallets")
        .await;
    db.execute("CREATE TABLE old_keys AS SELECT sealed_name AS sealed FROM api_keys")
        .await;
    assert!(erase(&db, 1).await);
    assert_eq!(db.user(1).await, user(1).id, "a user of the same id has another key");
    write(&db, one, 1, "Later").await;
    assert_eq!(read(&db, one).await.unwrap(), written(&["Later"]));
    db.execute("UPDATE api_keys SET sealed_name = (SELECT sealed FROM old_keys)")
        .await;
    corrupt("api_keys", "sealed_name")(&read(&db, one).await);
    db.execute("UPDATE wallets SET sealed_nickname = (SELECT sealed FROM old_wallets)")
        .await;
    corrupt("wallets", "sealed_nickname")(&read(&db, one).await);
}
