//! Products of two 128-bit integers divided by a third one.

const LOW: u128 = (1 << 64) - 1;

/// Returns `a × b / divisor` rounded down, and the remainder; `None` where the quotient does not fit or `divisor` is zero.
pub fn mul_div(a: u128, b: u128, divisor: u128) -> Option<(u128, u128)> {
    match a.checked_mul(b) {
        Some(product) => Some((product.checked_div(divisor)?, product.checked_rem(divisor)?)),
        None => {
            let (high, low) = product(a, b);
            (high < divisor).then(|| divide(high, low, divisor))
        }
    }
}

/// Returns the upper and the lower 128 bits of a product.
fn product(a: u128, b: u128) -> (u128, u128) {
    let (a1, a0) = (a >> 64, a & LOW);
    let (b1, b0) = (b >> 64, b & LOW);
    let low = a0 * b0;
    let first = a1 * b0 + (low >> 64);
    let second = a0 * b1 + (first & LOW);
    let high = a1 * b1 + (first >> 64) + (second >> 64);
    (high, (second << 64) | (low & LOW))
}

/// Divides `high × 2^128 + low` by `divisor`, which is larger than `high`. Algorithm D of Knuth, The Art of Computer
/// Programming, volume 2, section 4.3.1, with digits of 64 bits.
fn divide(high: u128, low: u128, divisor: u128) -> (u128, u128) {
    let shift = divisor.leading_zeros();
    let divisor = divisor << shift;
    let high = if shift == 0 {
        high
    } else {
        (high << shift) | (low >> (128 - shift))
    };
    let low = low << shift;
    let (first, rest) = digit(high, low >> 64, divisor);
    let (second, rest) = digit(rest, low & LOW, divisor);
    ((first << 64) | second, rest >> shift)
}

/// Divides `high × 2^64 + next` by a normalized divisor: one digit of the quotient, and the remainder.
fn digit(high: u128, next: u128, divisor: u128) -> (u128, u128) {
    let (d1, d0) = (divisor >> 64, divisor & LOW);
    let mut quotient = high / d1;
    let mut rest = high % d1;
    while quotient > LOW || quotient * d0 > ((rest << 64) | next) {
        quotient -= 1;
        rest += d1;
        if rest > LOW {
            break;
        }
    }
    let remainder = (high << 64)
        .wrapping_add(next)
        .wrapping_sub(quotient.wrapping_mul(divisor));
    (quotient, remainder)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn extreme_operands_divide_exactly() {
        let max = u128::MAX;
        assert_eq!(mul_div(max, max, max), Some((max, 0)));
        assert_eq!(mul_div(max, max - 1, max), Some((max - 1, 0)));
        assert_eq!(mul_div(max, 2, 1), None);
        assert_eq!(mul_div(1, 1, 0), None);
        assert_eq!(mul_div(max, 3, 0), None);
        assert_eq!(mul_div(7, 3, 2), Some((10, 1)));
    }

    proptest! {
        /// `quotient × divisor + remainder` is the product again.
        #[test]
        fn the_quotient_multiplies_back(a: u128, b: u128, divisor in 1_u128.., shift in 0_u32..128) {
            let (a, divisor) = (a >> (shift / 2), (divisor >> shift).max(1));
            if let Some((quotient, remainder)) = mul_div(a, b, divisor) {
                prop_assert!(remainder < divisor);
                let (high, low) = product(quotient, divisor);
                let (sum, carry) = low.overflowing_add(remainder);
                prop_assert_eq!((high + u128::from(carry), sum), product(a, b));
            } else {
                prop_assert!(product(a, b).0 >= divisor);
            }
        }
    }
}
