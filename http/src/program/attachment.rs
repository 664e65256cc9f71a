//! The command `attachment`.

use std::fs::OpenOptions;
use std::io::Write as _;
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use adapters::config::Config;
use adapters::connect;
use ports::AttachmentId;
use ports::attachment::AttachmentReader as _;

use super::output::{ProgramError, print};

/// Writes the file of an attachment to a new file that only the user of this process can read.
pub async fn write(config: Config, id: AttachmentId, to: &Path) -> Result<(), ProgramError> {
    let database = connect::read_only(&config).await?;
    let found = database.find(id).await;
    database.close().await;
    let Some(attachment) = found? else {
        return Err(format!("there is no attachment {id}").into());
    };
    write_new(to, &attachment.file.bytes).map_err(|error| format!("{} was not written: {error}", to.display()))?;
    let (kind, bytes) = (attachment.file.kind.as_str(), attachment.file.bytes.len());
    print(&format!("{bytes} bytes ({kind}) are in {}.", to.display()))
}

fn write_new(to: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    options.open(to)?.write_all(bytes)
}
