use ports::{LotMethod, annotation::EntryMark};

use crate::accounting::{
    BasisGapReason, BasisRules, Exact, MovementRole, MovementValue, PartialSum, profit_and_loss,
    tests::support::{Ledger, exact},
    unrealized,
};

const FIFO: BasisRules = BasisRules::of(LotMethod::Fifo);

fn known(number: &str, left_out: u32) -> PartialSum {
    PartialSum {
        known: exact(number),
        left_out,
    }
}

#[test]
fn a_disposal_beyond_the_lots_is_a_gap_and_no_gain() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "100");
    ledger.sell("3", "150");
    for method in LotMethod::ALL {
        let (_, totals) = ledger.replay(BasisRules::of(method));
        let own = totals.of_pool(0).unwrap();
        assert_eq!(own.gain, known("50", 1));
        assert_eq!((own.proceeds, own.cost), (known("150", 0), known("100", 0)));
        let [gap] = totals.gaps() else {
            panic!("one gap is expected")
        };
        assert_eq!((gap.reason, gap.quantity), (BasisGapReason::NoLot, exact("2")));
        assert_eq!(gap.proceeds, Some(exact("300")));
    }
}

#[test]
fn an_acquisition_without_a_price_has_an_unknown_cost() {
    let mut ledger = Ledger::default();
    ledger.event().add(MovementRole::In, "2", MovementValue::Unknown);
    ledger.buy("1", "100");
    ledger.sell("1", "150");
    let (basis, totals) = ledger.replay(FIFO);
    assert_eq!(totals.gain(), known("0", 1));
    assert_eq!(totals.gaps()[0].reason, BasisGapReason::UnknownCost);
    let held = unrealized(&basis, |_| Some(exact("200")));
    assert_eq!(held[&0].gain, known("100", 1));
    assert_eq!((held[&0].quantity, held[&0].lots), (known("1", 1), 2));
    assert_eq!(profit_and_loss(&totals, &held).total, known("100", 2));
    // The highest cost and the average take what has a known cost first.
    for method in [LotMethod::Hifo, LotMethod::Average] {
        let (_, totals) = ledger.replay(BasisRules::of(method));
        assert_eq!((totals.gain(), totals.gaps()), (known("50", 0), &[][..]));
    }
}

#[test]
fn a_cost_set_by_the_user_closes_the_gap() {
    let mut ledger = Ledger::default();
    let cost = MovementValue::Total(exact("100"));
    ledger.event().add(MovementRole::In, "3", cost);
    ledger.sell("1", "150");
    ledger.sell("2", "150");
    for method in LotMethod::ALL {
        let (basis, totals) = ledger.replay(BasisRules::of(method));
        assert_eq!(totals.gain(), known("350", 0), "nothing is lost by rounding thirds");
        assert_eq!(basis.open_lots().count(), 0);
    }
    let (_, first) = {
        ledger.movements.truncate(2);
        ledger.replay(FIFO)
    };
    assert_eq!(first.gain(), known("116.666666666666666667", 0));
}

#[test]
fn a_disposal_without_a_price_leaves_its_cost_and_counts_nothing() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "100");
    ledger.event().add(MovementRole::Out, "1", MovementValue::Unknown);
    let (basis, totals) = ledger.replay(FIFO);
    let own = totals.of_pool(0).unwrap();
    assert_eq!((own.gain, own.cost), (known("0", 1), known("0", 0)));
    assert_eq!(totals.gaps()[0].reason, BasisGapReason::UnknownPrice);
    assert_eq!(unrealized(&basis, |_| None)[&0].quantity, known("1", 0));
    assert_eq!(unrealized(&basis, |_| None)[&0].value, known("0", 1));
}

#[test]
fn marks_count_what_was_received_and_given() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "100");
    ledger.buy("1", "40");
    ledger.marked(EntryMark::Airdrop);
    ledger.sell("1", "150");
    ledger.marked(EntryMark::Gift);
    let (_, totals) = ledger.replay(FIFO);
    let own = totals.of_pool(0).unwrap();
    assert_eq!(own.received[&EntryMark::Airdrop], known("40", 0));
    assert_eq!(own.acquired, known("140", 0));
    assert_eq!((own.given_away, own.gain), (known("100", 0), PartialSum::ZERO));
}

#[test]
fn a_number_that_does_not_fit_breaks_its_pool_and_no_other() {
    let mut ledger = Ledger::default();
    let huge = "1".repeat(70);
    ledger
        .event()
        .add(MovementRole::In, &huge, MovementValue::UnitPrice(exact(&huge)));
    ledger.sell("1", "2");
    ledger.buy("1", "5").asset = 1;
    ledger.sell("1", "7").asset = 1;
    let (_, totals) = ledger.replay(FIFO);
    assert!(
        totals
            .gaps()
            .iter()
            .all(|gap| gap.reason == BasisGapReason::TooLarge && gap.place.pool == 0)
    );
    assert!(!totals.gaps().is_empty());
    assert_eq!(totals.of_pool(1).unwrap().gain, known("2", 0));
    assert_ne!(totals.of_pool(0).unwrap().gain.left_out, 0);
}

#[test]
fn numbers_beyond_128_bits_stay_exact() {
    let mut ledger = Ledger::default();
    let large = "100000000000000000000.000000000000000001";
    let price = "1234567.123456789012345678901234";
    ledger.buy(large, price);
    ledger.sell(large, price);
    for method in LotMethod::ALL {
        let (basis, totals) = ledger.replay(BasisRules::of(method));
        assert_eq!(
            totals.of_pool(0).unwrap().cost.known,
            exact(large).mul(exact(price)).unwrap()
        );
        assert_eq!((totals.gain(), basis.open_lots().count()), (PartialSum::ZERO, 0));
        assert_ne!(totals.of_pool(0).unwrap().cost.known, Exact::ZERO);
    }
}

#[test]
fn an_arrival_without_a_departure_is_a_gap() {
    let mut ledger = Ledger::default();
    ledger
        .event()
        .add(MovementRole::TransferIn, "1", MovementValue::Unknown)
        .transfer = Some(9);
    let (_, totals) = ledger.replay(FIFO);
    assert_eq!(totals.gaps()[0].reason, BasisGapReason::NoDeparture);
}
