//! When quotes count and when they are held back: numbers that every recipe names by their version.

use std::time::Duration;

/// When quotes count, when they contradict each other, and what it takes to be believed.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A quote whose own time is older than this is not used.
    pub stale_after: Duration,
    /// A quote that is older than the newest one by more than this is not used beside it.
    pub behind_at_most: Duration,
    /// Least confidence, in hundredths, that a source must state for its quote to be used.
    pub least_confidence_percent: u32,
    /// Two quotes that differ by more than this many hundredths of the lower one contradict each other.
    pub disagree_percent: u32,
    /// A quote that stands alone and is this many times the price that was last agreed upon, or as small a part of it, is
    /// held back until a second source agrees. Half of ten, so that a mistake of one digit is caught although prices moved.
    pub leap: u32,
    /// For so long an agreed price is a yardstick and a witness.
    pub remembered_for: Duration,
    /// Dollars of one asset up to which one source is enough, unless it says that it is worth nothing.
    pub alone_up_to: u32,
    /// Dollars of one asset up to which one source is enough where another one repeats it: that guards against a mistake on the
    /// way, and not against one of the origin.
    pub repeated_up_to: u32,
    /// Dollars of one asset from which the depth of a market is compared with what is held.
    pub depth_matters_from: u32,
    /// A day's volume of a market must be this many times what is held.
    pub depth: u32,
    /// Dollars that must change hands in a day for a market to be one.
    pub least_volume: u32,
}

impl Rules {
    /// The rules in force. Cut-offs of confidence: what public consumers of the same sources use (half). Depth: a tenth of
    /// what a market turns over is what can be sold without moving it far.
    pub const CURRENT: Self = Self {
        stale_after: Duration::from_hours(24),
        behind_at_most: Duration::from_hours(6),
        least_confidence_percent: 50,
        disagree_percent: 25,
        leap: 5,
        remembered_for: Duration::from_hours(7 * 24),
        alone_up_to: 10_000,
        repeated_up_to: 100_000,
        depth_matters_from: 1_000,
        depth: 10,
        least_volume: 1_000,
    };
    /// Version of the rules, named by recipes.
    pub const VERSION: u32 = 5;
}
