//! Deletes what is no longer needed, once an hour.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Ports, StorageError, Timestamp,
    job::{Lease, NewJob},
};

use crate::{
    account::erase_unwatched,
    api_key::UNUSED_KEYS,
    job::{JobKind, QUOTES_AT, SEND_MAIL},
    mail::erase_left_mails,
    price::keep_quotes_near_moments,
    sync::handlers::{handler::JobHandler, job_error::JobError, resolve_name::RESOLVE_EVERY},
    wallet::UNDO,
};

/// Deletes what is no longer needed. Subject: `all`.
const HOUSEKEEPING: JobKind = JobKind::recurring("housekeeping");
/// Interval between housekeeping runs.
const EVERY: Duration = Duration::from_hours(1);
/// How long a request for the prices of a past moment is remembered. It is made when the moment is a day old, and an
/// hour later yesterday's figure refers to another moment.
const ASKED: Duration = Duration::from_hours(2);
/// The inputs of a pinned valuation are kept a little longer than the pin.
const PINNED: Duration = Duration::from_hours(25);
/// How long the keys of mails are kept, by which a mail that was sent is recognized.
const MAIL_KEYS: Duration = Duration::from_hours(30 * 24);
/// How long it is known which anonymous users were merged. Signing in answers the same merge again for a day.
const MERGES: Duration = Duration::from_hours(24);
/// Users and accounts erased in one unit of work, so that other writers do not wait long.
const ERASE_BATCH: u32 = 100;

/// Handles jobs of [`HOUSEKEEPING`].
pub struct Housekeeping;

#[async_trait]
impl JobHandler for Housekeeping {
    fn kind(&self) -> JobKind {
        HOUSEKEEPING
    }

    /// Keeps the quotes near the moments of entries. Deletes recipes that are no longer pinned, data replaced by newer data, finished
    /// requests for past moments, expired sessions and API keys, counters that are full again, expired idempotency keys, mails and
    /// attachments, and old merges. Then erases the data that users have left behind, and
    /// their mails where the mailer keeps them.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let now: Timestamp = ports.clock.now();
        let before = now.minus(PINNED);
        ports.stores.recipes.forget(before).await?;
        keep_quotes_near_moments(ports, now).await?;
        let mut work = ports.storage.begin_unlimited().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        work.snapshots().thin(before).await?;
        work.quotes().thin(before).await?;
        work.jobs().forget_ended(QUOTES_AT.name, now.minus(ASKED)).await?;
        work.sessions().remove_expired(now).await?;
        work.api_keys().remove_ended(now, now.minus(UNUSED_KEYS)).await?;
        work.shares().remove_expired(now).await?;
        work.counters().forget_rested(now).await?;
        work.idempotency().forget_expired(now).await?;
        work.email_codes().remove_expired(now).await?;
        work.attachments().remove_expired(now).await?;
        work.sign_in_wallets().remove_expired(now).await?;
        work.registrations().forget_merges(now.minus(MERGES)).await?;
        work.mails().give_up_expired(now).await?;
        work.mails().forget_ended(now.minus(MAIL_KEYS)).await?;
        work.jobs().forget_ended(SEND_MAIL.name, now.minus(ASKED)).await?;
        let again = HOUSEKEEPING.job(ports, "all", now.plus(EVERY));
        work.jobs().enqueue(&again, now).await?;
        work.commit().await?;
        erase(ports, now).await?;
        Ok(erase_left_mails(ports, now).await?)
    }

    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(vec![HOUSEKEEPING.job(ports, "all", now)])
    }
}

/// Erases wallets that can no longer be restored, users whose deletion is due, anonymous users who left long ago, and the data of addresses and
/// names that are no longer watched.
async fn erase(ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
    let mut work = ports.storage.begin_unlimited().await?;
    work.wallets().erase_removed(now.minus(UNDO)).await?;
    work.names().erase_unused(now.minus(RESOLVE_EVERY)).await?;
    work.commit().await?;
    loop {
        let mut work = ports.storage.begin_unlimited().await?;
        let mut erased = work.registrations().erase_due(now, ERASE_BATCH).await?;
        if let Some(kept) = ports.anonymous_kept {
            erased += work.users().erase_left(now.minus(kept), ERASE_BATCH).await?;
        }
        work.commit().await?;
        if erased < u64::from(ERASE_BATCH) {
            break;
        }
    }
    erase_unwatched(ports).await
}
