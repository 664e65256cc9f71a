use ports::{LotMethod, LotScope, YieldRule, annotation::EntryMark};

use crate::accounting::{
    AssetForm, BasisGapReason, BasisRules, CostBasis, LedgerTables, Movement, MovementKind, MovementRole,
    MovementValue, PartialSum, PoolKey, RealizedTotals,
    tests::support::{Ledger, exact, replay, tables},
};

/// The token of a position. BTC is deposited for it.
const TOKEN: u32 = 1;

fn known(number: &str) -> PartialSum {
    PartialSum {
        known: exact(number),
        left_out: 0,
    }
}

fn price(of: &str) -> MovementValue {
    MovementValue::UnitPrice(exact(of))
}

impl Ledger {
    /// Turns a quantity of an asset into another one.
    fn convert(&mut self, kind: MovementKind, (left, out): (u32, &str), (became, into): (u32, &str)) {
        let number = u32::try_from(self.movements.len()).unwrap() + 1_000;
        let convert = |movement: &mut Movement, asset| {
            (movement.kind, movement.asset, movement.transfer) = (kind, asset, Some(number));
        };
        convert(self.event().add(MovementRole::ConvertOut, out, price("100")), left);
        convert(self.add(MovementRole::ConvertIn, into, price("100")), became);
    }

    fn deposit(&mut self, deposited: &str, token: &str) {
        self.convert(MovementKind::Commit, (0, deposited), (TOKEN, token));
    }

    fn withdraw(&mut self, token: &str, returned: &str) {
        self.convert(MovementKind::Redeem, (TOKEN, token), (0, returned));
    }

    fn run(&self, rules: BasisRules, form: AssetForm) -> (CostBasis, RealizedTotals) {
        replay(&of_form(form), &self.movements, rules)
    }
}

/// Tables in which the token of positions has this form.
fn of_form(form: AssetForm) -> LedgerTables {
    let mut tables = tables();
    tables.assets[usize::try_from(TOKEN).unwrap()].form = form;
    tables
}

/// Quantity and cost of each lot of a pool.
fn lots(basis: &CostBasis, pool: u32) -> Vec<(String, Option<String>)> {
    let own = basis.lots_of(PoolKey { pool, account: 0 });
    let text = |lot: &crate::accounting::Lot| {
        let cost = lot.total_cost().unwrap().map(|cost| cost.amount().to_string());
        (lot.quantity.amount().to_string(), cost)
    };
    own.iter().map(text).collect()
}

fn lot(quantity: &str, cost: &str) -> (String, Option<String>) {
    (quantity.to_owned(), Some(cost.to_owned()))
}

fn income(totals: &RealizedTotals) -> PartialSum {
    let received = totals
        .of_pool(0)
        .map(|pool| pool.received.get(&EntryMark::Income).copied());
    received.flatten().unwrap_or_default()
}

fn all_rules() -> impl Iterator<Item = BasisRules> {
    LotMethod::ALL.into_iter().flat_map(|method| {
        [LotScope::AllAccounts, LotScope::PerAccount].map(|scope| BasisRules {
            scope,
            ..BasisRules::of(method)
        })
    })
}

#[test]
fn a_deposit_and_its_withdrawal_keep_lots_with_date_and_cost() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10");
    ledger.buy("1", "40");
    let dates = ledger.movements.iter().map(|one| one.time).collect::<Vec<_>>();
    ledger.deposit("3", "30");
    ledger.withdraw("30", "3");
    for rules in all_rules() {
        let (basis, totals) = ledger.run(rules, AssetForm::Plain);
        assert_eq!((totals.gain(), totals.gaps().len()), (PartialSum::ZERO, 0), "{rules:?}");
        assert_eq!((lots(&basis, TOKEN), income(&totals)), (vec![], PartialSum::ZERO));
        if rules.method == LotMethod::Average {
            assert_eq!(lots(&basis, 0), [lot("3", "60")]);
            continue;
        }
        assert_eq!(lots(&basis, 0), [lot("2", "20"), lot("1", "40")]);
        let own = basis.lots_of(PoolKey { pool: 0, account: 0 });
        assert_eq!(own.iter().map(|lot| lot.acquired).collect::<Vec<_>>(), dates);
        assert!(own.iter().all(|lot| lot.deposited.is_none()));
    }
}

#[test]
fn what_comes_back_above_a_deposit_is_income_and_what_is_missing_is_a_loss() {
    for (returned, of_rule, gain, earned, held) in [
        (
            "3.3",
            YieldRule::Income,
            "0",
            "30",
            vec![lot("3", "30"), lot("0.3", "30")],
        ),
        ("3.3", YieldRule::Cost, "0", "0", vec![lot("3.3", "30")]),
        ("2.4", YieldRule::Income, "-6", "0", vec![lot("2.4", "24")]),
        ("2.4", YieldRule::Cost, "0", "0", vec![lot("2.4", "30")]),
    ] {
        let mut ledger = Ledger::default();
        ledger.buy("3", "10");
        ledger.deposit("3", "2.7");
        ledger.withdraw("2.7", returned);
        let rules = BasisRules {
            yields: of_rule,
            ..BasisRules::of(LotMethod::Fifo)
        };
        let (basis, totals) = ledger.run(rules, AssetForm::Plain);
        assert_eq!(lots(&basis, 0), held, "{returned} {of_rule:?}");
        assert_eq!((totals.gain(), income(&totals)), (known(gain), known(earned)));
        assert!(totals.gaps().is_empty());
    }
}

#[test]
fn a_part_of_a_position_gives_back_its_part_of_the_deposit() {
    let mut ledger = Ledger::default();
    ledger.buy("4", "10");
    ledger.deposit("4", "8");
    ledger.withdraw("2", "1.5");
    ledger.sell("1", "12");
    let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Plain);
    assert_eq!(lots(&basis, TOKEN), [lot("6", "30")]);
    assert_eq!(
        (totals.gain(), income(&totals)),
        (known("2"), known("50")),
        "0.5 came above"
    );
    assert_eq!(lots(&basis, 0), [lot("0.5", "50")]);
}

#[test]
fn a_token_that_grew_gives_back_the_deposit_first() {
    let mut ledger = Ledger::default();
    ledger.buy("100", "10");
    ledger.deposit("100", "100");
    ledger.withdraw("50", "50");
    ledger.withdraw("55", "55");
    for form in [AssetForm::Rebasing, AssetForm::Position] {
        let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Lifo), form);
        assert_eq!((totals.gaps().len(), income(&totals)), (0, known("500")), "{form:?}");
        assert_eq!(lots(&basis, 0), [lot("50", "500"), lot("50", "500"), lot("5", "500")]);
    }
    let (_, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Plain);
    let gap = totals.gaps()[0];
    assert_eq!(
        (gap.reason, gap.quantity),
        (BasisGapReason::NoLot, exact("5")),
        "another token cannot grow"
    );
}

#[test]
fn a_token_from_a_market_gives_its_cost_to_what_it_becomes() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "50").asset = TOKEN;
    ledger.buy("1", "10");
    ledger.deposit("1", "1");
    ledger.withdraw("3", "3.3");
    let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Plain);
    assert_eq!(lots(&basis, 0), [lot("2.2", "100"), lot("1", "10"), lot("0.1", "10")]);
    assert_eq!((totals.gain(), income(&totals)), (PartialSum::ZERO, known("10")));
}

#[test]
fn a_position_within_a_position_gives_back_what_was_deposited_first() {
    let mut ledger = Ledger::default();
    ledger.buy("10", "5");
    ledger.deposit("10", "10");
    ledger.convert(MovementKind::Commit, (TOKEN, "10"), (2, "8"));
    ledger.convert(MovementKind::Redeem, (2, "8"), (TOKEN, "10.5"));
    ledger.withdraw("10.5", "10.5");
    let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Rebasing);
    assert_eq!(lots(&basis, 0), [lot("10", "50"), lot("0.5", "50")]);
    assert_eq!((totals.gaps().len(), income(&totals)), (0, known("50")));
}

#[test]
fn an_asset_that_continues_keeps_lots_at_another_quantity() {
    let mut ledger = Ledger::default();
    ledger.buy("100", "1");
    ledger.buy("200", "2");
    ledger.convert(MovementKind::Continue, (0, "300"), (2, "3"));
    ledger.sell("1", "150").asset = 2;
    let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Plain);
    assert_eq!(lots(&basis, 2), [lot("2", "400")]);
    assert_eq!(totals.gain(), known("50"), "the first lot cost 100");
}

#[test]
fn what_comes_back_from_an_unknown_deposit_arrived_from_elsewhere() {
    let mut ledger = Ledger::default();
    ledger.withdraw("2", "2");
    let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Position);
    assert_eq!(
        (lots(&basis, 0), income(&totals)),
        (vec![lot("2", "200")], PartialSum::ZERO)
    );
    for form in [AssetForm::Plain, AssetForm::Rebasing] {
        let (basis, totals) = ledger.run(BasisRules::of(LotMethod::Fifo), form);
        assert_eq!(lots(&basis, 0), [("2".to_owned(), None)], "{form:?}");
        assert_eq!(totals.gaps()[0].reason, BasisGapReason::NoLot);
    }
}

#[test]
fn no_quantity_and_no_cost_is_lost_however_often_a_position_is_divided() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "10");
    ledger.buy("2", "7");
    ledger.deposit("3", "7");
    for _ in 0..6 {
        ledger.withdraw("1", "0.3");
    }
    ledger.withdraw("1", "5");
    for rules in all_rules() {
        let (basis, totals) = ledger.run(rules, AssetForm::Plain);
        assert_eq!(lots(&basis, TOKEN), [], "{rules:?}");
        let own = basis.lots_of(PoolKey { pool: 0, account: 0 });
        let held = own.iter().map(|lot| lot.total_cost().unwrap().unwrap());
        let held = held.fold(exact("0"), |sum, cost| sum.add(cost).unwrap());
        let loss = totals.gain().known;
        let bought = held.sub(loss).unwrap().sub(income(&totals).known).unwrap();
        assert_eq!(bought, exact("24"), "{rules:?}");
    }
}

#[test]
fn a_gain_says_how_much_of_it_has_an_assumed_cost() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "10");
    ledger.buy("2", "20").is_assumed = true;
    ledger.deposit("3", "3");
    ledger.withdraw("3", "3");
    let (basis, _) = ledger.run(BasisRules::of(LotMethod::Fifo), AssetForm::Plain);
    let own = basis.lots_of(PoolKey { pool: 0, account: 0 });
    assert_eq!(own.iter().map(|lot| lot.is_assumed).collect::<Vec<_>>(), [false, true]);
}
