//! The entries of a person in columns, and what is found in them: the order within blocks, imitations, key entries, prices.

pub(in crate::ledger) mod block_order;
pub(in crate::ledger) mod book_row;
pub(in crate::ledger) mod co_spent;
pub(in crate::ledger) mod entry_table;
pub(in crate::ledger) mod imitation;
pub(in crate::ledger) mod key_entries;
pub(in crate::ledger) mod net_amounts;
pub(in crate::ledger) mod numbered_values;
pub(in crate::ledger) mod pricing;
pub(in crate::ledger) mod row_table;
