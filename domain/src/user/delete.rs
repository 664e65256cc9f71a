//! Deletes the caller.

use std::time::Duration;

use ports::{Timestamp, UserEmailState, mail::MailId};

use crate::{
    account::erase_unwatched,
    caller::Caller,
    mail::{MailTemplate, enqueue_mail},
    user::{UserError, Users},
};

/// The text that a user types to confirm deleting all their data.
pub const CONFIRMATION: &str = "delete";
/// How long a registered user can take back the deletion: 7 days.
const GRACE: Duration = Duration::from_hours(7 * 24);

impl Users {
    /// Erases an anonymous caller with all their data immediately, from the database and its files: wallets including removed
    /// ones, sessions, the share, manual prices and choices.
    ///
    /// The data of addresses that no other user watches is erased too. Fails with [`UserError::NotConfirmed`] if
    /// `confirmation` is not [`CONFIRMATION`], and with [`UserError::NotFound`] for a registered caller.
    pub async fn delete(&self, caller: &Caller, confirmation: &str) -> Result<(), UserError> {
        confirmed(confirmation)?;
        let mut work = self.ports.storage.begin_unlimited().await?;
        let user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        if !work.users().erase(user.id).await? {
            return Err(UserError::NotFound);
        }
        work.commit().await?;
        Ok(erase_unwatched(&self.ports).await?)
    }

    /// Requests the same for a registered caller and returns when it will happen, in seven days: their sessions, their
    /// share and their API keys end now, they get a mail, and signing in takes the request back. `origin` is the public address of the page,
    /// without a path. Fails with [`UserError::ProofRequired`] for a caller who did not sign in within the last ten minutes.
    pub async fn delete_later(
        &self,
        caller: &Caller,
        confirmation: &str,
        origin: &str,
    ) -> Result<Timestamp, UserError> {
        confirmed(confirmation)?;
        let now = self.ports.clock.now();
        if !caller.has_recent_proof(now) {
            return Err(UserError::ProofRequired);
        }
        let emails = self.ports.stores.user_emails.of_user(caller.user).await?;
        let email = emails.iter().find(|email| email.state == UserEmailState::Verified);
        let at = now.plus(GRACE);
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(UserError::NotFound)?;
        work.registrations().set_deletion(user.id, Some(at)).await?;
        work.sessions().remove_of(user.id, None).await?;
        work.shares().remove(user.id).await?;
        work.api_keys().remove_of(user.id).await?;
        if let Some(email) = email.filter(|_| self.ports.mail.off_reason().is_none()) {
            let (id, cause) = (
                MailId::new(self.ports.ids.next()),
                format!("{} {}", user.id, at.millis()),
            );
            let mail = MailTemplate::Deletion { at }.mail(id, origin, &email.address, &cause, now);
            enqueue_mail(&self.ports, work.as_mut(), &mail).await?;
        }
        work.commit().await?;
        Ok(at)
    }
}

fn confirmed(text: &str) -> Result<(), UserError> {
    let is_confirmed = text.trim().eq_ignore_ascii_case(CONFIRMATION);
    is_confirmed.then_some(()).ok_or(UserError::NotConfirmed)
}
