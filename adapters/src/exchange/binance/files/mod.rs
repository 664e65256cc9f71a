//! The files that Binance exports: the statement of all accounts, in which every change of a balance is a row, and the histories of single
//! kinds. What is in files of two forms counts once, compared by what it changed.
//!
//! Not read are files of currencies, which do not state whether they are of deposits or of withdrawals, and those of futures.

mod converts;
mod operation;
mod pair;
mod statement;
mod trades;
mod transfers;

use crate::exchange::account::FormSpec;

pub(super) const FORMS: [FormSpec; 6] = [
    statement::FORM,
    trades::FORM,
    trades::OLDER_FORM,
    converts::FORM,
    transfers::DEPOSITS,
    transfers::WITHDRAWALS,
];
