//! The files of a SQLite database: the data, their lock, their backups, and the acknowledged revision.

pub(crate) mod access;
pub(crate) mod backups;
mod data_file;
mod lock;
mod revision;

pub(crate) use data_file::DataFile;
pub(crate) use lock::{Lock, beside};
pub(crate) use revision::{Revision, acknowledged, forget_acknowledged};
