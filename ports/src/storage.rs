//! What can go wrong with storage.

/// A failure of a store port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// Somebody else changed the same thing first, or a row that must be one of a kind is there already.
    #[error("storage: {what} changed at the same time; try again")]
    Conflict {
        /// What changed.
        what: String,
    },
    /// The database does not answer, is locked or is full; it may answer later.
    #[error("storage does not answer: {why}")]
    Unavailable {
        /// What the database said.
        why: String,
        /// Whether the disk is full.
        full: bool,
    },
    /// A stored row does not parse. Its name is not in the words, which go to the log: it may be an address.
    #[error("storage: a row of {table} has an unreadable {column}")]
    Corrupt {
        /// Table.
        table: String,
        /// Column.
        column: String,
        /// Row.
        id: String,
    },
}
