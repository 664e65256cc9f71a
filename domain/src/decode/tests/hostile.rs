//! Logs that contracts write to mislead, and logs that are damaged.

use ports::{
    Entry,
    entry::{Decoding, EntryKind},
    fact::{Log, TokenStandard},
};

use super::builder::*;
use crate::decode::topics;

fn with(log: Log) -> Facts {
    Facts::call(ME, ROUTER).logs([transfer(TOKEN, ME, POOL, 5), log])
}

#[test]
fn a_malformed_transfer_that_names_the_account_is_reported() {
    for bad in [
        log(TOKEN, topics::TRANSFER, &[party(POOL), party(ME)], &[]),
        log(TOKEN, topics::TRANSFER, &[party(ME)], &[party(POOL), number(5)]),
        log(TOKEN, topics::TRANSFER, &[], &[party(ME), party(POOL), number(5)]),
        log(
            TOKEN,
            topics::TRANSFER_SINGLE,
            &[party(ROUTER), party(POOL), party(ME)],
            &[number(5)],
        ),
        log(
            TOKEN,
            topics::TRANSFER_BATCH,
            &[party(ROUTER), party(POOL), party(ME)],
            &[number(64), number(u128::MAX)],
        ),
        log(WRAPPED, topics::WRAPPED_DEPOSIT, &[party(ME)], &[]),
    ] {
        let entry = with(bad.clone()).decode();
        assert_eq!(
            (entry.decoding, entry.decoder.as_str()),
            (Decoding::Failed, "transfers"),
            "{bad:?}"
        );
        assert_eq!((entry.kind, legs(&entry).len()), (EntryKind::Send, 2), "{bad:?}");
    }
}

#[test]
fn a_malformed_log_of_strangers_is_ignored() {
    for bad in [
        log(TOKEN, topics::TRANSFER, &[party(POOL), party(FRIEND)], &[]),
        log(TOKEN, topics::TRANSFER, &["f".repeat(64), party(ME)], &[number(1)]).clone(),
        log(TOKEN, topics::TRANSFER, &["zz".repeat(32), party(FRIEND)], &[number(1)]),
        log(TOKEN, topics::APPROVAL, &[], &[]),
    ]
    .into_iter()
    .filter(|log| !log.topics.iter().any(|topic| topic.ends_with(&party(ME))))
    {
        let entry = with(bad.clone()).decode();
        assert_ne!(entry.decoder, "transfers", "{bad:?}");
    }
}

#[test]
fn a_decoder_that_fails_is_named_and_the_amounts_decide() {
    let no_address = || "f".repeat(64);
    for (event, topics, data, decoder) in [
        (
            topics::OP_ETH_DEPOSIT,
            vec![no_address(), party(ME)],
            vec![number(1), number(64), number(0)],
            "op-stack",
        ),
        (
            topics::AAVE_WITHDRAW,
            vec![party(TOKEN), no_address(), party(ME)],
            vec![number(1)],
            "aave",
        ),
        (
            topics::COMPOUND_MINT,
            vec![],
            vec![no_address(), number(1), number(1)],
            "compound-v2",
        ),
        (
            topics::UNISWAP_X_FILL,
            vec![number(1), party(POOL), no_address()],
            vec![number(1)],
            "swap",
        ),
    ] {
        let entry = swap_with(log(POOL, event, &topics, &data));
        assert_eq!((entry.decoding, entry.decoder.as_str()), (Decoding::Failed, decoder));
        assert_eq!(entry.kind, EntryKind::Swap, "{decoder}");
        assert_eq!(legs(&entry), ["out 5 55", "in 6 66", "fee 21 native"], "{decoder}");
    }
}

/// The topic of an event says nothing about what is indexed, so that different events have the same one.
#[test]
fn an_event_with_another_layout_is_another_event() {
    for (event, topics) in [
        (topics::ACROSS_DEPOSITED, vec![]),
        (topics::HOP_SENT, vec![]),
        (topics::OFT_SENT, vec![number(1)]),
        (topics::STARGATE_SWAP, vec![]),
        (topics::CCTP_BURN, vec![number(1)]),
        (topics::OP_ETH_DEPOSIT, vec!["f".repeat(64)]),
        (topics::ARBITRUM_TO_L1, vec![]),
        (topics::POLYGON_SYNCED, vec![]),
        (topics::AAVE_SUPPLY, vec![party(TOKEN)]),
        (topics::LIDO_SUBMITTED, vec![]),
        (topics::INCREASE_LIQUIDITY, vec![number(1)]),
        (topics::UNISWAP_X_FILL, vec![]),
    ] {
        let entry = swap_with(log(POOL, event, &topics, &[]));
        assert_eq!(entry.decoding, Decoding::Generic, "{}", event.signature);
        assert_eq!(entry.kind, EntryKind::Swap, "{}", event.signature);
    }
}

fn swap_with(log: Log) -> Entry {
    let swap = [transfer(TOKEN, ME, POOL, 5), transfer(OTHER_TOKEN, POOL, ME, 6)];
    Facts::call(ME, ROUTER).logs(swap.into_iter().chain([log])).decode()
}

#[test]
fn the_largest_numbers_are_kept_exactly() {
    let largest = "f".repeat(64);
    let huge = || {
        log(
            TOKEN,
            topics::TRANSFER,
            &[party(POOL), party(ME)],
            std::slice::from_ref(&largest),
        )
    };
    let entry = Facts::call(ME, ROUTER).logs([huge(), huge()]).decode();
    assert_eq!(entry.kind, EntryKind::Receive);
    let most = ports::RawAmount::from_word(&[255; 32]);
    assert_eq!(entry.legs.iter().filter(|leg| leg.amount == most).count(), 2);
}

#[test]
fn lists_say_which_standard_an_ambiguous_log_has() {
    let indexed = log(TOKEN, topics::TRANSFER, &[party(POOL), party(ME), number(7)], &[]);
    let plain = log(TOKEN, topics::TRANSFER, &[party(POOL), party(ME)], &[number(7)]);
    let unindexed = log(TOKEN, topics::TRANSFER, &[], &[party(POOL), party(ME), number(7)]);
    let as_listed = |event: &Log, standard| {
        let facts = Facts::call(ME, ROUTER).rows(standard, &[(TOKEN, POOL, ME, 7)]);
        legs(&facts.logs([event.clone()]).decode()).remove(0)
    };
    for event in [&indexed, &plain, &unindexed] {
        assert_eq!(as_listed(event, TokenStandard::Erc721), "in 1 55 #7");
        assert_eq!(as_listed(event, TokenStandard::Erc20), "in 7 55");
    }
    let alone = |event: &Log| legs(&Facts::call(ME, ROUTER).logs([event.clone()]).decode()).remove(0);
    assert_eq!(alone(&indexed), "in 1 55 #7");
    assert_eq!(alone(&plain), "in 7 55");
}

#[test]
fn events_of_others_do_not_decide_about_the_account() {
    let approval = log(TOKEN, topics::APPROVAL, &[party(FRIEND), party(ROUTER)], &[number(1)]);
    assert_eq!(Facts::call(ME, ROUTER).logs([approval]).decode().kind, EntryKind::Call);
    let sent = log(
        POOL,
        topics::OFT_SENT,
        &[number(1), party(FRIEND)],
        &[number(1), number(2), number(3)],
    );
    assert_eq!(with(sent).decode().kind, EntryKind::Send);
    let trade = log(ROUTER, topics::COW_TRADE, &[party(FRIEND)], &[number(1)]);
    let facts =
        Facts::call(FRIEND, ROUTER).logs([transfer(TOKEN, ME, POOL, 5), transfer(OTHER_TOKEN, POOL, ME, 6), trade]);
    assert_eq!(facts.decode().decoding, Decoding::Generic);
}
