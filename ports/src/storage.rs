//! How storage can fail.

/// A failure of a storage port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// Another transaction changed the same row first, or a unique row exists already.
    #[error("storage: {what} changed at the same time; try again")]
    Conflict {
        /// What changed.
        what: String,
    },
    /// The database does not answer, is locked or is full; it may answer later.
    #[error("storage does not answer: {why}")]
    Unavailable {
        /// The database's reason.
        why: String,
        /// Whether the disk is full.
        full: bool,
    },
    /// A stored row does not parse. The message, which is logged, leaves out the row's id, because it may be an address.
    #[error("storage: a row of {table} has an unreadable {column}")]
    Corrupt {
        /// The table.
        table: String,
        /// The column.
        column: String,
        /// The row's id.
        id: String,
    },
}
