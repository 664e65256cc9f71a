//! What a file would change, before it is imported.

use std::collections::{BTreeMap, BTreeSet};

use ports::{
    AccountId, AssetId, ChainId, ExchangeFileId, ExchangeReader, Fact, FileContent, FileRow, RowReading, Timestamp,
    fact::ExchangeRow, wallet::Nickname,
};

use super::{
    ExchangeFiles,
    error::ExchangeFileError,
    settle::{KnownRows, counting_of_others, of_file},
    status::{ImportStatus, JudgedRow, judge, row_of},
};
use crate::{
    caller::Caller,
    connection::{Connections, account_named},
};

/// What a file would change.
#[derive(Clone, Debug)]
pub struct FilePreview {
    /// The name of its form.
    pub form: String,
    /// The times of its first and its last row that changed the account; `None` where no row did.
    pub times: Option<(Timestamp, Timestamp)>,
    /// Its rows with what would become of each, in their order.
    pub rows: Vec<PreviewRow>,
    symbols: BTreeMap<AssetId, String>,
}

impl FilePreview {
    /// Returns the symbol of an asset of a row, or the code by which the exchange knows it.
    #[must_use]
    pub fn symbol<'a>(&'a self, asset: &'a AssetId) -> &'a str {
        let known = self.symbols.get(asset).map(String::as_str);
        known
            .or_else(|| asset.currency_code())
            .or_else(|| Some(asset.as_str().rsplit_once("/code:")?.1))
            .unwrap_or_else(|| asset.as_str())
    }
}

/// What would become of a row of a file.
#[derive(Clone, Debug)]
pub enum PreviewRow {
    /// It is a row of an event.
    Row {
        /// Its line in the file, from 1.
        line: u64,
        /// When it was.
        time: Timestamp,
        /// What it states.
        row: Box<ExchangeRow>,
        /// Whether it counts.
        status: ImportStatus,
    },
    /// It changed nothing.
    NoChange {
        /// Its line in the file, from 1.
        line: u64,
    },
    /// It cannot be read.
    Unreadable {
        /// Its line in the file, from 1.
        line: u64,
        /// Why not, as a sentence.
        reason: String,
    },
}

impl PreviewRow {
    /// Returns whether it is a row with this status.
    #[must_use]
    pub fn is(&self, wanted: ImportStatus) -> bool {
        matches!(self, Self::Row { status, .. } if *status == wanted)
    }
}

impl ExchangeFiles {
    /// Returns what a file would change in an account, without storing anything.
    pub async fn preview(
        &self,
        caller: &Caller,
        (exchange, name): (&ChainId, &Nickname),
        content: &[u8],
    ) -> Result<FilePreview, ExchangeFileError> {
        let account = self.account(caller, exchange, name).await?;
        let content = self.read(&account, ExchangeFileId::nil(), content)?;
        self.previewed(&account, content).await
    }

    /// Returns what a file would change in a new account of its own, without storing anything.
    pub async fn preview_new(
        &self,
        caller: &Caller,
        (exchange, name): (&ChainId, &Nickname),
        content: &[u8],
    ) -> Result<FilePreview, ExchangeFileError> {
        let account = self.new_account(caller, exchange, name).await?;
        let content = self.read(&account, ExchangeFileId::nil(), content)?;
        self.previewed(&account, content).await
    }

    async fn previewed(&self, account: &AccountId, content: FileContent) -> Result<FilePreview, ExchangeFileError> {
        let known = KnownRows::load(&self.ports, account).await?;
        let imported = self.imported(account, &known).await?;
        let facts: Vec<&Fact> = content.rows.iter().filter_map(fact_of).collect();
        let judged = facts.iter().map(|fact| JudgedRow {
            fact,
            counts_unlisted: false,
        });
        let judged: Vec<JudgedRow<'_>> = judged.collect();
        let mut listed = known.listed_facts();
        listed.extend(counting_of_others(&self.ports, account, (&known, &content.form)).await?);
        let statuses = judge(&judged, &listed, &known.times());
        let statuses = statuses.map_err(|_| ExchangeFileError::NoRows)?;
        let mut statuses = facts.iter().zip(statuses).map(|(fact, status)| {
            let counts_unlisted = row_of(fact).and_then(|row| imported.get(&row.id));
            match (status, counts_unlisted) {
                (ImportStatus::Counts, Some(_)) | (ImportStatus::Unlisted, Some(true)) => ImportStatus::Listed,
                (status, _) => status,
            }
        });
        Ok(FilePreview {
            symbols: self.symbols(&facts).await?,
            times: times_of(&facts),
            rows: content.rows.iter().map(|row| preview_row(row, &mut statuses)).collect(),
            form: content.form,
        })
    }

    /// Returns the rows of the files of an account, and whether a file of each counts also what lists do not have.
    async fn imported(
        &self,
        account: &AccountId,
        known: &KnownRows,
    ) -> Result<BTreeMap<String, bool>, ExchangeFileError> {
        let mut imported: BTreeMap<String, bool> = BTreeMap::new();
        for file in &known.files {
            for row in of_file(&self.ports, account, file).await?.iter().filter_map(row_of) {
                *imported.entry(row.id.clone()).or_default() |= file.counts_unlisted;
            }
        }
        Ok(imported)
    }

    async fn symbols(&self, facts: &[&Fact]) -> Result<BTreeMap<AssetId, String>, ExchangeFileError> {
        let amounts = facts
            .iter()
            .filter_map(|fact| row_of(fact))
            .flat_map(|row| &row.amounts);
        let assets: BTreeSet<AssetId> = amounts.map(|amount| amount.asset.clone()).collect();
        let assets: Vec<AssetId> = assets.into_iter().collect();
        let known = self.ports.stores.assets.find(&assets).await?.into_iter();
        let named = known.filter(|asset| !asset.metadata.symbol.is_empty());
        Ok(named.map(|asset| (asset.id, asset.metadata.symbol)).collect())
    }

    /// Returns the caller's account with this name at an exchange.
    pub(super) async fn account(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<AccountId, ExchangeFileError> {
        let rows = self.ports.stores.wallets.of_user(caller.user).await?;
        let chain = self.ports.chains.get(exchange).ok_or(ExchangeFileError::NotFound)?;
        account_named(rows, chain, name).ok_or(ExchangeFileError::NotFound)
    }

    /// Returns the account that a file would open at an exchange under this name.
    pub(super) async fn new_account(
        &self,
        caller: &Caller,
        exchange: &ChainId,
        name: &Nickname,
    ) -> Result<AccountId, ExchangeFileError> {
        let connections = Connections::new(self.ports.clone());
        Ok(connections.new_account(caller, exchange, name).await?)
    }

    /// Reads a file of the exchange of an account.
    pub(super) fn read(
        &self,
        account: &AccountId,
        id: ExchangeFileId,
        content: &[u8],
    ) -> Result<FileContent, ExchangeFileError> {
        let mut readers = self.ports.exchanges.iter();
        let is_own = |reader: &&std::sync::Arc<dyn ExchangeReader>| reader.profile().id == account.chain;
        let reader = readers.find(is_own).ok_or(ExchangeFileError::NotFound)?;
        Ok(reader.file((account, &id.source()), content)?)
    }
}

fn preview_row(row: &FileRow, statuses: &mut impl Iterator<Item = ImportStatus>) -> PreviewRow {
    let line = row.line;
    match &row.read {
        RowReading::NoChange => PreviewRow::NoChange { line },
        RowReading::Unreadable(reason) => PreviewRow::Unreadable {
            line,
            reason: reason.clone(),
        },
        RowReading::Fact(fact) => match (row_of(fact), statuses.next()) {
            (Some(stated), Some(status)) => PreviewRow::Row {
                line,
                time: fact.block.time,
                row: Box::new(stated.clone()),
                status,
            },
            _ => PreviewRow::NoChange { line },
        },
    }
}

/// Returns the first and the last time of these facts.
pub(super) fn times_of(facts: &[&Fact]) -> Option<(Timestamp, Timestamp)> {
    let times = || facts.iter().map(|fact| fact.block.time);
    times().min().zip(times().max())
}

/// Returns the fact that a row of a file states.
pub(super) fn fact_of(row: &FileRow) -> Option<&Fact> {
    match &row.read {
        RowReading::Fact(fact) => Some(fact),
        _ => None,
    }
}
