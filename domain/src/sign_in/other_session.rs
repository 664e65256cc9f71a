//! What a proof opens in a session that did not request it.

use ports::{EmailAddress, EmailCode, EmailCodePurpose, StorageError, Token, UnitOfWork, UserId};

use crate::{
    caller::Caller,
    sign_in::{SignInContext, SignInError, SignIns, proof::Proof},
};

/// The link of a mail, which is not used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailLink {
    /// The address to which the mail was sent.
    pub email: EmailAddress,
    /// Whether the address belongs to no user yet.
    pub is_new_user: bool,
    /// Whether it replaces the address of the user who requested it.
    pub is_change: bool,
    /// Whether the user of the presented session requested it.
    pub requested_here: bool,
}

impl SignIns {
    /// Returns what a link is for, without using it. Fails with [`SignInError::InvalidLink`] as [`Self::verify_link`] does.
    pub async fn email_link(&self, caller: Option<&Caller>, token: &str) -> Result<EmailLink, SignInError> {
        let token: Token = Self::link_token(token)?;
        let code = self.code_of_link(&token).await?.ok_or(SignInError::InvalidLink)?;
        let owner = self.ports.stores.user_emails.owner(&code.email).await?;
        Ok(EmailLink {
            is_new_user: owner.is_none(),
            is_change: code.purpose == EmailCodePurpose::Change,
            requested_here: is_requested_by(code.requested_by, caller),
            email: code.email,
        })
    }

    /// Returns the code of a link, which is not locked afterwards.
    pub(super) async fn code_of_link(&self, token: &Token) -> Result<Option<EmailCode>, StorageError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin_unlimited().await?;
        work.email_codes().with_link(&token.hash(), now).await
    }

    /// Returns the context in which a proof counts: without the presented session where another one requested the proof. A registered
    /// user of the presented session is replaced only where the context says so.
    pub(super) async fn context_of(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        proof: Proof<'_>,
        requested_by: Option<UserId>,
    ) -> Result<SignInContext, SignInError> {
        let presented = context.caller.as_ref();
        let Some(caller) = presented.filter(|caller| !is_requested_by(requested_by, Some(caller))) else {
            return Ok(context.clone());
        };
        let user = work.users().lock(caller.user).await?;
        let owner = proof.owner(work).await?;
        let is_replaced = user.is_some_and(|user| user.registered_at.is_some() && Some(user.id) != owner);
        if is_replaced && !context.switches_user {
            return Err(SignInError::OtherUser);
        }
        Ok(SignInContext {
            caller: None,
            ..context.clone()
        })
    }

    /// Returns the context in which the link of a code counts. A change of the address needs the session of its user anyway.
    pub(super) async fn context_of_link(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        code: &EmailCode,
    ) -> Result<SignInContext, SignInError> {
        if code.purpose == EmailCodePurpose::Change || context.adds_session {
            return Ok(context.clone());
        }
        self.context_of(work, context, Proof::Email(&code.email), code.requested_by)
            .await
    }
}

/// Locks the users whom a proof concerns, before the row of the proof. A merge of them locks in the same order, so that neither waits
/// for the other.
pub(super) async fn lock_users(
    work: &mut dyn UnitOfWork,
    requested_by: Option<UserId>,
    caller: Option<&Caller>,
) -> Result<(), StorageError> {
    let presented = caller
        .map(|caller| caller.user)
        .filter(|user| Some(*user) != requested_by);
    for user in [requested_by, presented].into_iter().flatten() {
        work.users().lock(user).await?;
    }
    Ok(())
}

fn is_requested_by(requested_by: Option<UserId>, caller: Option<&Caller>) -> bool {
    caller.is_some_and(|caller| Some(caller.user) == requested_by)
}
