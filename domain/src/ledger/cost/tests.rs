use ports::{
    Amount, Entry,
    annotation::{AnnotationContent, EntryMark},
    entry::{EntryKind, LegRole},
};

use crate::{
    ledger::{
        cost::{
            CostChangeKind, CostRepair,
            story::{
                ARB, ETHER, ETHER_ON_BASE, FIRST, OTHER_CHAIN, SECOND, Story, WRAPPED, amount, entry, leg, state,
                states,
            },
        },
        table::book_row::Partner,
    },
    transfer_match::MatchReason,
};

#[test]
fn a_disposal_takes_the_oldest_lots_and_realizes_the_difference() {
    let mut story = Story::default();
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 200)]);
    story.on(1, vec![leg(LegRole::In, ETHER, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 250)]);
    let first = story.change(&bought, ETHER);
    assert_eq!(states(&first), [state("0", "0", ""), state("2", "2000", "1000")]);
    assert_eq!((first.realized, first.gap.clone()), (None, None));
    let change = story.change(&sold, ETHER);
    assert_eq!(
        states(&change),
        [
            state("3", "3100", "1033.333333333333333333"),
            state("0.5", "550", "1100")
        ]
    );
    assert_eq!(
        change.realized,
        Some(amount("2450")),
        "2.5 × 2000 − 2 × 1000 − 0.5 × 1100"
    );
    assert_eq!(change.value_basis.unwrap().text(), "Close of 2024-01-11");
}

#[test]
fn what_left_without_having_arrived_is_a_gap_until_the_person_repairs_it() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 300)]);
    let change = story.change(&sold, ETHER);
    let gap = change.gap.clone().unwrap();
    assert_eq!((gap.quantity, gap.reason.code), (amount("2"), "no_lot"));
    assert!(
        gap.reason
            .text
            .starts_with("Only 1 ETH is known to have arrived before."),
        "{}",
        gap.reason.text
    );
    assert!(
        gap.reason
            .text
            .ends_with("The history is not complete, so this may change.")
    );
    assert_eq!(
        gap.repairs,
        [CostRepair::WatchWallet, CostRepair::EnterCost, CostRepair::Mark]
    );
    assert_eq!(change.realized, Some(amount("1000")), "of the known part alone");
    assert_eq!(change.unrealizable.unwrap().code, "no_lot");
    assert!(story.has_row_gap(&sold));

    story.cost(&sold, ETHER, "500");
    let repaired = story.change(&sold, ETHER);
    assert_eq!((repaired.gap, repaired.realized), (None, Some(amount("4500"))));
    assert_eq!(repaired.entered.unwrap().amount, amount("500"));
    assert!(!story.has_row_gap(&sold));
}

#[test]
fn what_was_received_as_income_cost_what_it_was_worth() {
    for mark in [EntryMark::Income, EntryMark::Airdrop] {
        let mut story = Story::default();
        let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 300), leg(LegRole::In, ARB, 100)]);
        story.annotate(&sold, AnnotationContent::Mark(mark));
        let change = story.change(&sold, ETHER);
        assert_eq!((change.gap, change.realized), (None, Some(Amount::ZERO)), "{mark:?}");
    }
}

#[test]
fn a_gift_to_somebody_leaves_at_its_cost_and_realizes_nothing() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let given = story.on(10, vec![leg(LegRole::Out, ETHER, 150)]);
    story.annotate(&given, AnnotationContent::Mark(EntryMark::Gift));
    let change = story.change(&given, ETHER);
    assert_eq!(
        (change.gap.clone(), change.realized, change.unrealizable.clone()),
        (None, None, None)
    );
    assert_eq!(states(&change), [state("1", "1000", "1000"), state("0", "0", "")]);
}

#[test]
fn an_arrival_without_a_price_has_an_unknown_cost_that_can_be_entered() {
    let mut story = Story::default();
    let arrived = story.on(0, vec![leg(LegRole::In, ARB, 100)]);
    let sold = story.on(1, vec![leg(LegRole::Out, ARB, 40), leg(LegRole::In, ETHER, 100)]);
    let change = story.change(&arrived, ARB);
    assert_eq!(states(&change), [state("0", "0", ""), state("1", "", "")]);
    assert_eq!(
        (change.after.unknown, change.gap.clone().unwrap().repairs),
        (amount("1"), vec![CostRepair::EnterCost])
    );
    let gap = story.change(&sold, ARB).gap.unwrap();
    assert_eq!(
        (gap.reason.code, gap.acquired_by),
        ("unknown_cost", Some(arrived.clone()))
    );
    assert_eq!(gap.repairs, [CostRepair::OpenAcquisition]);
    assert!(!story.has_row_gap(&sold), "it is repaired where it arrived");

    story.cost(&arrived, ARB, "10");
    assert_eq!(states(&story.change(&arrived, ARB))[1], state("1", "10", "10"));
    let change = story.change(&sold, ARB);
    assert_eq!(states(&change)[1], state("0.6", "6", "10"));
    assert_eq!(
        change.unrealizable.unwrap().code,
        "unknown_price",
        "what it was sold for is still unknown"
    );
}

#[test]
fn a_price_that_is_requested_is_nothing_to_repair() {
    let mut story = Story::default();
    let arrived = story.on(0, vec![leg(LegRole::In, ARB, 100)]);
    let later = story.on(1, vec![leg(LegRole::In, ARB, 100)]);
    let sold = story.on(2, vec![leg(LegRole::Out, ARB, 100)]);
    let later_sold = story.on(3, vec![leg(LegRole::Out, ARB, 100)]);
    story.await_price(ARB, 0);
    let gap = story.change(&arrived, ARB).gap.unwrap();
    assert_eq!(
        (gap.reason.text.as_str(), gap.repairs),
        ("Its price is being requested.", vec![])
    );
    let gap = story.change(&sold, ARB).gap.unwrap();
    let text = "The price at which it arrived is not known yet.";
    assert_eq!((gap.reason.code, gap.reason.text.as_str()), ("unknown_cost", text));
    assert_eq!((gap.repairs, gap.acquired_by), (vec![], Some(arrived)));
    // No source has a price of the second arrival, so that it can be repaired.
    assert_eq!(story.change(&later, ARB).gap.unwrap().repairs, [CostRepair::EnterCost]);
    assert_eq!(
        story.change(&later_sold, ARB).gap.unwrap().repairs,
        [CostRepair::OpenAcquisition]
    );
}

#[test]
fn a_transfer_between_own_accounts_changes_no_cost() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let received = entry(5, SECOND, vec![leg(LegRole::In, ETHER, 200)]);
    let partner = Partner {
        given: Vec::new(),
        received: vec![received],
        reason: MatchReason::SameTransaction,
    };
    let sent = entry(5, FIRST, vec![leg(LegRole::Out, ETHER, 200)]);
    let moved = story.row(sent, Some(partner));
    let change = story.change(&moved, ETHER);
    assert_eq!(
        states(&change),
        [state("3", "3000", "1000"), state("3", "3000", "1000")]
    );
    assert!(change.kind == CostChangeKind::Carried && change.realized.is_none() && change.value_basis.is_none());
}

#[test]
fn a_bridge_keeps_the_cost_and_disposes_of_its_fee_when_it_arrives() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let received = entry(7, OTHER_CHAIN, vec![leg(LegRole::In, ETHER_ON_BASE, 190)]);
    let partner = Partner {
        given: Vec::new(),
        received: vec![received],
        reason: MatchReason::Decided,
    };
    let moved = story.row(entry(5, FIRST, vec![leg(LegRole::Out, ETHER, 200)]), Some(partner));
    let change = story.change(&moved, ETHER_ON_BASE);
    assert_eq!(
        states(&change),
        [state("3", "3000", "1000"), state("2.9", "2900", "1000")]
    );
    assert_eq!(change.realized, Some(amount("70")), "0.1 × 1700 − 0.1 × 1000");
    assert_eq!(change.kind, CostChangeKind::Carried);
}

#[test]
fn a_wrapped_coin_is_the_same_coin() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let wrapped = story.on(5, vec![leg(LegRole::Out, ETHER, 100), leg(LegRole::In, WRAPPED, 100)]);
    let costs = story.costs(&wrapped);
    assert_eq!(costs.assets.len(), 1);
    assert_eq!(states(&costs.assets[0])[0], states(&costs.assets[0])[1]);
    let sold = story.on(6, vec![leg(LegRole::Out, WRAPPED, 100)]);
    assert_eq!(story.change(&sold, WRAPPED).realized, Some(amount("600")));
}

#[test]
fn fees_add_to_the_cost_of_what_they_were_paid_for() {
    let mut story = Story::default();
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let swapped = story.on(
        1,
        vec![
            leg(LegRole::In, ARB, 500),
            leg(LegRole::Out, ETHER, 100),
            leg(LegRole::Fee, ETHER, 10),
        ],
    );
    story.cost(&swapped, ARB, "1100");
    let change = story.change(&swapped, ARB);
    assert_eq!(states(&change)[1], state("5", "1210", "242"), "1100 + 0.1 × 1100");
    let ether = story.change(&swapped, ETHER);
    assert_eq!(ether.realized, Some(amount("110")), "the fee is disposed of too");
    assert_eq!(ether.kind, CostChangeKind::Exchanged);
}

#[test]
fn spam_that_claims_to_take_or_bring_something_has_no_repairs() {
    let mut story = Story::default();
    let spam = |day: i64, role: LegRole| Entry {
        kind: EntryKind::Spam,
        ..entry(day, FIRST, vec![leg(role, ARB, 100)])
    };
    let taken = story.row(spam(1, LegRole::Out), None);
    assert!(story.costs(&taken).assets.is_empty(), "nothing left");
    assert!(!story.has_row_gap(&taken));

    let brought = story.row(spam(2, LegRole::In), None);
    let gap = story.change(&brought, ARB).gap.unwrap();
    assert_eq!((gap.reason.code, gap.repairs), ("unknown_cost", Vec::new()));

    // The same of an entry that is none.
    let sold = story.on(3, vec![leg(LegRole::Out, ARB, 300)]);
    assert!(story.has_row_gap(&sold));
}
