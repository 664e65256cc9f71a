//! How an exact number is kept.

use std::num::NonZeroU64;

/// The places of a number, and whether its digits have 128 or 256 bits.
// One number of 64 bits rather than an enum and a byte: these are copied in pieces, and reading a number as one that was just
// written in pieces takes a processor several times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberForm(NonZeroU64);

impl NumberForm {
    /// Added to the places of a long number.
    const LONG: u64 = 1 << 8;
    /// Added to those of a long number below zero.
    const LONG_NEGATIVE: u64 = 2 << 8;

    /// Makes that of 128 bits.
    #[inline]
    pub const fn short(places: u8) -> Self {
        Self::new(0, places)
    }

    /// Makes that of 256 bits, whose digits have no sign.
    #[inline]
    pub const fn long(places: u8, negative: bool) -> Self {
        Self::new(if negative { Self::LONG_NEGATIVE } else { Self::LONG }, places)
    }

    /// Adds one, because it is never zero: without a value of its own for "none", an optional number would be larger.
    #[inline]
    const fn new(width: u64, places: u8) -> Self {
        Self(NonZeroU64::MIN.saturating_add(width | places as u64))
    }

    /// Returns the places.
    #[inline]
    pub const fn places(self) -> u8 {
        let [places, ..] = (self.0.get() - 1).to_le_bytes();
        places
    }

    /// Returns whether the digits have 128 bits.
    #[inline]
    pub const fn is_short(self) -> bool {
        self.0.get() <= Self::LONG
    }

    /// Returns whether it is that of a long number below zero.
    #[inline]
    pub const fn is_long_negative(self) -> bool {
        self.0.get() > Self::LONG_NEGATIVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_states_what_it_was_made_of() {
        for places in 0..=u8::MAX {
            let short = NumberForm::short(places);
            assert_eq!((short.places(), short.is_short()), (places, true));
            for negative in [false, true] {
                let long = NumberForm::long(places, negative);
                assert_eq!((long.places(), long.is_short()), (places, false));
                assert_eq!(long.is_long_negative(), negative);
            }
        }
    }
}
