//! Costs and gains in a currency without a rate on some days.

use ports::{Currency, Day, EntryId, entry::LegRole};

use crate::{
    currency::MissingClose,
    ledger::cost::{
        CostRepair, EntryCost,
        story::{ARB, ETHER, Story, amount, bitcoin, leg},
    },
};

const FIRST_DAY: &str = "2024-01-01";
const REASON: (&str, &str) = ("no_rate", "There is no BTC price for 2024-01-01.");

/// Returns code and text of the missing rate of an entry's costs.
fn missing(costs: &EntryCost) -> Option<(&'static str, &str)> {
    let reason = costs.missing_rate.as_ref();
    reason.map(|reason| (reason.code, reason.text.as_str()))
}

fn is_complete(story: &Story, id: &EntryId) -> bool {
    let costs = story.costs(id);
    assert_eq!(costs.complete, costs.missing_rate.is_none());
    costs.complete
}

#[test]
fn a_cost_without_a_rate_names_the_rate_and_nothing_is_to_be_entered() {
    let mut story = Story::without_bitcoin(FIRST_DAY, MissingClose::Unpriced);
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let costs = story.costs(&bought);
    assert_eq!((costs.complete, missing(&costs)), (false, Some(REASON)));
    let change = story.change(&bought, ETHER);
    let (gap, after) = (change.gap.unwrap(), change.after);
    assert_eq!(
        (gap.reason.code, gap.reason.text.as_str(), gap.repairs),
        (REASON.0, REASON.1, vec![])
    );
    assert_eq!((after.cost, after.unknown), (None, amount("1")));
    assert_eq!(after.reason.unwrap().text, REASON.1);
    assert_eq!(change.value_basis.unwrap().text(), REASON.1);
}

#[test]
fn a_cost_is_incomplete_as_long_as_a_part_of_it_has_no_rate() {
    let mut story = Story::without_bitcoin(FIRST_DAY, MissingClose::Unpriced);
    story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let more = story.on(1, vec![leg(LegRole::In, ETHER, 100)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 100)]);
    let rest = story.on(11, vec![leg(LegRole::Out, ETHER, 50)]);
    let change = story.change(&more, ETHER);
    assert_eq!(
        (change.gap, change.after.cost),
        (None, Some(amount("0.11"))),
        "of the part with a rate"
    );
    assert!(!is_complete(&story, &more), "a part of what is held has no cost");

    let change = story.change(&sold, ETHER);
    let gap = change.gap.unwrap();
    assert_eq!((gap.reason.text.as_str(), gap.repairs), (REASON.1, vec![]));
    assert_eq!(
        (change.realized, change.unrealizable.unwrap().text),
        (None, REASON.1.to_owned())
    );
    assert!(!is_complete(&story, &sold));

    let change = story.change(&rest, ETHER);
    assert_eq!(
        (change.gap, change.unrealizable, change.realized),
        (None, None, Some(amount("0.05"))),
        "0.5 × 0.21 − 0.055"
    );
    assert!(is_complete(&story, &rest), "what it is about has a rate");
}

#[test]
fn a_gain_without_a_rate_names_the_rate() {
    let mut story = Story::without_bitcoin("2024-01-11", MissingClose::Unpriced);
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 100)]);
    let swapped = story.on(11, vec![leg(LegRole::Out, ETHER, 100), leg(LegRole::In, ARB, 100)]);
    assert!(is_complete(&story, &bought));
    let change = story.change(&sold, ETHER);
    assert_eq!((change.gap, change.realized), (None, None));
    let reason = change.unrealizable.unwrap();
    assert_eq!(
        (reason.code, reason.text.as_str()),
        ("no_rate", "There is no BTC price for 2024-01-11.")
    );
    assert!(!is_complete(&story, &sold));
    // No source has a price of what arrived, which does not depend on the rate.
    assert!(is_complete(&story, &swapped));
    assert_eq!(
        story.change(&swapped, ARB).gap.unwrap().repairs,
        [CostRepair::EnterCost]
    );
}

#[test]
fn a_fee_without_a_rate_names_the_rate() {
    let mut story = Story::without_bitcoin("2024-01-02", MissingClose::Unpriced);
    story.on(0, vec![leg(LegRole::In, ETHER, 300)]);
    let swapped = story.on(1, vec![leg(LegRole::In, ARB, 500), leg(LegRole::Fee, ETHER, 10)]);
    story.cost_in(&swapped, ARB, ("0.1", bitcoin()));
    let change = story.change(&swapped, ARB);
    assert_eq!(change.entered.unwrap().amount, amount("0.1"));
    assert_eq!(
        change.unrealizable.unwrap().text,
        "There is no BTC price for 2024-01-02."
    );
    assert!(!is_complete(&story, &swapped));
}

#[test]
fn a_rate_that_is_requested_is_awaited() {
    let mut story = Story::without_bitcoin(FIRST_DAY, MissingClose::Requested);
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    let gap = story.change(&bought, ETHER).gap.unwrap();
    assert_eq!(
        (gap.reason.code, gap.reason.text.as_str(), gap.repairs),
        (
            "not_requested_yet",
            "The BTC price for 2024-01-01 is being requested.",
            vec![]
        )
    );
}

#[test]
fn an_entered_cost_without_a_rate_is_unknown_and_no_price_takes_its_place() {
    let mut story = Story::without_bitcoin(FIRST_DAY, MissingClose::Unpriced);
    story.currency = Currency::usd();
    let bought = story.on(0, vec![leg(LegRole::In, ETHER, 100)]);
    assert_eq!(
        story.change(&bought, ETHER).after.cost,
        Some(amount("1000")),
        "its price is known"
    );
    story.cost_in(&bought, ETHER, ("0.02", bitcoin()));
    let change = story.change(&bought, ETHER);
    let gap = change.gap.unwrap();
    assert_eq!(
        (change.after.cost, gap.reason.text.as_str(), gap.repairs),
        (None, REASON.1, vec![])
    );
    assert!(!is_complete(&story, &bought));
}

#[test]
fn a_cost_that_was_missing_before_a_disposal_needs_the_rate_of_its_day() {
    let mut story = Story::without_bitcoin(FIRST_DAY, MissingClose::Unpriced);
    story.currency = Currency::usd();
    let sold = story.on(10, vec![leg(LegRole::Out, ETHER, 200)]);
    story.cost_in(&sold, ETHER, ("0.5", bitcoin()));
    assert_eq!(
        story.change(&sold, ETHER).realized,
        Some(amount("-1000")),
        "2 × 2000 − 0.5 × 10000"
    );
    let day: Day = "2024-01-11".parse().unwrap();
    story.without_bitcoin.insert(day, MissingClose::Unpriced);
    let change = story.change(&sold, ETHER);
    let gap = change.gap.unwrap();
    let text = "There is no BTC price for 2024-01-11.";
    assert_eq!(
        (gap.reason.text.as_str(), gap.repairs, change.realized),
        (text, vec![], None)
    );
    assert!(!is_complete(&story, &sold));
}
