//! Ends a job whose subject nobody needs any more.

use ports::{Ports, job::Lease};

use crate::sync::handlers::job_error::JobError;

/// Ends the job of an account that is no longer watched. Its address is not sent anywhere.
pub async fn end_unread(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, ports.clock.now()).await? {
        return Err(JobError::LeaseLost);
    }
    Ok(work.commit().await?)
}
