//! Opens the accounts that wallets have on chains that were not read when the wallets were added. Runs once per set of
//! chains.

use async_trait::async_trait;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ports::{
    Ports, StorageError, Timestamp,
    job::{Lease, NewJob},
};
use sha2::{Digest, Sha256};

use crate::{
    account::{open, readable},
    job::JobKind,
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// Opens the accounts of known wallets on chains that are newly read. Subject: a digest of the set of chains.
const OPEN_ACCOUNTS: JobKind = JobKind::new("open-accounts", 6);
/// Addresses per unit of work.
const PAGE: u32 = 100;

/// Returns a digest of the set of chains that are read.
fn subject(ports: &Ports) -> String {
    let chains = readable(ports).into_iter().map(|chain| chain.id.to_string());
    let names = chains.collect::<Vec<_>>().join(" ");
    URL_SAFE_NO_PAD.encode(&Sha256::digest(names.as_bytes())[..16])
}

/// Handles jobs of [`OPEN_ACCOUNTS`].
pub struct OpenAccounts;

#[async_trait]
impl JobHandler for OpenAccounts {
    fn kind(&self) -> JobKind {
        OPEN_ACCOUNTS
    }

    /// Opens the accounts of all watched addresses, one page per unit of work. Running it twice has no further effect.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
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

    /// Returns the job, unless one was enqueued before for the chains that are read now.
    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let subject = subject(ports);
        let (kinds, subjects) = ([OPEN_ACCOUNTS.name.to_owned()], [subject.clone()]);
        let known = ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
        Ok(if known.is_empty() {
            vec![OPEN_ACCOUNTS.job(ports, &subject, now)]
        } else {
            vec![]
        })
    }
}
