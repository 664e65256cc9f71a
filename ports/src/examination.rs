//! Examinations: one cheap question to a source that tells nothing about anybody, and how it was answered.

use std::time::Duration;

use crate::{
    chain::ChainId,
    source::{RemoteError, SourceId, SourceKind},
};

/// How a source answered one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// Which source.
    pub source: SourceId,
    /// Its name for people.
    pub name: String,
    /// What it does.
    pub kind: SourceKind,
    /// On which chain, where it is of one.
    pub chain: Option<ChainId>,
    /// Whom it asks.
    pub host: String,
    /// How long the answer took, or the failure.
    pub took: Duration,
    /// An answer of the known shape, or why there was none.
    pub answer: Result<(), RemoteError>,
    /// Whether a live run ever confirmed the shape that its answers are read by.
    pub confirmed: bool,
}

/// What a probe found about one row of the data that ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The file of the row, and what names it there, such as `markets.csv coinbase ETH-USD`.
    pub row: String,
    /// How it was answered. [`RemoteError::Unsupported`] says that what the row names is not there any more.
    pub examination: Examination,
}
