use proptest::prelude::*;

use super::*;

fn amount(text: &str) -> Amount {
    text.parse().unwrap()
}

#[test]
fn text_is_plain_and_round_trips() {
    for (given, shown) in [
        ("0", "0"),
        ("-0", "0"),
        ("1.50", "1.5"),
        ("1000", "1000"),
        ("0.000000000000000001", "0.000000000000000001"),
        ("-12.30", "-12.3"),
        (
            "1000000000000000.000000000000000001",
            "1000000000000000.000000000000000001",
        ),
    ] {
        assert_eq!(amount(given).to_string(), shown);
        assert_eq!(amount(shown), amount(given));
    }
}

/// A number that is not zero is never rounded to zero: it keeps four significant digits.
#[test]
fn a_small_number_is_rounded_and_stays_a_number() {
    for (given, shown) in [
        ("0", "0"),
        ("1.0000000000000000005", "1"),
        ("0.1234567890123456789", "0.123456789012345679"),
        ("0.00000000000000123456789", "0.000000000000001235"),
        ("0.000000000000000123456789", "0.0000000000000001235"),
        ("0.00000000000000000000000000123456", "0.000000000000000000000000001235"),
        ("-0.0000000000000000004", "-0.0000000000000000004"),
        ("-0.00000000000000000000123456", "-0.000000000000000000001235"),
    ] {
        assert_eq!(amount(given).at_edge().to_string(), shown, "{given}");
    }
}

#[test]
fn odd_notation_is_refused() {
    for text in [
        "", "-", ".", "1.", ".5", "1e5", "NaN", "Infinity", "-inf", "1_000", " 1", "+1", "1,5", "0x10",
    ] {
        assert_eq!(text.parse::<Amount>(), Err(AmountError::Malformed), "{text}");
    }
}

#[test]
fn raw_units_keep_every_digit() {
    let max = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let raw: RawAmount = max.parse().unwrap();
    assert_eq!(raw.to_string(), max);
    assert_eq!(RawAmount::from_word(&[255; 32]), raw);
    let units = raw.in_units(18).unwrap().to_string();
    assert_eq!(
        units,
        "115792089237316195423570985008687907853269984665640564039457.584007913129639935"
    );
    assert_eq!(
        "1".parse::<RawAmount>().unwrap().in_units(6).unwrap().to_string(),
        "0.000001"
    );
    assert_eq!(format!("{max}0").parse::<RawAmount>(), Err(AmountError::OutOfRange));
}

#[test]
fn any_number_of_places_is_exact() {
    for raw in [
        "115792089237316195423570985008687907853269984665640564039457584007913129639935",
        "1",
        "10",
    ] {
        for places in [0, 1, 77, 78, 79, 128, 254, 255_u8] {
            let padded = format!("{raw:0>width$}", width = usize::from(places) + 1);
            let (whole, fraction) = padded.split_at(padded.len() - usize::from(places));
            let expected = format!("{whole}.{fraction}");
            let expected = expected.trim_end_matches('0').trim_end_matches('.');
            let units = raw.parse::<RawAmount>().unwrap().in_units(places).unwrap();
            assert_eq!(units.to_string(), expected, "{raw} with {places} places");
        }
    }
}

#[test]
fn nothing_is_rounded_in_silence() {
    let large = amount(&"9".repeat(60));
    let small = amount("0.0000000000000000000000000000000001");
    assert_eq!(large.add(small), Err(AmountError::OutOfRange));
    assert_eq!(large.mul(large), Err(AmountError::OutOfRange));
    assert_eq!(amount("0.1").add(amount("0.2")).unwrap(), amount("0.3"));
    assert_eq!(amount("1").div(Amount::ZERO), Err(AmountError::DivisionByZero));
    assert_eq!(
        amount("1").div(amount("3")).unwrap().to_string(),
        "0.333333333333333333333333333333333333"
    );
}

#[test]
fn the_edge_rounds_half_even() {
    assert_eq!(amount("1.0000000000000000005").at_edge().to_string(), "1");
    assert_eq!(
        amount("1.0000000000000000015").at_edge().to_string(),
        "1.000000000000000002"
    );
    assert_eq!(amount("2.5").rounded(0).to_string(), "2");
    assert_eq!(
        amount("2.5000001").rounded(0).to_string(),
        "3",
        "beyond the middle is no tie"
    );
    assert_eq!(amount("-0.4999").rounded(0).to_string(), "0");
    assert_eq!(amount(&format!("0.{}9", "0".repeat(76))).rounded(0).to_string(), "0");
    assert_eq!(amount("3").half().unwrap().to_string(), "1.5");
}

/// As many decimal places as fit in 256 bits, and more: contracts may state up to 255.
#[test]
fn endless_places_are_rounded_too() {
    for (text, whole) in [
        ("9".repeat(77), "1"),
        (format!("5{}", "0".repeat(76)), "0"),
        ("1".repeat(78), "0"),
    ] {
        assert_eq!(amount(&format!("0.{text}")).rounded(0).to_string(), whole, "{text}");
    }
    assert_eq!(amount(&format!("1.5{}", "0".repeat(75))).rounded(0).to_string(), "2");
    let most: RawAmount = format!("1{}", "0".repeat(77)).parse().unwrap();
    for (places, edge) in [
        (77, "1"),
        (78, "0.1"),
        (95, "0.000000000000000001"),
        (96, "0.0000000000000000001"),
        (255, &format!("0.{}1", "0".repeat(177))),
    ] {
        assert_eq!(most.in_units(places).unwrap().at_edge().to_string(), edge, "{places}");
    }
}

#[test]
fn json_is_a_string_and_never_a_number() {
    assert_eq!(serde_json::to_string(&amount("1.50")).unwrap(), "\"1.5\"");
    assert!(serde_json::from_str::<Amount>("1.5").is_err());
}

/// Any number in plain notation, with leading and trailing zeros.
fn written() -> impl Strategy<Value = String> {
    "-?[0-9]{1,38}(\\.[0-9]{1,38})?"
}

/// A number in the range of holdings and prices: up to 20 digits, with a limited number of decimal places.
fn number(places: u8) -> impl Strategy<Value = Amount> {
    (any::<u64>(), 0..=places).prop_map(|(digits, places)| raw(u128::from(digits)).in_units(places).unwrap())
}

fn raw(units: u128) -> RawAmount {
    units.to_string().parse().unwrap()
}

/// Ten to the power of minus `places`.
fn unit(places: u8) -> Amount {
    raw(1).in_units(places).unwrap()
}

proptest! {
    #[test]
    fn sums_do_not_depend_on_order(a in number(18), b in number(18), c in number(18)) {
        prop_assert_eq!(a.add(b).unwrap().add(c).unwrap(), c.add(a).unwrap().add(b).unwrap());
        prop_assert_eq!(a.add(b).unwrap().sub(b).unwrap(), a);
    }

    /// A printed number parses back to itself, and printing it again gives the same text.
    #[test]
    fn a_printed_number_is_its_own(text in written()) {
        let number = amount(&text);
        let printed = number.to_string();
        prop_assert_eq!(amount(&printed), number);
        prop_assert_eq!(amount(&printed).to_string(), printed.as_str());
        let digits = printed.trim_start_matches('-');
        prop_assert!(!digits.starts_with('0') || digits == "0" || digits.starts_with("0."), "{}", printed);
        prop_assert!(!digits.contains('.') || !digits.ends_with('0'), "{}", printed);
        prop_assert_ne!(printed.as_str(), "-0");
        let quoted = serde_json::to_string(&number).unwrap();
        prop_assert_eq!(serde_json::from_str::<Amount>(&quoted).unwrap(), number);
    }

    /// A raw amount keeps every digit when it is printed and parsed, in the smallest unit and in whole units.
    #[test]
    fn a_chains_number_keeps_every_digit(word in proptest::array::uniform32(0..=255_u8), units: u128, places in 0..=36_u8) {
        let of_chain = RawAmount::from_word(&word);
        prop_assert_eq!(of_chain.to_string().parse::<RawAmount>().unwrap(), of_chain);
        prop_assert_eq!(amount(&of_chain.in_units(places).unwrap().to_string()), of_chain.in_units(places).unwrap());
        let whole = raw(units).in_units(places).unwrap();
        prop_assert_eq!(whole.mul(amount(&format!("1{}", "0".repeat(usize::from(places))))).unwrap(), amount(&units.to_string()));
    }

    #[test]
    fn products_are_exact(a in number(9), b in number(9), c in number(9)) {
        prop_assert_eq!(a.mul(b).unwrap(), b.mul(a).unwrap());
        prop_assert_eq!(a.add(b).unwrap().mul(c).unwrap(), a.mul(c).unwrap().add(b.mul(c).unwrap()).unwrap());
    }

    /// A quotient differs from the exact one by at most half a unit of its last place.
    #[test]
    fn a_quotient_is_the_nearest(a in number(9), b in number(9)) {
        prop_assume!(!b.is_zero());
        let off = a.div(b).unwrap().mul(b).unwrap().sub(a).unwrap().abs();
        prop_assert!(off <= b.mul(unit(36)).unwrap().half().unwrap(), "{} / {} is off by {}", a, b, off);
    }

    /// A rounded number is the nearest one with its decimal places. Rounding keeps the order and never happens twice.
    #[test]
    fn the_edge_is_the_nearest(a in number(27), b in number(27)) {
        prop_assert_eq!(a.at_edge().at_edge(), a.at_edge());
        prop_assert!(a.at_edge().sub(a).unwrap().abs() <= unit(18).half().unwrap());
        prop_assert_eq!(a.at_edge().min(b.at_edge()), a.min(b).at_edge());
    }
}

proptest! {
    /// Only zero is rounded to zero, and the sign is kept.
    #[test]
    fn only_zero_reads_as_zero(digits in any::<u64>(), places in 0..60_usize, below in any::<bool>()) {
        let text = format!("{}0.{}{digits}", if below { "-" } else { "" }, "0".repeat(places));
        if let Ok(value) = text.parse::<Amount>() {
            let edge = value.at_edge();
            prop_assert_eq!(edge.is_zero(), value.is_zero());
            prop_assert_eq!(edge.is_negative(), value.is_negative());
        }
    }
}
