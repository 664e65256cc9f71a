//! Old data, failures and excluded prices: reported exactly at the limit, and only for visible holdings.

use std::time::Duration;

use ports::{Currency, Day, Fixing};

use super::*;

const WHOLE: u128 = 10u128.pow(18);

fn one_holding(quoted: Vec<Option<u64>>, hidden: &[u8]) -> Inputs {
    inputs(&[(1, 1, 1, WHOLE, true)], &BTreeMap::from([((1, 1), quoted)]), hidden)
}

fn coverage(inputs: &Inputs) -> Coverage {
    Coverage::of(inputs, &fold(inputs, &Filter::default(), "", &mut NoTrace))
}

fn failure() -> Failure {
    Failure {
        code: "unavailable".into(),
        text: "It does not answer.".into(),
        at: AT,
        retry_at: None,
    }
}

/// Zero is reported only if nothing is missing.
#[test]
fn an_incomplete_empty_total_is_not_zero() {
    let empty = coverage(&inputs(&[], &BTreeMap::new(), &[]));
    assert_eq!(empty.total(), Some(Amount::ZERO));
    let unpriced = coverage(&one_holding(vec![None], &[]));
    let failed = Coverage {
        failed: vec![FailedSource {
            source: SourceId::fixed("evm"),
            name: "x".into(),
            failure: failure(),
            account: None,
            last_good: None,
        }],
        ..empty.clone()
    };
    let reading = Coverage {
        reading: 1,
        ..empty.clone()
    };
    for missing in [unpriced, failed, reading] {
        assert_eq!((missing.total(), missing.complete()), (None, false), "{missing:?}");
        let priced = Coverage { priced: 1, ..missing };
        assert_eq!(
            (priced.total(), priced.complete()),
            (Some(Amount::ZERO), false),
            "{priced:?}"
        );
    }
}

#[test]
fn rates_from_before_the_longest_holidays_are_fresh() {
    let stale = |days: i64| {
        let fixing = Fixing {
            id: id(1),
            source: SourceId::fixed("ecb"),
            day: Day::of(AT).plus(-days),
            rates: [(Currency::usd(), thousandths(1100))].into(),
            received_at: AT,
        };
        let inputs = Inputs {
            conversion: Conversion::by_fixing(Currency::eur(), Some(fixing), AT),
            ..one_holding(vec![Some(2000)], &[])
        };
        let coverage = coverage(&inputs);
        (coverage.stale.len(), coverage.priced)
    };
    assert_eq!([0, 5, 6].map(stale), [(0, 1), (0, 1), (1, 1)]);
}

#[test]
fn prices_and_readings_are_old_just_after_their_limit() {
    let priced = |seconds: u64| {
        let mut inputs = one_holding(vec![], &[]);
        let mut result = quotes(&asset(1, 1), &vec![Some(2000)]);
        result[0].source_time = AT.minus(Duration::from_secs(seconds));
        let decision = agree(&result, None, &[], AT, &Rules::CURRENT);
        inputs.decisions.insert(asset(1, 1), decision);
        coverage(&inputs).stale.len()
    };
    assert_eq!([1800, 1801].map(priced), [0, 1]);
    let read = |seconds: u64| {
        let mut inputs = one_holding(vec![Some(2000)], &[]);
        let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
        snapshot.taken_at = AT.minus(Duration::from_secs(seconds));
        coverage(&inputs).stale.len()
    };
    assert_eq!([3600, 3601].map(read), [0, 1]);
}

#[test]
fn a_failed_price_source_is_reported_only_for_visible_holdings() {
    let failed = |inputs: Inputs| {
        let source = SourceInput {
            id: SourceId::fixed("s0"),
            name: "S".into(),
            failure: Some(failure()),
        };
        let inputs = Inputs {
            sources: vec![source],
            ..inputs
        };
        coverage(&inputs).failed.len()
    };
    assert_eq!(failed(one_holding(vec![Some(2000)], &[])), 1);
    assert_eq!(failed(one_holding(vec![None], &[])), 1);
    assert_eq!(failed(one_holding(vec![Some(2000)], &[1])), 0, "all of it is hidden");
    assert_eq!(failed(inputs(&[], &BTreeMap::new(), &[])), 0);
}

#[test]
fn an_excluded_quote_is_reported_with_its_price() {
    let result = vec![Some(2000), Some(20_000), Some(2001)];
    let held = coverage(&one_holding(result.clone(), &[])).held_back;
    let quoted: Vec<_> = held
        .iter()
        .map(|one| (one.source.as_str(), one.quoted.to_string()))
        .collect();
    assert_eq!(quoted, [("s1", "20".to_owned())]);
    assert_eq!(coverage(&one_holding(result, &[1])).held_back, []);
    assert_eq!(coverage(&one_holding(vec![Some(2000), Some(2001)], &[])).held_back, []);
}

/// The remedy depends on the reason. An asset that no source lists has no price that could be excluded.
#[test]
fn unused_prices_are_listed_once_with_a_remedy() {
    let rows = [
        (1, 1, 1, WHOLE, true),
        (2, 1, 1, WHOLE, true),
        (1, 1, 2, WHOLE, true),
        (1, 1, 3, WHOLE, true),
    ];
    let quoted = BTreeMap::from([
        ((1, 1), vec![Some(1000), Some(2000)]),
        ((1, 2), vec![None]),
        ((1, 3), vec![Some(2000), Some(20_000), Some(2001)]),
    ]);
    let held = held_prices(&coverage(&inputs(&rows, &quoted, &[])));
    let result: Vec<_> = held.iter().map(|one| (one.asset.clone(), one.counted)).collect();
    assert_eq!(result, [(asset(1, 1), false), (asset(1, 3), true)]);
    assert!(held[0].fix.contains("Retries") && held[1].fix.starts_with("No action needed"));
    assert!(
        held[1].reason.text.contains(": "),
        "the source is named: {:?}",
        held[1].reason
    );
}
