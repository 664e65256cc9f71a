//! Imports files, and removes them.

use std::collections::BTreeSet;

use ports::{
    AccountId, ChainId, ExchangeFile, ExchangeFileId, Fact, FileContent, Timestamp, account::Activity, wallet::Nickname,
};

use super::{
    ExchangeFiles,
    error::ExchangeFileError,
    preview::{fact_of, times_of},
    settle::{FileChange, of_file, settle_with},
    status::row_of,
};
use crate::{caller::Caller, connection::Connections, job::READ_HISTORY};

/// The most files of an account.
const MOST: usize = 60;

/// What a person states about a file.
#[derive(Clone, Debug, Default)]
pub struct FileImport {
    /// The first and the last moment of which the file has everything; by default those of its first and its last row.
    pub times: (Option<Timestamp>, Option<Timestamp>),
    /// Whether rows count also in times that are read from the exchange, where its lists do not have them.
    pub counts_unlisted: bool,
}

impl ExchangeFiles {
    /// Imports a file into an account. Rows that are counted already do not count again.
    pub async fn import(
        &self,
        caller: &Caller,
        of: (&ChainId, &Nickname),
        stated: &FileImport,
        content: &[u8],
    ) -> Result<ExchangeFile, ExchangeFileError> {
        let account = self.account(caller, of.0, of.1).await?;
        let id = ExchangeFileId::new(self.ports.ids.next());
        let content = self.read(&account, id, content)?;
        let files = &self.ports.stores.exchange_files;
        let files = files.of_accounts(std::slice::from_ref(&account)).await?;
        if files.len() >= MOST {
            return Err(ExchangeFileError::TooMany(MOST));
        }
        let (file, facts) = self.file(account, (id, content), stated)?;
        self.check_new(&file.account, &files, &facts).await?;
        self.add(file, &facts).await
    }

    /// Opens an account at an exchange that consists of this file, without a key. Nothing of it is read from the exchange.
    pub async fn import_new(
        &self,
        caller: &Caller,
        (exchange, name): (&ChainId, &Nickname),
        stated: &FileImport,
        content: &[u8],
    ) -> Result<ExchangeFile, ExchangeFileError> {
        let account = self.new_account(caller, exchange, name).await?;
        let id = ExchangeFileId::new(self.ports.ids.next());
        let content = self.read(&account, id, content)?;
        let (file, facts) = self.file(account, (id, content), stated)?;
        let connections = Connections::new(self.ports.clone());
        connections.open_filed(caller, &file.account, name).await?;
        self.add(file, &facts).await
    }

    /// Returns a file as it is stored, with the facts of its rows.
    fn file(
        &self,
        account: AccountId,
        (id, content): (ExchangeFileId, FileContent),
        stated: &FileImport,
    ) -> Result<(ExchangeFile, Vec<Fact>), ExchangeFileError> {
        let facts: Vec<Fact> = content.rows.iter().filter_map(fact_of).cloned().collect();
        let own = times_of(&facts.iter().collect::<Vec<_>>()).ok_or(ExchangeFileError::NoRows)?;
        let unreadable = content.rows.iter().filter(|row| row.is_unreadable()).count();
        let now = self.ports.clock.now();
        let file = ExchangeFile {
            id,
            form: content.form,
            streams: content.streams,
            part: content.part,
            times: times(stated.times, own, now)?,
            rows: facts.len() as u64,
            unreadable: unreadable as u64,
            counts_unlisted: stated.counts_unlisted,
            imported_at: now,
            account,
        };
        Ok((file, facts))
    }

    async fn add(&self, file: ExchangeFile, facts: &[Fact]) -> Result<ExchangeFile, ExchangeFileError> {
        settle_with(&self.ports, &file.account, FileChange::Add(&file, facts)).await?;
        self.read_again(&file.account).await?;
        Ok(file)
    }

    /// Removes a file: what only it stated counts no more.
    pub async fn remove(
        &self,
        caller: &Caller,
        (exchange, name): (&ChainId, &Nickname),
        id: ExchangeFileId,
    ) -> Result<(), ExchangeFileError> {
        let account = self.account(caller, exchange, name).await?;
        if !settle_with(&self.ports, &account, FileChange::Remove(id)).await? {
            return Err(ExchangeFileError::NotFound);
        }
        self.read_again(&account).await
    }

    /// Fails where a file states exactly the rows of one that was imported.
    async fn check_new(
        &self,
        account: &AccountId,
        files: &[ExchangeFile],
        facts: &[Fact],
    ) -> Result<(), ExchangeFileError> {
        let ids = |facts: &[Fact]| -> BTreeSet<String> { facts.iter().filter_map(row_id).collect() };
        let own = ids(facts);
        for file in files.iter().filter(|file| file.rows == facts.len() as u64) {
            if ids(&of_file(&self.ports, account, file).await?) == own {
                return Err(ExchangeFileError::Imported);
            }
        }
        Ok(())
    }

    /// Enqueues the reading of the history, which compares entries and balances, and judges what is missing. Nothing is read of an account that
    /// consists of files.
    async fn read_again(&self, account: &AccountId) -> Result<(), ExchangeFileError> {
        let states = self.ports.stores.accounts.states(std::slice::from_ref(account)).await?;
        if states.iter().any(|state| state.activity == Activity::Filed) {
            return Ok(());
        }
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let job = READ_HISTORY.job(&self.ports, &account.to_string(), now);
        work.jobs().enqueue(&job, now).await?;
        Ok(work.commit().await?)
    }
}

fn row_id(fact: &Fact) -> Option<String> {
    row_of(fact).map(|row| row.id.clone())
}

/// Returns the times of which a file has everything: those that are stated, but at least those of its rows.
fn times(
    (first, last): (Option<Timestamp>, Option<Timestamp>),
    own: (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<(Timestamp, Timestamp), ExchangeFileError> {
    let times = (first.unwrap_or(own.0), last.unwrap_or(own.1));
    if times.0 > own.0 || times.1 < own.1 {
        return Err(ExchangeFileError::Times("The file has rows outside of these times."));
    }
    if times.1 > now {
        return Err(ExchangeFileError::Times("The file cannot have what is not over yet."));
    }
    Ok(times)
}
