//! Swaps, transfers and everything that the amounts decide.

use ports::{
    entry::{Decoding, EntryKind},
    fact::{Log, TokenStandard},
};

use super::builder::*;
use crate::decode::{event_type::EventType, topics};

/// A swap of the account's token for another one, with an event of a pool.
fn swapped(event: Log) -> Facts {
    Facts::call(ME, ROUTER).logs([
        transfer(TOKEN, ME, POOL, 100),
        transfer(OTHER_TOKEN, POOL, ME, 30),
        event,
    ])
}

fn words(count: u128) -> Vec<String> {
    (1..=count).map(number).collect()
}

/// The events, each with the number of its indexed arguments and of its words of data, and the protocol that it names.
const EVENTS: [(EventType, u128, u128, &str); 14] = [
    (topics::UNISWAP_V2_SWAP, 2, 4, "uniswap-v2-pools"),
    (topics::UNISWAP_V3_SWAP, 2, 5, "uniswap-v3-pools"),
    (topics::PANCAKE_V3_SWAP, 2, 7, "pancakeswap-v3"),
    (topics::UNISWAP_V4_SWAP, 2, 6, "uniswap-v4"),
    (topics::CURVE_EXCHANGE, 1, 4, "curve"),
    (topics::CURVE_CRYPTO_EXCHANGE, 1, 4, "curve"),
    (topics::CURVE_UNDERLYING_EXCHANGE, 1, 4, "curve"),
    (topics::BALANCER_V2_SWAP, 3, 2, "balancer-v2"),
    (topics::VELODROME_SWAP, 2, 4, "velodrome"),
    (topics::ONE_INCH_V6_FILLED, 0, 2, "1inch"),
    (topics::ONE_INCH_V5_FILLED, 1, 2, "1inch"),
    (topics::ZERO_X_TRANSFORMED, 3, 2, "0x"),
    (topics::PARASWAP_SWAPPED, 3, 7, "paraswap"),
    (topics::ODOS_SWAP, 0, 7, "odos"),
];

#[test]
fn events_name_the_protocol_of_a_swap() {
    for (topic, topics, data, protocol) in EVENTS {
        let entry = swapped(log(POOL, topic, &words(topics), &words(data))).decode();
        assert_eq!(
            (entry.kind, entry.decoding),
            (EntryKind::Swap, Decoding::Complete),
            "{protocol}"
        );
        assert_eq!(entry.protocol.as_deref(), Some(protocol));
        assert_eq!(entry.decoder, "swap");
        assert_eq!(legs(&entry), ["out 100 55", "in 30 66", "fee 21 native"]);
        // A shorter log is another event, and the amounts decide.
        let entry = swapped(log(POOL, topic, &words(topics), &words(1))).decode();
        assert_eq!((entry.kind, entry.decoding), (EntryKind::Swap, Decoding::Generic));
    }
}

#[test]
fn the_label_of_the_called_router_comes_first() {
    let pool = log(POOL, topics::UNISWAP_V3_SWAP, &[party(ROUTER), party(ME)], &words(5));
    let mut facts = swapped(pool);
    facts.transaction.to = Some(address(LABELLED));
    assert_eq!(facts.decode().protocol.as_deref(), Some("acme-swap"));
    let silent = Facts::call(ME, LABELLED).logs([transfer(TOKEN, ME, POOL, 100), transfer(OTHER_TOKEN, POOL, ME, 30)]);
    let entry = silent.decode();
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Swap, Decoding::Complete));
}

#[test]
fn two_kinds_of_pools_name_no_protocol() {
    let facts = Facts::call(ME, ROUTER).logs([
        transfer(TOKEN, ME, POOL, 100),
        log(POOL, topics::UNISWAP_V3_SWAP, &[party(ROUTER), party(ME)], &words(5)),
        log(POOL, topics::CURVE_EXCHANGE, &[party(ROUTER)], &words(4)),
        transfer(OTHER_TOKEN, POOL, ME, 30),
    ]);
    let entry = facts.decode();
    assert_eq!((entry.kind, entry.protocol), (EntryKind::Swap, None));
}

#[test]
fn orders_that_others_settle_are_swaps_of_their_owner() {
    let fill = log(
        ROUTER,
        topics::UNISWAP_X_FILL,
        &[number(1), party(FRIEND), party(ME)],
        &words(1),
    );
    let mut facts = swapped(fill);
    facts.transaction.from = address(FRIEND);
    let entry = facts.decode();
    assert_eq!(
        (entry.kind, entry.protocol.as_deref()),
        (EntryKind::Swap, Some("uniswap-x"))
    );
    assert_eq!(legs(&entry), ["out 100 55", "in 30 66"]);
}

#[test]
fn native_swaps_use_value_and_internal_transfers() {
    let event = || log(POOL, topics::UNISWAP_V2_SWAP, &[party(ROUTER), party(ME)], &words(4));
    let sold = Facts::call(ME, ROUTER)
        .internal(&[(ROUTER, ME, 9)])
        .logs([transfer(TOKEN, ME, POOL, 100), event()]);
    assert_eq!(legs(&sold.decode()), ["out 100 55", "in 9 native", "fee 21 native"]);
    let bought = Facts::call(ME, ROUTER).value(9).internal(&[(ROUTER, ME, 2)]);
    let bought = bought.logs([event(), transfer(TOKEN, POOL, ME, 100)]).decode();
    assert_eq!(
        legs(&bought),
        ["out 9 native", "in 2 native", "in 100 55", "fee 21 native"]
    );
    assert_eq!((sold.decode().kind, bought.kind), (EntryKind::Swap, EntryKind::Swap));
}

#[test]
fn without_events_the_amounts_decide() {
    let rows = |rows: &[(u8, u8, u8, u128)]| Facts::call(ME, ROUTER).erc20_rows(rows).decode();
    for (entry, kind) in [
        (
            rows(&[(TOKEN, ME, POOL, 5), (OTHER_TOKEN, POOL, ME, 6)]),
            EntryKind::Swap,
        ),
        (rows(&[(TOKEN, ME, POOL, 5)]), EntryKind::Send),
        (rows(&[(TOKEN, POOL, ME, 5)]), EntryKind::Receive),
        (rows(&[(TOKEN, POOL, ME, 5), (TOKEN, ME, POOL, 5)]), EntryKind::Call),
        (rows(&[]), EntryKind::Call),
    ] {
        assert_eq!(
            (entry.kind, entry.decoding, entry.decoder.as_str()),
            (kind, Decoding::Generic, "generic")
        );
    }
}

#[test]
fn transfers_of_tokens_by_their_own_function_are_complete() {
    let sent = Facts::call(ME, TOKEN)
        .selector(Some("0xa9059cbb"))
        .erc20_rows(&[(TOKEN, ME, FRIEND, 5)])
        .decode();
    assert_eq!((sent.kind, sent.decoding), (EntryKind::Send, Decoding::Complete));
    let received = Facts::unlisted().erc20_rows(&[(TOKEN, FRIEND, ME, 5)]).decode();
    assert_eq!(
        (received.kind, received.decoding),
        (EntryKind::Receive, Decoding::Complete)
    );
    let taken = Facts::unlisted().erc20_rows(&[(TOKEN, ME, FRIEND, 5)]).decode();
    assert_eq!((taken.kind, taken.decoding), (EntryKind::Send, Decoding::Generic));
}

#[test]
fn a_bought_unique_token_is_a_swap_and_a_new_one_a_mint() {
    let bought = Facts::call(ME, ROUTER)
        .value(5)
        .logs([nft(TOKEN, FRIEND, ME, 7)])
        .decode();
    assert_eq!((bought.kind, bought.decoding), (EntryKind::Swap, Decoding::Generic));
    let minted = Facts::call(ME, TOKEN).value(5).logs([nft(TOKEN, ZERO, ME, 7)]).decode();
    assert_eq!((minted.kind, minted.decoding), (EntryKind::Mint, Decoding::Complete));
    let burned = Facts::call(ME, TOKEN)
        .rows(TokenStandard::Erc20, &[(TOKEN, ME, ZERO, 7)])
        .decode();
    assert_eq!(burned.kind, EntryKind::Burn);
    let free = Facts::call(ME, TOKEN).logs([transfer(TOKEN, ZERO, ME, 7)]).decode();
    assert_eq!(free.kind, EntryKind::Mint);
}

#[test]
fn approvals_have_no_leg() {
    let owner_spender = [party(ME), party(ROUTER)];
    for (topic, topics, data) in [
        (topics::APPROVAL, owner_spender.to_vec(), vec![number(1)]),
        (topics::APPROVAL, [&owner_spender[..], &[number(7)]].concat(), vec![]),
        (topics::APPROVAL_FOR_ALL, owner_spender.to_vec(), vec![number(1)]),
        (
            topics::PERMIT2_APPROVAL,
            vec![party(ME), party(TOKEN), party(ROUTER)],
            words(2),
        ),
        (
            topics::PERMIT2_PERMIT,
            vec![party(ME), party(TOKEN), party(ROUTER)],
            words(3),
        ),
    ] {
        let entry = Facts::call(ME, TOKEN)
            .logs([log(TOKEN, topic, &topics, &data)])
            .decode();
        assert_eq!((entry.kind, entry.decoding), (EntryKind::Approve, Decoding::Complete));
        assert_eq!(entry.counterparty, Some(address(ROUTER)));
        assert_eq!(legs(&entry), ["fee 21 native"]);
    }
    let listed = Facts::call(ME, TOKEN).selector(Some("0x095ea7b3")).decode();
    assert_eq!(
        (listed.kind, listed.counterparty),
        (EntryKind::Approve, Some(address(TOKEN)))
    );
}
