//! The statement of price sources about what they learn.

/// What a price source learns from the requests.
pub(super) const LEARNS: &str = "The ids of assets held on this server, merged for all users and shuffled. No address, and not \
                      who holds what.";
