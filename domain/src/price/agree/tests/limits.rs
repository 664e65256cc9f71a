//! Tests each number of the price rules at the limit and just beyond it.

use super::*;

fn aged(seconds: u64) -> Quote {
    let time = NOW.minus(Duration::from_secs(seconds));
    Quote {
        source_time: time,
        ..quote("a", price("10"), 0)
    }
}

fn sure(source: &str, confidence: &str) -> Quote {
    let answer = Answer::Price {
        price: "10".parse().unwrap(),
        confidence: Some(Ratio::new(confidence.parse().unwrap())),
    };
    quote(source, answer, 0)
}

#[test]
fn a_quote_is_fresh_for_exactly_a_day() {
    assert_eq!(priced(decide(&[aged(86_400)], &[])).value.to_string(), "10");
    assert!(matches!(
        reason(decide(&[aged(86_401)], &[])),
        Unpriced::OnlyStale { .. }
    ));
    let beside = |seconds| verdicts(&decide(&[aged(seconds), quote("b", price("10"), 0)], &[]))[0];
    assert_eq!(beside(6 * 3600), Verdict::Chosen);
    assert_eq!(beside(6 * 3600 + 1), Verdict::Behind);
}

#[test]
fn a_confidence_of_half_is_enough_and_the_lowest_is_reported() {
    assert_eq!(reason(decide(&[sure("a", "0.499999")], &[])), Unpriced::Unsure);
    let told = priced(decide(
        &[sure("a", "0.5"), sure("b", "0.99"), quote("c", price("10"), 0)],
        &[],
    ));
    assert_eq!(told.confidence, Some(Ratio::new("0.5".parse().unwrap())));
    assert_eq!(priced(decide(&[quote("c", price("10"), 0)], &[])).confidence, None);
}

#[test]
fn the_required_market_depth_grows_with_the_amount_held() {
    let verdict = |volume: &str, held: Option<&str>| verdicts(&judge(&[at_market("a", "10", volume)], None, held))[0];
    assert_eq!(verdict("1000", None), Verdict::Chosen);
    assert_eq!(verdict("999.99", None), Verdict::Thin);
    assert_eq!(
        verdict("1000", Some("100")),
        Verdict::Chosen,
        "up to this amount depth does not matter"
    );
    assert_eq!(verdict("10009.99", Some("100.1")), Verdict::Thin);
    assert_eq!(verdict("10010", Some("100.1")), Verdict::Chosen);
}

#[test]
fn an_agreed_price_confirms_prices_within_a_factor_of_two() {
    let one = [quote("a", price("10"), 0)];
    for (agreed, believed) in [("19.99", true), ("20", false), ("5.01", true), ("5", false)] {
        let decision = judge(&one, Some(&last(agreed, 2, 1)), Some("5000"));
        assert_eq!(matches!(decision, Decision::Priced(_)), believed, "{agreed}");
    }
}

#[test]
fn an_agreed_price_is_remembered_for_a_week() {
    let one = [quote("a", price("10"), 0)];
    let days = |hours| judge(&one, Some(&last("10", 2, hours)), Some("5000"));
    assert!(matches!(days(7 * 24), Decision::Priced(_)));
    assert!(matches!(reason(days(7 * 24 + 1)), Unpriced::Alone { .. }));
}

/// A price with too many digits to be compared, with the last price or with itself, is not used.
#[test]
fn too_many_digits_do_not_bypass_the_last_price() {
    let endless = format!("0.{}", "1".repeat(77));
    for memory in [None, Some(last("10", 1, 1))] {
        let decision = judge(&[quote("a", price(&endless), 0)], memory.as_ref(), None);
        assert_eq!(verdicts(&decision), [Verdict::HeldBack]);
        assert!(matches!(decision, Decision::Unpriced { .. }));
    }
}

/// If the price of the redemption target times the ratio needs more digits than can be stored, the quote is no price of
/// the asset.
#[test]
fn a_product_that_overflows_is_unusable() {
    let long: Amount = format!("0.{}", "7".repeat(70)).parse().unwrap();
    let voice = Voice {
        redeemed: Some(("eip155:1/slip44:966".parse().unwrap(), long)),
        ..Voice::in_dollars(quote("a", price("1.23456789"), 0))
    };
    let question = Question {
        voices: vec![voice],
        ..Question::default()
    };
    assert_eq!(
        reason(super::super::decide(question, NOW, &Rules::CURRENT)),
        Unpriced::Unusable
    );
}

/// `decide_all` collects the available sources only where every quote says that the asset is not listed.
#[test]
fn the_available_sources_matter_only_if_no_source_has_a_price() {
    let in_other = Market {
        volume: "20000000".parse().unwrap(),
        ..market(Some("eip155:10/slip44:60"), "0")
    };
    let unusable = Answer::Unusable { what: "NaN".to_owned() };
    let telling = [
        quote("a", price("10"), 0),
        quote("a", price("10"), 25),
        quote("a", Answer::WorthZero, 0),
        quote("a", unusable, 0),
        sure("a", "0.1"),
        at_market("a", "10", "1"),
        Quote {
            market: Some(in_other),
            ..quote("a", price("10"), 0)
        },
    ];
    let able = [asked("b", Some("rate_limited")), asked("c", None)];
    for one in telling {
        for held in [None, Some("0.5"), Some("5000")] {
            let quotes = [one.clone(), quote("d", Answer::NotListed, 0)];
            let by = |asked: &[Asked]| {
                let question = Question {
                    voices: quotes.iter().cloned().map(Voice::in_dollars).collect(),
                    held: held.map(|held| held.parse().unwrap()),
                    asked,
                    ..Question::default()
                };
                super::super::decide(question, NOW, &Rules::CURRENT)
            };
            assert_eq!(by(&able), by(&[]), "{one:?}, {held:?} held");
        }
    }
}
