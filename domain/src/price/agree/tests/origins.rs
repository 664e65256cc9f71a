//! Quotes of one origin count as one source.

use super::*;

/// A quote whose source repeats another one.
fn repeated(quote: Quote, origin: &str) -> DollarQuote {
    DollarQuote {
        origin: origin.parse().unwrap(),
        ..DollarQuote::in_dollars(quote)
    }
}

/// Decides from the quote of an origin, a source that repeats it, and other quotes.
fn judge_with(origin: &str, repeats: &str, others: &[Quote], held: Option<&str>) -> Decision {
    let quoted = |text: &str| {
        if text == "0" {
            QuoteAnswer::WorthZero
        } else {
            price(text)
        }
    };
    let own = DollarQuote::in_dollars(quote("origin", quoted(origin), 0));
    let again = repeated(quote("again", quoted(repeats), 0), "origin");
    let others = others.iter().cloned().map(DollarQuote::in_dollars);
    let input = PricingInput {
        dollar_quotes: [own, again].into_iter().chain(others).collect(),
        held: held.map(|held| held.parse().unwrap()),
        ..PricingInput::default()
    };
    super::super::decide(input, NOW, &Rules::CURRENT)
}

#[test]
fn an_origin_and_its_repetition_do_not_outvote_a_market() {
    let kraken = [at_market("kraken", "2500", "1000000")];
    for wrong in ["0", "25", "250000"] {
        let decision = judge_with(wrong, wrong, &kraken, Some("1"));
        assert!(matches!(reason(decision), Unpriced::Disagree { .. }), "{wrong}");
    }
    let two = [
        at_market("kraken", "2500", "1000000"),
        at_market("other", "2502", "1000000"),
    ];
    assert_eq!(priced(judge_with("0", "0", &two, Some("1"))).value.to_string(), "2501");
}

/// Only one origin claims that the held asset is worth nothing.
#[test]
fn a_repeated_zero_price_is_not_used_for_a_held_asset() {
    for held in ["1000000", "0.000001"] {
        assert!(matches!(
            reason(judge_with("0", "0", &[], Some(held))),
            Unpriced::Alone { .. }
        ));
    }
}

#[test]
fn an_origin_counts_once_in_the_median_too() {
    let kraken = [at_market("kraken", "104", "1000000")];
    let decision = judge_with("100", "100.5", &kraken, Some("1"));
    assert_eq!(
        quote_statuses(&decision),
        [QuoteStatus::SameOrigin, QuoteStatus::Chosen, QuoteStatus::Chosen]
    );
    assert_eq!(priced(decision).value.to_string(), "102");
}

/// A differing quote is not a repetition, so a contradiction between an origin and a source that repeats it is not
/// lost.
#[test]
fn a_source_that_contradicts_its_origin_counts() {
    assert!(matches!(
        reason(judge_with("50", "5", &[], Some("1"))),
        Unpriced::Disagree { .. }
    ));
    let kraken = [at_market("kraken", "5.1", "1000000")];
    assert_eq!(
        priced(judge_with("50", "5", &kraken, Some("1"))).value.to_string(),
        "5.05"
    );
}

/// Two services that state the same number guard against a transmission error: the limit for the amount held is higher,
/// but there still is one.
#[test]
fn a_repeated_price_has_a_higher_limit() {
    assert!(matches!(
        reason(judge_with("10", "10", &[], Some("10000.1"))),
        Unpriced::Alone { .. }
    ));
    assert_eq!(
        priced(judge_with("10", "10", &[], Some("10000"))).value.to_string(),
        "10"
    );
    let own = judge(&[quote("a", price("10"), 0)], None, Some("1000.1"));
    assert!(matches!(reason(own), Unpriced::Alone { .. }));
}

/// The origin's own quote may be missing, old or of low confidence. Then the newest repetition counts instead.
#[test]
fn a_repetition_replaces_a_missing_origin() {
    let dollar_quotes = [quote("b", price("10"), 3), quote("c", price("11"), 0)];
    let dollar_quotes = dollar_quotes.map(|quote| repeated(quote, "origin"));
    let input = PricingInput {
        dollar_quotes: dollar_quotes.into(),
        ..PricingInput::default()
    };
    let decision = super::super::decide(input, NOW, &Rules::CURRENT);
    assert_eq!(
        quote_statuses(&decision),
        [QuoteStatus::SameOrigin, QuoteStatus::Chosen]
    );
    assert_eq!(priced(decision).value.to_string(), "11");
}

/// If one of two services of the same origin does not answer for some hours, its quote of the last day still guards
/// against a transmission error.
#[test]
fn a_repetition_counts_for_a_day() {
    for (ago, value, enough) in [(7, "10", true), (23, "10", true), (7, "13", false), (25, "10", false)] {
        let dollar_quotes = [quote("origin", price(value), ago), quote("again", price("10"), 0)];
        let dollar_quotes = dollar_quotes.map(|quote| repeated(quote, "origin"));
        let input = PricingInput {
            dollar_quotes: dollar_quotes.into(),
            held: Some("1001".parse().unwrap()),
            ..PricingInput::default()
        };
        let decision = super::super::decide(input, NOW, &Rules::CURRENT);
        let is_priced = matches!(decision, Decision::Priced(_));
        assert_eq!(is_priced, enough, "{value} {ago} hours ago");
    }
}
