//! Unit tests of statuses.

use ports::{
    AccountId, SourceId,
    amount::SignedRaw,
    fact::{ExchangeAmount, FactBlock},
    history::HistoryGap,
};

use super::*;

const HOUR: i64 = 3_600;

fn account() -> AccountId {
    "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap()
}

/// Returns a fact of a list: its event, the number of its row, its kind, its second, and what it changed.
fn fact(list: Stream, (event, row): (&str, u32), kind: ExchangeRowKind, second: i64, amounts: &[(&str, &str)]) -> Fact {
    let time = Timestamp::from_seconds(1_700_000_000 + second);
    let amount = |(code, raw): &(&str, &str)| ExchangeAmount {
        asset: format!("exchange:kraken/code:{code}").parse().unwrap(),
        amount: raw.parse::<SignedRaw>().unwrap(),
        is_fee: false,
    };
    Fact {
        account: account(),
        transaction: event.parse().unwrap(),
        block: FactBlock {
            number: time.millis().unsigned_abs(),
            hash: None,
            time,
            position: None,
        },
        source: SourceId::fixed("exchange"),
        body: FactBody::ExchangeRow(ExchangeRow {
            list,
            id: format!("{event} {row}"),
            kind,
            words: String::new(),
            transaction: None,
            amounts: amounts.iter().map(amount).collect(),
            stated: "{}".to_owned(),
        }),
    }
}

fn filed(event: &str, kind: ExchangeRowKind, second: i64, amounts: &[(&str, &str)]) -> Fact {
    fact(Stream::ExchangeFiles, (event, 1), kind, second, amounts)
}

fn listed(event: &str, kind: ExchangeRowKind, second: i64, amounts: &[(&str, &str)]) -> Fact {
    fact(Stream::MarketTrades, (event, 1), kind, second, amounts)
}

/// Returns the statuses where a ledger is read from two hours before the moment of second 0 to ten days after it.
fn statuses(files: &[Fact], listed: &[Fact], counts_unlisted: bool) -> Vec<ImportStatus> {
    let block = |second: i64| (1_700_000_000 + second).unsigned_abs() * 1_000;
    let ledger = HistoryProgress {
        through: Some(block(10 * 24 * HOUR)),
        gaps: vec![HistoryGap {
            kind: HistoryGapKind::Window,
            blocks: Some((0, block(-2 * HOUR) - 1)),
        }],
        ..HistoryProgress::unread(&account(), Stream::ExchangeLedger, Timestamp::from_seconds(0))
    };
    let rows = files.iter().map(|fact| JudgedRow { fact, counts_unlisted });
    let rows: Vec<JudgedRow<'_>> = rows.collect();
    let times = ReadTimes {
        progress: &[ledger],
        markets: None,
    };
    judge(&rows, listed, &times).unwrap()
}

#[test]
fn a_trade_counts_where_its_market_is_not_read() {
    let trades = HistoryProgress {
        through: Some(u64::MAX),
        ..HistoryProgress::unread(&account(), Stream::MarketTrades, Timestamp::from_seconds(0))
    };
    let asset = |code: &str| format!("exchange:kraken/code:{code}").parse::<AssetId>().unwrap();
    let market = |base, is_missing| MarketAssets {
        assets: [asset(base), asset("EUR")],
        is_missing,
    };
    let markets = [market("XBT", false), market("LEFT", true)];
    let status = |amounts: &[(&str, &str)], markets| {
        let fact = filed("F1", ExchangeRowKind::Trade, 0, amounts);
        let row = JudgedRow {
            fact: &fact,
            counts_unlisted: false,
        };
        let times = ReadTimes {
            progress: std::slice::from_ref(&trades),
            markets,
        };
        judge(&[row], &[], &times).unwrap().remove(0)
    };
    let (unlisted, counts) = (ImportStatus::Unlisted, ImportStatus::Counts);
    for (amounts, expected) in [
        (BOUGHT, unlisted),
        (&[("LEFT", "5"), ("EUR", "-1")], counts),
        (&[("OTHER", "5"), ("EUR", "-1")], counts),
        (&[("LEFT", "5"), ("XBT", "5"), ("EUR", "-1")], counts),
    ] {
        assert_eq!(status(amounts, Some(&markets)), expected, "{amounts:?}");
        assert_eq!(status(amounts, None), unlisted, "{amounts:?}");
    }
    assert_eq!(status(BOUGHT, Some(&[])), counts);
}

const BOUGHT: &[(&str, &str)] = &[("XBT", "5"), ("EUR", "-200")];

#[test]
fn a_row_with_an_id_of_the_exchange_is_the_same_row() {
    let own = listed("T1", ExchangeRowKind::Trade, 0, BOUGHT);
    let again = filed("T1", ExchangeRowKind::Trade, 0, BOUGHT);
    let before = filed("T0", ExchangeRowKind::Trade, -3 * HOUR, BOUGHT);
    assert_eq!(
        statuses(&[before, again], &[own], false),
        [ImportStatus::Counts, ImportStatus::Listed]
    );
}

#[test]
fn an_event_with_the_same_change_near_in_time_is_the_same_event_once() {
    let own = listed("T1", ExchangeRowKind::Trade, 0, BOUGHT);
    for (second, expected) in [
        (0, ImportStatus::Listed),
        (60, ImportStatus::Listed),
        (-60, ImportStatus::Listed),
        (61, ImportStatus::Unlisted),
        (-3 * HOUR, ImportStatus::Counts),
        (11 * 24 * HOUR, ImportStatus::Counts),
    ] {
        let files = [filed("F1", ExchangeRowKind::Trade, second, BOUGHT)];
        assert_eq!(
            statuses(&files, std::slice::from_ref(&own), false),
            [expected],
            "{second}"
        );
    }
    let twice = [
        filed("F1", ExchangeRowKind::Trade, 1, BOUGHT),
        filed("F2", ExchangeRowKind::Trade, 2, BOUGHT),
    ];
    assert_eq!(
        statuses(&twice, std::slice::from_ref(&own), false),
        [ImportStatus::Listed, ImportStatus::Unlisted]
    );
    assert_eq!(
        statuses(&twice, std::slice::from_ref(&own), true),
        [ImportStatus::Listed, ImportStatus::Counts],
        "what counts already never counts again"
    );
    let other = [filed("F1", ExchangeRowKind::Trade, 0, &[("XBT", "5"), ("EUR", "-201")])];
    assert_eq!(statuses(&other, &[own], false), [ImportStatus::Unlisted]);
}

#[test]
fn the_rows_of_an_event_may_differ_in_time() {
    let row = |list, event, row, second, amounts| fact(list, (event, row), ExchangeRowKind::Trade, second, amounts);
    let sides = |list, event| {
        [
            row(list, event, 1, 0, &[("XBT", "5")][..]),
            row(list, event, 2, 1, &[("EUR", "-200")][..]),
        ]
    };
    let files = sides(Stream::ExchangeFiles, "F1");
    let own = sides(Stream::MarketTrades, "T1");
    assert_eq!(
        statuses(&files, &own, false),
        [ImportStatus::Listed, ImportStatus::Listed]
    );
    assert_eq!(
        statuses(&files, &[], true),
        [ImportStatus::Counts, ImportStatus::Counts]
    );
}

#[test]
fn deposits_may_be_stated_a_day_apart_and_kinds_are_not_mixed() {
    let own = listed("D1", ExchangeRowKind::Deposit, 0, &[("XBT", "5")]);
    let deposit = filed("F1", ExchangeRowKind::Deposit, 20 * HOUR, &[("XBT", "5")]);
    assert_eq!(
        statuses(&[deposit], std::slice::from_ref(&own), false),
        [ImportStatus::Listed]
    );
    let trade = filed("F1", ExchangeRowKind::Trade, 0, &[("XBT", "5")]);
    assert_eq!(statuses(&[trade], &[own], false), [ImportStatus::Unlisted]);
}

#[test]
fn the_trades_of_a_second_may_be_one_event_of_a_file() {
    let own = [
        listed("T1", ExchangeRowKind::Trade, 0, &[("XBT", "2"), ("EUR", "-80")]),
        listed("T2", ExchangeRowKind::Trade, 0, &[("XBT", "3"), ("EUR", "-120")]),
    ];
    let rows = [
        fact(
            Stream::ExchangeFiles,
            ("F1", 1),
            ExchangeRowKind::Trade,
            0,
            &[("XBT", "5")],
        ),
        fact(
            Stream::ExchangeFiles,
            ("F1", 2),
            ExchangeRowKind::Trade,
            0,
            &[("EUR", "-200")],
        ),
    ];
    assert_eq!(
        statuses(&rows, &own, false),
        [ImportStatus::Listed, ImportStatus::Listed]
    );
}

#[test]
fn what_moves_is_the_same_from_either_side() {
    let own = listed("M1", ExchangeRowKind::Move, 0, &[("XBT", "-5")]);
    let both = [
        fact(
            Stream::ExchangeFiles,
            ("F1", 1),
            ExchangeRowKind::Move,
            0,
            &[("XBT", "-5")],
        ),
        fact(
            Stream::ExchangeFiles,
            ("F1", 2),
            ExchangeRowKind::Move,
            0,
            &[("XBT", "5")],
        ),
    ];
    assert_eq!(
        statuses(&both, std::slice::from_ref(&own), false),
        [ImportStatus::Listed, ImportStatus::Listed]
    );
    let other = filed("F2", ExchangeRowKind::Move, 0, &[("ETH", "5")]);
    assert_eq!(statuses(&[other], &[own], false), [ImportStatus::Unlisted]);
}
