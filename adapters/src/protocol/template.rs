//! How contracts of one kind are read.

use std::sync::Arc;

use ports::ProtocolReader;

use super::spec::ProtocolSpec;

/// How contracts of one kind are read, for every protocol that consists of such contracts.
pub(super) struct Template {
    /// Its name in the rows.
    pub(super) name: &'static str,
    /// The forms of its contracts, one of which a row must name; none where they have one only.
    pub(super) forms: &'static [&'static str],
    /// The contracts that a row must name.
    pub(super) contracts: &'static [&'static str],
    /// Creates the reader of a row.
    pub(super) reader: fn(ProtocolSpec) -> Arc<dyn ProtocolReader>,
}
