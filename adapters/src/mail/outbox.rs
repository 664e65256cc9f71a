//! Writes mails into files of a folder, where no mail server is configured.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use async_trait::async_trait;
use ports::{
    Mail, MailError, MailId, Mailer,
    mail::{KeptMail, MailDestination},
};

use super::{
    message::{addressed, message},
    sender::MailSender,
};

/// The most bytes of a file that are read for its headers: more than the headers of any mail that is written here.
const MAX_HEAD: u64 = 16 * 1024;

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
        let (folder, id) = (self.folder.clone(), mail.id);
        run(MailError::NotWritten, move || {
            make_folder(&folder)?;
            write(&folder, &id, &bytes)
        })
        .await
    }

    /// Creates a file in the folder and removes it again. Where there is no folder yet, nothing is checked.
    async fn check(&self) -> Result<(), MailError> {
        let folder = self.folder.clone();
        run(MailError::NotWritten, move || {
            if !folder.exists() {
                return Ok(());
            }
            let file = folder.join(".check");
            private(&file)?;
            fs::remove_file(&file)
        })
        .await
    }

    async fn kept(&self) -> Result<Vec<KeptMail>, MailError> {
        let folder = self.folder.clone();
        run(MailError::NotErased, move || kept_in(&folder)).await
    }

    async fn erase(&self, mails: &[MailId]) -> Result<(), MailError> {
        let (folder, mails) = (self.folder.clone(), mails.to_vec());
        run(MailError::NotErased, move || {
            for name in mails.iter().flat_map(|id| [finished(id), unfinished(id)]) {
                match fs::remove_file(folder.join(name)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            Ok(())
        })
        .await
    }
}

/// Runs work on files outside of the threads of the runtime.
async fn run<T: Send + 'static>(
    failed: MailError,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, MailError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| failed)?.map_err(|error| {
        tracing::warn!(%error, "{failed}");
        failed
    })
}

/// Returns the name of the file of a mail.
fn finished(id: &MailId) -> String {
    format!("{id}.eml")
}

/// Returns the name of the file while it is written. It remains where the process is killed meanwhile.
fn unfinished(id: &MailId) -> String {
    format!(".{id}.tmp")
}

/// Returns the mails of a folder. Files with other names and without these headers are not of this mailer.
fn kept_in(folder: &Path) -> io::Result<Vec<KeptMail>> {
    let files = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        files => files?,
    };
    let mut kept = Vec::new();
    for file in files {
        let name = file?.file_name();
        let Some(id) = name.to_str().and_then(id_of) else {
            continue;
        };
        let mut head = Vec::new();
        fs::File::open(folder.join(name))?
            .take(MAX_HEAD)
            .read_to_end(&mut head)?;
        kept.extend(addressed(&head).map(|(to, created_at)| KeptMail { id, to, created_at }));
    }
    Ok(kept)
}

fn id_of(name: &str) -> Option<MailId> {
    let written = name.strip_suffix(".eml");
    let id = written.or_else(|| name.strip_prefix('.')?.strip_suffix(".tmp"))?;
    id.parse().ok()
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes the file under another name first, so that no reader sees a part of it.
fn write(folder: &Path, id: &MailId, bytes: &[u8]) -> io::Result<()> {
    let path = folder.join(unfinished(id));
    let mut file = private(&path)?;
    file.write_all(bytes)?;
    file.sync_data()?;
    fs::rename(path, folder.join(finished(id)))
}

/// Creates an empty file that only its owner may read.
fn private(path: &Path) -> io::Result<fs::File> {
    let mut opening = fs::OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    opening.open(path)
}
