//! Imitations, false logs and airdrops.

use std::sync::Arc;

use ports::{
    entry::{Decoding, EntryKind},
    fact::Log,
    label::{Label, LabelKind, Labels},
};

use super::builder::*;

fn recipients(from: u8, count: u8) -> Vec<Log> {
    let others = (0..count).map(|number| transfer(TOKEN, from, 0xa0_u8.wrapping_add(number), 5));
    others.chain([transfer(TOKEN, from, ME, 5)]).collect()
}

#[test]
fn transfers_of_nothing_by_strangers_are_spam_without_legs() {
    for facts in [
        Facts::unlisted().erc20_rows(&[(TOKEN, ME, FRIEND, 0)]),
        Facts::call(FRIEND, ROUTER).logs([transfer(TOKEN, ME, FRIEND, 0)]),
    ] {
        let entry = facts.decode();
        assert_eq!((entry.kind, entry.decoding), (EntryKind::Spam, Decoding::Complete));
        assert_eq!(legs(&entry), Vec::<String>::new());
    }
    let own = Facts::call(ME, TOKEN).logs([transfer(TOKEN, ME, FRIEND, 0)]).decode();
    assert_eq!(own.kind, EntryKind::Call);
}

#[test]
fn logs_that_take_a_token_from_many_accounts_are_false() {
    let logs = |count: u8| (0..count).map(|number| transfer(TOKEN, 0xa0 + number, FRIEND, 5));
    let taken = || std::iter::once(transfer(TOKEN, ME, FRIEND, 5));
    let entry = Facts::call(FRIEND, ROUTER).logs(logs(9).chain(taken())).decode();
    assert_eq!(entry.kind, EntryKind::Spam);
    let entry = Facts::call(FRIEND, ROUTER).logs(logs(8).chain(taken())).decode();
    assert_eq!(entry.kind, EntryKind::Send);
}

#[test]
fn payments_of_reported_accounts_are_spam() {
    let mut facts = Facts::call(FRIEND, ME).selector(None).value(1);
    facts.context.labels = Arc::new(Labels::new([Label {
        chain: facts.chain.clone(),
        address: address(FRIEND),
        owner: "Fake".to_owned(),
        kind: LabelKind::Phishing,
        source: "a list".to_owned(),
        date: "2026-01-01".parse().unwrap(),
    }]));
    assert_eq!(facts.decode().kind, EntryKind::Spam);
}

#[test]
fn a_token_that_distributes_itself_to_many_is_an_airdrop() {
    for (target, from, count, kind) in [
        (TOKEN, FRIEND, 9, EntryKind::Airdrop),
        (ROUTER, ZERO, 9, EntryKind::Airdrop),
        (TOKEN, FRIEND, 8, EntryKind::Receive),
        // An exchange pays out to many customers.
        (ROUTER, FRIEND, 50, EntryKind::Receive),
        (ROUTER, LABELLED, 50, EntryKind::Receive),
    ] {
        let entry = Facts::call(FRIEND, target).logs(recipients(from, count)).decode();
        assert_eq!(entry.kind, kind, "{target} {from} {count}");
        assert_eq!(legs(&entry), ["in 5 55"]);
    }
}
