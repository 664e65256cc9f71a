//! Quotes of one origin are one witness.

use super::*;

/// A quote of a source that repeats another one.
fn repeated(quote: Quote, origin: &str) -> DollarQuote {
    DollarQuote {
        origin: origin.parse().unwrap(),
        ..DollarQuote::in_dollars(quote)
    }
}

/// Decides about what an origin says, what another source repeats after it, and what others say.
fn judge_with(origin: &str, repeats: &str, others: &[Quote], held: Option<&str>) -> Decision {
    let quoted = |text: &str| if text == "0" { Answer::WorthZero } else { price(text) };
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
fn a_market_is_not_outvoted_by_an_origin_and_who_repeats_it() {
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

/// Nothing says that what is held is worth nothing but one origin.
#[test]
fn a_zero_that_is_repeated_is_not_believed_about_what_is_held() {
    for held in ["1000000", "0.000001"] {
        assert!(matches!(
            reason(judge_with("0", "0", &[], Some(held))),
            Unpriced::Alone { .. }
        ));
    }
}

#[test]
fn an_origin_counts_once_in_the_middle_too() {
    let kraken = [at_market("kraken", "104", "1000000")];
    let decision = judge_with("100", "100.5", &kraken, Some("1"));
    assert_eq!(
        quote_statuses(&decision),
        [QuoteStatus::SameOrigin, QuoteStatus::Chosen, QuoteStatus::Chosen]
    );
    assert_eq!(priced(decision).value.to_string(), "102");
}

/// What differs is no repetition: that an origin and who repeats it contradict each other is not lost.
#[test]
fn who_contradicts_its_origin_is_heard() {
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

/// Two services that say one number guard against a mistake on the way: more may be held, and not without end.
#[test]
fn what_is_repeated_is_enough_for_more_but_not_for_everything() {
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

/// The origin's own quote may be missing, old or unsure: then the newest of those that repeat it stands for it.
#[test]
fn who_repeats_a_silent_origin_stands_for_it() {
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

/// One of two services with one origin is silent for some hours: what it said within the day still guards against a mistake.
#[test]
fn a_repetition_holds_for_a_day() {
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
