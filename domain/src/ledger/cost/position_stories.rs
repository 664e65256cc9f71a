//! Deposits, withdrawals, continued assets and arrivals from elsewhere.

use ports::{
    Amount, ArrivalRule, CarryRule, CostRules, Entry,
    entry::{EntryKind, LegRole},
};

use crate::ledger::cost::{
    CostChangeKind, rules_text,
    story::{ARB, ETHER, FIRST, SHARE, Story, amount, entry, leg, state, states},
};

fn lent() -> (Story, ports::EntryId, ports::EntryId) {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 200)]);
    let lent = story.of_kind(
        5,
        EntryKind::Deposit,
        vec![leg(LegRole::Out, ETHER, 200), leg(LegRole::In, SHARE, 190)],
    );
    let returned = story.of_kind(
        10,
        EntryKind::Withdraw,
        vec![leg(LegRole::Out, SHARE, 190), leg(LegRole::In, ETHER, 210)],
    );
    (story, lent, returned)
}

#[test]
fn a_deposit_realizes_nothing_and_what_comes_back_above_it_is_income() {
    let (mut story, lent, returned) = lent();
    let sold = story.on(20, vec![leg(LegRole::Out, ETHER, 210)]);
    let share = story.change(&lent, SHARE);
    assert_eq!(
        states(&share),
        [state("0", "0", ""), state("1.9", "2000", "1052.631578947368421053")]
    );
    assert_eq!(
        (share.kind, share.realized, share.gap),
        (CostChangeKind::Carried, None, None)
    );
    let ether = story.change(&returned, ETHER);
    assert_eq!(
        states(&ether),
        [state("0", "0", ""), state("2.1", "2200", "1047.619047619047619048")],
        "0.1 is income at 2,000"
    );
    assert_eq!(
        story.change(&sold, ETHER).realized,
        Some(amount("4100")),
        "2.1 × 3,000 − 2,200"
    );
    let text = |id| {
        let cost = story.costs(id);
        rules_text(cost.rules, &cost.used)
    };
    assert!(
        text(&returned).contains("What comes back above a deposit is income"),
        "{}",
        text(&returned)
    );
    assert!(!text(&lent).contains("elsewhere"), "{}", text(&lent));
    assert!(
        text(&sold).contains("What arrived from elsewhere is assumed"),
        "{}",
        text(&sold)
    );
}

#[test]
fn a_person_may_choose_that_a_deposit_is_a_sale() {
    let (mut story, lent, _) = lent();
    story.rules.positions = CarryRule::Disposal;
    let ether = story.change(&lent, ETHER);
    assert_eq!(ether.realized, Some(amount("1000")), "2 × 1,500 − 2,000");
    assert_eq!(ether.kind, CostChangeKind::Exchanged);
}

#[test]
fn a_deposit_without_a_token_waits_in_its_place() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let staked = story.of_kind(1, EntryKind::Stake, vec![leg(LegRole::Out, ETHER, 300)]);
    let first = story.of_kind(2, EntryKind::Unstake, vec![leg(LegRole::In, ETHER, 100)]);
    let paid = vec![leg(LegRole::In, ETHER, 250), leg(LegRole::In, ARB, 500)];
    let last = story.of_kind(10, EntryKind::Unstake, paid);
    let there = &story.costs(&staked).assets[1];
    assert_eq!(there.symbol, "ETH in market");
    assert_eq!(states(there)[1], state("3", "3000", "1000"));
    assert_eq!(states(&story.change(&first, ETHER))[1], state("1", "1000", "1000"));
    let ether = story.change(&last, ETHER);
    assert_eq!(
        states(&ether)[1],
        state("3.5", "4000", "1142.857142857142857143"),
        "0.5 is income at 2,000"
    );
    assert!(!ether.is_assumed);
    let reward = story.change(&last, ARB);
    assert_eq!(
        (reward.is_assumed, reward.after.unknown),
        (false, amount("5")),
        "earned, and without a price"
    );
}

#[test]
fn rewards_of_a_farm_are_no_token_of_the_deposit() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let legs = vec![leg(LegRole::Out, ETHER, 300), leg(LegRole::In, ARB, 5)];
    let farm = Entry {
        kind: EntryKind::Stake,
        protocol: Some("farm".to_owned()),
        decoder: "farm".to_owned(),
        ..entry(1, FIRST, legs)
    };
    let staked = story.row(farm, None);
    let costs = story.costs(&staked).assets;
    let symbols: Vec<&str> = costs.iter().map(|one| one.symbol.as_str()).collect();
    assert_eq!(symbols, ["ARB", "ETH", "ETH in farm"]);
    assert_eq!(story.change(&staked, ETHER).realized, None);
}

#[test]
fn a_continued_asset_keeps_its_cost_unless_the_person_sells_it() {
    let mut story = Story::default();
    story.continued_as = [(SHARE.parse().unwrap(), ETHER.parse().unwrap())].into();
    let bought = story.on(0, vec![leg(LegRole::In, SHARE, 1000)]);
    story.cost(&bought, SHARE, "50");
    let swap = vec![leg(LegRole::Out, SHARE, 1000), leg(LegRole::In, ETHER, 10)];
    let moved = story.of_kind(10, EntryKind::Swap, swap);
    let ether = story.change(&moved, ETHER);
    assert_eq!(states(&ether)[1], state("0.1", "50", "500"));
    assert_eq!((ether.kind, ether.is_assumed), (CostChangeKind::Carried, false));
    story.rules.continuations = CarryRule::Disposal;
    assert_eq!(states(&story.change(&moved, ETHER))[1], state("0.1", "200", "2000"));
}

#[test]
fn what_arrived_from_elsewhere_is_marked_or_unknown_as_the_person_chooses() {
    let mut story = Story::default();
    let arrived = story.on(0, vec![leg(LegRole::In, ETHER, 200)]);
    let swapped = story.on(1, vec![leg(LegRole::In, ETHER, 100), leg(LegRole::Out, ARB, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 100)]);
    assert!(story.change(&arrived, ETHER).is_assumed && !story.change(&swapped, ETHER).is_assumed);
    let gain = story.change(&sold, ETHER);
    assert!(gain.has_assumed_gain && !gain.is_assumed);
    assert_eq!(gain.realized, Some(amount("1000")));

    story.rules = CostRules {
        arrivals: ArrivalRule::Unknown,
        ..CostRules::default()
    };
    let unknown = story.change(&arrived, ETHER);
    assert_eq!((unknown.after.unknown, unknown.is_assumed), (amount("2"), false));
    let gain = story.change(&sold, ETHER);
    assert_eq!((gain.realized, gain.gap.unwrap().quantity), (None, amount("1")));

    story.cost(&arrived, ETHER, "300");
    let entered = story.change(&arrived, ETHER);
    assert_eq!((entered.after.cost, entered.is_assumed), (Some(amount("300")), false));
    assert!(!story.change(&sold, ETHER).has_assumed_gain);
    assert_eq!(story.change(&sold, ETHER).realized, Some(amount("1850")));
}

#[test]
fn a_token_that_grows_lacks_nothing_when_it_is_withdrawn() {
    let (mut story, ..) = lent();
    story.rebasing = [SHARE.parse().unwrap()].into();
    let more = vec![leg(LegRole::Out, ETHER, 200), leg(LegRole::In, SHARE, 200)];
    story.of_kind(11, EntryKind::Deposit, more);
    let grown = vec![leg(LegRole::Out, SHARE, 220), leg(LegRole::In, ETHER, 220)];
    let withdrawn = story.of_kind(12, EntryKind::Withdraw, grown);
    let costs = story.costs(&withdrawn);
    assert!(costs.assets.iter().all(|one| one.gap.is_none()), "{costs:?}");
    assert!(!story.has_row_gap(&withdrawn));
    let share = story.change(&withdrawn, SHARE);
    assert_eq!(share.after.quantity, Some(Amount::ZERO));
}
