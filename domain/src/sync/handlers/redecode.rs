//! Derives the entries of an account again from its stored facts, after the decoders changed. No source is queried.

use async_trait::async_trait;
use ports::{
    AccountId, Ports, StorageError, Timestamp, TransactionId,
    job::{Lease, NewJob},
};

use crate::{
    code_map::CodeMap,
    decode,
    job::{JobKind, REDECODE},
    ledger::derive::{check, redecode},
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, LEASE},
        job_error::{JobError, account_of},
    },
};

/// Handles jobs of [`REDECODE`].
pub struct Redecode;

#[async_trait]
impl JobHandler for Redecode {
    fn kind(&self) -> JobKind {
        REDECODE
    }

    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        let mut after = None;
        loop {
            let found = ports
                .stores
                .facts
                .transactions(&account, after.as_ref(), redecode::BATCH)
                .await?;
            let Some(last) = found.last().cloned() else {
                end_unread(ports, lease).await?;
                return check(ports, &account).await;
            };
            let ids: Vec<TransactionId> = found.into_iter().map(|(_, id)| id).collect();
            let now = ports.clock.now();
            if !ports.stores.jobs.renew(lease, now, now.plus(LEASE)).await? {
                return Err(JobError::LeaseLost);
            }
            redecode::again(ports, &account, &ids).await?;
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

/// Compares the entries with the balances. Where a code of an exchange means something else since these were read, the next reading
/// does.
async fn check(ports: &Ports, account: &AccountId) -> Result<(), JobError> {
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    if let Some(read_at) = states.first().and_then(|state| state.whole_at)
        && CodeMap::is_newer(ports, account, read_at).await?
    {
        return Ok(());
    }
    Ok(check::keep(ports, account, &[]).await?)
}
