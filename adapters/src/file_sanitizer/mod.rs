//! Recognizes files by their content, and encodes images again.

mod image;

use std::{sync::Arc, time::Duration};

use ::image::ImageFormat;
use async_trait::async_trait;
use ports::attachment::{AttachmentKind, FileSanitizer, SanitizeError, SanitizedFile};
use tokio::{sync::Semaphore, time::Instant};

/// How many images may wait while another one is decoded.
const WAITING: usize = 8;
/// How long an image may wait and be decoded and encoded, unless the operator says otherwise.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// Recognizes images, videos, PDF, CSV and text. Images in GIF and WebP become PNG, and animations their first image. Images are
/// decoded one at a time.
#[derive(Debug)]
pub struct ContentSanitizer {
    /// A permit for the image that is decoded and for each one that waits.
    queue: Arc<Semaphore>,
    decoding: Arc<Semaphore>,
    timeout: Duration,
}

impl Default for ContentSanitizer {
    fn default() -> Self {
        Self::new(TIMEOUT)
    }
}

#[async_trait]
impl FileSanitizer for ContentSanitizer {
    async fn sanitize(&self, bytes: Vec<u8>) -> Result<SanitizedFile, SanitizeError> {
        match form(&bytes)? {
            FileHandling::Image(format) => self.encoded_again(bytes, format).await,
            FileHandling::Whole(kind) => Ok(SanitizedFile { kind, bytes }),
            FileHandling::Text => {
                on_thread(move || {
                    Ok(SanitizedFile {
                        kind: text(&bytes)?,
                        bytes,
                    })
                })
                .await
            }
        }
    }
}

impl ContentSanitizer {
    /// Refuses images that wait and are decoded for longer than `timeout`.
    #[must_use]
    pub fn new(timeout: Duration) -> Self {
        Self {
            queue: Arc::new(Semaphore::new(1 + WAITING)),
            decoding: Arc::new(Semaphore::new(1)),
            timeout,
        }
    }

    async fn encoded_again(&self, bytes: Vec<u8>, format: ImageFormat) -> Result<SanitizedFile, SanitizeError> {
        let until = Instant::now() + self.timeout;
        let place = Arc::clone(&self.queue)
            .try_acquire_owned()
            .map_err(|_| SanitizeError::Busy)?;
        let turn = tokio::time::timeout_at(until, Arc::clone(&self.decoding).acquire_owned());
        let turn = turn
            .await
            .map_err(|_| SanitizeError::Busy)?
            .map_err(|_| SanitizeError::Busy)?;
        let work = move || {
            let done = image::encoded_again(&bytes, format, until);
            // They are held to the end of the work, also where the caller waits for it no more.
            drop((place, turn));
            done
        };
        let done = tokio::time::timeout_at(until, on_thread(work)).await;
        done.unwrap_or(Err(SanitizeError::Busy))
    }
}

/// How a file is treated, by its first bytes.
enum FileHandling {
    Image(ImageFormat),
    /// What is kept as it is.
    Whole(AttachmentKind),
    Text,
}

fn form(bytes: &[u8]) -> Result<FileHandling, SanitizeError> {
    match infer::get(bytes).map(|found| found.mime_type()) {
        Some("image/jpeg") => Ok(FileHandling::Image(ImageFormat::Jpeg)),
        Some("image/png") => Ok(FileHandling::Image(ImageFormat::Png)),
        Some("image/gif") => Ok(FileHandling::Image(ImageFormat::Gif)),
        Some("image/webp") => Ok(FileHandling::Image(ImageFormat::WebP)),
        Some("video/mp4") => Ok(FileHandling::Whole(AttachmentKind::Mp4)),
        Some("video/webm") => Ok(FileHandling::Whole(AttachmentKind::WebM)),
        Some("application/pdf") => Ok(FileHandling::Whole(AttachmentKind::Pdf)),
        Some(_) => Err(SanitizeError::Rejected),
        None => Ok(FileHandling::Text),
    }
}

/// Runs work on a thread for blocking work. A decoder that panics rejects the file.
async fn on_thread(
    work: impl FnOnce() -> Result<SanitizedFile, SanitizeError> + Send + 'static,
) -> Result<SanitizedFile, SanitizeError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(SanitizeError::Rejected))
}

/// Returns the kind of a text. A text that a browser could take for a page is rejected.
fn text(bytes: &[u8]) -> Result<AttachmentKind, SanitizeError> {
    let text = std::str::from_utf8(bytes).map_err(|_| SanitizeError::Rejected)?;
    let shown = text.trim_start_matches('\u{feff}').trim();
    let is_line_break = |letter: char| matches!(letter, '\n' | '\r' | '\t');
    let has_control = text.chars().any(|letter| letter.is_control() && !is_line_break(letter));
    if shown.is_empty() || shown.starts_with('<') || has_control {
        return Err(SanitizeError::Rejected);
    }
    Ok(if is_table(shown) {
        AttachmentKind::Csv
    } else {
        AttachmentKind::Text
    })
}

/// Returns whether a text has at least two rows with as many cells, and more than one.
fn is_table(text: &str) -> bool {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut rows = 0;
    for row in reader.byte_records() {
        match row {
            Ok(row) if row.len() > 1 => rows += 1,
            _ => return false,
        }
    }
    rows > 1
}

#[cfg(test)]
mod tests;
