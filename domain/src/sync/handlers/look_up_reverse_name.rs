//! Looks up the name that an address claims. The resolver returns it only if the name resolves back to the address.

use async_trait::async_trait;
use ports::{
    Address, Name, Ports, SourceId, StorageError, Timestamp,
    job::{Lease, NewJob, RetryState},
    name::{ResolveError, ReverseName},
};

use crate::{
    job::{JobKind, LOOK_UP_REVERSE_NAME, REVERSE_BATCH, REVERSE_EVERY, has_name_service},
    source::{failure, in_backoff},
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, RETRY_EVERY},
        job_error::JobError,
    },
};

/// Handles jobs of [`LOOK_UP_REVERSE_NAME`].
pub struct LookUpReverseName;

#[async_trait]
impl JobHandler for LookUpReverseName {
    fn kind(&self) -> JobKind {
        LOOK_UP_REVERSE_NAME
    }

    /// Looks up the reverse name of one address and stores the answer. If the look-up fails, the stored name is kept.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let address: Address = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not an address".to_owned()))?;
        if !has_name_service(ports) || !ports.stores.names.is_reverse_wanted(&address).await? {
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

    /// Returns the addresses whose reverse names are due; none while the name service is in back-off or has no node.
    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        if !has_name_service(ports) || in_backoff(ports).await?.contains_key(&ports.names.profile().id) {
            return Ok(vec![]);
        }
        let tried = RetryState {
            kind: LOOK_UP_REVERSE_NAME.name.to_owned(),
            since: now.minus(RETRY_EVERY),
        };
        let (names, before) = (&ports.stores.names, now.minus(REVERSE_EVERY));
        let due = names.reverse_due(before, &tried, now, REVERSE_BATCH).await?;
        Ok(due
            .iter()
            .map(|address| LOOK_UP_REVERSE_NAME.job(ports, address.as_str(), now))
            .collect())
    }
}

/// Returns the confirmed name of an address. Postpones the job while the name service is in back-off.
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
        // These are permanent: the claimed name cannot be confirmed.
        Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
    }
}

/// Returns whether the address was looked up recently, for example for another user who watches it.
async fn is_fresh(ports: &Ports, address: &Address) -> Result<bool, StorageError> {
    let (now, one) = (ports.clock.now(), std::slice::from_ref(address));
    let found = ports.stores.names.reverse(one, now.minus(REVERSE_EVERY), now).await?;
    Ok(!found.is_empty())
}
