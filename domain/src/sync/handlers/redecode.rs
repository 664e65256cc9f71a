//! Derives the entries of an account again from its stored facts, after the decoders changed. No source is queried.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use ports::{
    AccountId, EntryId, Ports, StorageError, Timestamp, TransactionId,
    fact::StoredFact,
    job::{Lease, NewJob},
};

use crate::{
    decode,
    job::{JobKind, REDECODE},
    ledger::derive,
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, LEASE},
        job_error::JobError,
    },
};

/// The number of transactions whose entries are derived in one unit of work.
const BATCH: u32 = 1000;

/// Handles jobs of [`REDECODE`].
pub struct Redecode;

#[async_trait]
impl JobHandler for Redecode {
    fn kind(&self) -> JobKind {
        REDECODE
    }

    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account: AccountId = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not an account".to_owned()))?;
        let mut after = None;
        loop {
            let found = ports.stores.facts.transactions(&account, after.as_ref(), BATCH).await?;
            let Some(last) = found.last().cloned() else {
                return end_unread(ports, lease).await;
            };
            let ids: Vec<TransactionId> = found.into_iter().map(|(_, id)| id).collect();
            let now = ports.clock.now();
            if !ports.stores.jobs.renew(lease, now, now.plus(LEASE)).await? {
                return Err(JobError::LeaseLost);
            }
            derive_again(ports, &account, &ids).await?;
            after = Some(last);
        }
    }

    /// Returns the accounts with entries of an older version of the decoders: only a start of a newer program changes it.
    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let outdated = ports.stores.entries.outdated(decode::VERSION, u32::MAX).await?;
        let job = |account: &AccountId| REDECODE.job(ports, &account.to_string(), now);
        Ok(outdated.iter().map(job).collect())
    }
}

/// Derives the entries of these transactions again. Entries that no longer follow from the facts are taken back.
async fn derive_again(ports: &Ports, account: &AccountId, ids: &[TransactionId]) -> Result<(), JobError> {
    let mut facts: BTreeMap<TransactionId, Vec<StoredFact>> = BTreeMap::new();
    for fact in ports.stores.facts.of_transactions(account, ids).await? {
        facts.entry(fact.fact.transaction.clone()).or_default().push(fact);
    }
    let entries = derive::entries(ports, account, &facts);
    let derived: BTreeSet<&TransactionId> = entries.iter().map(|entry| &entry.id.transaction).collect();
    let of = |transaction: &TransactionId| EntryId {
        account: account.clone(),
        transaction: transaction.clone(),
    };
    let gone: Vec<EntryId> = ids.iter().filter(|id| !derived.contains(id)).map(of).collect();
    let at = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    work.entries().append(&entries, at).await?;
    work.entries().withdraw(&gone, at).await?;
    Ok(work.commit().await?)
}
