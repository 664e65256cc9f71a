//! Exact numbers for replays of many movements: 128-bit integers where they suffice, and 256-bit amounts where not.
//! Amounts alone would take more than twice as long (decision 65).

use std::cmp::Ordering;

use ports::{Amount, RawAmount, amount::AmountError};

use crate::accounting::{number_form::NumberForm, wide::mul_div};

/// Places to which a quotient is rounded.
pub const SHARE_PLACES: u8 = 18;

/// Powers of ten that fit in 127 bits.
const POWERS: [i128; 39] = {
    let mut powers = [1_i128; 39];
    let mut at = 1;
    while at < 39 {
        powers[at] = powers[at - 1] * 10;
        at += 1;
    }
    powers
};

/// An exact number of any sign.
///
/// Sums, differences and products are exact or fail with [`AmountError::OutOfRange`], which needs more than 256 bits. Only
/// [`Exact::share`] rounds.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "Amount", into = "Amount")]
// Aligned like its digits, it would need 48 bytes instead of 40, and copying numbers is a large part of a replay.
#[repr(Rust, packed(8))]
pub struct Exact {
    /// The digits with their sign, or the lower half of a long number's digits without it.
    digits: i128,
    /// The upper half of a long number's digits.
    high: u128,
    form: NumberForm,
}

#[expect(
    clippy::inline_always,
    reason = "a number is larger than a register, and a call would copy it through memory"
)]
impl Exact {
    /// Zero.
    pub const ZERO: Self = Self::new(0, 0);
    /// One.
    pub const ONE: Self = Self::new(1, 0);

    /// Makes the number `digits` × 10^-`places`.
    #[must_use]
    #[inline(always)]
    pub const fn new(digits: i128, places: u8) -> Self {
        Self {
            digits,
            high: 0,
            form: NumberForm::short(places),
        }
    }

    /// Makes a quantity in whole units of an amount in the smallest unit of an asset with `decimals` places.
    pub fn of_raw(raw: RawAmount, decimals: u8) -> Result<Self, AmountError> {
        match raw.as_u128().and_then(|digits| i128::try_from(digits).ok()) {
            Some(digits) => Ok(Self::new(digits, decimals)),
            None => raw.in_units(decimals).and_then(Self::try_from),
        }
    }

    /// Returns `digits` and `places` such that the number is `digits` × 10^-`places`; `None` where 128 bits are too few.
    #[must_use]
    #[inline(always)]
    pub const fn parts(self) -> Option<(i128, u8)> {
        if self.form.is_short() {
            Some((self.digits, self.form.places()))
        } else {
            None
        }
    }

    /// Returns it as an amount.
    #[must_use]
    pub fn amount(self) -> Amount {
        match self.parts() {
            Some((digits, places)) => Amount::from_parts(digits, places),
            None => Amount::from_wide_parts(
                self.form.is_long_negative(),
                self.high,
                self.digits.cast_unsigned(),
                self.form.places(),
            ),
        }
    }

    /// Returns whether it is exactly zero.
    #[must_use]
    #[inline(always)]
    pub fn is_zero(self) -> bool {
        // A long number has more than 127 bits.
        self.digits == 0 && self.form.is_short()
    }

    /// Returns whether it is below zero.
    #[must_use]
    #[inline(always)]
    pub fn is_negative(self) -> bool {
        if self.form.is_short() {
            self.digits < 0
        } else {
            self.form.is_long_negative()
        }
    }

    /// Returns the exact sum.
    #[inline(always)]
    pub fn add(self, other: Self) -> Result<Self, AmountError> {
        if self.form.is_short()
            && self.form == other.form
            && let Some(digits) = self.digits.checked_add(other.digits)
        {
            return Ok(Self { digits, ..self });
        }
        self.add_aligned(other)
    }

    #[cold]
    #[inline(never)]
    fn add_aligned(self, other: Self) -> Result<Self, AmountError> {
        if let Some((a, b, places)) = aligned(self, other)
            && let Some(digits) = a.checked_add(b)
        {
            return Ok(Self::new(digits, places));
        }
        self.amount().add(other.amount()).and_then(Self::try_from)
    }

    /// Adds a number in place, which is faster for sums of many numbers; unchanged where it fails.
    #[inline(always)]
    pub fn accumulate(&mut self, other: &Self) -> Result<(), AmountError> {
        if self.form.is_short()
            && self.form == other.form
            && let Some(digits) = self.digits.checked_add(other.digits)
        {
            self.digits = digits;
            return Ok(());
        }
        // A sum begins with a zero that has no places.
        if self.is_zero() {
            *self = *other;
        } else if !other.is_zero() {
            *self = self.add_aligned(*other)?;
        }
        Ok(())
    }

    /// Subtracts a number in place; unchanged where it fails.
    #[inline(always)]
    pub fn reduce(&mut self, other: &Self) -> Result<(), AmountError> {
        if self.form.is_short()
            && self.form == other.form
            && let Some(digits) = self.digits.checked_sub(other.digits)
        {
            self.digits = digits;
            return Ok(());
        }
        if !other.is_zero() {
            *self = self.sub_aligned(*other)?;
        }
        Ok(())
    }

    /// Returns the exact difference.
    #[inline(always)]
    pub fn sub(self, other: Self) -> Result<Self, AmountError> {
        if self.form.is_short()
            && self.form == other.form
            && let Some(digits) = self.digits.checked_sub(other.digits)
        {
            return Ok(Self { digits, ..self });
        }
        if other.is_zero() {
            return Ok(self);
        }
        self.sub_aligned(other)
    }

    #[cold]
    #[inline(never)]
    fn sub_aligned(self, other: Self) -> Result<Self, AmountError> {
        if let Some((a, b, places)) = aligned(self, other)
            && let Some(digits) = a.checked_sub(b)
        {
            return Ok(Self::new(digits, places));
        }
        self.amount().sub(other.amount()).and_then(Self::try_from)
    }

    /// Returns the exact product.
    #[inline(always)]
    pub fn mul(self, other: Self) -> Result<Self, AmountError> {
        if let (Some((a, places)), Some((b, more))) = (self.parts(), other.parts())
            && let (Some(digits), Some(places)) = (a.checked_mul(b), places.checked_add(more))
        {
            return Ok(Self::new(digits, places));
        }
        self.mul_long(other)
    }

    #[cold]
    #[inline(never)]
    fn mul_long(self, other: Self) -> Result<Self, AmountError> {
        self.amount().mul(other.amount()).and_then(Self::try_from)
    }

    /// Returns `self × part / whole`, rounded half-even to 18 places in one step. All of `self` where `part` is `whole`.
    pub fn share(self, part: Self, whole: Self) -> Result<Self, AmountError> {
        if part == whole && !whole.is_zero() {
            return Ok(self);
        }
        if let Some(share) = short_share(self, part, whole) {
            return Ok(share);
        }
        let product = self.amount().mul(part.amount())?;
        product
            .div_rounded(whole.amount(), SHARE_PLACES)
            .and_then(Self::try_from)
    }
}

/// Returns the digits of two numbers with the same places; `None` where they do not fit.
#[inline]
fn aligned(a: Exact, b: Exact) -> Option<(i128, i128, u8)> {
    let (Some((a, a_places)), Some((b, b_places))) = (a.parts(), b.parts()) else {
        return None;
    };
    let widened = |digits: i128, by: u8| digits.checked_mul(*POWERS.get(usize::from(by))?);
    match a_places.cmp(&b_places) {
        Ordering::Equal => Some((a, b, a_places)),
        Ordering::Less => Some((widened(a, b_places - a_places)?, b, b_places)),
        Ordering::Greater => Some((a, widened(b, a_places - b_places)?, a_places)),
    }
}

#[inline(never)]
fn compare_aligned(a: Exact, b: Exact) -> Ordering {
    match aligned(a, b) {
        Some((a, b, _)) => a.cmp(&b),
        None => a.amount().cmp(&b.amount()),
    }
}

/// The share in 128 bits, where no operand is negative and everything fits.
fn short_share(total: Exact, part: Exact, whole: Exact) -> Option<Exact> {
    let (part, whole, _) = aligned(part, whole)?;
    let (digits, places) = total.parts()?;
    let (digits, dropped) = match SHARE_PLACES.checked_sub(places) {
        Some(more) => (digits.checked_mul(*POWERS.get(usize::from(more))?)?, 0),
        None => (digits, places - SHARE_PLACES),
    };
    let unsigned = |digits: i128| u128::try_from(digits).ok();
    let (whole, unit) = (unsigned(whole)?, unsigned(*POWERS.get(usize::from(dropped))?)?);
    let (quotient, rest) = mul_div(unsigned(digits)?, unsigned(part)?, whole)?;
    // Half-even: the dropped digits decide first, then the remainder of the division.
    let (kept, dropped) = (quotient / unit, quotient % unit);
    let half = if unit == 1 {
        rest.cmp(&(whole - rest))
    } else {
        dropped.cmp(&(unit / 2)).then(rest.cmp(&0))
    };
    let up = match half {
        Ordering::Less => 0,
        Ordering::Equal => kept % 2,
        Ordering::Greater => 1,
    };
    Some(Exact::new(i128::try_from(kept.checked_add(up)?).ok()?, SHARE_PLACES))
}

impl TryFrom<Amount> for Exact {
    type Error = AmountError;

    /// Fails for an amount with more than 255 places.
    fn try_from(amount: Amount) -> Result<Self, Self::Error> {
        if let Some((digits, places)) = amount.to_parts() {
            return Ok(Self::new(digits, places));
        }
        let (negative, high, low, places) = amount.to_wide_parts().ok_or(AmountError::OutOfRange)?;
        Ok(Self {
            digits: low.cast_signed(),
            high,
            form: NumberForm::long(places, negative),
        })
    }
}

impl From<Exact> for Amount {
    fn from(exact: Exact) -> Self {
        exact.amount()
    }
}

impl PartialEq for Exact {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Exact {}

impl PartialOrd for Exact {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.form.is_short() && self.form == other.form {
            let (digits, others) = (self.digits, other.digits);
            digits.cmp(&others)
        } else {
            compare_aligned(*self, *other)
        }
    }
}

#[cfg(test)]
mod tests;
