//! Single cases.

use std::time::Duration;

use ports::{
    Entry, Stream,
    entry::{EntryKind, LegRole},
    transfer_match::MatchSettings,
};

use super::builder::*;
use crate::transfer_match::{MatchInput, MatchReason, match_transfers};

fn sent(account: u8, transaction: u32, to: Option<u8>) -> Entry {
    let entry = entry(id(1, account, transaction), EntryKind::Send, 0);
    with(entry, LegRole::Out, native(1), 5, to)
}

fn received(account: u8, transaction: u32, from: Option<u8>) -> Entry {
    let entry = entry(id(1, account, transaction), EntryKind::Receive, 0);
    with(entry, LegRole::In, native(1), 5, from)
}

#[test]
fn one_transaction_between_own_accounts_is_a_match() {
    let links = matched(&[sent(1, 7, Some(2)), received(2, 7, Some(1))], &[]);
    assert_eq!(pairs(&links), ["7>7"]);
    assert_eq!(links.links[0].reason, MatchReason::SameTransaction);
    assert_eq!(links.links[0].sent, [id(1, 1, 7)]);
    assert_eq!(links.others(&id(1, 2, 7)), [&id(1, 1, 7)]);
    for (one, other) in [
        (sent(1, 7, Some(2)), received(2, 8, Some(1))),
        (sent(1, 7, Some(3)), received(2, 7, Some(4))),
        (
            sent(1, 7, Some(2)),
            Entry {
                failed: true,
                ..received(2, 7, Some(1))
            },
        ),
    ] {
        assert_eq!(pairs(&matched(&[one, other], &[])), Vec::<String>::new());
    }
}

#[test]
fn two_own_recipients_of_one_transaction_are_one_match() {
    let sender = with(sent(1, 7, Some(2)), LegRole::Out, native(1), 5, Some(3));
    let links = matched(&[sender, received(2, 7, Some(1)), received(3, 7, Some(1))], &[]);
    assert_eq!(links.links.len(), 1);
    assert_eq!(links.links[0].received, [id(1, 2, 7), id(1, 3, 7)]);
}

#[test]
fn a_recipient_that_does_not_know_its_senders_got_what_they_sent_together() {
    let got = |amount| {
        with(
            entry(id(1, 3, 7), EntryKind::Receive, 0),
            LegRole::In,
            native(1),
            amount,
            None,
        )
    };
    let both = |arrived| matched(&[sent(1, 7, Some(3)), sent(2, 7, Some(3)), arrived], &[]);
    let links = both(got(10));
    assert_eq!(links.links.len(), 1);
    assert_eq!(links.links[0].sent, [id(1, 1, 7), id(1, 2, 7)]);
    assert_eq!(links.links[0].received, [id(1, 3, 7)]);
    for other in [got(5), got(9), received(3, 7, Some(4))] {
        assert_eq!(both(other).links, [], "another amount or sender");
    }
    let to_stranger = [sent(1, 7, Some(9)), sent(2, 7, None), got(5)];
    assert_eq!(
        matched(&to_stranger, &[]).links,
        [],
        "a payment to a stranger is no transfer"
    );
}

/// Payments over a bridge that nobody knows.
#[test]
fn a_payment_and_a_receipt_of_other_chains_match_if_they_are_the_only_ones() {
    let million = 1_000_000;
    let paid = |transaction, minute| {
        let entry = entry(id(1, 1, transaction), EntryKind::Send, minute);
        with(entry, LegRole::Out, coin(1), 100 * million, Some(9))
    };
    let got = |chain, transaction, minute, amount| {
        let entry = entry(id(chain, 1, transaction), EntryKind::Receive, minute);
        with(entry, LegRole::In, coin(chain), amount, Some(9))
    };
    let links = matched(&[paid(1, 0), got(10, 2, 12, 99 * million)], &[]);
    assert_eq!(pairs(&links), ["1>2"]);
    assert!(matches!(links.links[0].reason, MatchReason::Similar { .. }));
    for other in [
        got(10, 2, 12, 98 * million),
        got(10, 2, 241, 100 * million),
        got(1, 2, 12, 100 * million),
        got(99, 2, 12, 100 * million),
    ] {
        let links = matched(&[paid(1, 0), other.clone()], &[]);
        assert_eq!((links.links, links.ambiguous), (vec![], vec![]), "{other:?}");
    }
    let several = [paid(1, 0), got(10, 2, 12, 100 * million), got(10, 3, 30, 100 * million)];
    let links = matched(&several, &[]);
    assert_eq!(links.links, []);
    assert_eq!(links.ambiguous.len(), 3, "each of them names its candidates");
    // What is known of a bridge decides first.
    let bridged = bridged_in(10, 4, 12, 100 * million, None);
    assert_eq!(
        pairs(&matched(&[paid(1, 0), got(10, 2, 12, 100 * million), bridged], &[])),
        ["1>4"]
    );
}

#[test]
fn without_an_id_asset_amount_and_time_decide() {
    let million = 1_000_000;
    let out = || bridged_out(1, 1, 0, 100 * million, None);
    for (arrival, fits) in [
        (bridged_in(10, 2, 12, 99 * million, None), true),
        (bridged_in(10, 2, 12, 101 * million, None), true),
        (bridged_in(10, 2, 12, 99 * million - 1, None), false),
        (bridged_in(10, 2, 240, 100 * million, None), true),
        (bridged_in(10, 2, 241, 100 * million, None), false),
        (bridged_in(10, 2, -4, 100 * million, None), true),
        (bridged_in(10, 2, -6, 100 * million, None), false),
        (bridged_in(1, 2, 12, 100 * million, None), false),
        (bridged_in(10, 2, 12, 100 * million, Some("across:1:1")), true),
        (bridged_in(99, 2, 12, 100 * million, None), false),
    ] {
        assert_eq!(
            pairs(&matched(&[out(), arrival.clone()], &[])).len() == 1,
            fits,
            "{arrival:?}"
        );
    }
    let links = matched(&[out(), bridged_in(10, 2, 12, 99_500_000, None)], &[]);
    let text = "The same asset arrived within 12 min, and the amounts differ by 0.5%. This server allows 4 h and 1%.";
    assert_eq!(links.links[0].reason.text(), text);
}

#[test]
fn different_ids_are_no_pair_and_one_known_side_is_enough() {
    let out = bridged_out(1, 1, 0, 100, Some("across:1:1"));
    let arrival = bridged_in(10, 2, 1, 100, Some("across:1:2"));
    assert_eq!(pairs(&matched(&[out, arrival], &[])), Vec::<String>::new());
    let plain_out = Entry {
        kind: EntryKind::Send,
        ..bridged_out(1, 1, 0, 100, None)
    };
    assert_eq!(
        pairs(&matched(&[plain_out, bridged_in(10, 2, 1, 100, None)], &[])),
        ["1>2"]
    );
}

#[test]
fn two_candidates_are_reported_and_not_chosen() {
    let out = bridged_out(1, 1, 0, 100, None);
    let entries = [out, bridged_in(10, 2, 5, 100, None), bridged_in(8453, 3, 6, 100, None)];
    let links = matched(&entries, &[]);
    assert_eq!(pairs(&links), Vec::<String>::new());
    let ambiguous: Vec<_> = links
        .ambiguous
        .iter()
        .map(|one| (one.entry.clone(), one.candidates.len()))
        .collect();
    assert_eq!(ambiguous, [(id(1, 1, 1), 2), (id(10, 1, 2), 1), (id(8453, 1, 3), 1)]);
    // The user chooses, or rejects one of them.
    let chosen = matched(&entries, &[decision(&id(10, 1, 2), &id(1, 1, 1), true, 1)]);
    assert_eq!((pairs(&chosen), chosen.ambiguous.len()), (vec!["1>2".to_owned()], 0));
    assert_eq!(chosen.links[0].reason, MatchReason::Decided);
    let rejected = matched(&entries, &[decision(&id(1, 1, 1), &id(10, 1, 2), false, 1)]);
    assert_eq!(pairs(&rejected), ["1>3"]);
}

#[test]
fn decisions_of_the_user_override_and_the_newest_counts() {
    let entries = [sent(1, 7, Some(2)), received(2, 7, Some(1)), received(2, 8, Some(9))];
    let (one, other) = (id(1, 1, 7), id(1, 2, 7));
    let reject = decision(&one, &other, false, 5);
    assert_eq!(
        pairs(&matched(&entries, std::slice::from_ref(&reject))),
        Vec::<String>::new()
    );
    let again = decision(&other, &one, true, 6);
    assert_eq!(pairs(&matched(&entries, &[again, reject])), ["7>7"]);
    let elsewhere = decision(&one, &id(1, 2, 8), true, 5);
    assert_eq!(pairs(&matched(&entries, std::slice::from_ref(&elsewhere))), ["7>8"]);
    let newer = decision(&one, &other, true, 6);
    assert_eq!(pairs(&matched(&entries, &[elsewhere, newer])), ["7>7"]);
    let unknown = decision(&one, &id(1, 2, 99), true, 6);
    assert_eq!(pairs(&matched(&entries, &[unknown])), ["7>7"]);
}

#[test]
fn the_limits_are_adjustable() {
    let entries = [bridged_out(1, 1, 0, 100, None), bridged_in(10, 2, 300, 97, None)];
    let settings = MatchSettings {
        tolerance: "0.03".parse().unwrap(),
        window: Duration::from_hours(5),
    };
    let input = MatchInput {
        entries: &entries,
        assets: &assets(),
        annotations: &[],
        settings: &settings,
    };
    assert_eq!(pairs(&match_transfers(&input)), ["1>2"]);
    assert_eq!(MatchSettings::default().tolerance, "0.01".parse().unwrap());
}

#[test]
fn reasons_are_sentences() {
    for reason in [
        MatchReason::Decided,
        MatchReason::SameTransaction,
        MatchReason::BridgeId("hop:1".to_owned()),
    ] {
        assert!(reason.text().ends_with('.'));
    }
}

/// An arrival in the account of `bridged_in`, which has the address of account 1.
fn ticket(to: u64, amount: &str) -> String {
    format!("stargate-bus:1:{to}:{}:{amount}", address(1))
}

#[test]
fn tickets_match_the_arrival_that_they_name_after_any_time() {
    let sent = || bridged_out(1, 0xa, 0, 2_500_000, Some(&ticket(10, "25")));
    let arrival = |transaction, minute, amount| bridged_in(10, transaction, minute, amount, Some("layerzero:ab"));
    let links = matched(&[sent(), arrival(0xb, 9000, 2_500_000)], &[]);
    assert_eq!(pairs(&links), ["a>b"]);
    assert_eq!(links.links[0].reason, MatchReason::Ticket);
    for other in [
        arrival(0xb, 9000, 2_600_000),
        arrival(0xb, -10, 2_500_000),
        bridged_in(10, 0xb, 5, 2_500_000, Some("across:1:7")),
        bridged_in(8453, 0xb, 5, 2_500_000, Some("layerzero:ab")),
    ] {
        assert_eq!(pairs(&matched(&[sent(), other], &[])), Vec::<String>::new());
    }
}

#[test]
fn two_tickets_with_one_destination_match_only_near_arrivals() {
    let sent = |transaction, minute| bridged_out(1, transaction, minute, 2_500_000, Some(&ticket(10, "25")));
    let arrival = |transaction, minute| bridged_in(10, transaction, minute, 2_500_000, Some("layerzero:ab"));
    let far = [sent(0xa, 0), sent(0xb, 6000), arrival(0xc, 30), arrival(0xd, 6030)];
    assert_eq!(pairs(&matched(&far, &[])), ["a>c", "b>d"]);
    let near = [sent(0xa, 0), sent(0xb, 10), arrival(0xc, 30), arrival(0xd, 40)];
    let links = matched(&near, &[]);
    assert_eq!((pairs(&links).len(), links.ambiguous.len()), (0, 4));
}

#[test]
fn a_withdrawal_from_an_exchange_is_matched_by_its_amount_in_other_places() {
    let coin = coin(1);
    let at_exchange = |kind, role, amount: u128, minute| {
        let mut entry = entry(id(1, 5, 7), kind, minute);
        entry.id.account = "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        let mut entry = with(entry, role, coin.clone(), amount, None);
        entry.legs[0].stream = Stream::ExchangeLedger;
        entry
    };
    let on_chain =
        |kind, role, amount, minute| with(entry(id(1, 1, 8), kind, minute), role, coin.clone(), amount, None);
    // 1.5 in eighteen places and in six.
    let (exchange, chain) = (1_500_000_000_000_000_000, 1_500_000);
    let hours = |hours: i64| hours * 60;
    for (amount, delay, expected) in [
        (chain, hours(1), vec!["7>8".to_owned()]),
        (chain, hours(19), vec!["7>8".to_owned()]),
        (chain, hours(21), vec![]),
        (chain * 2, hours(1), vec![]),
    ] {
        let sent = at_exchange(EntryKind::Send, LegRole::Out, exchange, 0);
        let received = on_chain(EntryKind::Receive, LegRole::In, amount, delay);
        assert_eq!(
            pairs(&matched(&[sent, received], &[])),
            expected,
            "{amount} after {delay}"
        );
    }
    let sent = on_chain(EntryKind::Send, LegRole::Out, chain, 0);
    let deposited = at_exchange(EntryKind::Receive, LegRole::In, exchange, hours(10));
    assert_eq!(pairs(&matched(&[sent, deposited], &[])), ["8>7"]);
}
