//! Transfers of which an exchange states the transaction.

use ports::{
    Entry,
    entry::{EntryKind, LegRole},
};

use super::builder::*;

fn on_chain(kind: EntryKind, role: LegRole, transaction: u32, amount: u128, minute: i64) -> Entry {
    with(entry(id(1, 1, transaction), kind, minute), role, coin(1), amount, None)
}

fn received(transaction: u32, amount: u128, minute: i64) -> Entry {
    on_chain(EntryKind::Receive, LegRole::In, transaction, amount, minute)
}

fn withdrawn(transaction: u32, amount: u128, stated: u32) -> Entry {
    at_exchange(
        on_chain(EntryKind::Send, LegRole::Out, transaction, amount, 0),
        Some(stated),
    )
}

fn days(days: i64) -> i64 {
    days * 24 * 60
}

#[test]
fn the_transaction_that_an_exchange_states_decides_before_amount_and_time() {
    // Days later, and less than was withdrawn: the transaction is stated.
    let late = [
        withdrawn(7, 1_500_000, 8),
        received(8, 1_400_000, days(3)),
        received(9, 1_500_000, 5),
    ];
    let links = matched(&late, &[]);
    assert_eq!(pairs(&links), ["7>8"]);
    let reason = links.links[0].reason.text();
    assert!(
        reason.starts_with("The exchange states the transaction of the other side: 0000"),
        "{reason}"
    );
    // A deposit states where it came from.
    let sent = on_chain(EntryKind::Send, LegRole::Out, 8, 1_500_000, 0);
    let deposit = at_exchange(received(7, 1_500_000, days(2)), Some(8));
    assert_eq!(pairs(&matched(&[sent, deposit], &[])), ["8>7"]);
}

#[test]
fn another_transaction_or_another_asset_is_another_transfer() {
    let other = received(9, 1_500_000, 5);
    let wrong = of_asset(received(8, 1_500_000, 5), &rare(1));
    for entry in [other, wrong] {
        assert_eq!(
            pairs(&matched(&[withdrawn(7, 1_500_000, 8), entry], &[])),
            Vec::<String>::new()
        );
    }
}

#[test]
fn of_several_withdrawals_in_one_transaction_equal_amounts_belong_together() {
    let mut other = received(8, 2_500_000, 5);
    other.id.account.address = address(2);
    let first = received(8, 1_500_000, 5);
    let both = [
        withdrawn(6, 1_500_000, 8),
        withdrawn(7, 2_500_000, 8),
        first,
        other.clone(),
    ];
    assert_eq!(matched(&both, &[]).links.len(), 2);
    // Two that are equal are not guessed.
    let twice = [
        withdrawn(6, 2_500_000, 8),
        withdrawn(7, 2_500_000, 8),
        received(8, 2_500_000, 5),
        other,
    ];
    let links = matched(&twice, &[]);
    assert_eq!((links.links.len(), links.ambiguous.len()), (0, 4));
}

#[test]
fn a_withdrawal_from_one_exchange_to_another_is_matched_where_only_one_states_the_transaction() {
    let of = |kind, role, transaction, minute| {
        with(
            entry(id(1, 1, transaction), kind, minute),
            role,
            coin(1),
            1_500_000,
            None,
        )
    };
    let sent = at_exchange(of(EntryKind::Send, LegRole::Out, 7, 0), Some(8));
    let received = |stated| {
        let mut entry = at_exchange(of(EntryKind::Receive, LegRole::In, 9, 30), stated);
        entry.id.account = "exchange:binance:binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
        entry
    };
    assert_eq!(pairs(&matched(&[sent.clone(), received(None)], &[])), ["7>9"]);
    assert_eq!(pairs(&matched(&[sent.clone(), received(Some(8))], &[])), ["7>9"]);
    assert_eq!(pairs(&matched(&[sent, received(Some(5))], &[])), Vec::<String>::new());
}
