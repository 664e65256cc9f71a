//! Files that users attach to what they write.

mod cleanup;

use std::{sync::Arc, time::Duration};

use ports::{
    Attachment, AttachmentId, AttachmentSummary, Ports, StorageError,
    attachment::{AttachmentKind, SanitizeError},
};

use crate::caller::Caller;

pub(crate) use cleanup::AttachmentCleanup;

/// The most bytes of a file.
pub const MAX_FILE_BYTES: usize = 2_000_000;
/// The most files that are kept of one user.
pub const MOST_FILES: usize = 20;
/// The most bytes that are kept of one user.
pub const MOST_BYTES: u64 = 20_000_000;
/// How long a file is kept that nothing refers to.
const UNUSED_FOR: Duration = Duration::from_hours(24);

/// Which kinds of files a call accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptedFiles {
    /// Images.
    Images,
    /// Videos.
    Videos,
    /// Every kind.
    All,
}

impl AcceptedFiles {
    fn contain(self, kind: AttachmentKind) -> bool {
        match self {
            Self::Images => kind.is_image(),
            Self::Videos => kind.is_video(),
            Self::All => true,
        }
    }
}

/// Use cases on attachments.
pub struct Attachments {
    ports: Arc<Ports>,
}

/// Why a file was not attached or is not handed out.
#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    /// The file is too large, damaged, or of a kind that is not accepted here, or could not be examined now.
    #[error(transparent)]
    NotSanitized(#[from] SanitizeError),
    /// As many files of the user are kept as there may be of one user.
    #[error("You have attached as much as this server keeps of one person: {MOST_FILES} files of 20 MB in all.")]
    TooMuch,
    /// There is no such attachment of the caller, or the caller does not exist any more.
    #[error("There is no such attachment.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Attachments {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Stores a file of the caller, as [`FileSanitizer`](ports::FileSanitizer) returns it. One that nothing refers to expires after
    /// a day.
    pub async fn add(
        &self,
        caller: &Caller,
        bytes: Vec<u8>,
        accepted: AcceptedFiles,
    ) -> Result<AttachmentSummary, AttachmentError> {
        if bytes.len() > MAX_FILE_BYTES {
            return Err(SanitizeError::Rejected.into());
        }
        let file = self.ports.files.sanitize(bytes).await?;
        if !accepted.contain(file.kind) {
            return Err(SanitizeError::Rejected.into());
        }
        let now = self.ports.clock.now();
        let attachment = Attachment {
            id: AttachmentId::new(self.ports.ids.next()),
            user: caller.user,
            file,
            added_at: now,
            expires_at: Some(now.plus(UNUSED_FOR)),
        };
        let added = AttachmentSummary::from(&attachment);
        let mut work = self.ports.storage.begin().await?;
        // The lock makes concurrent calls count one after the other.
        work.users().lock(caller.user).await?.ok_or(AttachmentError::NotFound)?;
        let kept = work.attachments().of_user(caller.user).await?;
        let bytes: u64 = kept.iter().map(|one| one.size).sum();
        if kept.len() >= MOST_FILES || bytes + added.size > MOST_BYTES {
            return Err(AttachmentError::TooMuch);
        }
        work.attachments().add(&attachment).await?;
        work.commit().await?;
        Ok(added)
    }

    /// Returns the caller's attachments, without their content.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<AttachmentSummary>, StorageError> {
        self.ports.stores.attachments.of_user(caller.user).await
    }

    /// Returns an attachment of the caller.
    pub async fn find(&self, caller: &Caller, id: AttachmentId) -> Result<Attachment, AttachmentError> {
        let found = self.ports.stores.attachments.find(id).await?;
        let own = found.filter(|attachment| attachment.user == caller.user);
        own.ok_or(AttachmentError::NotFound)
    }
}
