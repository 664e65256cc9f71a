//! Files of exchanges that were imported into accounts.

use async_trait::async_trait;
use ports::{
    AccountId, ExchangeFile, ExchangeFileId, ExchangeFileReader, ExchangeFileWriter, FilePart, StorageError, Stream,
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, json, listed, sql},
    },
    ledger::stored_number,
};

fn file(row: &Row) -> Result<ExchangeFile, StorageError> {
    let row = row.of("exchange_files", &["id"]);
    let streams: Vec<Stream> = row.json("streams")?;
    Ok(ExchangeFile {
        id: row.parsed("id")?,
        account: row.kept("account", AccountId::kept)?,
        form: row.text("form")?,
        streams,
        part: part(row.maybe_json("part")?),
        times: (row.time("first_time")?, row.time("last_time")?),
        rows: row.number("row_count")?,
        unreadable: row.number("unreadable")?,
        counts_unlisted: row.get("counts_unlisted")?,
        imported_at: row.time("imported_at")?,
    })
}

fn part(stored: Option<(String, u64)>) -> Option<FilePart> {
    stored.map(|(name, of)| FilePart { name, of })
}

fn stored_part(part: &FilePart) -> Result<String, StorageError> {
    json("exchange_files", &(&part.name, part.of))
}

#[async_trait]
impl ExchangeFileReader for Database {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeFile>, StorageError> {
        let text = listed!(
            "SELECT id, account, form, streams, part, first_time, last_time, row_count, unreadable, counts_unlisted, \
             imported_at FROM exchange_files WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut files = rows.iter().map(file).collect::<Result<Vec<_>, _>>()?;
        files.sort_by(|a, b| (&a.account, a.imported_at, a.id).cmp(&(&b.account, b.imported_at, b.id)));
        Ok(files)
    }
}

#[async_trait]
impl ExchangeFileWriter for SqlWork {
    async fn add(&mut self, file: &ExchangeFile) -> Result<(), StorageError> {
        let text = "INSERT INTO exchange_files \
             (id, account, form, streams, part, first_time, last_time, row_count, unreadable, counts_unlisted, \
             imported_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        let added = sql(text)
            .bind(file.id.to_string())
            .bind(file.account.to_string())
            .bind(file.form.as_str())
            .bind(json("exchange_files", &file.streams)?)
            .bind(file.part.as_ref().map(stored_part).transpose()?)
            .bind(file.times.0)
            .bind(file.times.1)
            .bind(stored_number(file.rows))
            .bind(stored_number(file.unreadable))
            .bind(file.counts_unlisted)
            .bind(file.imported_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn remove(&mut self, account: &AccountId, id: ExchangeFileId) -> Result<bool, StorageError> {
        let text = "DELETE FROM exchange_files WHERE account = $1 AND id = $2";
        let removed = sql(text).bind(account.to_string()).bind(id.to_string());
        Ok(removed.execute(self.tx()).await? > 0)
    }
}
