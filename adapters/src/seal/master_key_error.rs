//! Why there are no master keys.

/// Why the master keys cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    /// The file does not exist.
    #[error("{0} is missing")]
    Missing(String),
    /// A line is no key.
    #[error("{0} has a line that is no key of 64 hexadecimal digits")]
    Malformed(String),
    /// Others than its owner may read the file.
    #[error("{0} can be read by other users of this machine; run: chmod 600 {0}")]
    Exposed(String),
    /// Every data key is encrypted with the newest key already, and only the operator can add a key.
    #[error("{0} has no new key. Put a new one of 64 hexadecimal digits before the others, followed by a comma")]
    NoNewKey(String),
    /// The file could not be read or written.
    #[error("{file}: {why}")]
    Io {
        /// Which file.
        file: String,
        /// The error of the operating system.
        why: std::io::Error,
    },
}
