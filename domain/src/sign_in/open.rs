//! Opens the session of somebody who proved who they are.

use ports::{EmailAddress, Session, Timestamp, Token, UnitOfWork, User, UserEmail, UserEmailState, UserId};

use crate::{
    sign_in::{SignInContext, SignInError, SignIns, SignedIn},
    user::{Users, expiry, open_session},
};

/// An e-mail address that was proven.
#[derive(Clone, Copy)]
pub(super) struct EmailProof<'a> {
    pub(super) email: &'a EmailAddress,
    /// Where on the page a new user signed up.
    pub(super) signed_up_from: Option<&'a str>,
}

impl SignIns {
    /// Opens a session for the owner of an e-mail address; an unknown address gets a user.
    ///
    /// An anonymous user with an unknown address is registered as they are and keeps everything, including the share link. With
    /// the address of a registered user their data are added to that user's, and they are erased.
    pub(super) async fn open_for_email(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        proof: &EmailProof<'_>,
        now: Timestamp,
    ) -> Result<SignedIn, SignInError> {
        let email = proof.email;
        let owner = work.user_emails().owner(email).await?;
        let presented = match &context.caller {
            Some(caller) => work.users().lock(caller.user).await?,
            None => None,
        };
        let is_other = |user: &User| user.registered_at.is_some() && Some(user.id) != owner;
        if presented.as_ref().is_some_and(is_other) && !context.switches_user {
            return Err(SignInError::OtherUser);
        }
        let anonymous = presented.filter(|user| user.registered_at.is_none());
        let (user, merge) = match (owner, anonymous) {
            (Some(owner), Some(anonymous)) => (owner, Some(self.merge(work, anonymous.id, owner, now).await?)),
            (Some(owner), None) => (owner, None),
            (None, Some(anonymous)) => (self.register(work, anonymous.id, proof, now).await?, None),
            (None, None) => (self.add(work, proof, now).await?, None),
        };
        if let Some(caller) = &context.caller {
            work.sessions().remove(caller.user, caller.session).await?;
        }
        let (session, token) = self.session(user, context, now);
        work.sessions().add(&session).await?;
        let user = work.users().lock(user).await?.ok_or(SignInError::NotFound)?;
        let mut wallets = work.wallets().of_user(user.id, now).await?;
        wallets.retain(|wallet| wallet.removed_at.is_none());
        Ok(SignedIn {
            view: Users::new(self.ports.clone()).view(user, wallets),
            token,
            is_new: owner.is_none(),
            merge,
        })
    }

    fn session(&self, user: UserId, context: &SignInContext, now: Timestamp) -> (Session, Token) {
        let (anonymous, token) = open_session(&self.ports, user, now);
        let mut session = Session {
            proved_at: Some(now),
            device: context.device.clone(),
            network: context.network.clone(),
            ..anonymous
        };
        session.expires_at = expiry(&session, now);
        (session, token)
    }

    /// Registers an anonymous user. Sessions and idempotency keys from before no longer open anything.
    async fn register(
        &self,
        work: &mut dyn UnitOfWork,
        user: UserId,
        proof: &EmailProof<'_>,
        now: Timestamp,
    ) -> Result<UserId, SignInError> {
        work.idempotency().forget_user(user).await?;
        work.sessions().remove_of(user, None).await?;
        self.verified(work, user, proof, now).await
    }

    /// Adds a registered user without wallets.
    async fn add(
        &self,
        work: &mut dyn UnitOfWork,
        proof: &EmailProof<'_>,
        now: Timestamp,
    ) -> Result<UserId, SignInError> {
        let user = User {
            id: UserId::new(self.ports.ids.next()),
            version: 1,
            link: None,
            uploads: 0,
            created_at: now,
            registered_at: None,
        };
        work.users().add(&user).await?;
        self.verified(work, user.id, proof, now).await
    }

    async fn verified(
        &self,
        work: &mut dyn UnitOfWork,
        user: UserId,
        proof: &EmailProof<'_>,
        now: Timestamp,
    ) -> Result<UserId, SignInError> {
        work.registrations().register(user, now, proof.signed_up_from).await?;
        let email = UserEmail {
            user,
            address: proof.email.clone(),
            state: UserEmailState::Verified,
            set_at: now,
        };
        work.user_emails().set(&email).await?;
        Ok(user)
    }
}
