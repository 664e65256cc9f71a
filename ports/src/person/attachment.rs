//! Files that users attach to what they write.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{ids::user::UserId, storage::StorageError, time::clock::Timestamp};

crate::id!(
    /// The id of an attachment.
    AttachmentId
);

/// The kind of a file, as its content shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttachmentKind {
    /// An image in PNG.
    Png,
    /// An image in JPEG.
    Jpeg,
    /// A video in MP4.
    Mp4,
    /// A video in `WebM`.
    WebM,
    /// A PDF document.
    Pdf,
    /// Comma-separated values in UTF-8.
    Csv,
    /// Text in UTF-8.
    Text,
}

/// Why a text is not a kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a kind of file")]
pub struct ParseAttachmentKindError;

impl AttachmentKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Png,
        Self::Jpeg,
        Self::Mp4,
        Self::WebM,
        Self::Pdf,
        Self::Csv,
        Self::Text,
    ];

    /// Returns its stable name, which is also the extension of its files.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Mp4 => "mp4",
            Self::WebM => "webm",
            Self::Pdf => "pdf",
            Self::Csv => "csv",
            Self::Text => "txt",
        }
    }

    /// Returns whether it is an image.
    #[must_use]
    pub const fn is_image(self) -> bool {
        matches!(self, Self::Png | Self::Jpeg)
    }

    /// Returns whether it is a video.
    #[must_use]
    pub const fn is_video(self) -> bool {
        matches!(self, Self::Mp4 | Self::WebM)
    }
}

impl FromStr for AttachmentKind {
    type Err = ParseAttachmentKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        named.ok_or(ParseAttachmentKindError)
    }
}

/// A file whose kind is known from its content, and which contains nothing beside it. `Debug` hides the bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct SanitizedFile {
    /// Its kind.
    pub kind: AttachmentKind,
    /// The bytes. Those of an image were encoded again.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for SanitizedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {} bytes", self.kind, self.bytes.len())
    }
}

/// Why a file is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanitizeError {
    /// It is of no accepted kind, damaged, or too large when it is opened.
    #[error("rejected due to size or invalid format")]
    Rejected,
    /// It was not examined, because other files are, or not in time. The same file may be accepted later.
    #[error("Other files are being examined. Try again in a moment.")]
    Busy,
}

/// Recognizes files by their content.
#[async_trait]
pub trait FileSanitizer: Send + Sync {
    /// Returns a file that is safe to keep and to hand out as a download. An implementer MUST recognize the kind by the content
    /// alone, MUST encode images again, so that nothing but their pixels remains, MUST limit the time and the memory that a small
    /// file can take, and those of all files together, and MUST reject what is of no kind of [`AttachmentKind`].
    async fn sanitize(&self, bytes: Vec<u8>) -> Result<SanitizedFile, SanitizeError>;
}

/// A [`FileSanitizer`] that rejects every file, for trackers without attachments.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

#[async_trait]
impl FileSanitizer for NoFiles {
    async fn sanitize(&self, _: Vec<u8>) -> Result<SanitizedFile, SanitizeError> {
        Err(SanitizeError::Rejected)
    }
}

/// A file that a user attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Which attachment.
    pub id: AttachmentId,
    /// Whose.
    pub user: UserId,
    /// The file.
    pub file: SanitizedFile,
    /// When it was attached.
    pub added_at: Timestamp,
    /// When it is removed; `None` once something refers to it.
    pub expires_at: Option<Timestamp>,
}

/// An attachment without its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttachmentSummary {
    /// Which attachment.
    pub id: AttachmentId,
    /// Its kind.
    pub kind: AttachmentKind,
    /// Its bytes.
    pub size: u64,
    /// When it was attached.
    pub added_at: Timestamp,
}

impl From<&Attachment> for AttachmentSummary {
    fn from(attachment: &Attachment) -> Self {
        Self {
            id: attachment.id,
            kind: attachment.file.kind,
            // No file in memory has more bytes than a `u64` counts.
            size: u64::try_from(attachment.file.bytes.len()).unwrap_or(u64::MAX),
            added_at: attachment.added_at,
        }
    }
}

/// Reads attachments.
#[async_trait]
pub trait AttachmentReader: Send + Sync {
    /// Returns the attachments of a user, ordered by id.
    async fn of_user(&self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError>;

    /// Returns an attachment; `None` if there is none with this id.
    async fn find(&self, id: AttachmentId) -> Result<Option<Attachment>, StorageError>;
}

/// Writes attachments.
#[async_trait]
pub trait AttachmentWriter: Send {
    /// Returns the attachments of a user, ordered by id, with what this unit of work changed.
    async fn of_user(&mut self, user: UserId) -> Result<Vec<AttachmentSummary>, StorageError>;

    /// Adds an attachment. A second one with the same id, or one of an unknown user, is a [`StorageError::Conflict`]. An
    /// implementer MUST store the bytes encrypted, with a key of the user that is erased with it, where it stores them outside of
    /// this process.
    async fn add(&mut self, attachment: &Attachment) -> Result<(), StorageError>;

    /// Keeps an attachment of a user from now on, because something refers to it. Returns whether there is one.
    async fn keep(&mut self, user: UserId, id: AttachmentId) -> Result<bool, StorageError>;

    /// Removes the attachments of all users that have expired and to which nothing refers.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for kind in AttachmentKind::ALL {
            assert_eq!(kind.as_str().parse(), Ok(kind));
            assert!(!(kind.is_image() && kind.is_video()));
        }
        assert_eq!("exe".parse::<AttachmentKind>(), Err(ParseAttachmentKindError));
    }

    #[test]
    fn the_bytes_are_in_no_log() {
        let file = SanitizedFile {
            kind: AttachmentKind::Text,
            bytes: b"secret".to_vec(),
        };
        assert_eq!(format!("{file:?}"), "Text, 6 bytes");
    }
}
