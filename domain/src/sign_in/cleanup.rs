//! Deletes expired codes and sign-in messages, and old merges.

use std::time::Duration;

use async_trait::async_trait;
use ports::{StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// How long it is known which anonymous users were merged. Signing in answers the same merge again for a day.
const MERGES: Duration = Duration::from_hours(24);

/// Deletes expired codes of mails and messages of wallets, and merges that are a day old.
pub struct SignInCleanup;

#[async_trait]
impl Cleanup for SignInCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.email_codes().remove_expired(now).await?;
        work.sign_in_wallets().remove_expired(now).await?;
        work.registrations().forget_merges(now.minus(MERGES)).await
    }
}
