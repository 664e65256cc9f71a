//! The stored form of a mail.

use ports::{Mail, MailId, StorageError, Timestamp};
use serde::{Deserialize, Serialize};

use crate::storage::database::sql::json;

/// Everything of a mail but its id, as JSON.
#[derive(Serialize, Deserialize)]
struct StoredMail {
    purpose: String,
    cause: String,
    to: String,
    subject: String,
    text: String,
    html: String,
    created_at: Timestamp,
    expires_at: Timestamp,
}

/// Serializes a mail.
pub(super) fn to_bytes(mail: &Mail) -> Result<Vec<u8>, StorageError> {
    let stored = StoredMail {
        purpose: mail.purpose.as_str().to_owned(),
        cause: mail.cause.clone(),
        to: mail.to.as_str().to_owned(),
        subject: mail.subject.clone(),
        text: mail.text.clone(),
        html: mail.html.clone(),
        created_at: mail.created_at,
        expires_at: mail.expires_at,
    };
    json("mails", &stored).map(String::into_bytes)
}

/// Parses a mail; `None` where the bytes are not one.
pub(super) fn from_bytes(id: MailId, bytes: &[u8]) -> Option<Mail> {
    let stored: StoredMail = serde_json::from_slice(bytes).ok()?;
    Some(Mail {
        id,
        purpose: stored.purpose.parse().ok()?,
        cause: stored.cause,
        to: stored.to.parse().ok()?,
        subject: stored.subject,
        text: stored.text,
        html: stored.html,
        created_at: stored.created_at,
        expires_at: stored.expires_at,
    })
}
