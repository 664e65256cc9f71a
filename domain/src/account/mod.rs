//! Accounts: which ones addresses have, how they are opened and erased, and the names that addresses claim.

mod erase;
mod of_person;
mod open;
mod readable;
mod reverse_name;

pub(crate) use erase::{AccountCleanup, erase_unwatched};
pub(crate) use of_person::with_derived;
pub use of_person::{PersonAccount, PersonAccounts, accounts_at};
pub(crate) use open::open;
pub(crate) use readable::{covered, readable};
pub(crate) use reverse_name::{candidates, reverse_names};
