//! Opens the accounts that wallets have on chains that were not read when the wallets were added. Runs once per set of
//! chains.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{Ports, StorageError, Timestamp, UnitOfWork, job::Lease};
use sha2::{Digest, Sha256};

use crate::{
    account::{open, readable},
    job::{OPEN_ACCOUNTS, job},
    sync::job_error::JobError,
};

/// Addresses per unit of work.
const PAGE: u32 = 100;

/// Returns a digest of the set of chains that are read.
fn subject(ports: &Ports) -> String {
    let chains = readable(ports).into_iter().map(|chain| chain.id.to_string());
    let names = chains.collect::<Vec<_>>().join(" ");
    URL_SAFE_NO_PAD.encode(&Sha256::digest(names.as_bytes())[..16])
}

/// Returns whether no job was enqueued yet for the chains that are read now. Called before a unit of work is opened.
pub async fn is_due(ports: &Ports) -> Result<bool, StorageError> {
    let known = ports
        .stores
        .jobs
        .of_subjects(&[OPEN_ACCOUNTS.to_owned()], &[subject(ports)])
        .await?;
    Ok(known.is_empty())
}

/// Enqueues the job.
pub async fn want(ports: &Ports, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
    let wanted = job(ports, OPEN_ACCOUNTS, &subject(ports), now);
    work.jobs().enqueue(&wanted, now).await
}

/// Opens the accounts of all watched addresses, one page per unit of work. Running it twice has no further effect.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let mut last = String::new();
    loop {
        let page = ports.stores.wallets.addresses(&last, PAGE).await?;
        let now = ports.clock.now();
        let mut work = ports.storage.begin().await?;
        open(ports, work.as_mut(), &page.iter().collect::<Vec<_>>(), now).await?;
        match page.get(PAGE as usize - 1) {
            Some(address) => last = address.to_string(),
            None if work.jobs().done(lease, now).await? => return Ok(work.commit().await?),
            None => return Err(JobError::LeaseLost),
        }
        work.commit().await?;
    }
}
