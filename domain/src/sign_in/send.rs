//! Sends a code and a link to an e-mail address.

use std::{num::NonZeroU32, time::Duration};

use ports::{
    EmailAddress, EmailCode, EmailCodePurpose, Secret, Timestamp, Token, TokenKind, UnitOfWork, UserId,
    counter::{Counter, Rate, RateDecision, RateLimit},
    email_code::EmailCodeId,
    mail::MailId,
};

use crate::{
    counter::take_in,
    mail::{MailCode, MailLink, MailTemplate, enqueue_mail},
    sign_in::{SignInError, SignIns, code::random_code, signed_up_from::signed_up_from},
};

/// How long a code works.
const CODE_FOR: Duration = Duration::from_mins(10);
/// How long a link works.
const LINK_FOR: Duration = Duration::from_hours(24);
/// How long to wait before the next code for an address.
const RESEND_AFTER: Duration = Duration::from_secs(30);

/// A code to send.
#[derive(Clone, Copy, Debug)]
pub struct CodeRequest<'a> {
    /// The address.
    pub email: &'a EmailAddress,
    /// Where on the page it was entered, such as `leaving`.
    pub signed_up_from: Option<&'a str>,
    /// The public address of the page, without a path.
    pub origin: &'a str,
    /// The user of the presented session.
    pub requested_by: Option<UserId>,
    /// Whether the answer may say if the address belongs to a user.
    pub may_disclose: bool,
    /// What the mail is for.
    pub kind: CodeRequestKind,
}

/// What a requested mail is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeRequestKind {
    /// Signing in or signing up, with a code and a link.
    SignInOrUp,
    /// Signing in. Where the answer may say so, an address without a user is an error.
    SignIn,
    /// Signing up, with a link alone; users get a code as well.
    SignUp,
}

/// A code that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentCode {
    /// Whether the address belongs to no user yet; `None` where the answer may not say so.
    pub is_new_user: Option<bool>,
    /// How long until the next code can be requested.
    pub resend_after: Duration,
    /// How long the code works.
    pub expires_in: Duration,
}

/// What a mail with a code or a link is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeKind {
    SignIn,
    /// A link alone.
    SignUp,
    Change,
}

/// Who gets a code, and for what.
pub(super) struct Recipient<'a> {
    pub(super) email: &'a EmailAddress,
    pub(super) kind: CodeKind,
    pub(super) user: Option<UserId>,
    pub(super) requested_by: Option<UserId>,
    pub(super) signed_up_from: Option<&'a str>,
    pub(super) origin: &'a str,
}

impl SignIns {
    /// Sends a code and a link with which somebody signs in or signs up.
    ///
    /// The mail is enqueued and sent by a job. Unless the answer may say whether the address belongs to a user, everything is
    /// the same for an address that does and one that does not.
    pub async fn send_code(&self, request: &CodeRequest<'_>) -> Result<SentCode, SignInError> {
        if let Some(reason) = self.ports.mail.off_reason() {
            return Err(SignInError::NoMail(reason.to_owned()));
        }
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        let is_new = work.user_emails().owner(request.email).await?.is_none();
        // Without a mail nothing counts for the address: a stranger could keep its owner from signing up.
        if is_new && request.kind == CodeRequestKind::SignIn && request.may_disclose {
            return Err(SignInError::EmailNotFound);
        }
        if let RateDecision::Refused { retry_after } = take_in(work.as_mut(), &limits(request.email), now).await? {
            return Err(SignInError::TooOften { retry_after });
        }
        let kind = match request.kind {
            CodeRequestKind::SignUp if is_new => CodeKind::SignUp,
            _ => CodeKind::SignIn,
        };
        let recipient = Recipient {
            email: request.email,
            kind,
            user: None,
            requested_by: request.requested_by,
            signed_up_from: request.signed_up_from,
            origin: request.origin,
        };
        self.enqueue_code(work.as_mut(), &recipient, now).await?;
        work.commit().await?;
        Ok(SentCode {
            is_new_user: request.may_disclose.then_some(is_new),
            resend_after: RESEND_AFTER,
            expires_in: CODE_FOR,
        })
    }

    /// Stores a code and enqueues its mail.
    pub(super) async fn enqueue_code(
        &self,
        work: &mut dyn UnitOfWork,
        recipient: &Recipient<'_>,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let (text, link) = self.secrets();
        let code = EmailCode {
            id: EmailCodeId::new(self.ports.ids.next()),
            purpose: match recipient.kind {
                CodeKind::SignIn | CodeKind::SignUp => EmailCodePurpose::SignIn,
                CodeKind::Change => EmailCodePurpose::Change,
            },
            email: recipient.email.clone(),
            user: recipient.user,
            requested_by: recipient.requested_by,
            signed_up_from: recipient.signed_up_from.and_then(signed_up_from),
            created_at: now,
            expires_at: now.plus(CODE_FOR),
            link_expires_at: now.plus(LINK_FOR),
        };
        work.email_codes().add(&code, &text, &link.hash()).await?;
        let mail_code = MailCode {
            code: text.reveal(),
            until: code.expires_at,
        };
        let link = MailLink {
            token: link.reveal(),
            until: code.link_expires_at,
        };
        let template = match recipient.kind {
            CodeKind::SignIn => MailTemplate::SignInCode { code: mail_code, link },
            CodeKind::SignUp => MailTemplate::SignUp { link },
            CodeKind::Change => MailTemplate::NewEmail { code: mail_code, link },
        };
        let (id, cause) = (MailId::new(self.ports.ids.next()), code.id.to_string());
        let mail = template.mail(id, recipient.origin, recipient.email, &cause, now);
        Ok(enqueue_mail(&self.ports, work, &mail).await?)
    }

    fn secrets(&self) -> (Secret<String>, Token) {
        let entropy = self.ports.entropy.as_ref();
        (random_code(entropy), Token::new(TokenKind::EmailLink, &entropy.bytes()))
    }
}

/// The limits of codes for one address: a stranger who requests them fills no mailbox.
pub(super) fn limits(email: &EmailAddress) -> [RateLimit; 3] {
    let limit = |name: &str, count: u32, per: Duration| RateLimit {
        counter: Counter {
            name: name.to_owned(),
            subject: email.as_str().to_owned(),
        },
        rate: Rate {
            count: NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN),
            per,
        },
    };
    [
        limit("email-code-resend", 1, RESEND_AFTER),
        limit("email-code-hour", 5, Duration::from_hours(1)),
        limit("email-code-day", 10, Duration::from_hours(24)),
    ]
}
