//! The integer arithmetic of pools with ranges of prices, rounded as their contracts round it (`TickMath`, `SqrtPriceMath` and `FullMath` of
//! Uniswap v3).

use alloy_primitives::{U256, U512};

/// The largest tick, of either sign.
const MAX_TICK: u32 = 887_272;

/// `1.0001^(-2^n / 2)` for each bit of a tick, with 128 binary places, as the contract has them.
const FACTORS: [u128; 20] = [
    0xfffc_b933_bd6f_ad37_aa2d_162d_1a59_4001,
    0xfff9_7272_373d_4132_59a4_6990_580e_213a,
    0xfff2_e50f_5f65_6932_ef12_357c_f3c7_fdcc,
    0xffe5_caca_7e10_e4e6_1c36_24ea_a094_1cd0,
    0xffcb_9843_d60f_6159_c9db_5883_5c92_6644,
    0xff97_3b41_fa98_c081_472e_6896_dfb2_54c0,
    0xff2e_a164_66c9_6a38_43ec_78b3_26b5_2861,
    0xfe5d_ee04_6a99_a2a8_11c4_61f1_969c_3053,
    0xfcbe_86c7_900a_88ae_dcff_c83b_479a_a3a4,
    0xf987_a725_3ac4_1317_6f2b_074c_f781_5e54,
    0xf339_2b08_22b7_0005_940c_7a39_8e4b_70f3,
    0xe715_9475_a2c2_9b74_43b2_9c7f_a6e8_89d9,
    0xd097_f3bd_fd20_22b8_845a_d8f7_92aa_5825,
    0xa9f7_4646_2d87_0fdf_8a65_dc1f_90e0_61e5,
    0x70d8_69a1_56d2_a1b8_90bb_3df6_2baf_32f7,
    0x31be_135f_97d0_8fd9_8123_1505_542f_cfa6,
    0x09aa_508b_5b7a_84e1_c677_de54_f3e9_9bc9,
    0x005d_6af8_dedb_8119_6699_c329_225e_e604,
    0x0000_2216_e584_f5fa_1ea9_2604_1bed_fe98,
    0x0000_0000_048a_1703_91f7_dc42_444e_8fa2,
];

/// Returns the square root of the price at a tick, with 96 binary places; `None` beyond the largest tick.
pub(super) fn sqrt_price(tick: i32) -> Option<U256> {
    let steps = tick.unsigned_abs();
    if steps > MAX_TICK {
        return None;
    }
    let mut ratio = U256::from(1) << 128;
    for (bit, factor) in FACTORS.into_iter().enumerate() {
        if steps >> bit & 1 == 1 {
            ratio = (ratio * U256::from(factor)) >> 128;
        }
    }
    if tick > 0 {
        ratio = U256::MAX / ratio;
    }
    // Rounded up, so that the tick of the result is the same one.
    let rest: U256 = ratio & U256::from(u32::MAX);
    Some((ratio >> 32) + U256::from(!rest.is_zero()))
}

/// Returns `a * b / divisor` rounded down, with all digits in between; `None` if the result does not fit.
fn mul_div(a: U256, b: U256, divisor: U256) -> Option<U256> {
    let product: U512 = a.widening_mul(b);
    let quotient = product.checked_div(U512::from(divisor))?;
    U256::checked_from_limbs_slice(quotient.as_limbs())
}

/// Returns how much of the first token liquidity pays between two square roots of prices.
pub(super) fn first_amount(lower: U256, upper: U256, liquidity: u128) -> Option<U256> {
    // The contract rounds twice.
    let scaled = mul_div(U256::from(liquidity) << 96, upper.checked_sub(lower)?, upper)?;
    scaled.checked_div(lower)
}

/// Returns how much of the second token liquidity pays between two square roots of prices.
pub(super) fn second_amount(lower: U256, upper: U256, liquidity: u128) -> Option<U256> {
    mul_div(U256::from(liquidity), upper.checked_sub(lower)?, U256::from(1) << 96)
}

/// Returns the fees of liquidity for the growth between two states of a counter, which starts again after its largest number. The
/// contract drops digits above 128 bits.
pub(super) fn fees(now: U256, before: U256, liquidity: u128) -> u128 {
    let product: U512 = now.wrapping_sub(before).widening_mul(U256::from(liquidity));
    let limbs = product.as_limbs();
    u128::from(limbs[2]) | u128::from(limbs[3]) << 64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> U256 {
        text.parse().unwrap()
    }

    /// The first and the last are constants of the contract.
    #[test]
    fn prices_of_ticks_are_those_of_the_contract() {
        for (tick, price) in [
            (-887_272, "4295128739"),
            (0, "79228162514264337593543950336"),
            (887_272, "1461446703485210103287273052203988822378723970342"),
        ] {
            assert_eq!(sqrt_price(tick), Some(number(price)), "{tick}");
        }
        assert_eq!(sqrt_price(887_273), None);
        assert_eq!(sqrt_price(i32::MIN), None);
    }

    /// Each factor is the square of the one before it, up to the last digits.
    #[test]
    fn factors_follow_from_each_other() {
        for (at, two) in FACTORS.windows(2).enumerate() {
            let square: U256 = (U256::from(two[0]) * U256::from(two[0])) >> 128;
            let difference = square.abs_diff(U256::from(two[1]));
            assert!(difference <= U256::from(2), "factor {at}: {difference}");
        }
    }

    #[test]
    fn a_product_of_512_bits_keeps_its_digits() {
        let max = U256::MAX;
        assert_eq!(mul_div(max, max, max), Some(max));
        assert_eq!(mul_div(max, U256::from(2), U256::from(1)), None);
        assert_eq!(mul_div(max, U256::from(1), U256::ZERO), None);
        assert_eq!(
            mul_div(U256::from(7), U256::from(3), U256::from(2)),
            Some(U256::from(10))
        );
    }

    #[test]
    fn fees_follow_from_growth_that_starts_again() {
        let unit = U256::from(1) << 128;
        assert_eq!(fees(unit * U256::from(3), unit, 5), 10);
        assert_eq!(fees(unit - U256::from(1), U256::ZERO, 1), 0);
        assert_eq!(fees(unit, U256::ZERO.wrapping_sub(unit), 5), 10);
        assert_eq!(fees(U256::MAX, U256::ZERO, u128::MAX), u128::MAX);
    }
}
