//! Replaces the e-mail address of a user by one that they proved.

use ports::{EmailAddress, EmailCode, EmailCodePurpose, Timestamp, UnitOfWork, UserEmailState, UserId};

use crate::sign_in::{SignInContext, SignInError, SignIns, SignedIn, proof::Proof, update_user::is};

impl SignIns {
    /// Returns what a code for this address is for: the caller's change, if it is their pending address, else signing in.
    pub(super) async fn purpose(
        &self,
        context: &SignInContext,
        address: &EmailAddress,
    ) -> Result<(EmailCodePurpose, Option<UserId>), SignInError> {
        let Some(caller) = &context.caller else {
            return Ok((EmailCodePurpose::SignIn, None));
        };
        let emails = self.ports.stores.user_emails.of_user(caller.user).await?;
        Ok(if is(&emails, UserEmailState::Pending, address) {
            (EmailCodePurpose::Change, Some(caller.user))
        } else {
            (EmailCodePurpose::SignIn, None)
        })
    }

    /// Makes the address of a code the one with which its user signs in, ends all of their sessions and opens a new one.
    ///
    /// Only a session of that user can do it: somebody whose address was entered by a stranger, and who opens the link of the
    /// mail, does not get into the stranger's account.
    pub(super) async fn change_email(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        code: &EmailCode,
        now: Timestamp,
    ) -> Result<SignedIn, SignInError> {
        let caller = context.caller.as_ref().filter(|caller| Some(caller.user) == code.user);
        let caller = caller.ok_or(SignInError::OtherBrowser)?;
        work.users().lock(caller.user).await?.ok_or(SignInError::NotFound)?;
        let emails = self.ports.stores.user_emails.of_user(caller.user).await?;
        if !is(&emails, UserEmailState::Pending, &code.email) {
            return Err(SignInError::InvalidLink);
        }
        let owner = work.user_emails().owner(&code.email).await?;
        if owner.is_some_and(|owner| owner != caller.user) {
            return Err(SignInError::EmailTaken);
        }
        Proof::Email(&code.email).link(work, caller.user, now).await?;
        work.user_emails().clear(caller.user, UserEmailState::Pending).await?;
        work.sessions().remove_of(caller.user, None).await?;
        self.signed_in(work, context, caller.user, now).await
    }
}
