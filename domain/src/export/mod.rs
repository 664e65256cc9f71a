//! A copy of everything that is stored about a user, as tables.
//!
//! Left out are tokens, codes and their hashes, copies that are kept for about a day, sessions of visitors, and facts of chains,
//! which belong to everyone. A test of the schema lists each column.

mod annotation;
mod cells;
mod choice;
mod connection;
mod exchange_file;
mod exchange_market;
mod feedback;
mod ledger;
mod mapped_code;
mod owned;
mod person;
mod table;
mod wallet;

use std::sync::Arc;

use futures::channel::mpsc;
use ports::{Ports, StorageError};

use crate::caller::Caller;

pub use table::{ExportRow, ExportTable};

use table::{RowSink, Stopped};

/// Use cases on exports.
pub struct Exports {
    ports: Arc<Ports>,
}

impl Exports {
    /// Returns every table, in the order of the archive.
    #[must_use]
    pub fn tables() -> Vec<ExportTable> {
        let others = [
            Self::DERIVED_ADDRESSES,
            Self::EXCHANGE_FILES,
            Self::EXCHANGE_MARKETS,
            Self::MAPPED_CODES,
            Self::DISCLOSURES,
            Self::ENTRIES,
        ];
        Self::owned_tables().chain(others).collect()
    }

    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Sends the caller's rows of a table, and ends early where nobody takes them any more.
    pub async fn send(
        &self,
        caller: &Caller,
        table: ExportTable,
        rows: mpsc::Sender<ExportRow>,
    ) -> Result<(), StorageError> {
        match self.rows(caller, table, &mut RowSink(rows)).await {
            Err(Stopped::Storage(error)) => Err(error),
            Ok(()) | Err(Stopped::Closed) => Ok(()),
        }
    }

    async fn rows(&self, caller: &Caller, table: ExportTable, to: &mut RowSink) -> Result<(), Stopped> {
        let user = caller.user;
        if table == Self::DISCLOSURES {
            return self.disclosures(caller, to).await;
        }
        if table == Self::ENTRIES {
            return self.entries(user, to).await;
        }
        let rows = if table == Self::DERIVED_ADDRESSES {
            self.derived_addresses(user).await?
        } else if table == Self::EXCHANGE_MARKETS {
            self.exchange_markets(user).await?
        } else if table == Self::EXCHANGE_FILES {
            self.exchange_files(user).await?
        } else if table == Self::MAPPED_CODES {
            self.mapped_codes(user).await?
        } else {
            self.owned_rows(table, user).await?
        };
        Ok(to.send_all(rows).await?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_table_has_a_name_of_its_own() {
        let tables = Exports::tables();
        let names: BTreeSet<_> = tables.iter().map(|table| table.name).collect();
        assert_eq!(names.len(), tables.len());
    }
}
