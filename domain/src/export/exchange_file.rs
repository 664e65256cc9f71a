//! Files that were imported into accounts at exchanges.

use ports::{ExchangeFile, StorageError, UserId};

use crate::{
    account::PersonAccounts,
    export::{
        Exports,
        cells::{cell, maybe},
        table::{ExportRow, ExportTable},
    },
};

impl Exports {
    /// Which files were imported. What they state is among the transactions.
    pub(super) const EXCHANGE_FILES: ExportTable = ExportTable {
        name: "exchange-files",
        about: "The files that you imported into your accounts at exchanges. Their rows are among the transactions; the files \
                themselves are not kept.",
        columns: &[
            "account",
            "form",
            "streams",
            "part",
            "starts_at",
            "ends_at",
            "rows",
            "unreadable_rows",
            "counts_unlisted",
            "imported_at",
        ],
    };

    /// Returns the files of a user's accounts.
    pub(super) async fn exchange_files(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let person = PersonAccounts::load(&self.ports, user).await?;
        let accounts = person.all(&self.ports);
        let files = self.ports.stores.exchange_files.of_accounts(&accounts).await?;
        Ok(files.iter().map(row).collect())
    }
}

fn row(file: &ExchangeFile) -> ExportRow {
    let streams: Vec<&str> = file.streams.iter().map(|stream| stream.code()).collect();
    vec![
        cell(&file.account),
        cell(&file.form),
        cell(streams.join(" ")),
        maybe(file.part.as_ref().map(|part| &part.name)),
        cell(file.times.0),
        cell(file.times.1),
        cell(file.rows),
        cell(file.unreadable),
        cell(file.counts_unlisted),
        cell(file.imported_at),
    ]
}
