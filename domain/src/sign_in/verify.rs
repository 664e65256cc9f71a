//! Signs in with a code or a link.

use std::{num::NonZeroU32, time::Duration};

use ports::{
    EmailAddress, EmailCode, EmailCodePurpose, EmailCodeQuery, Secret, Timestamp, Token, TokenKind,
    counter::{Counter, Rate, RateDecision},
};

use crate::sign_in::{
    SignInContext, SignInError, SignIns, SignedIn, code::typed_code, other_session::lock_users, proof::Proof,
};

/// How many wrong codes an address may get in a day, however many codes were sent.
const MAX_FAILURES: Rate = Rate {
    count: NonZeroU32::new(20).unwrap(),
    per: Duration::from_hours(24),
};

impl SignIns {
    /// Signs in with the code that was sent to an address, and registers who has no account yet.
    ///
    /// A wrong try counts for the code and for the day. Fails with [`SignInError::InvalidCode`] for every reason why the code
    /// is not right, and with [`SignInError::OtherUser`], without using up the code, for a session of another registered user.
    pub async fn verify_code(
        &self,
        context: &SignInContext,
        email: &EmailAddress,
        code: &str,
    ) -> Result<SignedIn, SignInError> {
        let typed = typed_code(code).ok_or(SignInError::InvalidCode)?;
        match self.try_code(context, email, &typed).await {
            Err(error) if error.is_race() => self.try_code(context, email, &typed).await,
            ended => ended,
        }
    }

    async fn try_code(
        &self,
        context: &SignInContext,
        email: &EmailAddress,
        typed: &Secret<String>,
    ) -> Result<SignedIn, SignInError> {
        let (purpose, user) = self.purpose(context, email).await?;
        let query = EmailCodeQuery {
            email: email.clone(),
            purpose,
            user,
        };
        let (now, failures) = (self.ports.clock.now(), failures(email));
        let mut work = self.ports.storage.begin_unlimited().await?;
        // Counted as a failure first, so that concurrent tries cannot exceed the limit.
        let counted = work
            .counters()
            .take(&failures, MAX_FAILURES, NonZeroU32::MIN, now)
            .await?;
        if matches!(counted, RateDecision::Refused { .. }) {
            return Err(SignInError::InvalidCode);
        }
        let Some(code) = work.email_codes().try_code(&query, typed, now).await? else {
            // An expired code must not become valid again if the clock is set back.
            work.email_codes().remove_expired(now).await?;
            work.commit().await?;
            return Err(SignInError::InvalidCode);
        };
        work.counters().give_back(&failures, now).await?;
        let opened = self.open_by_code(work.as_mut(), context, &code, now).await;
        if matches!(
            opened,
            Err(SignInError::OtherUser | SignInError::ProofRequired | SignInError::EmailTaken)
        ) {
            work.commit().await?;
            return opened.map(|(signed_in, _)| signed_in);
        }
        let (signed_in, query) = opened?;
        work.email_codes().remove_of(&query).await?;
        work.commit().await?;
        self.completed(signed_in).await
    }

    /// Signs in with the link of a mail, on any device.
    ///
    /// In a session whose user did not request it, the link opens the account of its address alone: the presented session goes on, and
    /// nothing of it is registered, merged or linked unless the context says so.
    pub async fn verify_link(&self, context: &SignInContext, token: &str) -> Result<SignedIn, SignInError> {
        let token = Self::link_token(token)?;
        match self.try_link(context, &token).await {
            Err(error) if error.is_race() => self.try_link(context, &token).await,
            ended => ended,
        }
    }

    async fn try_link(&self, context: &SignInContext, token: &Token) -> Result<SignedIn, SignInError> {
        let now = self.ports.clock.now();
        let requested_by = self.code_of_link(token).await?.and_then(|code| code.requested_by);
        let mut work = self.ports.storage.begin_unlimited().await?;
        lock_users(work.as_mut(), requested_by, context.caller.as_ref()).await?;
        let Some(code) = work.email_codes().with_link(&token.hash(), now).await? else {
            work.email_codes().remove_expired(now).await?;
            work.commit().await?;
            return Err(SignInError::InvalidLink);
        };
        let context = self.context_of_link(work.as_mut(), context, &code).await?;
        let (signed_in, query) = self.open_by_code(work.as_mut(), &context, &code, now).await?;
        work.email_codes().remove_of(&query).await?;
        work.commit().await?;
        self.completed(signed_in).await
    }

    /// Returns the token of a link.
    pub(super) fn link_token(text: &str) -> Result<Token, SignInError> {
        let token: Token = text.parse().map_err(|_| SignInError::InvalidLink)?;
        let is_link = token.kind() == TokenKind::EmailLink;
        is_link.then_some(token).ok_or(SignInError::InvalidLink)
    }

    /// Opens a session for the address of a code that was right. Returns the codes that are used up by that.
    async fn open_by_code(
        &self,
        work: &mut dyn ports::UnitOfWork,
        context: &SignInContext,
        code: &EmailCode,
        now: Timestamp,
    ) -> Result<(SignedIn, EmailCodeQuery), SignInError> {
        let from = context.signed_up_from.clone().or_else(|| code.signed_up_from.clone());
        let context = SignInContext {
            signed_up_from: from,
            ..context.clone()
        };
        let signed_in = match code.purpose {
            EmailCodePurpose::SignIn => self.open(work, &context, Proof::Email(&code.email), now).await?,
            EmailCodePurpose::Change => self.change_email(work, &context, code, now).await?,
        };
        let query = EmailCodeQuery {
            email: code.email.clone(),
            purpose: code.purpose,
            user: code.user,
        };
        Ok((signed_in, query))
    }
}

/// The counter of wrong codes for an address.
fn failures(email: &EmailAddress) -> Counter {
    Counter {
        name: "email-code-failures".to_owned(),
        subject: email.as_str().to_owned(),
    }
}
