//! Books that stay in memory, and how entries are added to them.

pub(in crate::ledger) mod added_entries;
pub(in crate::ledger) mod book_cache;
