//! How an exact number is kept.

use std::num::NonZeroU64;

/// The places of a number, and whether its digits have 128 or 256 bits.
// One number of 64 bits rather than an enum and a byte: these are copied in pieces, and reading a number as one that was just
// written in pieces takes a processor several times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberForm(NonZeroU64);

impl NumberForm {
    /// Added to the places of a long number.
    pub const LONG: u64 = 1 << 8;
    /// Added to those of a long number below zero.
    pub const LONG_NEGATIVE: u64 = 2 << 8;

    #[inline]
    pub const fn new(width: u64, places: u8) -> Self {
        Self(NonZeroU64::MIN.saturating_add(width | places as u64))
    }

    #[inline]
    pub const fn places(self) -> u8 {
        let [places, ..] = (self.0.get() - 1).to_le_bytes();
        places
    }

    #[inline]
    pub const fn is_short(self) -> bool {
        self.0.get() <= Self::LONG
    }

    #[inline]
    pub const fn is_long_negative(self) -> bool {
        self.0.get() > Self::LONG_NEGATIVE
    }
}
