//! Files that exchanges export: tables of text, recognized by their columns.
//!
//! Each form of an exchange is a [`FormSpec`] in its folder. A table is read whole: what its exchange does not write (numbers with a comma
//! as decimal mark, dates in another order) is not guessed, because a file that went through a spreadsheet looks the same and is not.

mod cell;
mod content_id;
mod form;
mod record_row;
mod table;

pub(crate) use cell::{arrived, code_of, left, number, number_if_any, time};
pub(crate) use content_id::{ContentIds, short_id};
pub(crate) use form::{FileScope, FormSpec, RowRead, read};
pub(crate) use record_row::{RecordChange, RecordRow, read_each};
pub(crate) use table::{FileTable, Record};
