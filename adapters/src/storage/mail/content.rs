//! The stored form of a mail: JSON, sealed with the key of the instance.

use alloy_primitives::hex;
use ports::{Mail, MailId, StorageError, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    seal::{DataKey, SealedPlace},
    storage::database::sql::json,
};

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

fn place(id: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "mails",
        column: "content",
        row: id,
    }
}

/// Seals a mail.
pub(super) fn seal(key: &DataKey, mail: &Mail) -> Result<Vec<u8>, StorageError> {
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
    let id = mail.id.to_string();
    let sealed = key.seal(place(&id), json("mails", &stored)?.as_bytes());
    sealed.map_err(|_| corrupt("content", id))
}

/// Returns the keyed hash of the key by which a mail is recognized that was enqueued before.
pub(super) fn dedupe_hash(key: &DataKey, mail: &Mail) -> Result<String, StorageError> {
    let hash = key.keyed_hash("mail", &mail.dedupe_key());
    hash.map(hex::encode)
        .map_err(|_| corrupt("dedupe_key", mail.id.to_string()))
}

fn corrupt(column: &str, id: String) -> StorageError {
    StorageError::Corrupt {
        table: "mails".to_owned(),
        column: column.to_owned(),
        id,
    }
}

/// Opens a mail; `None` where it was sealed with another key, or for another row, or is damaged.
pub(super) fn open(key: &DataKey, id: MailId, sealed: &[u8]) -> Option<Mail> {
    let opened = key.open(place(&id.to_string()), sealed).ok()?;
    let stored: StoredMail = serde_json::from_slice(&opened).ok()?;
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

#[cfg(test)]
mod tests {
    use ports::MailPurpose;

    use super::*;

    fn mail() -> Mail {
        Mail {
            id: MailId::nil(),
            purpose: MailPurpose::Deletion,
            cause: "cause".to_owned(),
            to: "ann@example.com".parse().unwrap(),
            subject: "Subject".to_owned(),
            text: "Text".to_owned(),
            html: "<p>".to_owned(),
            created_at: Timestamp::from_seconds(1),
            expires_at: Timestamp::from_seconds(2),
        }
    }

    #[test]
    fn a_mail_opens_only_with_its_key_in_its_row() {
        let (key, mail) = (DataKey::random(), mail());
        let sealed = seal(&key, &mail).unwrap();
        assert!(!sealed.windows(3).any(|bytes| bytes == b"ann"));
        assert_eq!(open(&key, mail.id, &sealed), Some(mail));
        let other_row = MailId::new(uuid::Uuid::from_u128(1));
        assert_eq!(open(&key, other_row, &sealed), None);
        assert_eq!(open(&DataKey::random(), MailId::nil(), &sealed), None);
        assert_eq!(open(&key, MailId::nil(), b""), None);
    }
}
