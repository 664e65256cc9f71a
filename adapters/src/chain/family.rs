//! What the readers of all chain families share.

use ports::{ChainId, RemoteError};

use super::rows::{ChainSpec, Status};

/// Returns the rows that the reader of a family reads.
pub(super) fn read_rows<'a>(rows: &'a [ChainSpec], family: &'static str) -> impl Iterator<Item = &'a ChainSpec> {
    let is_read =
        move |row: &&ChainSpec| row.family == family && row.status != Status::Dead && !row.endpoints.is_empty();
    rows.iter().filter(is_read)
}

/// Returns the error for a chain that a reader does not read.
pub(super) fn unread_chain(reader: &str, chain: &ChainId) -> RemoteError {
    RemoteError::Unsupported {
        who: reader.to_owned(),
        what: format!("{chain} is not a network it reads"),
    }
}

/// Returns each of these hosts once, sorted, for the profile of a reader.
pub(super) fn distinct<'a>(hosts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut hosts: Vec<String> = hosts.map(str::to_owned).collect();
    hosts.sort();
    hosts.dedup();
    hosts
}
