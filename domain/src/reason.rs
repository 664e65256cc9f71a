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
pub const NOT_ASKED_YET: &str = "not_asked_yet";

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
