//! Entries of the ledger. Every revision is a row with its content in a compact form; `segment` keeps copies of the newest
//! revisions, thousands in one value, from which a whole ledger is read.

mod approvals;
mod bytes;
mod content;
mod read;
mod row;
mod segment;
mod texts;
mod write;
