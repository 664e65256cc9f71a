//! Why decoding fails.

use ports::amount::AmountError;

/// Why a decoder failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A log has fewer topics than its event.
    #[error("log {index} has no topic {position}")]
    MissingTopic {
        /// The log's index.
        index: u32,
        /// The position of the topic.
        position: usize,
    },
    /// A log has less data than its event.
    #[error("log {index} has no word {position} of data")]
    MissingWord {
        /// The log's index.
        index: u32,
        /// The position of the 32-byte word.
        position: usize,
    },
    /// A word is no hex, or no value of its type.
    #[error("log {index} has an invalid value at {position}")]
    InvalidValue {
        /// The log's index.
        index: u32,
        /// The position of the 32-byte word, or of the topic.
        position: usize,
    },
    /// An amount that does not fit in 256 bits.
    #[error(transparent)]
    Amount(#[from] AmountError),
}
