//! The source of all readings of accounts at exchanges.

use ports::SourceId;

/// The namespace of exchanges among the chains, and the source of all their readings.
pub(super) const NAMESPACE: &str = "exchange";

/// Returns the source of all readings of accounts at exchanges.
pub(crate) fn source_id() -> SourceId {
    SourceId::fixed(NAMESPACE)
}
