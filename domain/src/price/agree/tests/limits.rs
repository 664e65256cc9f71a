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
    let answer = QuoteAnswer::Price {
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
    let beside = |seconds| quote_statuses(&decide(&[aged(seconds), quote("b", price("10"), 0)], &[]))[0];
    assert_eq!(beside(6 * 3600), QuoteStatus::Chosen);
    assert_eq!(beside(6 * 3600 + 1), QuoteStatus::Behind);
}

#[test]
fn a_confidence_of_half_is_enough_and_the_lowest_is_reported() {
    assert_eq!(reason(decide(&[sure("a", "0.499999")], &[])), Unpriced::Unsure);
    let case = priced(decide(
        &[sure("a", "0.5"), sure("b", "0.99"), quote("c", price("10"), 0)],
        &[],
    ));
    assert_eq!(case.confidence, Some(Ratio::new("0.5".parse().unwrap())));
    assert_eq!(priced(decide(&[quote("c", price("10"), 0)], &[])).confidence, None);
}

#[test]
fn a_market_is_as_deep_as_what_is_held_wants() {
    let status =
        |volume: &str, held: Option<&str>| quote_statuses(&judge(&[at_market("a", "10", volume)], None, held))[0];
    assert_eq!(status("1000", None), QuoteStatus::Chosen);
    assert_eq!(status("999.99", None), QuoteStatus::Thin);
    assert_eq!(
        status("1000", Some("100")),
        QuoteStatus::Chosen,
        "up to this amount depth does not matter"
    );
    assert_eq!(status("10009.99", Some("100.1")), QuoteStatus::Thin);
    assert_eq!(status("10010", Some("100.1")), QuoteStatus::Chosen);
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
        assert_eq!(quote_statuses(&decision), [QuoteStatus::HeldBack]);
        assert!(matches!(decision, Decision::Unpriced { .. }));
    }
}

/// If the price of the redemption target times the ratio needs more digits than can be stored, the quote is no price of
/// the asset.
#[test]
fn a_product_that_overflows_is_unusable() {
    let long: Amount = format!("0.{}", "7".repeat(70)).parse().unwrap();
    let dollar_quote = DollarQuote {
        redeemed: Some(("eip155:1/slip44:966".parse().unwrap(), long)),
        ..DollarQuote::in_dollars(quote("a", price("1.23456789"), 0))
    };
    let input = PricingInput {
        dollar_quotes: vec![dollar_quote],
        ..PricingInput::default()
    };
    assert_eq!(
        reason(super::super::decide(input, NOW, &Rules::CURRENT)),
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
    let unusable = QuoteAnswer::Unusable { what: "NaN".to_owned() };
    let telling = [
        quote("a", price("10"), 0),
        quote("a", price("10"), 25),
        quote("a", QuoteAnswer::WorthZero, 0),
        quote("a", unusable, 0),
        sure("a", "0.1"),
        at_market("a", "10", "1"),
        Quote {
            market: Some(in_other),
            ..quote("a", price("10"), 0)
        },
    ];
    let able = [statuses("b", Some("rate_limited")), statuses("c", None)];
    for one in telling {
        for held in [None, Some("0.5"), Some("5000")] {
            let quotes = [one.clone(), quote("d", QuoteAnswer::NotListed, 0)];
            let by = |statuses: &[SourceStatus]| {
                let input = PricingInput {
                    dollar_quotes: quotes.iter().cloned().map(DollarQuote::in_dollars).collect(),
                    held: held.map(|held| held.parse().unwrap()),
                    statuses,
                    ..PricingInput::default()
                };
                super::super::decide(input, NOW, &Rules::CURRENT)
            };
            assert_eq!(by(&able), by(&[]), "{one:?}, {held:?} held");
        }
    }
}
