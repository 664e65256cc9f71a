//! Limits per user that hold on every plan, to protect the other users of the server.

/// The limits per user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonLimits {
    /// The maximum number of wallets.
    pub wallets: usize,
    /// The maximum number of addresses derived from all extended public keys of a user.
    pub derived_addresses: usize,
}

impl Default for PersonLimits {
    fn default() -> Self {
        Self {
            wallets: 1_000,
            derived_addresses: 10_000,
        }
    }
}
