//! Checks of sources: one cheap request to a source, which discloses no user data, and its result.

use std::time::Duration;

use crate::{
    ids::{chain::ChainId, source::SourceId},
    source::{RemoteError, SourceKind},
};

/// The result of one test request to a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceCheck {
    /// Which source.
    pub source: SourceId,
    /// Its display name.
    pub name: String,
    /// Its kind.
    pub kind: SourceKind,
    /// Its chain, where it serves a single one.
    pub chain: Option<ChainId>,
    /// The host that was requested.
    pub host: String,
    /// The time until the answer or the failure.
    pub took: Duration,
    /// `Ok` for an answer of the expected shape, or why there was none.
    pub answer: Result<(), RemoteError>,
    /// Whether a run against the live service has confirmed the expected shape of its answers.
    pub confirmed: bool,
}

/// The result of checking one row of the built-in data against its live service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowCheck {
    /// The row's file and its key there, such as `markets.csv coinbase ETH-USD`.
    pub row: String,
    /// The result. [`RemoteError::Unsupported`] means that the market, token or chain of the row no longer exists.
    pub check: SourceCheck,
}
