//! Accounts: which ones addresses have, how they are opened and erased, and the names that addresses claim.

mod accounts;
mod erase;
mod open;
mod readable;
mod reverse_name;

pub(crate) use accounts::with_derived;
pub use accounts::{accounts_at, accounts_of};
pub(crate) use erase::{AccountCleanup, erase_unwatched};
pub(crate) use open::open;
pub(crate) use readable::{covered, readable};
pub(crate) use reverse_name::{candidates, reverse_names};
