//! Decisions, one case each.

use ports::{UserId, quote::QuoteId};

use super::*;

const NOW: Timestamp = Timestamp::from_seconds(1_790_000_000);

fn quote(source: &str, answer: Answer, age_hours: u64) -> Quote {
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

fn price(text: &str) -> Answer {
    Answer::Price {
        price: text.parse().unwrap(),
        confidence: None,
    }
}

fn asked(source: &str, failure: Option<&str>) -> Asked {
    let failure = failure.map(|code| Failure {
        code: code.into(),
        text: code.into(),
        at: NOW,
        retry_at: None,
    });
    Asked {
        source: source.parse().unwrap(),
        failure,
    }
}

fn decide(quotes: &[Quote], asked: &[Asked]) -> Decision {
    agree(quotes, None, asked, NOW, &Rules::CURRENT)
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
        .filter(|one| one.verdict == Verdict::Chosen)
        .collect();
    assert_eq!(chosen.len(), 1);
    assert_eq!(chosen[0].quote.source.as_str(), "b");
}

#[test]
fn the_median_of_two_is_the_middle_between_them() {
    let got = priced(decide(&[quote("a", price("10"), 0), quote("b", price("11"), 0)], &[]));
    assert_eq!(got.value.to_string(), "10.5");
}

#[test]
fn order_does_not_matter() {
    let mut quotes = vec![
        quote("a", price("10"), 0),
        quote("b", price("11"), 0),
        quote("c", Answer::NotListed, 0),
    ];
    let forwards = decide(&quotes, &[]);
    quotes.reverse();
    assert_eq!(decide(&quotes, &[]), forwards);
}

#[test]
fn unknown_has_its_reasons() {
    let a = || asked("a", None);
    assert_eq!(reason(decide(&[], &[])), Unpriced::Unsupported);
    assert_eq!(reason(decide(&[], &[a()])), Unpriced::NotAskedYet);
    assert_eq!(
        reason(decide(&[quote("a", Answer::NotListed, 0)], &[a()])),
        Unpriced::NotListed
    );
    assert_eq!(
        reason(decide(&[], &[asked("a", Some("rate_limited"))])),
        Unpriced::RateLimited
    );
    assert!(matches!(
        reason(decide(&[], &[asked("a", Some("unavailable"))])),
        Unpriced::SourceFailed { .. }
    ));
    assert!(matches!(
        reason(decide(&[quote("a", price("1"), 25)], &[a()])),
        Unpriced::OnlyStale { .. }
    ));
    let far = [quote("a", price("1"), 0), quote("b", price("1.38"), 0)];
    assert!(matches!(reason(decide(&far, &[a()])), Unpriced::Disagree { .. }));
    let unsure = Answer::Price {
        price: "1".parse().unwrap(),
        confidence: Some(Ratio::new("0.49".parse().unwrap())),
    };
    assert_eq!(reason(decide(&[quote("a", unsure, 0)], &[a()])), Unpriced::Unsure);
}

#[test]
fn worth_zero_is_a_price_and_contradicts_any_other() {
    assert!(priced(decide(&[quote("a", Answer::WorthZero, 0)], &[])).value.is_zero());
    let both = [quote("a", Answer::WorthZero, 0), quote("b", price("1"), 0)];
    assert!(matches!(reason(decide(&both, &[])), Unpriced::Disagree { .. }));
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
