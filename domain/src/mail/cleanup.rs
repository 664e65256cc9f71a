//! Deletes mails that have ended, and those that the mailer keeps of people who left.

use std::time::Duration;

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, UnitOfWork};

use crate::{cleanup::Cleanup, job::SEND_MAIL, mail::left::erase_left_mails};

/// How long the keys of mails are kept, by which a mail that was sent is recognized.
const KEYS: Duration = Duration::from_hours(30 * 24);
/// How long the ended jobs of mails are kept.
const JOBS: Duration = Duration::from_hours(2);

/// Gives up expired mails, deletes old ones with their jobs, and erases those that the mailer keeps of people who left.
pub struct MailCleanup;

#[async_trait]
impl Cleanup for MailCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.mails().give_up_expired(now).await?;
        work.mails().forget_ended(now.minus(KEYS)).await?;
        work.jobs().forget_ended(SEND_MAIL.name, now.minus(JOBS)).await
    }

    async fn erase(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        erase_left_mails(ports, now).await
    }
}
