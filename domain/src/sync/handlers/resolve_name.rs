//! Resolves a name again. If it resolves to a new address, every wallet with the name follows and stores the previous
//! address.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Address, Name, Ports, SourceId, StorageError, Timestamp, UnitOfWork, Wallet,
    job::{Lease, NewJob, RetryState},
    name::{Resolution, ResolveError},
    wallet::WalletProblem,
};

use crate::{
    account::{accounts_at, open},
    chain::unresolved,
    cleanup::Cleanup,
    job::{JobKind, RESOLVE_NAME, enqueue_needed_readings, read_lately},
    source::{failure, in_backoff},
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, RETRY_EVERY, ROUND_BATCH},
        job_error::JobError,
    },
};

/// A name is resolved again after this time.
const RESOLVE_EVERY: Duration = Duration::from_hours(24);

/// Handles jobs of [`RESOLVE_NAME`].
pub struct ResolveName;

#[async_trait]
impl JobHandler for ResolveName {
    fn kind(&self) -> JobKind {
        RESOLVE_NAME
    }

    /// Resolves the name and stores the result.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let name: Name = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not a name".to_owned()))?;
        if !ports.stores.wallets.has_name(&name).await? {
            return end_unread(ports, lease).await;
        }
        let service = ports.names.profile().id;
        let found = look_up(ports, &service, &name).await?;
        let now = ports.clock.now();
        let accounts = accounts_at(ports, found.iter());
        let lately = read_lately(ports, &accounts).await?;
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        if let Ok(address) = &found {
            work.names()
                .add(&Resolution {
                    name: name.clone(),
                    address: address.clone(),
                    resolved_at: now,
                })
                .await?;
        }
        work.sources().answered(&service, now).await?;
        let wallets = work.wallets().named(&name).await?;
        for wallet in wallets {
            follow(work.as_mut(), wallet, &found, now).await?;
        }
        open(ports, work.as_mut(), &found.iter().collect::<Vec<_>>(), now).await?;
        enqueue_needed_readings(ports, work.as_mut(), &accounts, &lately, now).await?;
        Ok(work.commit().await?)
    }

    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let tried = RetryState {
            kind: RESOLVE_NAME.name.to_owned(),
            since: now.minus(RETRY_EVERY),
        };
        let before = now.minus(RESOLVE_EVERY);
        let names = ports.stores.wallets.names_due(before, &tried, now, ROUND_BATCH).await?;
        Ok(names
            .iter()
            .map(|name| RESOLVE_NAME.job(ports, name.as_str(), now))
            .collect())
    }
}

/// Erases names that no wallet has, once nothing that was resolved for them is current.
pub struct NameCleanup;

#[async_trait]
impl Cleanup for NameCleanup {
    async fn erase(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        let mut work = ports.storage.begin_unlimited().await?;
        work.names().erase_unused(now.minus(RESOLVE_EVERY)).await?;
        work.commit().await
    }
}

/// Returns the answer of the name service. Postpones the job while the service is in back-off.
async fn look_up(ports: &Ports, service: &SourceId, name: &Name) -> Result<Result<Address, ResolveError>, JobError> {
    if let Some(until) = in_backoff(ports).await?.get(service) {
        return Err(JobError::InBackoff(*until));
    }
    match ports.names.resolve(name).await {
        Err(ResolveError::Remote(error)) => {
            failure::note(ports, service, Some(&error)).await?;
            Err(error.into())
        }
        found => Ok(found),
    }
}

/// Updates a wallet with the result. If the name no longer resolves, the last address stays and the wallet's problem
/// states the reason. If it moved to an address that the user already watches, the address is not watched twice.
async fn follow(
    work: &mut dyn UnitOfWork,
    wallet: Wallet,
    found: &Result<Address, ResolveError>,
    now: Timestamp,
) -> Result<(), JobError> {
    let before = wallet.address.clone();
    let frozen = wallet.problem.clone().filter(|_| wallet.is_frozen());
    let mut wallet = Wallet {
        resolved_at: Some(now),
        ..wallet
    };
    match found {
        Err(error) => wallet.problem = Some(unresolved(error)),
        Ok(address) if before.as_ref() == Some(address) => wallet.problem = None,
        Ok(address) => {
            let taken = watched_already(work, &wallet, address, now).await?;
            wallet.previous_address = before;
            wallet.address = (!taken).then(|| address.clone());
            wallet.problem = taken.then(|| same_as_another(address));
        }
    }
    wallet.problem = frozen.or(wallet.problem);
    Ok(work.wallets().save(&wallet).await?)
}

async fn watched_already(
    work: &mut dyn UnitOfWork,
    wallet: &Wallet,
    address: &Address,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let others = work.wallets().of_user(wallet.user, now).await?;
    let same =
        |other: &Wallet| other.removed_at.is_none() && other.id != wallet.id && other.address.as_ref() == Some(address);
    Ok(others.iter().any(same))
}

fn same_as_another(address: &Address) -> WalletProblem {
    WalletProblem {
        code: "same_as_another".to_owned(),
        text: format!(
            "This name now points to {}, which is already in your list.",
            address.short()
        ),
    }
}
