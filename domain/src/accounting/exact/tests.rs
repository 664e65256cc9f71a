//! Every operation gives what that of amounts gives.

use proptest::prelude::*;

use super::*;

fn number() -> impl Strategy<Value = Exact> {
    (any::<i128>(), 0_u32..127, 0_u8..30).prop_map(|(digits, shift, places)| Exact::new(digits >> shift, places))
}

fn above_zero() -> impl Strategy<Value = Exact> {
    (1..i128::MAX, 0_u32..127, 0_u8..30)
        .prop_map(|(digits, shift, places)| Exact::new((digits >> shift).max(1), places))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_operation_equals_the_one_of_amounts(a in number(), b in number()) {
        let (x, y) = (a.amount(), b.amount());
        let as_amount = |result: Result<Exact, AmountError>| result.map(Exact::amount);
        prop_assert_eq!(as_amount(a.add(b)), x.add(y));
        prop_assert_eq!(as_amount(a.sub(b)), x.sub(y));
        prop_assert_eq!(as_amount(a.mul(b)), x.mul(y));
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
    }

    #[test]
    fn a_share_is_rounded_as_amounts_are(total in above_zero(), a in above_zero(), b in above_zero()) {
        let (part, whole) = if a < b { (a, b) } else { (b, a) };
        let exact = total.amount().mul(part.amount());
        if let (true, Ok(product)) = (part != whole, exact) {
            prop_assert_eq!(total.share(part, whole).map(Exact::amount), product.div_rounded(whole.amount(), 18));
        }
    }
}

#[test]
fn a_share_at_a_midpoint_is_rounded_to_even() {
    let share = |digits, places| Exact::new(digits, places).share(Exact::ONE, Exact::new(2, 0)).unwrap();
    assert_eq!(share(1, 18), Exact::ZERO);
    assert_eq!(share(3, 18), Exact::new(2, 18));
    assert_eq!(share(30_000_001, 25), Exact::new(2, 18));
    assert_eq!(share(10_000_001, 25), Exact::new(1, 18));
}

#[test]
fn what_does_not_fit_in_128_bits_is_exact_too() {
    let large = Exact::new(i128::MAX, 18);
    let product = large.mul(Exact::new(1_234_567_891, 9)).unwrap();
    assert_eq!(product.parts(), None);
    assert_eq!(
        product.amount().to_string(),
        "210050842037035581289.379472419995503607803411757"
    );
    assert_eq!(product.sub(product).unwrap(), Exact::ZERO);
    let below = Exact::ZERO.sub(product).unwrap();
    assert!(below.parts().is_none() && below.is_negative() && !product.is_negative());
    assert_eq!(below.add(product).unwrap(), Exact::ZERO);
    assert!(below < Exact::ZERO && Exact::ZERO < product);
    assert_eq!(
        product.mul(product).and_then(|it| it.mul(product)),
        Err(AmountError::OutOfRange)
    );
}
