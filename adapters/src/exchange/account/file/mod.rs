//! Files that exchanges export: tables of text, recognized by their columns.
//!
//! Each form of an exchange is a [`FormSpec`] in its folder. A table is read whole: what its exchange does not write (numbers with a comma
//! as decimal mark, dates in another order) is not guessed, because a file that went through a spreadsheet looks the same and is not.

mod cell;
mod form;
mod table;
#[cfg(test)]
pub(crate) mod test_files;

pub(crate) use cell::{number, time};
pub(crate) use form::{FileScope, FormSpec, RowRead, read};
pub(crate) use table::{FileTable, Record};
