//! What a person stated that codes of assets at exchanges mean.

use ports::{MappedCode, StorageError, UserId};

use crate::{
    account::PersonAccounts,
    export::{
        Exports,
        cells::{cell, maybe},
        table::{ExportRow, ExportTable},
    },
};

impl Exports {
    /// Which asset each code is.
    pub(super) const MAPPED_CODES: ExportTable = ExportTable {
        name: "mapped-codes",
        about: "What you stated that codes of assets at exchanges mean. Without an asset, you took it back.",
        columns: &["account", "code", "asset", "stated_at"],
    };

    /// Returns what is stated about the codes of a user's accounts.
    pub(super) async fn mapped_codes(&self, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let person = PersonAccounts::load(&self.ports, user).await?;
        let accounts = person.all(&self.ports);
        let mapped = self.ports.stores.mapped_codes.of_accounts(&accounts).await?;
        Ok(mapped.iter().map(row).collect())
    }
}

fn row(mapped: &MappedCode) -> ExportRow {
    vec![
        cell(&mapped.account),
        cell(&mapped.code),
        maybe(mapped.asset.as_ref()),
        cell(mapped.stated_at),
    ]
}
