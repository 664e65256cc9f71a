//! The files that Binance exports. Read is the statement of all accounts, in which every change of a balance is a row.

mod operation;
mod statement;

pub(super) use statement::FORMS;
