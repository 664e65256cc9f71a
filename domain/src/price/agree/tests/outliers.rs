//! Outliers and leaps.

use super::*;

#[test]
fn an_outlier_is_excluded_and_the_others_are_used() {
    for odd in ["34120", "341.2", "0.000000000001", "99999999999999999999"] {
        let quotes = [
            quote("a", price("3412.90"), 0),
            quote("b", price(odd), 0),
            quote("c", price("3411.50"), 0),
        ];
        let decision = decide(&quotes, &[]);
        assert_eq!(
            quote_statuses(&decision),
            [QuoteStatus::Chosen, QuoteStatus::HeldBack, QuoteStatus::Chosen]
        );
        let priced = priced(decision);
        assert_eq!(priced.value.to_string(), "3412.2");
        assert_eq!(
            priced.spread.unwrap().percent(2).to_string(),
            "0.04",
            "the spread of the quotes that count"
        );
    }
}

#[test]
fn of_two_prices_the_one_near_the_last_price_is_used() {
    let quotes = [quote("a", price("10"), 0), quote("b", price("100"), 0)];
    let remembered = last("9.5", 2, 24);
    let decision = judge(&quotes, Some(&remembered), Some("1"));
    assert_eq!(quote_statuses(&decision), [QuoteStatus::Chosen, QuoteStatus::HeldBack]);
    let alone = last("9.5", 1, 24);
    assert!(
        matches!(
            reason(judge(&quotes, Some(&alone), Some("1"))),
            Unpriced::Disagree { .. }
        ),
        "a source's own earlier price does not confirm it"
    );
    let forgotten = last("9.5", 2, 8 * 24);
    assert!(matches!(
        reason(judge(&quotes, Some(&forgotten), Some("1"))),
        Unpriced::Disagree { .. }
    ));
}

#[test]
fn a_leap_needs_a_second_source() {
    let remembered = last("10", 1, 1);
    for text in ["100", "50", "2", "1", "0.01"] {
        let alone = judge(&[quote("a", price(text), 0)], Some(&remembered), Some("1"));
        assert_eq!(quote_statuses(&alone), [QuoteStatus::Leap]);
        assert!(matches!(reason(alone), Unpriced::Leap { .. }), "{text}");
        let agreed = [quote("a", price(text), 0), quote("b", price(text), 0)];
        assert_eq!(
            priced(judge(&agreed, Some(&remembered), Some("1"))).value.to_string(),
            text
        );
    }
    let zero = judge(&[quote("a", QuoteAnswer::WorthZero, 0)], Some(&remembered), Some("1"));
    assert!(matches!(reason(zero), Unpriced::Leap { .. }));
    let near = judge(&[quote("a", price("30"), 0)], Some(&remembered), Some("1"));
    assert_eq!(priced(near).value.to_string(), "30");
}
