//! Unit tests of the plan of requests.

use ports::{PastPrice, PriceSeries};
use proptest::prelude::*;

use super::*;
use crate::price::past::toy::{day, id, no_failures, row, shipped};

const COIN: &str = "eip155:1/slip44:1";
/// Five years end on this day.
const LAST: &str = "2026-11-20";
const FIVE_YEARS: i64 = 1_826;

fn plan(rows: &[PastPrice], needed: &[(&str, &[Day])], unavailable: &[&str]) -> Vec<PastRequest> {
    let (series, sources, failures) = (PriceSeries::default(), shipped(), no_failures());
    let now = day(LAST).plus(2).start();
    let index = PastPriceIndex::of_rows(&series, &sources, (rows, &failures), now);
    let needed = needed
        .iter()
        .map(|(asset, days)| (id(asset), days.iter().copied().collect()))
        .collect();
    let unavailable = unavailable.iter().map(|source| source.parse().unwrap()).collect();
    plan_requests(&index, &needed, &unavailable, day(LAST))
}

/// Answers requests as if every source had a price for every day, and returns all rows.
fn answered(mut rows: Vec<PastPrice>, requests: &[PastRequest], price: Option<&str>) -> Vec<PastPrice> {
    for request in requests {
        for number in request.from.number()..=request.to.number() {
            let on = request.from.plus(number - request.from.number()).to_string();
            rows.push(row(request.asset.as_str(), &on, request.source.as_str(), price));
        }
    }
    rows
}

fn shown(requests: &[PastRequest]) -> Vec<String> {
    let text = |one: &PastRequest| format!("{} {} {}", one.source, one.from, one.to);
    requests.iter().map(text).collect()
}

fn days(from: i64, count: i64) -> Vec<Day> {
    (0..count).map(|back| day(LAST).plus(-from - back)).collect()
}

#[test]
fn five_years_of_days_are_two_pages_of_each_of_two_sources() {
    let all = days(0, FIVE_YEARS);
    let requests = plan(&[], &[(COIN, &all)], &[]);
    assert_eq!(
        shown(&requests),
        [
            "bitstamp 2024-02-25 2026-11-20",
            "bitstamp 2021-05-31 2024-02-24",
            "binance 2024-02-25 2026-11-20",
            "binance 2021-05-31 2024-02-24",
        ]
    );
    let rows = answered(vec![], &requests, Some("100"));
    assert_eq!(plan(&rows, &[(COIN, &all)], &[]), []);
    assert_eq!(
        plan(&rows, &[(COIN, &days(0, 2_000))], &[]),
        [],
        "neighbouring days are known too"
    );
}

#[test]
fn an_asset_without_an_exchange_needs_four_pages_of_the_aggregator() {
    let all = days(0, FIVE_YEARS);
    let requests = plan(&[], &[("eip155:1/slip44:3", &all)], &[]);
    assert_eq!(requests.len(), 4);
    assert!(requests.iter().all(|one| one.source.as_str() == "defillama"));
    let rows = answered(vec![], &requests, Some("100"));
    assert_eq!(
        plan(&rows, &[("eip155:1/slip44:3", &all)], &[]),
        [],
        "one source is all there is"
    );
}

#[test]
fn a_new_day_is_one_short_request_of_each_source() {
    let before = plan(&[], &[(COIN, &days(1, 10))], &[]);
    let rows = answered(vec![], &before, Some("100"));
    let rows: Vec<PastPrice> = rows.into_iter().filter(|row| row.day < day(LAST)).collect();
    let requests = plan(&rows, &[(COIN, &days(0, 10))], &[]);
    assert_eq!(
        shown(&requests),
        ["bitstamp 2026-11-20 2026-11-20", "binance 2026-11-20 2026-11-20"]
    );
}

#[test]
fn a_further_source_is_queried_only_where_two_do_not_agree() {
    let (one, other) = (day(LAST), day(LAST).plus(-1));
    let at = |on: Day, source, price| row(COIN, &on.to_string(), source, price);
    let contradiction = [
        at(one, "bitstamp", Some("100")),
        at(one, "binance", Some("300")),
        at(other, "bitstamp", Some("100")),
        at(other, "binance", Some("101")),
    ];
    let requests = plan(&contradiction, &[(COIN, &[one, other])], &[]);
    assert_eq!(shown(&requests), ["defillama 2025-07-09 2026-11-20"]);
    let unlisted = ["bitstamp", "binance"].map(|source| PastPrice {
        read_at: day(LAST).plus(2).start(),
        ..at(one, source, None)
    });
    let sources: Vec<SourceId> = plan(&unlisted, &[(COIN, &[one])], &[])
        .into_iter()
        .map(|one| one.source)
        .collect();
    assert_eq!(sources, ["defillama".parse().unwrap(), "coinbase".parse().unwrap()]);
}

/// All sources answered without a price of a day, this many days later.
fn unpriced(on: Day, later: i64) -> Vec<PastPrice> {
    let sources = ["bitstamp", "binance", "defillama", "coinbase"];
    let answer = |source| PastPrice {
        read_at: on.plus(later).start(),
        ..row(COIN, &on.to_string(), source, None)
    };
    sources.map(answer).into()
}

#[test]
fn an_answer_without_a_price_is_requested_again_only_if_it_was_read_soon_after_its_day() {
    let (one, other) = (day(LAST).plus(-20), day(LAST).plus(-30));
    let rows = [unpriced(one, 1), unpriced(other, 9)].concat();
    let repeated = plan(&rows, &[(COIN, &[one, other])], &[]);
    let days: BTreeSet<Day> = repeated.iter().map(|request| request.to).collect();
    assert!(days.iter().all(|to| *to >= one), "{days:?}");
    assert_eq!(repeated.len(), 2, "two sources have to agree");
    let today = unpriced(day(LAST), 2);
    assert_eq!(plan(&today, &[(COIN, &[day(LAST)])], &[]), [], "it was requested today");
}

#[test]
fn an_unavailable_source_is_replaced_by_the_next_one() {
    let requests = plan(&[], &[(COIN, &[day(LAST)])], &["bitstamp"]);
    let sources: Vec<&str> = requests.iter().map(|one| one.source.as_str()).collect();
    assert_eq!(sources, ["binance", "defillama"]);
}

#[test]
fn a_source_is_not_queried_where_its_origin_has_a_price() {
    let known = [row("eip155:1/slip44:3", LAST, "coingecko", Some("1"))];
    assert_eq!(plan(&known, &[("eip155:1/slip44:3", &[day(LAST)])], &[]), []);
}

#[test]
fn days_that_are_not_over_are_not_requested() {
    assert_eq!(plan(&[], &[(COIN, &[day(LAST).plus(1)])], &[]), []);
}

/// A thousand entries of five years in forty assets: twenty on both exchanges with pages of a thousand days, ten on one, and
/// ten on none; and the asset that one exchange quotes in.
#[test]
fn a_thousand_entries_of_forty_assets_need_fewer_requests_than_the_cheapest_plan() {
    let kinds = ["1", "1", "2", "3"];
    let assets: Vec<String> = (0..40_usize)
        .map(|at| format!("eip155:{}/slip44:{}", at + 1, kinds[at % kinds.len()]))
        .collect();
    let unit = "eip155:1/slip44:9";
    let mut needed: BTreeMap<&str, Vec<Day>> = BTreeMap::new();
    for entry in 0..1_000_i64 {
        let day = day(LAST).plus(-(entry * 7_919) % FIVE_YEARS);
        let asset = &assets[usize::try_from(entry).unwrap() % assets.len()];
        needed.entry(asset).or_default().push(day);
        needed.entry(unit).or_default().push(day);
    }
    let needed: Vec<(&str, &[Day])> = needed.iter().map(|(asset, days)| (*asset, days.as_slice())).collect();
    let (mut rows, mut count) = (Vec::new(), 0);
    for _ in 0..4 {
        let requests = plan(&rows, &needed, &[]);
        count += requests.len();
        rows = answered(rows, &requests, Some("100"));
    }
    assert_eq!(plan(&rows, &needed, &[]), []);
    // Two pages of each exchange and four of the aggregator: 20 · (2 + 2) + 10 · (2 + 4) + 10 · 4, and the unit.
    assert!(count <= 20 * 4 + 10 * 6 + 10 * 4 + 6, "{count} requests");
    println!("requests per 1,000 entries: {count}");
}

proptest! {
    /// Whatever is needed and known: each request fits its source, covers nothing that is known, and no day is in two
    /// requests of one source; and after the answers nothing more is requested of the same sources.
    #[test]
    fn requests_never_overlap(
        wanted in prop::collection::btree_set(0..3_000_i64, 1..40),
        known in prop::collection::btree_set(0..3_000_i64, 0..40),
        size in 1..700_i64,
    ) {
        let day_at = |back: &i64| day(LAST).plus(-back);
        let known: BTreeSet<Day> = known.difference(&wanted).map(day_at).collect();
        let wanted: BTreeSet<Day> = wanted.iter().map(day_at).collect();
        let pages = pages(&wanted, &known, day(LAST), size);
        for (from, to) in &pages {
            prop_assert!(from <= to && to.number() - from.number() < size && *to <= day(LAST));
            prop_assert!(known.range(*from..=*to).next().is_none());
        }
        prop_assert!(pages.windows(2).all(|two| two[1].1 < two[0].0));
        for day in &wanted {
            prop_assert!(pages.iter().any(|(from, to)| from <= day && day <= to));
        }
    }
}
