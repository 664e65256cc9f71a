//! Writes mails into files of a folder, where no mail server is configured.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use ports::{Mail, MailError, Mailer, mail::MailDestination};

use super::{message::message, sender::MailSender};

/// Writes each mail into a file `<id>.eml` of a folder. Only their owner can read the folder and the files.
pub struct OutboxMailer {
    folder: PathBuf,
    sender: MailSender,
}

impl OutboxMailer {
    /// Returns the mailer for a folder, which the first mail creates.
    #[must_use]
    pub fn new(folder: PathBuf, sender: MailSender) -> Self {
        Self { folder, sender }
    }
}

#[async_trait]
impl Mailer for OutboxMailer {
    fn destination(&self) -> MailDestination {
        MailDestination::Folder(self.folder.clone())
    }

    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let bytes = message(mail, &self.sender)?.formatted();
        let (folder, name) = (self.folder.clone(), mail.id.to_string());
        run(move || {
            make_folder(&folder)?;
            write(&folder, &name, &bytes)
        })
        .await
    }

    /// Creates a file in the folder and removes it again. Where there is no folder yet, nothing is checked.
    async fn check(&self) -> Result<(), MailError> {
        let folder = self.folder.clone();
        run(move || {
            if !folder.exists() {
                return Ok(());
            }
            let file = folder.join(".check");
            private(&file)?;
            fs::remove_file(&file)
        })
        .await
    }
}

/// Runs work on files outside of the threads of the runtime.
async fn run(work: impl FnOnce() -> io::Result<()> + Send + 'static) -> Result<(), MailError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| MailError::NotWritten)?.map_err(|error| {
        tracing::warn!(%error, "the file of a mail could not be written");
        MailError::NotWritten
    })
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes the file under another name first, so that no reader sees a part of it.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let unfinished = folder.join(format!(".{name}.tmp"));
    let mut file = private(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(unfinished, folder.join(format!("{name}.eml")))
}

/// Creates an empty file that only its owner may read.
fn private(path: &Path) -> io::Result<fs::File> {
    let mut opening = fs::OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    opening.open(path)
}
