//! What users say about the product, for the operator of the server.

use std::{sync::Arc, time::Duration};

use ports::{
    AttachmentId, Feedback, FeedbackId, Ports, StorageError,
    feedback::{FeedbackSubject, FeedbackText},
};

use crate::caller::Caller;

/// The most feedback that is kept of one user.
pub const MOST_FEEDBACK: usize = 200;
/// Within this time the same feedback of a user is a repetition.
const REPEATED_WITHIN: Duration = Duration::from_hours(24);

/// Use cases on feedback.
pub struct Feedbacks {
    ports: Arc<Ports>,
}

/// Why feedback was not stored.
#[derive(Debug, thiserror::Error)]
pub enum FeedbackError {
    /// As much feedback of the user is kept as there may be of one user.
    #[error("You have sent feedback {MOST_FEEDBACK} times. Thank you! This server keeps no more.")]
    TooMuch,
    /// The attachment does not exist, or is not the caller's.
    #[error("There is no such attachment. Please add the file again.")]
    NoAttachment,
    /// The user does not exist any more.
    #[error("There is no such person.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Feedbacks {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Stores feedback of the caller. The same feedback again within a day is stored once, so that a call whose answer was lost
    /// can be repeated.
    pub async fn send(
        &self,
        caller: &Caller,
        subject: FeedbackSubject,
        text: FeedbackText,
        attachment: Option<AttachmentId>,
    ) -> Result<Feedback, FeedbackError> {
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        // The lock makes concurrent calls look one after the other.
        work.users().lock(caller.user).await?.ok_or(FeedbackError::NotFound)?;
        let mut earlier = work.feedback().of_user(caller.user).await?;
        let is_repeated = |one: &Feedback| {
            (one.subject, &one.text, one.attachment) == (subject, &text, attachment)
                && now.since(one.sent_at) < REPEATED_WITHIN
        };
        if let Some(at) = earlier.iter().position(is_repeated) {
            return Ok(earlier.swap_remove(at));
        }
        if earlier.len() >= MOST_FEEDBACK {
            return Err(FeedbackError::TooMuch);
        }
        if let Some(id) = attachment
            && !work.attachments().keep(caller.user, id).await?
        {
            return Err(FeedbackError::NoAttachment);
        }
        let feedback = Feedback {
            id: FeedbackId::new(self.ports.ids.next()),
            user: caller.user,
            subject,
            text,
            attachment,
            sent_at: now,
        };
        work.feedback().add(&feedback).await?;
        work.commit().await?;
        Ok(feedback)
    }
}
