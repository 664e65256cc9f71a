//! The rows that belong to users, each type with its table of the export or the reason why it has none.

use async_trait::async_trait;
use ports::{
    EmailCode, IdempotentCall, Merge, OAuthState, Ports, Recipe, Share, StorageError, UserId, with_owned_rows,
};

use crate::export::{
    Exports,
    table::{ExportRow, ExportTable},
};

/// The rows of one type that belong to users.
#[async_trait]
pub(super) trait ExportedRows {
    /// The table that has them; `None` where they are left out.
    const TABLE: Option<ExportTable>;

    /// Returns the rows of a user.
    async fn rows(ports: &Ports, user: UserId) -> Result<Vec<ExportRow>, StorageError>;
}

/// Rows that no export has.
macro_rules! left_out {
    ($row:ty) => {
        #[async_trait]
        impl ExportedRows for $row {
            const TABLE: Option<ExportTable> = None;

            async fn rows(_: &Ports, _: UserId) -> Result<Vec<ExportRow>, StorageError> {
                Ok(Vec::new())
            }
        }
    };
}

// Codes and links, of which a pending address is in the table of addresses.
left_out!(EmailCode);
// How many wallets an anonymous user brought, which is kept for a day; they are in the table of wallets.
left_out!(Merge);
// Requests for consent at exchanges, which live for ten minutes.
left_out!(OAuthState);
// The link is in the row of the user, and visitors are not known.
left_out!(Share);
// Copies of other data that live for about a day.
left_out!(IdempotentCall);
left_out!(Recipe);

macro_rules! list {
    ([] $($row:ty,)*) => {
        [$(<$row as ExportedRows>::TABLE,)*]
    };
}

macro_rules! read {
    ([$table:expr, $ports:expr, $user:expr] $($row:ty,)*) => {
        $(if <$row as ExportedRows>::TABLE.is_some_and(|own| own == $table) {
            return <$row as ExportedRows>::rows($ports, $user).await;
        })*
    };
}

impl Exports {
    /// Returns the tables of all rows that belong to users.
    pub(super) fn owned_tables() -> impl Iterator<Item = ExportTable> {
        with_owned_rows!(list).into_iter().flatten()
    }

    /// Returns the rows of a user in one of these tables.
    pub(super) async fn owned_rows(&self, table: ExportTable, user: UserId) -> Result<Vec<ExportRow>, StorageError> {
        with_owned_rows!(read table, &self.ports, user);
        Ok(Vec::new())
    }
}
