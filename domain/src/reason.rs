//! Why something is missing, odd or left out: a stable code and a sentence for people. Each reason is written where its
//! cause is defined: `valuation/compute/gap.rs`, `price/{unpriced,quote_status}.rs`, `currency/conversion.rs`, `spam/`.

/// A stable code and a sentence to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// A stable code.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
}

/// The code of a price that is not known yet, because it is being requested or will be. Waiting is all that it takes.
pub const NOT_REQUESTED_YET: &str = "not_requested_yet";

/// The code of a source that failed. It is requested again.
pub const SOURCE_FAILED: &str = "source_failed";

/// The code of a source that is rate limited. It is requested again.
pub const RATE_LIMITED: &str = "rate_limited";

/// The code of a day whose closing price is not published yet.
pub const DAY_NOT_OVER: &str = "day_not_over";

/// The code of an exchange rate that no source has.
pub const NO_RATE: &str = "no_rate";

impl Reason {
    /// Returns whether it ends without the user: what is missing is requested, or will be.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        [NOT_REQUESTED_YET, SOURCE_FAILED, RATE_LIMITED, DAY_NOT_OVER].contains(&self.code)
    }
}

/// What the user can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Refresh the data.
    Refresh,
    /// Set a manual price.
    SetPrice,
    /// Hide the asset.
    HideAsset,
    /// Accept the decimals that a token list states.
    AcceptDecimals,
    /// Correct the wallet's address.
    FixWallet,
    /// Add a token by its contract address.
    AddToken,
    /// Wait; it is retried automatically.
    Wait,
}
