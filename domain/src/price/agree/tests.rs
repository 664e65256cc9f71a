//! Unit tests of price decisions, one case each.

use std::time::Duration;

use ports::{
    UserId,
    failure::Failure,
    quote::{Market, QuoteId},
};
use proptest::prelude::*;

use super::*;

mod limits;
mod origins;
mod outliers;

const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);

fn quote(source: &str, answer: QuoteAnswer, age_hours: u64) -> Quote {
    let time = NOW.minus(Duration::from_secs(age_hours * 3600));
    let byte = source.bytes().next().unwrap_or(0);
    Quote {
        id: QuoteId::new(serde_json::from_str(&format!("\"000000{byte:02x}-0000-7000-8000-000000000000\"")).unwrap()),
        asset: "eip155:1/slip44:60".parse().unwrap(),
        source: source.parse().unwrap(),
        answer,
        source_time: time,
        received_at: time,
        market: None,
    }
}

fn price(text: &str) -> QuoteAnswer {
    QuoteAnswer::Price {
        price: text.parse().unwrap(),
        confidence: None,
    }
}

fn statuses(source: &str, failure: Option<&str>) -> SourceStatus {
    let failure = failure.map(|code| Failure {
        code: code.into(),
        text: code.into(),
        at: NOW,
        retry_at: None,
    });
    SourceStatus {
        source: source.parse().unwrap(),
        failure,
    }
}

fn decide(quotes: &[Quote], statuses: &[SourceStatus]) -> Decision {
    agree(quotes, None, statuses, NOW, &Rules::CURRENT)
}

fn priced(decision: Decision) -> Priced {
    match decision {
        Decision::Priced(priced) => priced,
        Decision::Unpriced { reason, .. } => panic!("unpriced: {reason:?}"),
    }
}

fn reason(decision: Decision) -> Unpriced {
    match decision {
        Decision::Unpriced { reason, .. } => reason,
        Decision::Priced(priced) => panic!("priced: {priced:?}"),
    }
}

#[test]
fn the_median_of_three_is_the_middle_one() {
    let quotes = [
        quote("a", price("3412.90"), 0),
        quote("b", price("3412.08"), 0),
        quote("c", price("3411.52"), 1),
    ];
    let got = priced(decide(&quotes, &[]));
    assert_eq!(got.value.to_string(), "3412.08");
    assert_eq!(got.spread.unwrap().percent(2).to_string(), "0.04");
    assert_eq!(got.as_of, quotes[2].source_time);
    let chosen: Vec<_> = got
        .considered
        .iter()
        .filter(|one| one.status == QuoteStatus::Chosen)
        .collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0].quote().source.as_str(), "b");
}

#[test]
fn the_median_of_two_is_their_mean() {
    let got = priced(decide(&[quote("a", price("10"), 0), quote("b", price("11"), 0)], &[]));
    assert_eq!(got.value.to_string(), "10.5");
}

#[test]
fn order_does_not_matter() {
    let mut quotes = vec![
        quote("a", price("10"), 0),
        quote("b", price("11"), 0),
        quote("c", QuoteAnswer::NotListed, 0),
    ];
    let forwards = decide(&quotes, &[]);
    quotes.reverse();
    assert_eq!(decide(&quotes, &[]), forwards);
}

#[test]
fn every_unknown_price_has_its_reason() {
    let a = || statuses("a", None);
    assert_eq!(reason(decide(&[], &[])), Unpriced::Unsupported);
    assert_eq!(reason(decide(&[], &[a()])), Unpriced::NotRequestedYet);
    assert_eq!(
        reason(decide(&[quote("a", QuoteAnswer::NotListed, 0)], &[a()])),
        Unpriced::NotListed
    );
    assert_eq!(
        reason(decide(&[], &[statuses("a", Some("rate_limited"))])),
        Unpriced::RateLimited
    );
    assert!(matches!(
        reason(decide(&[], &[statuses("a", Some("unavailable"))])),
        Unpriced::SourceFailed { .. }
    ));
    assert!(matches!(
        reason(decide(&[quote("a", price("1"), 25)], &[a()])),
        Unpriced::OnlyStale { .. }
    ));
    let far = [quote("a", price("1"), 0), quote("b", price("1.38"), 0)];
    assert!(matches!(reason(decide(&far, &[a()])), Unpriced::Disagree { .. }));
    let unsure = QuoteAnswer::Price {
        price: "1".parse().unwrap(),
        confidence: Some(Ratio::new("0.49".parse().unwrap())),
    };
    assert_eq!(reason(decide(&[quote("a", unsure, 0)], &[a()])), Unpriced::Unsure);
}

#[test]
fn a_price_of_zero_contradicts_any_other_price() {
    assert!(
        priced(decide(&[quote("a", QuoteAnswer::WorthZero, 0)], &[]))
            .value
            .is_zero()
    );
    let both = [quote("a", QuoteAnswer::WorthZero, 0), quote("b", price("1"), 0)];
    assert!(matches!(reason(decide(&both, &[])), Unpriced::Disagree { .. }));
}

/// A wrong zero from one source would take a holding out of the total without marking the total incomplete.
#[test]
fn a_zero_price_from_one_source_is_not_used_for_a_held_asset() {
    let zero = |source| quote(source, QuoteAnswer::WorthZero, 0);
    for held in ["1000000", "0.000001"] {
        let decision = judge(&[zero("a")], None, Some(held));
        assert_eq!(quote_statuses(&decision), [QuoteStatus::Alone], "{held}");
        let Unpriced::Alone { source, quoted } = reason(decision) else {
            panic!("another reason");
        };
        assert_eq!((source.as_str(), quoted), ("a", Amount::ZERO));
        assert!(priced(judge(&[zero("a"), zero("b")], None, Some(held))).value.is_zero());
    }
    assert!(priced(judge(&[zero("a")], None, Some("0"))).value.is_zero());
}

#[test]
fn a_manual_price_wins() {
    let manual = ManualPrice {
        user: UserId::new(serde_json::from_str("\"00000000-0000-7000-8000-000000000000\"").unwrap()),
        asset: "eip155:1/slip44:60".parse().unwrap(),
        price: "2".parse().unwrap(),
        set_at: NOW,
    };
    let got = priced(agree(
        &[quote("a", price("10"), 0)],
        Some(&manual),
        &[],
        NOW,
        &Rules::CURRENT,
    ));
    assert_eq!((got.value.to_string().as_str(), got.method), ("2", Method::Manual));
}

fn market(quoted_in: Option<&str>, volume: &str) -> Market {
    Market {
        name: "M".to_owned(),
        quoted_in: quoted_in.map(|unit| unit.parse().unwrap()),
        bid: Amount::ONE,
        ask: Amount::ONE,
        volume: volume.parse().unwrap(),
    }
}

fn at_market(source: &str, text: &str, volume: &str) -> Quote {
    Quote {
        market: Some(market(None, volume)),
        ..quote(source, price(text), 0)
    }
}

fn last(text: &str, sources: u32, hours_ago: u64) -> AgreedPrice {
    AgreedPrice {
        asset: "eip155:1/slip44:60".parse().unwrap(),
        price: text.parse().unwrap(),
        sources,
        at: NOW.minus(Duration::from_hours(hours_ago)),
    }
}

/// Decides with an earlier agreed price and with this amount held.
fn judge(quotes: &[Quote], last: Option<&AgreedPrice>, held: Option<&str>) -> Decision {
    let input = PricingInput {
        dollar_quotes: quotes.iter().cloned().map(DollarQuote::in_dollars).collect(),
        last,
        held: held.map(|held| held.parse().unwrap()),
        ..PricingInput::default()
    };
    super::decide(input, NOW, &Rules::CURRENT)
}

fn quote_statuses(decision: &Decision) -> Vec<QuoteStatus> {
    let (Decision::Priced(Priced { considered, .. }) | Decision::Unpriced { considered, .. }) = decision;
    considered.iter().map(|one| one.status).collect()
}

#[test]
fn a_large_holding_needs_two_sources_or_an_agreed_price() {
    let one = [quote("a", price("10"), 0)];
    assert_eq!(priced(judge(&one, None, Some("1000"))).value.to_string(), "10");
    assert!(matches!(
        reason(judge(&one, None, Some("1000.01"))),
        Unpriced::Alone { .. }
    ));
    assert!(priced(judge(&one, Some(&last("11", 2, 100)), Some("5000"))).considered[0].counts());
    assert!(matches!(
        reason(judge(&one, Some(&last("11", 1, 100)), Some("5000"))),
        Unpriced::Alone { .. }
    ));
    assert!(matches!(
        reason(judge(&one, Some(&last("21", 2, 100)), Some("5000"))),
        Unpriced::Alone { .. }
    ));
    let two = [quote("a", price("10"), 0), quote("b", price("10"), 0)];
    assert_eq!(priced(judge(&two, None, Some("5000"))).value.to_string(), "10");
}

#[test]
fn a_thin_market_does_not_price_a_large_holding() {
    let quotes = [at_market("a", "10", "20000"), at_market("b", "10", "20000000")];
    assert_eq!(
        quote_statuses(&judge(&quotes, None, Some("200"))),
        [QuoteStatus::Chosen, QuoteStatus::Chosen]
    );
    assert_eq!(
        quote_statuses(&judge(&quotes, None, Some("500"))),
        [QuoteStatus::Thin, QuoteStatus::Chosen]
    );
    assert_eq!(reason(judge(&quotes[..1], None, Some("500"))), Unpriced::Thin);
    assert_eq!(
        reason(judge(&[at_market("a", "10", "999")], None, None)),
        Unpriced::Thin
    );
}

#[test]
fn a_quote_that_lags_far_behind_does_not_count() {
    let quotes = [
        quote("a", price("10"), 0),
        quote("b", price("11"), 7),
        quote("c", price("12"), 6),
    ];
    let decision = decide(&quotes, &[]);
    assert_eq!(
        quote_statuses(&decision),
        [QuoteStatus::Chosen, QuoteStatus::Behind, QuoteStatus::Chosen]
    );
}

#[test]
fn a_thin_market_makes_no_other_quote_look_old() {
    let quotes = [at_market("a", "10", "500"), quote("b", price("11"), 7)];
    let decision = judge(&quotes, None, Some("1"));
    assert_eq!(quote_statuses(&decision), [QuoteStatus::Thin, QuoteStatus::Chosen]);
    assert_eq!(priced(decision).value.to_string(), "11");
}

#[test]
fn a_quote_in_an_unpriced_unit_is_no_price() {
    let other = Quote {
        market: Some(market(
            Some("eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7"),
            "1000000",
        )),
        ..quote("a", price("10"), 0)
    };
    assert_eq!(reason(decide(&[other], &[])), Unpriced::UnitUnpriced);
}

proptest! {
    /// For any quotes: a price lies between the lowest and the highest quote that counts, one outlier among three never
    /// moves it, and the order does not matter.
    #[test]
    fn a_price_stays_within_the_quotes_that_count(
        quoted in prop::collection::vec(prop_oneof![Just(0u64), 1..10_000_000u64, 990..1010u64], 1..6),
        last_price in prop::option::of(1..10_000_000u64),
        held in prop::option::of(0u32..100_000),
        turn in 0usize..6,
    ) {
        let answer = |price: &u64| if *price == 0 { QuoteAnswer::WorthZero } else { self::price(&price.to_string()) };
        let mut quotes: Vec<_> = quoted.iter().zip(["a", "b", "c", "d", "e"]).map(|(quoted, name)| quote(name, answer(quoted), 0)).collect();
        let remembered = last_price.map(|price| last(&price.to_string(), 2, 1));
        let held = held.map(|held| held.to_string());
        let decision = judge(&quotes, remembered.as_ref(), held.as_deref());
        if let Decision::Priced(priced) = &decision {
            let counted: Vec<Amount> = priced.considered.iter().filter(|one| one.counts()).filter_map(|one| one.value).collect();
            let (low, high) = (counted.iter().min().unwrap(), counted.iter().max().unwrap());
            prop_assert!(*low <= priced.value && priced.value <= *high);
            prop_assert!(near(*low, *high, Rules::CURRENT.disagree_percent));
            prop_assert!(quoted.len() == 1 || counted.len() * 2 > quoted.len() || remembered.is_some());
        }
        let places = quotes.len();
        quotes.rotate_left(turn % places);
        prop_assert_eq!(judge(&quotes, remembered.as_ref(), held.as_deref()), decision);
    }
}
