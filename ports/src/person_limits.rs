//! Limits on what one person may keep, whatever their plan: they protect everyone else on the server.

/// The most that one person may keep on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonLimits {
    /// Wallets in a list.
    pub wallets: usize,
    /// Addresses that are derived from all extended public keys of a person.
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
