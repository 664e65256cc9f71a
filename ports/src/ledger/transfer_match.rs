//! How far the two sides of a transfer between own accounts may differ where only asset, amount and time say that they are one.

use std::time::Duration;

use crate::amount::Amount;

/// The limits for matches by amount and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSettings {
    /// By which part of the amount sent the amount that arrived may differ: 0.01 for one percent.
    pub tolerance: Amount,
    /// How long after the departure the arrival may be.
    pub window: Duration,
}

impl MatchSettings {
    /// The largest tolerance, as a percentage. With a larger one, unrelated payments would be taken for transfers.
    pub const MOST_PERCENT: u32 = 10;
    /// The longest window, in hours.
    pub const MOST_HOURS: u64 = 48;

    /// Returns the settings with this tolerance; `None` unless it is from 0 to [`Self::MOST_PERCENT`].
    #[must_use]
    pub fn with_percent(self, percent: Amount) -> Option<Self> {
        let is_allowed = !percent.is_negative() && percent <= Amount::from(Self::MOST_PERCENT);
        let tolerance = percent.div(Amount::HUNDRED).ok().filter(|_| is_allowed)?;
        Some(Self { tolerance, ..self })
    }

    /// Returns the settings with this window; `None` unless it is at most [`Self::MOST_HOURS`].
    #[must_use]
    pub fn with_hours(self, hours: u64) -> Option<Self> {
        let window = (hours <= Self::MOST_HOURS).then(|| Duration::from_hours(hours))?;
        Some(Self { window, ..self })
    }
}

impl Default for MatchSettings {
    /// One percent and four hours.
    fn default() -> Self {
        Self {
            tolerance: Amount::ONE.div(Amount::HUNDRED).unwrap_or(Amount::ZERO),
            window: Duration::from_hours(4),
        }
    }
}
