//! A copy of everything that is stored about a user, as tables.
//!
//! Left out are tokens, codes and their hashes, copies that are kept for about a day, sessions of visitors, and facts of chains,
//! which belong to everyone. A test of the schema lists each column.

mod ledger;
mod person;
mod table;

use std::sync::Arc;

use futures::{SinkExt, channel::mpsc};
use ports::{Ports, StorageError};

use crate::caller::Caller;

pub use table::ExportTable;

/// A row of a table: a cell for each of its columns, `None` where nothing is known.
pub type ExportRow = Vec<Option<String>>;

/// Use cases on exports.
pub struct Exports {
    ports: Arc<Ports>,
}

/// Where the rows of a table go.
struct RowSink(mpsc::Sender<ExportRow>);

/// Nobody takes the rows any more.
struct SinkClosed;

impl RowSink {
    async fn send(&mut self, row: ExportRow) -> Result<(), SinkClosed> {
        self.0.send(row).await.map_err(|_| SinkClosed)
    }

    async fn send_all(&mut self, rows: impl IntoIterator<Item = ExportRow>) -> Result<(), SinkClosed> {
        for row in rows {
            self.send(row).await?;
        }
        Ok(())
    }
}

/// Why a table ended early.
enum Stopped {
    Storage(StorageError),
    Closed,
}

impl From<StorageError> for Stopped {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<SinkClosed> for Stopped {
    fn from(SinkClosed: SinkClosed) -> Self {
        Self::Closed
    }
}

impl Exports {
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
        match table {
            ExportTable::User => Ok(to.send_all(self.user(user).await?).await?),
            ExportTable::Emails => Ok(to.send_all(self.emails(user).await?).await?),
            ExportTable::SignInWallets => Ok(to.send_all(self.sign_in_wallets(user).await?).await?),
            ExportTable::Sessions => Ok(to.send_all(self.sessions(user).await?).await?),
            ExportTable::ApiKeys => Ok(to.send_all(self.api_keys(user).await?).await?),
            ExportTable::Wallets => Ok(to.send_all(self.wallets(user).await?).await?),
            ExportTable::DerivedAddresses => Ok(to.send_all(self.derived_addresses(user).await?).await?),
            ExportTable::ManualPrices => Ok(to.send_all(self.manual_prices(user).await?).await?),
            ExportTable::HiddenAssets => Ok(to.send_all(self.hidden_assets(user).await?).await?),
            ExportTable::AcceptedDecimals => Ok(to.send_all(self.accepted_decimals(user).await?).await?),
            ExportTable::AddedTokens => Ok(to.send_all(self.added_tokens(user).await?).await?),
            ExportTable::Annotations => Ok(to.send_all(self.annotations(user).await?).await?),
            ExportTable::Labels => Ok(to.send_all(self.labels(user).await?).await?),
            ExportTable::Feedback => Ok(to.send_all(self.feedback(user).await?).await?),
            ExportTable::Attachments => Ok(to.send_all(self.attachments(user).await?).await?),
            ExportTable::Disclosures => self.disclosures(caller, to).await,
            ExportTable::Entries => self.entries(user, to).await,
        }
    }
}
