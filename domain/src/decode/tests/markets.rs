//! Aave v2, Compound v3, and liquidity of Curve.

use std::sync::Arc;

use ports::{
    entry::EntryKind,
    fact::Log,
    label::{Label, LabelKind, Labels},
};

use super::builder::*;
use crate::decode::{event_type::EventType, topics};

fn words(count: u128) -> Vec<String> {
    (1..=count).map(number).collect()
}

/// The kind, the protocol and the decoder of a transaction that the account sent.
fn decoded(logs: impl IntoIterator<Item = Log>) -> (EntryKind, Option<String>, String) {
    let entry = Facts::call(ME, ROUTER).logs(logs).decode();
    (entry.kind, entry.protocol, entry.decoder)
}

fn named(kind: EntryKind, protocol: &str, decoder: &str) -> (EntryKind, Option<String>, String) {
    (kind, Some(protocol.to_owned()), decoder.to_owned())
}

fn paid() -> Log {
    transfer(TOKEN, ME, POOL, 5000)
}

fn got() -> Log {
    transfer(TOKEN, POOL, ME, 5000)
}

#[test]
fn the_older_version_of_aave_has_its_own_events() {
    let reserve = || party(TOKEN);
    let deposit = log(
        POOL,
        topics::AAVE_V2_DEPOSIT,
        &[reserve(), party(ME), number(0)],
        &[party(ROUTER), number(5000)],
    );
    let data = [party(ME), number(5000), number(2), number(3)];
    let borrow = log(POOL, topics::AAVE_V2_BORROW, &[reserve(), party(ME), number(0)], &data);
    let repay = log(
        POOL,
        topics::AAVE_V2_REPAY,
        &[reserve(), party(ME), party(ME)],
        &[number(5000)],
    );
    for (moved, event, kind) in [
        (paid(), deposit.clone(), EntryKind::Deposit),
        (got(), borrow, EntryKind::Borrow),
        (paid(), repay, EntryKind::Repay),
    ] {
        assert_eq!(decoded([moved, event]), named(kind, "aave-v2", "aave"));
    }
    let stranger = log(
        POOL,
        topics::AAVE_V2_DEPOSIT,
        &[reserve(), party(FRIEND), number(0)],
        &[party(FRIEND), number(5000)],
    );
    assert_eq!(decoded([paid(), stranger]).0, EntryKind::Send);
    let short = log(POOL, topics::AAVE_V2_REPAY, &[reserve()], &[]);
    assert_eq!(decoded([paid(), short]).0, EntryKind::Send);
}

#[test]
fn the_label_of_a_pool_tells_the_version_where_events_do_not() {
    let parties = [party(TOKEN), party(ME), party(ME)];
    let withdraw = log(POOL, topics::AAVE_WITHDRAW, &parties, &[number(5000)]);
    let mut facts = Facts::call(ME, POOL).logs([got(), withdraw]);
    assert_eq!(facts.decode().protocol.as_deref(), Some("aave-v3"));
    facts.context.labels = Arc::new(Labels::new([Label {
        chain: facts.chain.clone(),
        address: address(POOL),
        owner: "Aave v2".to_owned(),
        kind: LabelKind::Lending,
        source: "a list".to_owned(),
        date: "2026-01-01".parse().unwrap(),
    }]));
    assert_eq!(facts.decode().protocol.as_deref(), Some("aave-v2"));
}

fn comet(topic: EventType, parties: &[u8], amount: u128) -> Log {
    let topics: Vec<String> = parties.iter().map(|one| party(*one)).collect();
    log(POOL, topic, &topics, &[number(amount)])
}

/// The market logs its own tokens for what was supplied, a few units off, and none for debt.
#[test]
fn tokens_of_the_market_tell_supply_from_debt() {
    let new = |amount| transfer(POOL, ZERO, ME, amount);
    let gone = |amount| transfer(POOL, ME, ZERO, amount);
    let supply = || comet(topics::COMET_SUPPLY, &[ME, ME], 5000);
    let withdraw = || comet(topics::COMET_WITHDRAW, &[ME, ME], 5000);
    for (logs, kind) in [
        (vec![paid(), supply(), new(4999)], EntryKind::Deposit),
        (vec![paid(), supply()], EntryKind::Repay),
        (vec![paid(), supply(), new(2000)], EntryKind::Mixed),
        (vec![got(), withdraw(), gone(5001)], EntryKind::Withdraw),
        (vec![got(), withdraw()], EntryKind::Borrow),
        (vec![got(), withdraw(), gone(2000)], EntryKind::Mixed),
    ] {
        assert_eq!(decoded(logs), named(kind, "compound-v3", "compound-v3"));
    }
}

#[test]
fn collateral_is_deposited_and_withdrawn_also_through_the_bulker() {
    let supplied = comet(topics::COMET_SUPPLY_COLLATERAL, &[ROUTER, ME, WRAPPED], 9);
    let facts = Facts::call(ME, ROUTER).value(9).logs([supplied]);
    assert_eq!(facts.decode().kind, EntryKind::Deposit);
    assert_eq!(facts.decode().counterparty, Some(address(POOL)));
    let withdrawn = comet(topics::COMET_WITHDRAW_COLLATERAL, &[ME, ROUTER, WRAPPED], 9);
    let facts = Facts::call(ME, ROUTER).internal(&[(ROUTER, ME, 9)]).logs([withdrawn]);
    assert_eq!(facts.decode().kind, EntryKind::Withdraw);
    let both = [
        paid(),
        comet(topics::COMET_SUPPLY_COLLATERAL, &[ME, ME, TOKEN], 5000),
        transfer(OTHER_TOKEN, POOL, ME, 70),
        comet(topics::COMET_WITHDRAW, &[ME, ME], 70),
    ];
    assert_eq!(decoded(both).0, EntryKind::Mixed);
}

#[test]
fn events_of_other_markets_and_about_others_are_none_of_compound() {
    // The account moved nothing.
    let alone = comet(topics::COMET_SUPPLY, &[ME, ME], 5000);
    assert_eq!(decoded([alone.clone()]).0, EntryKind::Call);
    // A false event about a payment to somebody else says nothing about what arrived.
    let entry = Facts::call(FRIEND, ROUTER).logs([got(), alone]).decode();
    assert_eq!(entry.kind, EntryKind::Receive);
    let strangers = comet(topics::COMET_SUPPLY, &[FRIEND, FRIEND], 5000);
    assert_eq!(decoded([paid(), strangers]).0, EntryKind::Send);
    // The same signature without indexed arguments.
    let data = [party(ME), party(ME), number(5000)];
    let other = log(POOL, topics::COMET_SUPPLY, &[], &data);
    assert_eq!(decoded([paid(), other]).0, EntryKind::Send);
    let short = log(POOL, topics::COMET_SUPPLY, &[party(ME), party(ME)], &[]);
    assert_eq!(decoded([paid(), short]).0, EntryKind::Send);
    let parties = [party(FRIEND), party(ME)];
    let absorbed = log(POOL, topics::COMET_ABSORB_DEBT, &parties, &[number(1), number(2)]);
    let entry = Facts::call(FRIEND, POOL)
        .logs([transfer(POOL, ZERO, ME, 3), absorbed])
        .decode();
    assert_eq!(
        (entry.kind, entry.protocol.as_deref()),
        (EntryKind::Mixed, Some("compound-v3"))
    );
}

/// The shares of the pool are a token of their own, as in the oldest pools.
const SHARES: u8 = 0x99;

const ADDED: [(EventType, u128); 8] = [
    (topics::CURVE_ADD_2, 6),
    (topics::CURVE_ADD_3, 8),
    (topics::CURVE_ADD_4, 10),
    (topics::CURVE_ADD_ANY, 10),
    (topics::CURVE_CRYPTO_ADD_2, 4),
    (topics::CURVE_CRYPTO_ADD_3, 5),
    (topics::CURVE_SCALED_ADD_2, 5),
    (topics::CURVE_SCALED_ADD_3, 6),
];
const REMOVED: [(EventType, u128); 14] = [
    (topics::CURVE_REMOVE_2, 5),
    (topics::CURVE_REMOVE_3, 7),
    (topics::CURVE_REMOVE_4, 9),
    (topics::CURVE_REMOVE_ANY, 9),
    (topics::CURVE_CRYPTO_REMOVE_2, 3),
    (topics::CURVE_CRYPTO_REMOVE_3, 4),
    (topics::CURVE_REMOVE_UNEQUAL_2, 6),
    (topics::CURVE_REMOVE_UNEQUAL_3, 8),
    (topics::CURVE_REMOVE_UNEQUAL_4, 10),
    (topics::CURVE_REMOVE_UNEQUAL_ANY, 10),
    (topics::CURVE_REMOVE_ONE, 2),
    (topics::CURVE_REMOVE_ONE_SUPPLY, 3),
    (topics::CURVE_REMOVE_ONE_ANY, 4),
    (topics::CURVE_SCALED_REMOVE_ONE, 5),
];

#[test]
fn pools_of_curve_give_and_take_shares() {
    let event = |topic, provider, count| log(POOL, topic, &[party(provider)], &words(count));
    for (topic, count) in ADDED {
        for provider in [ME, ROUTER] {
            let logs = [paid(), transfer(SHARES, ZERO, ME, 7), event(topic, provider, count)];
            assert_eq!(
                decoded(logs),
                named(EntryKind::AddLiquidity, "curve", "curve"),
                "{topic:?}"
            );
        }
    }
    for (topic, count) in REMOVED {
        let logs = [transfer(SHARES, ME, ZERO, 7), got(), event(topic, ME, count)];
        assert_eq!(
            decoded(logs),
            named(EntryKind::RemoveLiquidity, "curve", "curve"),
            "{topic:?}"
        );
    }
    // A contract in between takes the shares and burns them.
    let logs = [
        transfer(SHARES, ME, ROUTER, 7),
        transfer(SHARES, ROUTER, ZERO, 7),
        event(topics::CURVE_REMOVE_ONE, ROUTER, 2),
        transfer(TOKEN, ROUTER, ME, 5000),
    ];
    assert_eq!(decoded(logs).0, EntryKind::RemoveLiquidity);
}

#[test]
fn a_swap_through_shares_and_an_event_about_a_stranger_are_no_liquidity() {
    let added = |provider| log(POOL, topics::CURVE_ADD_3, &[party(provider)], &words(8));
    let swapped = [
        paid(),
        transfer(SHARES, ZERO, ROUTER, 7),
        added(ROUTER),
        log(POOL, topics::CURVE_EXCHANGE, &[party(ROUTER)], &words(4)),
        transfer(OTHER_TOKEN, POOL, ME, 30),
    ];
    assert_eq!(decoded(swapped), named(EntryKind::Swap, "curve", "swap"));
    let strangers = [paid(), transfer(SHARES, ZERO, ME, 7), added(FRIEND)];
    assert_ne!(decoded(strangers).2, "curve");
    assert_eq!(decoded([added(ME)]).0, EntryKind::Call);
}

#[test]
fn the_newest_pools_of_curve_swap_too() {
    let event = log(POOL, topics::CURVE_SCALED_EXCHANGE, &[party(ROUTER)], &words(6));
    let logs = [paid(), transfer(OTHER_TOKEN, POOL, ME, 30), event];
    assert_eq!(decoded(logs), named(EntryKind::Swap, "curve", "swap"));
}
