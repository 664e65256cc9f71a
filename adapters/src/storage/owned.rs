//! Moving the rows that belong to a user when users are merged. They are erased by foreign keys to their user.

use async_trait::async_trait;
use ports::{StorageError, UserId, with_owned_rows};

use super::{
    database::{SqlWork, sql::sql},
    sealed_column::SealedColumn,
};

/// The rows of one type that belong to users.
#[async_trait]
pub(super) trait MovedRows {
    /// Moves what `source` has to `target`. Where both have the same thing, that of `target` stays, and that of `source` is left for
    /// its erasure.
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError>;
}

macro_rules! move_each {
    ([$work:expr, $source:expr, $target:expr] $($row:ty,)*) => {
        $(<$row as MovedRows>::move_rows($work, $source, $target).await?;)*
    };
}

/// Moves all rows of `source` to `target`.
pub(super) async fn move_all(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
    with_owned_rows!(move_each work, source, target);
    Ok(())
}

/// Rows that stay with their user.
macro_rules! not_moved {
    ($row:ty) => {
        #[async_trait::async_trait]
        impl $crate::storage::owned::MovedRows for $row {
            async fn move_rows(
                _: &mut $crate::storage::database::SqlWork,
                _: ports::UserId,
                _: ports::UserId,
            ) -> Result<(), ports::StorageError> {
                Ok(())
            }
        }
    };
}
pub(super) use not_moved;

/// The statement that moves the rows of a table whose key the target does not have: `$1` is the source, `$2` the target.
macro_rules! moving {
    ($table:literal, $same:literal $(, $returned:literal)?) => {
        concat!(
            "UPDATE ",
            $table,
            " SET user_id = $2 WHERE user_id = $1 AND NOT EXISTS (SELECT 1 FROM ",
            $table,
            " own WHERE own.user_id = $2 AND ",
            $same,
            ")"
            $(, " RETURNING ", $returned)?
        )
    };
}
pub(super) use moving;

/// Runs a statement that moves rows: `$1` is the source, `$2` the target.
pub(super) async fn run(
    work: &mut SqlWork,
    text: &'static str,
    source: UserId,
    target: UserId,
) -> Result<(), StorageError> {
    let moved = sql(text).bind(source.to_string()).bind(target.to_string());
    moved.execute(work.tx()).await.map(drop)
}

/// Runs a statement that moves rows and returns them, and encrypts their texts with the key of their new user. Users without texts
/// get no key.
pub(super) async fn run_sealed(
    work: &mut SqlWork,
    columns: &[&SealedColumn],
    text: &'static str,
    source: UserId,
    target: UserId,
) -> Result<(), StorageError> {
    let moved = sql(text).bind(source.to_string()).bind(target.to_string());
    for row in moved.fetch_all(work.tx()).await? {
        for column in columns {
            if !column.is_set(&row)? {
                continue;
            }
            let (from, to) = (work.user_key(source).await?, work.user_key(target).await?);
            column.reseal(work.tx(), &row, (source, &from), (target, &to)).await?;
        }
    }
    Ok(())
}
