//! Mails: what is sent, who sends it, and the queue in which a mail waits until the mail server has accepted it.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{person::email::EmailAddress, storage::StorageError, time::clock::Timestamp};

mod delivery;
mod mailer;

pub use delivery::MailDelivery;
pub use mailer::{KeptMail, MailDestination, MailError, Mailer};

crate::id!(
    /// A mail's id. The Message-ID is made of it, so that it is the same in every attempt to send the mail.
    MailId
);

/// What a mail is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailPurpose {
    /// A code and a link to sign in.
    SignInCode,
    /// A link that confirms the address of a new user.
    SignUp,
    /// A code and a link that confirm another address of a user.
    NewEmail,
    /// The notice to the current address that another one was requested.
    EmailChange,
    /// The notice that the user's data will be deleted.
    Deletion,
}

impl MailPurpose {
    const ALL: [Self; 5] = [
        Self::SignInCode,
        Self::SignUp,
        Self::NewEmail,
        Self::EmailChange,
        Self::Deletion,
    ];

    /// Returns the text under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignInCode => "sign-in-code",
            Self::SignUp => "sign-up",
            Self::NewEmail => "new-email",
            Self::EmailChange => "email-change",
            Self::Deletion => "deletion",
        }
    }

    /// Returns whether somebody waits for the mail, because it has a code that they are about to type.
    #[must_use]
    pub fn has_code(self) -> bool {
        matches!(self, Self::SignInCode | Self::NewEmail)
    }
}

/// Why a text is not the purpose of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not the purpose of a mail")]
pub struct ParseMailPurposeError;

impl FromStr for MailPurpose {
    type Err = ParseMailPurposeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.as_str() == text).ok_or(ParseMailPurposeError)
    }
}

/// A mail to one recipient. `Debug` prints neither the recipient nor the content, which has codes and links.
#[derive(Clone, PartialEq, Eq)]
pub struct Mail {
    /// Which mail.
    pub id: MailId,
    /// What it is for.
    pub purpose: MailPurpose,
    /// What caused it, such as the id of a code. A second mail with the same purpose and cause is not sent. It is stored
    /// unencrypted and outlives the content, so it must not contain an address, a code or a token.
    pub cause: String,
    /// Its recipient.
    pub to: EmailAddress,
    /// Its subject: one line.
    pub subject: String,
    /// Its content as plain text.
    pub text: String,
    /// Its content as an HTML document.
    pub html: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it becomes useless: it is not sent after this time.
    pub expires_at: Timestamp,
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail")
            .field("id", &self.id)
            .field("purpose", &self.purpose)
            .finish_non_exhaustive()
    }
}

impl Mail {
    /// Returns the key by which a mail is recognized that was enqueued before: its purpose and its cause.
    #[must_use]
    pub fn dedupe_key(&self) -> String {
        format!("{}:{}", self.purpose.as_str(), self.cause)
    }
}

/// A mail that waits to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedMail {
    /// The mail.
    pub mail: Mail,
    /// The number of attempts that failed.
    pub attempts: u32,
    /// The earliest time of the next attempt.
    pub next_attempt_at: Timestamp,
}

/// Reads the queue of mails.
#[async_trait]
pub trait MailReader: Send + Sync {
    /// Returns a mail that waits to be sent. `None` where it was sent or given up, or does not exist. Fails with
    /// [`StorageError::Corrupt`] where its content cannot be decrypted.
    async fn queued(&self, id: MailId) -> Result<Option<QueuedMail>, StorageError>;

    /// Returns up to `limit` mails that wait and whose next attempt is due at `now`, those due for the longest time first.
    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<MailId>, StorageError>;
}

/// Writes the queue of mails. Where a mail is sent or given up, its recipient and content are erased; its row remains, so
/// that the same mail is not enqueued again.
#[async_trait]
pub trait MailWriter: Send {
    /// Enqueues a mail, due at its `created_at`. Returns `false`, and changes nothing, where a mail with the same
    /// [`dedupe_key`](Mail::dedupe_key) was enqueued before. Where it stores them outside of this process, an implementer MUST
    /// store the recipient and the content encrypted and only a keyed hash of the key, which may contain the id of a user.
    async fn enqueue(&mut self, mail: &Mail) -> Result<bool, StorageError>;

    /// Records that a mail was sent.
    async fn sent(&mut self, id: MailId, at: Timestamp) -> Result<(), StorageError>;

    /// Records a failed attempt with its code and the time of the next attempt.
    async fn retry(&mut self, id: MailId, code: &str, next_attempt_at: Timestamp) -> Result<(), StorageError>;

    /// Records that a mail is given up after a failure with this code.
    async fn give_up(&mut self, id: MailId, code: &str) -> Result<(), StorageError>;

    /// Gives up the mails that have expired, with the code `expired`.
    async fn give_up_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;

    /// Deletes the rows of mails that were sent or given up and were written before this time.
    async fn forget_ended(&mut self, before: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_purpose_is_read_back_from_its_text() {
        for purpose in MailPurpose::ALL {
            assert_eq!(purpose.as_str().parse(), Ok(purpose));
        }
        assert_eq!("newsletter".parse::<MailPurpose>(), Err(ParseMailPurposeError));
    }

    #[test]
    fn a_mail_prints_neither_its_recipient_nor_its_content() {
        let mail = Mail {
            id: MailId::nil(),
            purpose: MailPurpose::SignInCode,
            cause: "1".to_owned(),
            to: "ann@example.com".parse().unwrap(),
            subject: "K7RM2QXD".to_owned(),
            text: "K7RM2QXD".to_owned(),
            html: "K7RM2QXD".to_owned(),
            created_at: Timestamp::from_seconds(0),
            expires_at: Timestamp::from_seconds(600),
        };
        assert_eq!(
            format!("{mail:?}"),
            "Mail { id: MailId(00000000-0000-0000-0000-000000000000), purpose: SignInCode, .. }"
        );
        assert_eq!(mail.dedupe_key(), "sign-in-code:1");
    }
}
