//! What a replay reports to.

use crate::accounting::{movement::MovementOrder, rules::PoolKey, tables::LedgerTables};

/// Where a replay reports to.
pub struct BasisRun<'a, S, T> {
    /// What the indexes of movements stand for.
    pub tables: &'a LedgerTables,
    /// Receives gains, gaps and acquisitions.
    pub sink: &'a mut S,
    /// Receives the steps of what is explained.
    pub trace: &'a mut T,
    /// What is explained.
    pub recording: RecordedStep,
}

/// What a replay records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordedStep {
    /// Nothing.
    Nothing,
    /// The gain of one disposal.
    Gain(MovementOrder),
    /// The gains of all disposals of a pool, in all accounts.
    Gains(u32),
    /// Everything that added to a pool.
    Added(PoolKey),
    /// Everything that was taken from a pool.
    Taken(PoolKey),
}

impl RecordedStep {
    /// Returns whether the parts of lots that a movement takes from a pool are recorded.
    #[must_use]
    pub fn needs_pieces(self, key: PoolKey, movement: MovementOrder) -> bool {
        self.has_gain(key.pool, movement) || self == Self::Taken(key)
    }

    /// Returns whether the gain of a disposal is recorded.
    #[must_use]
    pub fn has_gain(self, pool: u32, movement: MovementOrder) -> bool {
        self == Self::Gain(movement) || self == Self::Gains(pool)
    }
}
