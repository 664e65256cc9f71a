//! Reads a list again from its last known row, for sources that do not say how far their index reaches.
//!
//! A short or empty page of such a source may mean that nothing happened, or that its index ended before. Rows that it learns
//! later are in blocks after the last known one, so that each run requests the list from there on. Where only known rows
//! are reported, the stream continues where it was.

use std::collections::BTreeSet;

use ports::{Fact, fact::FactId};

use super::stored::fact_id;
use crate::sync::handlers::job_error::JobError;

/// The blocks that are requested again.
pub(super) struct Overlap {
    /// Where the stream continues if only known rows are reported.
    pub(super) resume: u64,
    /// The facts of the first requested block.
    pub(super) known: BTreeSet<FactId>,
}

impl Overlap {
    /// Returns the first block before [`Self::resume`] with a fact that is not stored.
    pub(super) fn first_unknown(&self, facts: &[Fact]) -> Result<Option<u64>, JobError> {
        let mut first = None;
        for fact in facts.iter().filter(|fact| fact.block.number < self.resume) {
            if !self.known.contains(&fact_id(fact)?) {
                first = Some(first.map_or(fact.block.number, |first: u64| first.min(fact.block.number)));
            }
        }
        Ok(first)
    }
}
