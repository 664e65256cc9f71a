//! Orders on CoW Swap. `ROUTER` settles, and `POOL` is the contract that holds orders of the native asset.

use ports::{
    entry::{Decoding, EntryKind},
    fact::Log,
};

use super::builder::*;
use crate::decode::topics;

/// A trade of 100 for 30, with the last word being where the id of the order begins.
fn trade(owner: u8, bought: &str) -> Log {
    let data = [
        party(WRAPPED),
        bought.to_owned(),
        number(100),
        number(30),
        number(0),
        number(192),
        number(56),
    ];
    log(ROUTER, topics::COW_TRADE, &[party(owner)], &data)
}

fn settled(logs: impl IntoIterator<Item = Log>) -> Facts {
    Facts::call(FRIEND, ROUTER).logs(logs)
}

fn named(facts: &Facts) -> (EntryKind, Option<String>, Option<ports::Address>) {
    let entry = facts.decode();
    assert_eq!(
        (entry.decoder.as_str(), entry.decoding),
        ("cow-swap", Decoding::Complete)
    );
    (entry.kind, entry.protocol, entry.counterparty)
}

fn from_pool(kind: EntryKind) -> (EntryKind, Option<String>, Option<ports::Address>) {
    (kind, Some("cow-swap".to_owned()), Some(address(POOL)))
}

#[test]
fn an_order_of_the_native_asset_is_placed_and_settled_with_one_counterparty() {
    let placed = log(POOL, topics::COW_PLACEMENT, &[party(ME)], &words(14));
    let facts = Facts::call(ME, POOL).value(100).logs([placed]);
    assert_eq!(named(&facts), from_pool(EntryKind::Send));
    assert_eq!(legs(&facts.decode()), ["out 100 native", "fee 21 native"]);
    let facts = settled([
        transfer(WRAPPED, POOL, ROUTER, 100),
        trade(POOL, &party(TOKEN)),
        transfer(TOKEN, ROUTER, ME, 30),
    ]);
    assert_eq!(named(&facts), from_pool(EntryKind::Receive));
    assert_eq!(legs(&facts.decode()), ["in 30 55"]);
}

fn words(count: u128) -> Vec<String> {
    (1..=count).map(number).collect()
}

#[test]
fn an_order_that_buys_the_native_asset_pays_by_an_internal_transfer() {
    let facts = settled([trade(FRIEND, &format!("{}{}", "0".repeat(24), "ee".repeat(20)))]);
    let facts = facts.internal(&[(ROUTER, ME, 30)]);
    assert_eq!(named(&facts).0, EntryKind::Receive);
    let facts = settled([
        transfer(TOKEN, ME, ROUTER, 100),
        trade(ME, &format!("{}{}", "0".repeat(24), "ee".repeat(20))),
    ]);
    assert_eq!(named(&facts.internal(&[(ROUTER, ME, 30)])).0, EntryKind::Swap);
}

#[test]
fn what_was_not_sold_comes_back() {
    let ended = log(POOL, topics::COW_INVALIDATION, &[], &words(3));
    let refund = log(POOL, topics::COW_REFUND, &[party(FRIEND)], &words(3));
    for (sender, event) in [(ME, ended), (FRIEND, refund)] {
        let facts = Facts::call(sender, POOL)
            .internal(&[(POOL, ME, 100)])
            .logs([event.clone()]);
        assert_eq!(named(&facts), from_pool(EntryKind::Receive));
        // An event beside a payment of somebody else explains nothing.
        let facts = Facts::call(sender, POOL).internal(&[(FRIEND, ME, 100)]).logs([event]);
        assert_ne!(facts.decode().decoder, "cow-swap");
    }
}

#[test]
fn trades_of_others_do_not_explain_what_arrived() {
    let unrelated = |log: Log, received: Log| settled([log, received]).decode().decoder;
    // Another amount, another token, another payer.
    assert_eq!(
        unrelated(trade(POOL, &party(TOKEN)), transfer(TOKEN, ROUTER, ME, 31)),
        "generic"
    );
    assert_eq!(
        unrelated(trade(POOL, &party(OTHER_TOKEN)), transfer(TOKEN, ROUTER, ME, 30)),
        "generic"
    );
    assert_eq!(
        unrelated(trade(POOL, &party(TOKEN)), transfer(TOKEN, FRIEND, ME, 30)),
        "generic"
    );
    // A trade that names the account, which nothing left.
    assert_eq!(
        unrelated(trade(ME, &party(TOKEN)), transfer(TOKEN, FRIEND, ME, 30)),
        "generic"
    );
    let short = log(ROUTER, topics::COW_TRADE, &[party(POOL)], &[party(WRAPPED)]);
    let entry = settled([short, transfer(TOKEN, ROUTER, ME, 30)]).decode();
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Receive, Decoding::Generic));
}

/// A placement that names the account, where the payment went elsewhere.
#[test]
fn a_false_placement_does_not_explain_a_payment() {
    let placed = log(POOL, topics::COW_PLACEMENT, &[party(ME)], &words(14));
    let entry = Facts::call(ME, FRIEND).value(100).logs([placed]).decode();
    assert_ne!(entry.decoder, "cow-swap");
}
