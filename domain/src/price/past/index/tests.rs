//! Unit tests of the price of a day.

use ports::{
    Ratio,
    failure::FailureCode,
    price_series::{Renaming, SeriesLink},
};

use super::*;
use crate::price::past::toy::{day, id, no_failures, row, shipped};

const COIN: &str = "eip155:1/slip44:1";
const DAY: &str = "2024-01-02";

fn now() -> Timestamp {
    day("2024-02-01").start()
}

fn series() -> PriceSeries {
    let renaming = |asset: &str, until: &str, continued_as: &str, ratio: Option<&str>| Renaming {
        asset: id(asset),
        until: day(until),
        continued_as: id(continued_as),
        ratio: ratio.map(|ratio| ratio.parse().unwrap()),
    };
    PriceSeries::new(
        [(id("eip155:2/slip44:1"), id(COIN))],
        [
            renaming("eip155:1/slip44:30", "2024-01-01", "eip155:1/slip44:31", Some("0.01")),
            renaming("eip155:1/slip44:40", "2024-01-01", "eip155:1/slip44:41", None),
        ],
    )
}

fn with<T>(rows: &[PastPrice], use_index: impl Fn(&PastPriceIndex<'_>) -> T) -> T {
    let (series, sources, failures) = (series(), shipped(), no_failures());
    use_index(&PastPriceIndex::of_rows(&series, &sources, (rows, &failures), now()))
}

fn close(rows: &[PastPrice], asset: &str, on: &str) -> PastDecision {
    with(rows, |index| index.close(&id(asset), day(on)))
}

fn priced(decision: PastDecision) -> PastPriced {
    match decision {
        PastDecision::Priced(priced) => priced,
        PastDecision::Unknown { reason, .. } => panic!("unknown: {reason:?}"),
    }
}

fn reason(decision: PastDecision) -> PastUnknown {
    match decision {
        PastDecision::Unknown { reason, .. } => reason,
        PastDecision::Priced(priced) => panic!("priced: {priced:?}"),
    }
}

fn unpriced(decision: PastDecision) -> Unpriced {
    match reason(decision) {
        PastUnknown::Unpriced(unpriced) => unpriced,
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_source_is_named_as_such_two_are_averaged_and_three_give_a_median() {
    for (prices, value, agreement) in [
        (vec![("bitstamp", "100")], "100", PastAgreement::OneSource),
        (
            vec![("bitstamp", "100"), ("binance", "104")],
            "102",
            PastAgreement::Mean,
        ),
        (
            vec![("bitstamp", "100"), ("binance", "104"), ("coinbase", "101")],
            "101",
            PastAgreement::Median(3),
        ),
        (
            vec![("bitstamp", "100"), ("binance", "104"), ("coinbase", "1010")],
            "102",
            PastAgreement::Mean,
        ),
    ] {
        let rows: Vec<PastPrice> = prices
            .iter()
            .map(|(source, price)| row(COIN, DAY, source, Some(price)))
            .collect();
        let found = priced(close(&rows, COIN, DAY));
        assert_eq!((found.value.to_string().as_str(), found.agreement), (value, agreement));
        assert_eq!(found.basis, PastBasis::Close(day(DAY)));
        assert_eq!(found.considered.len(), rows.len(), "outliers are still reported");
    }
    assert!(PastAgreement::OneSource < PastAgreement::Mean && PastAgreement::Mean < PastAgreement::Median(3));
}

#[test]
fn two_sources_that_contradict_each_other_give_no_price() {
    let rows = [
        row(COIN, DAY, "bitstamp", Some("100")),
        row(COIN, DAY, "binance", Some("126")),
    ];
    assert!(matches!(unpriced(close(&rows, COIN, DAY)), Unpriced::Disagree { .. }));
}

#[test]
fn sources_of_one_origin_count_once() {
    let rows = [
        row(COIN, DAY, "defillama", Some("100")),
        row(COIN, DAY, "coingecko", Some("101")),
    ];
    let found = priced(close(&rows, COIN, DAY));
    assert_eq!(
        (found.agreement, found.value.to_string().as_str()),
        (PastAgreement::OneSource, "101")
    );
}

#[test]
fn a_price_in_another_asset_is_converted_by_that_assets_price_of_the_day() {
    let unit = "eip155:1/slip44:9";
    let in_unit = row(COIN, DAY, "binance", Some("100 in 9"));
    let rows = [in_unit.clone(), row(unit, DAY, "bitstamp", Some("0.95"))];
    assert_eq!(priced(close(&rows, COIN, DAY)).value.to_string(), "95");
    let other_day = [in_unit, row(unit, "2024-01-01", "bitstamp", Some("0.95"))];
    assert_eq!(unpriced(close(&other_day, COIN, DAY)), Unpriced::UnitUnpriced);
}

#[test]
fn a_low_confidence_gives_no_price() {
    let unsure = PastPrice {
        confidence: Some(Ratio::new("0.49".parse().unwrap())),
        ..row(COIN, DAY, "defillama", Some("100"))
    };
    assert_eq!(unpriced(close(&[unsure], COIN, DAY)), Unpriced::Unsure);
}

#[test]
fn an_unknown_day_is_never_the_day_before_unless_that_is_requested() {
    let rows = [
        row(COIN, "2024-01-02", "bitstamp", Some("100")),
        row(COIN, "2024-01-03", "bitstamp", None),
    ];
    assert!(matches!(close(&rows, COIN, "2024-01-03"), PastDecision::Unknown { .. }));
    let carried = |on: &str, days| with(&rows, |index| index.close_or_earlier(&id(COIN), day(on), days));
    let from = PastBasis::CarriedFrom(day("2024-01-02"));
    assert_eq!(priced(carried("2024-01-03", 3)).basis, from);
    assert_eq!(priced(carried("2024-01-05", 3)).basis, from);
    assert!(
        matches!(carried("2024-01-06", 9), PastDecision::Unknown { .. }),
        "three days at most"
    );
    assert!(matches!(carried("2024-01-05", 2), PastDecision::Unknown { .. }));
    assert_eq!(
        priced(carried("2024-01-02", 3)).basis,
        PastBasis::Close(day("2024-01-02"))
    );
}

#[test]
fn why_a_price_is_unknown_is_stated() {
    let none =
        |sources: &[&str]| -> Vec<PastPrice> { sources.iter().map(|source| row(COIN, DAY, source, None)).collect() };
    assert_eq!(unpriced(close(&[], COIN, DAY)), Unpriced::NotRequestedYet);
    assert_eq!(
        unpriced(close(&none(&["bitstamp"]), COIN, DAY)),
        Unpriced::NotRequestedYet
    );
    let all = none(&["bitstamp", "binance", "defillama", "coinbase"]);
    assert_eq!(unpriced(close(&all, COIN, DAY)), Unpriced::NotListed);
    assert_eq!(
        unpriced(close(
            &[],
            "eip155:1/erc721:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0",
            DAY
        )),
        Unpriced::Unsupported
    );
    assert_eq!(reason(close(&[], COIN, "2024-02-01")), PastUnknown::DayNotOver);
    let (series, sources) = (series(), shipped());
    let failure = Failure {
        code: FailureCode::Unavailable,
        text: String::new(),
        at: now(),
        retry_at: None,
    };
    let failures = [("binance".parse().unwrap(), failure)].into();
    let index = PastPriceIndex::of_rows(&series, &sources, (&[], &failures), now());
    let source = "binance".parse().unwrap();
    assert_eq!(
        unpriced(index.close(&id(COIN), day(DAY))),
        Unpriced::SourceFailed { source }
    );
}

#[test]
fn a_renamed_asset_has_the_price_of_the_other_name_at_its_ratio() {
    let (old, new) = ("eip155:1/slip44:30", "eip155:1/slip44:31");
    let rows = [
        row(old, "2024-01-01", "defillama", Some("0.5")),
        row(new, "2024-01-02", "defillama", Some("60")),
    ];
    let link = SeriesLink::Renamed(day("2024-01-01"));
    for (asset, on, value, series) in [
        (old, "2024-01-01", "0.5", None),
        (new, "2024-01-01", "50", Some((id(old), link))),
        (old, "2024-01-02", "0.6", Some((id(new), link))),
        (new, "2024-01-02", "60", None),
    ] {
        let found = priced(close(&rows, asset, on));
        assert_eq!(
            (found.value.to_string().as_str(), found.series),
            (value, series),
            "{asset} {on}"
        );
    }
}

#[test]
fn a_form_of_a_coin_has_the_coins_price() {
    let rows = [row(COIN, DAY, "bitstamp", Some("100"))];
    let found = priced(close(&rows, "eip155:2/slip44:1", DAY));
    assert_eq!(found.series, Some((id(COIN), SeriesLink::SameCoin)));
}

#[test]
fn a_name_that_belonged_to_another_asset_gives_no_price() {
    let (old, new) = ("eip155:1/slip44:40", "eip155:1/slip44:41");
    let rows = [
        row(new, "2024-01-01", "defillama", Some("5")),
        row(old, "2024-01-02", "defillama", Some("7")),
    ];
    assert!(
        matches!(reason(close(&rows, new, "2024-01-01")), PastUnknown::OtherAsset(other) if other.asset == id(old))
    );
    assert_eq!(priced(close(&rows, old, "2024-01-02")).value.to_string(), "7");
}

#[test]
fn the_number_of_agreeing_sources_includes_prices_that_wait_for_their_unit() {
    let agreeing = |rows: &[PastPrice]| with(rows, |index| index.agreeing(&id(COIN), day(DAY)));
    let at = |source, price| row(COIN, DAY, source, price);
    assert_eq!(agreeing(&[]), 0);
    assert_eq!(agreeing(&[at("bitstamp", None)]), 0);
    assert_eq!(agreeing(&[at("bitstamp", Some("100"))]), 1);
    assert_eq!(
        agreeing(&[at("bitstamp", Some("100")), at("binance", Some("100 in 9"))]),
        2
    );
    assert_eq!(agreeing(&[at("bitstamp", Some("100")), at("coinbase", Some("101"))]), 2);
    assert_eq!(agreeing(&[at("bitstamp", Some("100")), at("coinbase", Some("201"))]), 1);
}
