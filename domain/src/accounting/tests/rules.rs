use crate::accounting::{
    BasisRules, MovementRole, MovementValue, PartialSum, PoolKey,
    tests::support::{Ledger, MONEY, START, exact},
};
use ports::{FeeRule, LotMethod, LotScope};

fn known(number: &str) -> PartialSum {
    PartialSum {
        known: exact(number),
        left_out: 0,
    }
}

fn per_account(method: LotMethod) -> BasisRules {
    BasisRules {
        scope: LotScope::PerAccount,
        ..BasisRules::of(method)
    }
}

#[test]
fn each_method_takes_its_own_lots() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "20");
    ledger.buy("1", "30");
    ledger.buy("1", "25");
    ledger.sell("1", "40");
    for (method, gain) in [
        (LotMethod::Fifo, "20"),
        (LotMethod::Lifo, "15"),
        (LotMethod::Hifo, "10"),
        (LotMethod::Average, "15"),
    ] {
        assert_eq!(
            ledger.replay(BasisRules::of(method)).1.gain(),
            known(gain),
            "{method:?}"
        );
    }
}

#[test]
fn a_transfer_moves_lots_with_their_cost_and_date() {
    let mut ledger = Ledger::default();
    ledger.buy("1", "10");
    ledger.buy("1", "20");
    ledger.buy("1", "30").account = 1;
    ledger.transfer("1.5", "1.5");
    for method in [LotMethod::Fifo, LotMethod::Lifo, LotMethod::Hifo] {
        let (basis, totals) = ledger.replay(per_account(method));
        assert!(totals.gaps().is_empty());
        let lots = |account| basis.lots_of(PoolKey { pool: 0, account });
        let costs = |account: u32| -> Vec<String> {
            let own = lots(account);
            own.iter()
                .map(|lot| lot.total_cost().unwrap().unwrap().amount().to_string())
                .collect()
        };
        let (left, moved) = match method {
            LotMethod::Fifo => (["10"], ["10", "10", "30"]),
            _ => (["5"], ["5", "20", "30"]),
        };
        assert_eq!(
            (costs(0), costs(1)),
            (left.map(String::from).into(), moved.map(String::from).into())
        );
        assert!(lots(1).is_sorted_by_key(|lot| lot.acquired), "lots keep their dates");
        assert!(lots(1)[0].acquired.seconds() <= START + 3 * 86_400);
    }
}

#[test]
fn what_a_bridge_keeps_is_a_fee_under_both_scopes() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "60");
    ledger.transfer("1", "0.9");
    for rules in [BasisRules::of(LotMethod::Fifo), per_account(LotMethod::Fifo)] {
        let (basis, totals) = ledger.replay(rules);
        // A tenth at 100 that cost 60 for each unit.
        assert_eq!(totals.gain(), known("4"));
        let quantity = basis.open_lots().flat_map(|(_, lots)| lots).map(|lot| lot.quantity);
        assert_eq!(
            quantity.fold(exact("0"), |sum, part| sum.add(part).unwrap()),
            exact("1.9")
        );
    }
}

#[test]
fn capitalised_fees_belong_to_cost_and_proceeds() {
    let mut ledger = Ledger::default();
    ledger.buy("10", "50");
    ledger
        .add(MovementRole::Fee, "7", MovementValue::UnitPrice(exact("1")))
        .asset = MONEY;
    ledger.sell("5", "65");
    ledger
        .add(MovementRole::Fee, "7", MovementValue::UnitPrice(exact("1")))
        .asset = MONEY;
    let rules = |fees| BasisRules {
        fees,
        ..BasisRules::of(LotMethod::Fifo)
    };
    // Proceeds of 325 less 7, cost of half of 507.
    assert_eq!(ledger.replay(rules(FeeRule::Capitalised)).1.gain(), known("64.5"));
    assert_eq!(ledger.replay(rules(FeeRule::Separate)).1.gain(), known("75"));
}

#[test]
fn a_fee_in_an_asset_is_a_disposal_under_both_rules() {
    let mut ledger = Ledger::default();
    ledger.buy("2", "10").asset = 1;
    ledger.buy("1", "100");
    ledger
        .add(MovementRole::Fee, "1", MovementValue::UnitPrice(exact("12")))
        .asset = 1;
    for (fees, cost) in [(FeeRule::Separate, "100"), (FeeRule::Capitalised, "112")] {
        let (basis, totals) = ledger.replay(BasisRules {
            fees,
            ..BasisRules::of(LotMethod::Hifo)
        });
        assert_eq!(totals.of_pool(1).unwrap().gain, known("2"));
        let lots = basis.lots_of(PoolKey { pool: 0, account: 0 });
        assert_eq!(lots[0].total_cost().unwrap(), Some(exact(cost)));
    }
}
