//! The limits that decide whether quotes are used. Recipes refer to them by version.

use std::time::Duration;

use ports::AssetId;

/// The limits for using a quote: age, confidence, agreement with others, and market depth.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A quote with an older source time is not used.
    pub stale_after: Duration,
    /// A quote that is older than the newest one by more than this is not used together with it.
    pub behind_at_most: Duration,
    /// The least confidence, in percent, at which a quote is used.
    pub least_confidence_percent: u32,
    /// Two quotes that differ by more than this percentage of the lower one contradict each other.
    pub disagree_percent: u32,
    /// The factor of a leap: a price from one source alone that is at least this many times the last agreed price, or at
    /// most that fraction of it, is not used until a second source agrees. It is five and not ten so that an error of one
    /// digit is detected even if prices moved.
    pub leap: u32,
    /// How long an agreed price is used for comparison.
    pub remembered_for: Duration,
    /// Value of a holding in dollars up to which one source is enough, unless its price is zero.
    pub alone_up_to: u32,
    /// Value of a holding in dollars up to which one source is enough if another source repeats it. A repetition guards
    /// against transmission errors, but not against errors of the origin.
    pub repeated_up_to: u32,
    /// Value of a holding in dollars from which it is compared with the volume of a market.
    pub depth_matters_from: u32,
    /// The daily volume of a market must be at least this many times the value of the holding.
    pub depth: u32,
    /// The least daily volume of a market, in dollars.
    pub least_volume: u32,
}

impl Rules {
    /// The current rules. The least confidence of one half is what other public consumers of the same sources use.
    /// Depth: a tenth of the daily volume can be sold without moving the price far.
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
    /// Returns the rules for the prices of an asset. The fixing of a currency of a state is official, and there is none on weekends and
    /// holidays.
    #[must_use]
    pub fn of(asset: &AssetId) -> Self {
        match asset.currency_code() {
            Some(_) => Self {
                stale_after: Duration::from_hours(10 * 24),
                alone_up_to: u32::MAX,
                ..Self::CURRENT
            },
            None => Self::CURRENT,
        }
    }

    /// Version of the rules, stored in recipes.
    pub const VERSION: u32 = 5;
}
