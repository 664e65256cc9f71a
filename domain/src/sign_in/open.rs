//! Opens the session of somebody who proved who they are.

use ports::{Session, Timestamp, Token, UnitOfWork, User, UserId};

use crate::{
    sign_in::{SignInContext, SignInError, SignIns, SignedIn, proof::Proof, signed_up_from::signed_up_from},
    user::{UserView, Users, expiry, open_session},
};

impl SignIns {
    /// Opens a session for the owner of a proof; an unknown one gets a user.
    ///
    /// An anonymous user with an unknown proof is registered as they are and keeps everything, including the share link. With
    /// the proof of a registered user their data are added to that user's, and they are erased. A registered user with an
    /// unknown proof signs in with it from then on.
    pub(super) async fn open(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        proof: Proof<'_>,
        now: Timestamp,
    ) -> Result<SignedIn, SignInError> {
        let presented = match &context.caller {
            Some(caller) => work.users().lock(caller.user).await?,
            None => None,
        };
        // Read under the lock: another tab of the same user may have linked the proof meanwhile.
        let owner = proof.owner(work).await?;
        let (anonymous, registered) = match presented {
            Some(user) if user.registered_at.is_none() => (Some(user), None),
            other => (None, other),
        };
        if let Some(user) = registered.filter(|user| Some(user.id) != owner && !context.switches_user) {
            let context = self.may_link(context, owner, proof, &user, now).await?;
            proof.link(work, user.id, now).await?;
            return self.signed_in(work, context, user.id, now).await;
        }
        let (user, merge) = match (owner, anonymous) {
            (Some(owner), Some(anonymous)) => (owner, Some(self.merge(work, anonymous.id, owner, now).await?)),
            (Some(owner), None) => (owner, None),
            (None, Some(anonymous)) => (self.register(work, context, anonymous.id, proof, now).await?, None),
            (None, None) => (self.add(work, context, proof, now).await?, None),
        };
        Ok(SignedIn {
            is_new: owner.is_none(),
            merge,
            ..self.signed_in(work, context, user, now).await?
        })
    }

    /// Fails unless a registered user may link a proof that belongs to nobody.
    async fn may_link<'a>(
        &self,
        context: &'a SignInContext,
        owner: Option<UserId>,
        proof: Proof<'_>,
        user: &User,
        now: Timestamp,
    ) -> Result<&'a SignInContext, SignInError> {
        let emails = self.ports.stores.user_emails.of_user(user.id).await?;
        if owner.is_some() || !proof.can_be_added(&emails) {
            return Err(SignInError::OtherUser);
        }
        let has_proof = context.caller.is_some_and(|caller| caller.has_recent_proof(now));
        has_proof.then_some(context).ok_or(SignInError::ProofRequired)
    }

    /// Ends the presented session and opens a new one.
    pub(super) async fn signed_in(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        user: UserId,
        now: Timestamp,
    ) -> Result<SignedIn, SignInError> {
        let presented = context.caller.as_ref();
        if let Some((user, session)) = presented.and_then(|caller| Some((caller.user, caller.session()?))) {
            work.sessions().remove(user, session).await?;
        }
        let (session, token) = self.session(user, context, now);
        work.sessions().add(&session).await?;
        let user = work.users().lock(user).await?.ok_or(SignInError::NotFound)?;
        let deletion_canceled = user.delete_at.is_some();
        if deletion_canceled {
            work.registrations().set_deletion(user.id, None).await?;
        }
        let mut wallets = work.wallets().of_user(user.id, now).await?;
        wallets.retain(|wallet| wallet.removed_at.is_none());
        Ok(SignedIn {
            view: Users::new(self.ports.clone()).view(user, wallets),
            token,
            is_new: false,
            deletion_canceled,
            merge: None,
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
        context: &SignInContext,
        user: UserId,
        proof: Proof<'_>,
        now: Timestamp,
    ) -> Result<UserId, SignInError> {
        work.idempotency().forget_user(user).await?;
        work.sessions().remove_of(user, None).await?;
        let from = context.signed_up_from.as_deref().and_then(signed_up_from);
        work.registrations().register(user, now, from.as_deref()).await?;
        proof.link(work, user, now).await?;
        Ok(user)
    }

    /// Adds a registered user without wallets.
    async fn add(
        &self,
        work: &mut dyn UnitOfWork,
        context: &SignInContext,
        proof: Proof<'_>,
        now: Timestamp,
    ) -> Result<UserId, SignInError> {
        let user = User {
            id: UserId::new(self.ports.ids.next()),
            version: 1,
            link: None,
            uploads: 0,
            created_at: now,
            registered_at: None,
            signed_up_from: None,
            delete_at: None,
        };
        work.users().add(&user).await?;
        self.register(work, context, user.id, proof, now).await
    }

    /// Adds the e-mail addresses to a result that is stored.
    pub(super) async fn completed(&self, signed_in: SignedIn) -> Result<SignedIn, SignInError> {
        let UserView { user, wallets, .. } = signed_in.view;
        self.books.drop_user(user.id);
        let users = Users::new(self.ports.clone());
        Ok(SignedIn {
            view: users.whole_view(user, wallets).await?,
            ..signed_in
        })
    }
}
