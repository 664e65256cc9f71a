//! Keys of exchanges, without the keys themselves.

use async_trait::async_trait;
use ports::{ExchangeCredential, GrantedRight, Ports, StorageError, UserId};

use crate::export::{
    cells::cell,
    owned::ExportedRows,
    table::{ExportRow, ExportTable},
};

#[async_trait]
impl ExportedRows for ExchangeCredential {
    const TABLE: Option<ExportTable> = Some(ExportTable {
        name: "exchange-keys",
        about: "Your keys of exchanges, without the keys themselves.",
        columns: &["account", "key_end", "rights", "checked_at", "created_at"],
    });

    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        let credentials = ports.stores.exchange_credentials.of_user(user).await?;
        let row = |one: &ExchangeCredential| {
            let granted: &[GrantedRight] = one.rights.granted.as_deref().unwrap_or_default();
            let names: Vec<&str> = granted.iter().map(|right| right.name.as_str()).collect();
            vec![
                cell(&one.account),
                cell(one.key.shown_end()),
                cell(names.join(" ")),
                cell(one.checked_at),
                cell(one.created_at),
            ]
        };
        Ok(credentials.iter().map(row).collect())
    }
}
