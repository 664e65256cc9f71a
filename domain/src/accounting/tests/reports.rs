use ports::{Day, LotMethod, Timestamp};

use crate::accounting::{
    BasisRules, CloseTable, ClosingPrices, FlowTable, LedgerReports, Month, MovementKind, MovementRole, MovementTable,
    MovementValue, PartialSum, PeriodLength, ReplayedBalances, ValueHistory, events, sort_movements,
    tests::support::{Ledger, START, exact, tables},
};

fn day(offset: i64) -> Day {
    Day::of(Timestamp::from_seconds(START)).plus(offset)
}

fn known(number: &str) -> PartialSum {
    PartialSum {
        known: exact(number),
        left_out: 0,
    }
}

#[test]
fn balances_are_known_at_every_moment() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10");
    ledger.transfer("1.5", "1.5");
    ledger.sell("0.5", "10");
    let at = |offset| ReplayedBalances::at(&tables(), &ledger.movements, day(offset).start());
    for (offset, here, there) in [(0, "0", "0"), (1, "2", "0"), (2, "0.5", "1.5"), (3, "0", "1.5")] {
        let balances = at(offset);
        assert_eq!(
            (balances.of(0, 0), balances.of(1, 0)),
            (Some(exact(here)), Some(exact(there)))
        );
    }
    assert_eq!(at(3).rows().collect::<Vec<_>>(), [(1, 0, Some(exact("1.5")))]);
}

#[test]
fn a_transfer_is_no_flow_and_an_unpriced_movement_is_left_out() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10");
    ledger.transfer("1", "1");
    ledger.event().add(MovementRole::In, "1", MovementValue::Unknown);
    ledger.sell("1", "15").kind = MovementKind::Swap;
    let mut flows = FlowTable::default();
    events(&ledger.movements).for_each(|event| flows.apply(&tables(), event));
    let rows: Vec<_> = flows.rows().collect();
    let [(0, month, flow)] = rows.as_slice() else {
        panic!("one row is expected")
    };
    assert_eq!(*month, Month::of(day(1)));
    assert_eq!((flow.out_swap, flow.transferred), (known("15"), known("100")));
    assert_eq!(
        flow.net(),
        PartialSum {
            left_out: 1,
            ..known("5")
        }
    );
}

#[test]
fn values_close_at_the_end_of_each_period() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "10");
    ledger.buy("1", "10").asset = 1;
    let mut closes = CloseTable::default();
    for (offset, close) in [(5, "30"), (1, "10"), (2, "40"), (4, "20")] {
        closes.set(0, day(offset), exact(close));
    }
    closes.set(1, day(3), exact("1.123456789012345678901"));
    assert_eq!(closes.close(0, day(3)), None);
    let values = vec![
        ValueHistory::of_totals(PeriodLength::Day, day(0)),
        ValueHistory::of_assets(PeriodLength::Year, day(0)),
    ];
    let mut reports = LedgerReports::new(&[], values);
    events(&ledger.movements).for_each(|event| reports.apply(&tables(), &closes, event));
    reports.close_days_before(day(6), &closes);
    let closing: Vec<_> = reports.values[0]
        .total()
        .iter()
        .map(|it| (it.closing.known.amount().to_string(), it.closing.left_out))
        .collect();
    let expected = [
        ("0", 0),
        ("10", 0),
        ("40", 1),
        ("1.123456789012345678901", 1),
        ("20", 1),
        ("30", 1),
    ];
    assert_eq!(closing, expected.map(|(value, left_out)| (value.to_owned(), left_out)));
    let year: Vec<_> = reports.values[1].assets().filter(|(asset, _)| *asset == 0).collect();
    let [(_, year)] = year.as_slice() else {
        panic!("one year is expected")
    };
    assert_eq!((year.first, year.last, year.largest_on), (day(1), day(5), day(2)));
    assert_eq!(
        (year.closing, year.largest, year.incomplete_days),
        (known("30"), known("40"), 1)
    );
}

#[test]
fn counterparties_and_fees_are_counted_by_month() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10").counterparty = Some(4);
    ledger.add(MovementRole::Fee, "0.1", MovementValue::UnitPrice(exact("10")));
    ledger.sell("1", "30").counterparty = Some(4);
    let mut reports = LedgerReports::new(&[BasisRules::of(LotMethod::Fifo)], Vec::new());
    events(&ledger.movements).for_each(|event| reports.apply(&tables(), &CloseTable::default(), event));
    let totals: Vec<_> = reports.counterparties.totals().collect();
    let [(4, totals)] = totals.as_slice() else {
        panic!("one counterparty is expected")
    };
    assert_eq!(
        (totals.events, totals.volume, totals.fees),
        (2, known("50"), known("1"))
    );
    let fees = reports.fees.by_month();
    assert_eq!(fees[&(Month::of(day(1)), 0)].quantity, known("0.1"));
    assert_eq!(
        reports.fees.rows().next().unwrap().2,
        Some(0),
        "the chain of the account"
    );
}

#[test]
fn a_table_returns_the_movements_that_were_added() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10").counterparty = Some(1);
    ledger.buy("123456789012345678901234567890123456789.5", "0.1");
    ledger.transfer("1", "1");
    ledger.event().add(MovementRole::In, "1", MovementValue::Unknown);
    ledger
        .event()
        .add(MovementRole::In, "1", MovementValue::Total(exact("0")));
    let mut table = MovementTable::default();
    ledger.movements.iter().rev().for_each(|movement| table.push(movement));
    let mut back: Vec<_> = table.iter().collect();
    sort_movements(&mut back);
    assert_eq!(back, ledger.movements);
    let mut counted = Vec::new();
    table.for_each_event(|event| counted.extend_from_slice(event));
    assert_eq!(counted, ledger.movements);
}
