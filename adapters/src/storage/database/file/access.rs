//! Files and folders with access for their owner only.

use std::{fs, path::Path};

use crate::storage::database::location::OpenError;

/// Returns options for a file that only its owner may read.
pub(crate) fn private() -> fs::OpenOptions {
    let mut opening = fs::OpenOptions::new();
    opening.append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    opening
}

/// Creates the folder of a file, readable by its owner only.
pub(crate) fn make_folder(database: &Path) -> Result<(), OpenError> {
    let Some(folder) = database.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let made = builder.create(folder);
    made.map_err(OpenError::io(format!(
        "make {}; set SPYHOP_DATA to a folder you may write to",
        folder.display()
    )))
}

/// Returns the size of the file, and creates it where missing, readable by its owner only.
pub(crate) fn make_file(path: &Path) -> Result<u64, OpenError> {
    let opened = private().create(true).open(path);
    let size = opened.and_then(|file| file.metadata()).map(|data| data.len());
    size.map_err(OpenError::io(format!("write {}; check its owner", path.display())))
}
