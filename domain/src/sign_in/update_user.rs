//! Changes what a user states about themselves, and their e-mail address.
//!
//! A new address of a registered user is pending until its code or link is used: until then they sign in with the current one,
//! which gets a notice.

use ports::{
    EmailAddress, EmailCodePurpose, EmailCodeQuery, MailingListEntry, StorageError, Timestamp, UnitOfWork, User,
    UserDetails, UserEmail, UserEmailState, UserId, asset::clean, counter::RateDecision, mail::MailId,
};

use crate::{
    caller::Caller,
    counter::take_in,
    mail::{MailTemplate, enqueue_mail},
    sign_in::{
        SignInError, SignIns,
        send::{CodeKind, Recipient, limits},
        signed_up_from::signed_up_from,
    },
    user::{UserView, Users},
};

/// The longest name, in characters.
pub const MAX_NAME: usize = 250;

/// A change of what a user states about themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserChange<'a> {
    /// The first name; an empty text removes it, `None` leaves it.
    pub first_name: Option<&'a str>,
    /// The last name; an empty text removes it, `None` leaves it.
    pub last_name: Option<&'a str>,
    /// The mobile number; an empty text removes it, `None` leaves it.
    pub mobile: Option<&'a str>,
    /// The address on the mailing list; `None` leaves it.
    pub mailing_list: Option<MailingListChange<'a>>,
    /// The e-mail address; `None` leaves it.
    pub email: Option<EmailChange<'a>>,
    /// Where on the page it was entered, such as `Profile page`.
    pub signed_up_from: Option<&'a str>,
    /// The public address of the page, without a path.
    pub origin: &'a str,
}

/// A change of what a user has on the mailing list.
#[derive(Clone, Copy, Debug)]
pub enum MailingListChange<'a> {
    /// Adds this address, in place of another one.
    Join(&'a EmailAddress),
    /// Removes the address.
    Leave,
}

/// A change of an e-mail address.
#[derive(Clone, Copy, Debug)]
pub enum EmailChange<'a> {
    /// Sends a code to another address.
    To(&'a EmailAddress),
    /// Keeps the current address, and forgets the pending one.
    Cancel,
}

impl SignIns {
    /// Returns whether a change sends a code to an address.
    pub async fn sends_code(&self, caller: &Caller, change: &UserChange<'_>) -> Result<bool, StorageError> {
        let Some(EmailChange::To(email)) = change.email else {
            return Ok(false);
        };
        let emails = self.ports.stores.user_emails.of_user(caller.user).await?;
        Ok(!is(&emails, UserEmailState::Verified, email))
    }

    /// Changes what the caller states about themselves.
    ///
    /// Another e-mail address of a registered caller is pending until its code is used, which needs a recent proof; an anonymous
    /// caller registers with the code that is sent to the address. Whether the address belongs to somebody is not disclosed.
    pub async fn update_user(&self, caller: &Caller, change: &UserChange<'_>) -> Result<UserView, SignInError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let user = work.users().lock(caller.user).await?.ok_or(SignInError::NotFound)?;
        let emails = self.ports.stores.user_emails.of_user(caller.user).await?;
        let before = work.user_details().of_user(user.id).await?;
        let after = changed(&before, change, now);
        if after != before {
            work.user_details().set(user.id, &after).await?;
        }
        match change.email {
            None => {}
            Some(EmailChange::Cancel) => forget_pending(work.as_mut(), user.id, &emails).await?,
            Some(EmailChange::To(email)) if is(&emails, UserEmailState::Verified, email) => {
                forget_pending(work.as_mut(), user.id, &emails).await?;
            }
            Some(EmailChange::To(email)) => {
                if user.registered_at.is_some() && !caller.has_recent_proof(now) {
                    return Err(SignInError::ProofRequired);
                }
                self.send_change(work.as_mut(), &user, email, &emails, change, now)
                    .await?;
            }
        }
        work.commit().await?;
        Users::new(self.ports.clone())
            .get(caller)
            .await
            .map_err(|_| SignInError::NotFound)
    }

    /// Sends the code that proves an address of the user, and the notice to their current one.
    async fn send_change(
        &self,
        work: &mut dyn UnitOfWork,
        user: &User,
        email: &EmailAddress,
        emails: &[UserEmail],
        change: &UserChange<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        if let Some(reason) = self.ports.mail.off_reason() {
            return Err(SignInError::NoMail(reason.to_owned()));
        }
        if let RateDecision::Refused { retry_after } = take_in(work, &limits(email), now).await? {
            return Err(SignInError::TooOften { retry_after });
        }
        let is_registered = user.registered_at.is_some();
        let kind = if is_registered {
            CodeKind::Change
        } else {
            CodeKind::SignIn
        };
        let recipient = Recipient {
            email,
            kind,
            user: is_registered.then_some(user.id),
            requested_by: Some(user.id),
            signed_up_from: change.signed_up_from,
            origin: change.origin,
        };
        if !is_registered {
            return self.enqueue_code(work, &recipient, now).await;
        }
        forget_pending(work, user.id, emails).await?;
        let pending = UserEmail {
            user: user.id,
            address: email.clone(),
            state: UserEmailState::Pending,
            set_at: now,
        };
        work.user_emails().set(&pending).await?;
        self.enqueue_code(work, &recipient, now).await?;
        self.notify_current(work, emails, change, now).await
    }

    /// Sends the notice to the current address of the user, if there is one.
    async fn notify_current(
        &self,
        work: &mut dyn UnitOfWork,
        emails: &[UserEmail],
        change: &UserChange<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let mut emails = emails.iter();
        let Some(current) = emails.find(|email| email.state == UserEmailState::Verified) else {
            return Ok(());
        };
        let id = MailId::new(self.ports.ids.next());
        let cause = format!("{} {}", current.user, now.millis());
        let notice = MailTemplate::EmailChange.mail(id, change.origin, &current.address, &cause, now);
        Ok(enqueue_mail(&self.ports, work, &notice).await?)
    }
}

/// Returns the details after a change.
fn changed(before: &UserDetails, change: &UserChange<'_>, now: Timestamp) -> UserDetails {
    let text = |given: Option<&str>, before: &Option<String>| match given {
        None => before.clone(),
        Some(given) => Some(clean(given, MAX_NAME).trim().to_owned()).filter(|text| !text.is_empty()),
    };
    UserDetails {
        first_name: text(change.first_name, &before.first_name),
        last_name: text(change.last_name, &before.last_name),
        mobile: text(change.mobile, &before.mobile),
        mailing_list: mailing_list(before.mailing_list.as_ref(), change, now),
    }
}

/// Returns what is on the mailing list after a change. The same address again stays as it was first entered.
fn mailing_list(
    before: Option<&MailingListEntry>,
    change: &UserChange<'_>,
    now: Timestamp,
) -> Option<MailingListEntry> {
    match change.mailing_list {
        Some(MailingListChange::Leave) => None,
        Some(MailingListChange::Join(address)) if before.is_none_or(|before| before.address != *address) => {
            Some(MailingListEntry {
                address: address.clone(),
                from: change.signed_up_from.and_then(signed_up_from),
                joined_at: now,
            })
        }
        None | Some(MailingListChange::Join(_)) => before.cloned(),
    }
}

/// Returns whether a user has this address in this state.
pub(super) fn is(emails: &[UserEmail], state: UserEmailState, address: &EmailAddress) -> bool {
    emails
        .iter()
        .any(|email| email.state == state && email.address == *address)
}

/// Removes the pending address of a user with its codes and links.
async fn forget_pending(work: &mut dyn UnitOfWork, user: UserId, emails: &[UserEmail]) -> Result<(), SignInError> {
    for pending in emails.iter().filter(|email| email.state == UserEmailState::Pending) {
        let query = EmailCodeQuery {
            email: pending.address.clone(),
            purpose: EmailCodePurpose::Change,
            user: Some(user),
        };
        work.email_codes().remove_of(&query).await?;
    }
    work.user_emails().clear(user, UserEmailState::Pending).await?;
    Ok(())
}
