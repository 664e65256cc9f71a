//! Seals the texts that people wrote before texts were sealed.
//!
//! The migration moves them to columns of their own and marks the database. Opening it seals them in batches, each in one
//! transaction, then rewrites the tables so that their files do not contain the texts any more, and removes the mark at last.
//! Where this is interrupted, the next opening continues.

use ports::StorageError;

use super::{
    database::{
        Keyring, UserKeys, postgres,
        sql::{Sql, TimeLimit, sql},
        sqlite,
    },
    sealed_column::{ALL, SealedColumn},
};

/// The rows of one transaction.
const BATCH: u32 = 500;

/// Seals what is not sealed yet.
pub(super) async fn seal_plain_texts(on: &Sql, keyring: &Keyring) -> Result<(), StorageError> {
    let row = sql("SELECT has_plain_texts FROM instance").fetch_one(on).await?;
    if !row.of("instance", &[]).get::<bool>("has_plain_texts")? {
        return Ok(());
    }
    let mut count = 0;
    for column in &ALL {
        loop {
            match seal_batch(on, keyring, column).await? {
                0 => break,
                sealed => count += sealed,
            }
        }
    }
    remove_traces(on).await?;
    let mut tx = on.begin().await?;
    let marked = sql("UPDATE instance SET has_plain_texts = $1").bind(false);
    marked.execute(&mut tx).await?;
    tx.commit().await?;
    tracing::info!(
        count,
        "nicknames, notes, labels and names of API keys are encrypted now"
    );
    Ok(())
}

/// Seals some texts of a column and returns their number.
async fn seal_batch(on: &Sql, keyring: &Keyring, column: &SealedColumn) -> Result<usize, StorageError> {
    let mut tx = on.begin_within(TimeLimit::None).await?;
    // An update without effect locks the row, so that two processes never take the same texts.
    let lock = sql("UPDATE instance SET has_plain_texts = has_plain_texts");
    lock.execute(&mut tx).await?;
    let rows = column.plain(&mut tx, BATCH).await?;
    let mut keys = UserKeys::default();
    for row in &rows {
        let user = row.of(column.table, &["user_id"]).parsed("user_id")?;
        let key = keys.of_user(keyring, &mut tx, user).await?;
        column.seal_plain(&mut tx, row, (user, key)).await?;
    }
    tx.commit().await?;
    Ok(rows.len())
}

/// Rewrites the tables that contained the texts.
async fn remove_traces(on: &Sql) -> Result<(), StorageError> {
    match on {
        Sql::Postgres(pools) => postgres::rewrite(&pools.pool, &ALL.map(|column| (column.table, column.column))).await,
        Sql::Sqlite(_) => {
            sqlite::rewrite(on).await?;
            match on.file() {
                Some(file) => sqlite::truncate_log(on, file).await,
                None => Ok(()),
            }
        }
    }
}
