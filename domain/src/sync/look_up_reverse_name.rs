//! Looks up the name that an address claims; the resolver answers it only if the name points back.

use ports::{
    Address, Name, Ports, SourceId, StorageError,
    job::Lease,
    name::{ResolveError, ReverseName},
};

use crate::{
    job::{REVERSE_EVERY, can_ask},
    source::{failure, in_backoff},
    sync::{end_unread::end_unread, job_error::JobError},
};

/// Asks the name service about one address and keeps the answer. A look-up that fails keeps what was known.
pub async fn run(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let address: Address = lease
        .job
        .subject
        .parse()
        .map_err(|_| JobError::Invalid("not an address".to_owned()))?;
    if !can_ask(ports) || !ports.stores.names.is_reverse_wanted(&address).await? {
        return end_unread(ports, lease).await;
    }
    if is_fresh(ports, &address).await? {
        return end_unread(ports, lease).await;
    }
    let service = ports.names.profile().id;
    let name = look_up(ports, &service, &address).await?;
    let now = ports.clock.now();
    let found = ReverseName {
        address,
        name,
        checked_at: now,
    };
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.names().keep_reverse(&found).await?;
    work.sources().answered(&service, now).await?;
    Ok(work.commit().await?)
}

/// The confirmed name of an address. While the service rests, for it failed about something else, this waits for it.
async fn look_up(ports: &Ports, service: &SourceId, address: &Address) -> Result<Option<Name>, JobError> {
    if let Some(until) = in_backoff(ports).await?.get(service) {
        return Err(JobError::InBackoff(*until));
    }
    match ports.names.reverse(address).await {
        Ok(name) => Ok(name),
        Err(ResolveError::Remote(error)) => {
            failure::note(ports, service, Some(&error)).await?;
            Err(error.into())
        }
        // Facts about the claimed name: it cannot be confirmed.
        Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
    }
}

/// Whether somebody else who watches the address had it looked up lately.
async fn is_fresh(ports: &Ports, address: &Address) -> Result<bool, StorageError> {
    let (now, one) = (ports.clock.now(), std::slice::from_ref(address));
    let found = ports.stores.names.reverse(one, now.minus(REVERSE_EVERY), now).await?;
    Ok(!found.is_empty())
}
