//! The version of the decoders.

/// The version of the decoders. It increases with every change of their results, so that older entries are derived again.
pub const VERSION: u32 = 8;
