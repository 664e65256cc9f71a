//! Feedback, sealed with its user's key.

use async_trait::async_trait;
use ports::{
    Feedback, FeedbackId, StorageError, UserId,
    feedback::{FeedbackReader, FeedbackSubject, FeedbackWriter},
};
use serde::{Deserialize, Serialize};

use super::{
    ReadOnlyDatabase,
    database::{
        Database, Keyring, SqlWork, UserKeys,
        sql::{On, Row, Sql, Tx, sql},
    },
    owned::MovedRows,
};
use crate::seal::SealedPlace;

/// The start of a query for all columns.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT feedback.id, user_id, sealed, sent_at, users.data_key FROM feedback \
             JOIN users ON users.id = feedback.user_id ",
            $rest
        )
    };
}

/// The sealed form: with a section and its rating, or with an opinion.
#[derive(Serialize, Deserialize)]
struct StoredFeedback {
    section: Option<String>,
    rating: Option<i64>,
    opinion: Option<String>,
    text: String,
    /// Missing in what was stored before there were attachments.
    attachment: Option<String>,
}

impl From<&Feedback> for StoredFeedback {
    fn from(feedback: &Feedback) -> Self {
        let text = feedback.text.as_str().to_owned();
        let attachment = feedback.attachment.map(|id| id.to_string());
        match feedback.subject {
            FeedbackSubject::Section(section, rating) => Self {
                section: Some(section.as_str().to_owned()),
                rating: Some(rating.get().into()),
                opinion: None,
                text,
                attachment,
            },
            FeedbackSubject::Product(opinion) => Self {
                section: None,
                rating: None,
                opinion: Some(opinion.as_str().to_owned()),
                text,
                attachment,
            },
        }
    }
}

impl StoredFeedback {
    /// Returns what it is about; `None` where it states neither or both.
    fn subject(&self) -> Option<FeedbackSubject> {
        match (&self.section, self.rating, &self.opinion) {
            (Some(section), Some(rating), None) => {
                let rating = rating.try_into().ok()?;
                Some(FeedbackSubject::Section(section.parse().ok()?, rating))
            }
            (None, None, Some(opinion)) => Some(FeedbackSubject::Product(opinion.parse().ok()?)),
            _ => None,
        }
    }
}

fn place(id: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "feedback",
        column: "sealed",
        row: id,
    }
}

fn corrupt(id: FeedbackId) -> StorageError {
    StorageError::Corrupt {
        table: "feedback".to_owned(),
        column: "sealed".to_owned(),
        id: id.to_string(),
    }
}

fn feedback(keyring: &Keyring, row: &Row) -> Result<Feedback, StorageError> {
    let row = row.of("feedback", &["id"]);
    let (id, user): (FeedbackId, UserId) = (row.parsed("id")?, row.parsed("user_id")?);
    let (wrapped, sealed): (Vec<u8>, Vec<u8>) = (row.get("data_key")?, row.get("sealed")?);
    let opened = keyring.unwrap(user, &wrapped)?.open(place(&id.to_string()), &sealed);
    let opened = opened.map_err(|_| corrupt(id))?;
    let stored: StoredFeedback = serde_json::from_slice(&opened).map_err(|_| corrupt(id))?;
    Ok(Feedback {
        id,
        user,
        subject: stored.subject().ok_or_else(|| corrupt(id))?,
        text: stored.text.parse().map_err(|_| corrupt(id))?,
        attachment: stored
            .attachment
            .map(|id| id.parse())
            .transpose()
            .map_err(|_| corrupt(id))?,
        sent_at: row.time("sent_at")?,
    })
}

async fn of_user(keyring: &Keyring, on: impl Into<On<'_>>, user: UserId) -> Result<Vec<Feedback>, StorageError> {
    let text = select!("WHERE user_id = $1 ORDER BY feedback.id");
    let rows = sql(text).bind(user.to_string()).fetch_all(on).await?;
    rows.iter().map(|row| feedback(keyring, row)).collect()
}

async fn after(keyring: &Keyring, on: &Sql, id: Option<FeedbackId>, limit: u32) -> Result<Vec<Feedback>, StorageError> {
    // Every id is greater than the empty text.
    let after = id.map(|id| id.to_string()).unwrap_or_default();
    let text = select!("WHERE feedback.id > $1 ORDER BY feedback.id LIMIT $2");
    let rows = sql(text).bind(after).bind(limit).fetch_all(on).await?;
    rows.iter().map(|row| feedback(keyring, row)).collect()
}

#[async_trait]
impl FeedbackReader for ReadOnlyDatabase {
    async fn of_user(&self, user: UserId) -> Result<Vec<Feedback>, StorageError> {
        of_user(self.keyring(), self.sql(), user).await
    }

    async fn after(&self, id: Option<FeedbackId>, limit: u32) -> Result<Vec<Feedback>, StorageError> {
        after(self.keyring(), self.sql(), id, limit).await
    }
}

/// Returns feedback sealed with the key of its user.
async fn sealed(keyring: &Keyring, tx: &mut Tx, feedback: &Feedback) -> Result<Vec<u8>, StorageError> {
    let mut keys = UserKeys::default();
    let key = keys.of_user(keyring, tx, feedback.user).await?;
    let stored = serde_json::to_vec(&StoredFeedback::from(feedback)).map_err(|_| corrupt(feedback.id))?;
    let sealed = key.seal(place(&feedback.id.to_string()), &stored);
    sealed.map_err(|_| corrupt(feedback.id))
}

#[async_trait]
impl MovedRows for Feedback {
    /// They are sealed with the key of `target`.
    async fn move_rows(work: &mut SqlWork, source: UserId, target: UserId) -> Result<(), StorageError> {
        let keyring = work.keyring();
        for one in of_user(&keyring, work.tx(), source).await? {
            let moved = Feedback { user: target, ..one };
            let sealed = sealed(&keyring, work.tx(), &moved).await?;
            let text = "UPDATE feedback SET user_id = $2, sealed = $3 WHERE id = $1";
            let update = sql(text)
                .bind(moved.id.to_string())
                .bind(target.to_string())
                .bind(sealed);
            update.execute(work.tx()).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl FeedbackReader for Database {
    async fn of_user(&self, user: UserId) -> Result<Vec<Feedback>, StorageError> {
        of_user(self.keyring(), self.sql(), user).await
    }

    async fn after(&self, id: Option<FeedbackId>, limit: u32) -> Result<Vec<Feedback>, StorageError> {
        after(self.keyring(), self.sql(), id, limit).await
    }
}

#[async_trait]
impl FeedbackWriter for SqlWork {
    async fn of_user(&mut self, user: UserId) -> Result<Vec<Feedback>, StorageError> {
        let keyring = self.keyring();
        of_user(&keyring, self.tx(), user).await
    }

    async fn add(&mut self, feedback: &Feedback) -> Result<(), StorageError> {
        let keyring = self.keyring();
        let sealed = sealed(&keyring, self.tx(), feedback).await?;
        let text = "INSERT INTO feedback (id, user_id, sealed, sent_at) VALUES ($1, $2, $3, $4)";
        let added = sql(text)
            .bind(feedback.id.to_string())
            .bind(feedback.user.to_string())
            .bind(sealed)
            .bind(feedback.sent_at);
        added.execute(self.tx()).await.map(drop)
    }
}
