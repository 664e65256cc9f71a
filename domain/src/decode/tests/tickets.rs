//! Tickets of Stargate v2.

use ports::{
    Entry,
    entry::{Decoding, EntryKind},
    fact::Log,
};

use super::builder::*;
use crate::decode::topics;

/// The contract that sells tickets.
const TICKETS: u8 = 0x99;
const OPTIMISM: u128 = 30111;

/// A ticket: asset 1 for a recipient, in the smallest unit with six decimals.
fn sold(endpoint: u128, recipient: u8, amount: u64) -> Log {
    let packed = format!("0001{}{amount:016x}00", party(recipient));
    let words = [
        number(endpoint),
        number(77),
        number(5),
        number(128),
        number(43),
        format!("{packed:0<128}"),
    ];
    log(TICKETS, topics::STARGATE_BUS_RODE, &[], &words)
}

fn waiting(endpoint: u128, received: u128) -> Log {
    let data = [number(endpoint), number(received), number(received)];
    log(POOL, topics::OFT_SENT, &["0".repeat(64), party(ME)], &data)
}

fn driven(first: u128, count: u128) -> Log {
    let data = [number(OPTIMISM), number(first), number(count), "cd".repeat(32)];
    log(TICKETS, topics::STARGATE_BUS_DRIVEN, &[], &data)
}

fn sent(logs: impl IntoIterator<Item = Log>) -> Entry {
    let paid = transfer(TOKEN, ME, POOL, 2_500_000);
    Facts::call(ME, POOL)
        .value(5)
        .logs([paid].into_iter().chain(logs))
        .decode()
}

fn id(entry: &Entry) -> Option<&str> {
    assert_eq!(
        (entry.kind, entry.protocol.as_deref(), entry.decoder.as_str()),
        (EntryKind::BridgeOut, Some("stargate-v2"), "stargate-v2")
    );
    entry.bridge_id.as_deref()
}

#[test]
fn a_ticket_is_named_by_chains_recipient_and_amount() {
    let entry = sent([sold(OPTIMISM, FRIEND, 2_500_000), waiting(OPTIMISM, 2_500_000)]);
    let friend = address(FRIEND);
    assert_eq!(id(&entry), Some(format!("stargate-bus:1:10:{friend}:25").as_str()));
    assert_eq!(legs(&entry), ["out 5 native", "out 2500000 55", "fee 21 native"]);
    // A token with 18 decimals has the same name for the amount.
    let entry = sent([
        sold(OPTIMISM, FRIEND, 2_500_000),
        waiting(OPTIMISM, 2_500_000_000_000_000_000),
    ]);
    assert_eq!(id(&entry), Some(format!("stargate-bus:1:10:{friend}:25").as_str()));
}

#[test]
fn a_ticket_that_is_carried_at_once_has_the_id_of_its_message() {
    let with = |driven: Log| sent([sold(OPTIMISM, ME, 2_500_000), waiting(OPTIMISM, 2_500_000), driven]);
    let message = format!("layerzero:{}", "cd".repeat(32));
    assert_eq!(id(&with(driven(75, 3))), Some(message.as_str()));
    // The message carries the tickets before it.
    assert_eq!(
        id(&with(driven(74, 3))),
        Some(format!("stargate-bus:1:10:{}:25", address(ME)).as_str())
    );
}

#[test]
fn a_ticket_of_somebody_else_does_not_name_the_transfer() {
    for other in [sold(OPTIMISM, FRIEND, 99), sold(30184, FRIEND, 2_500_000)] {
        let entry = sent([
            other.clone(),
            sold(OPTIMISM, ME, 2_500_000),
            waiting(OPTIMISM, 2_500_000),
        ]);
        assert_eq!(
            id(&entry),
            Some(format!("stargate-bus:1:10:{}:25", address(ME)).as_str())
        );
        assert_eq!(id(&sent([other, waiting(OPTIMISM, 2_500_000)])), None);
    }
    // An endpoint without a known chain.
    assert_eq!(id(&sent([sold(39999, ME, 2_500_000), waiting(39999, 2_500_000)])), None);
    let short = log(TICKETS, topics::STARGATE_BUS_RODE, &[], &[number(OPTIMISM), number(7)]);
    assert_eq!(id(&sent([short, waiting(OPTIMISM, 2_500_000)])), None);
    let far = [number(OPTIMISM), number(7), number(5), "f".repeat(64)];
    let entry = sent([
        log(TICKETS, topics::STARGATE_BUS_RODE, &[], &far),
        waiting(OPTIMISM, 2_500_000),
    ]);
    assert_eq!(entry.decoding, Decoding::Failed);
}
