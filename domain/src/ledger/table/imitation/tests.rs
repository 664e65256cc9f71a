use ports::{ChainId, EntryId, Timestamp, entry::Decoding, fact::Stream};

use super::*;

const REAL: &str = "0xa1b2000000000000000000000000000000004d5e";
const FALSE: &str = "0xa1b2ffffffffffffffffffffffffffffffff4d5e";
const OTHER: &str = "0xa1b2ffffffffffffffffffffffffffffffff4d5f";

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

fn coin(number: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(1), &Address::evm([number; 20]))
}

/// An entry at a block, with one leg, and a fee where the account made the transaction.
fn entry(block: u64, (role, asset, amount): (LegRole, u8, u128), other: &str, is_own: bool) -> Entry {
    let leg = |role, asset, amount: u128, counterparty| Leg {
        role,
        asset,
        token_id: None,
        amount: amount.into(),
        counterparty,
        stream: Stream::TokenTransfers,
        item: "log 1".to_owned(),
    };
    let fee = is_own.then(|| leg(LegRole::Fee, coin(9), 21, None));
    let own = leg(role, coin(asset), amount, Some(address(other)));
    let legs = std::iter::once(own).chain(fee);
    let account = AccountId {
        chain: ChainId::evm(1),
        address: Address::evm([0x11; 20]),
    };
    Entry {
        id: EntryId {
            account,
            transaction: format!("0x{block:064x}").parse().unwrap(),
        },
        block,
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(1_700_000_000),
        kind: if role == LegRole::In {
            EntryKind::Receive
        } else {
            EntryKind::Send
        },
        legs: legs.collect(),
        counterparty: Some(address(other)),
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: "transfer".to_owned(),
        decoder_version: 1,
    }
}

fn kinds(mut entries: Vec<Entry>) -> Vec<EntryKind> {
    mark(&mut entries, &BTreeMap::new());
    entries.into_iter().map(|entry| entry.kind).collect()
}

fn paid(block: u64, other: &str) -> Entry {
    entry(block, (LegRole::Out, 1, 25_000_000), other, true)
}

fn dust(block: u64, other: &str) -> Entry {
    entry(block, (LegRole::In, 1, 100), other, false)
}

#[test]
fn dust_from_an_address_like_a_recipient_is_unwanted_and_keeps_its_amounts() {
    let mut entries = vec![paid(1, REAL), dust(2, FALSE), dust(3, OTHER), dust(4, REAL)];
    let legs: Vec<Vec<Leg>> = entries.iter().map(|entry| entry.legs.clone()).collect();
    mark(&mut entries, &BTreeMap::new());
    let kinds: Vec<EntryKind> = entries.iter().map(|entry| entry.kind).collect();
    assert_eq!(
        kinds,
        [EntryKind::Send, EntryKind::Spam, EntryKind::Receive, EntryKind::Receive]
    );
    assert_eq!(entries[1].decoder, "look-alike");
    assert_eq!(entries[1].counterparty, Some(address(FALSE)));
    assert_eq!(entries.iter().map(|entry| entry.legs.clone()).collect::<Vec<_>>(), legs);
}

#[test]
fn the_order_of_entries_is_irrelevant() {
    let reversed = kinds(vec![dust(2, FALSE), paid(1, REAL)]);
    assert_eq!(reversed, [EntryKind::Spam, EntryKind::Send]);
    // Also where the imitation came before the person's own payment.
    assert_eq!(
        kinds(vec![dust(1, FALSE), paid(2, REAL)]),
        [EntryKind::Spam, EntryKind::Send]
    );
}

#[test]
fn of_two_senders_the_one_that_sent_next_to_nothing_imitates() {
    let arrived = |block, amount, other| entry(block, (LegRole::In, 1, amount), other, false);
    let found = kinds(vec![
        arrived(1, 3, FALSE),
        arrived(2, 90_000_000, REAL),
        arrived(3, 900_001, FALSE),
    ]);
    assert_eq!(found, [EntryKind::Spam, EntryKind::Receive, EntryKind::Receive]);
}

#[test]
fn another_token_from_a_look_alike_is_unwanted_only_if_the_account_paid_the_real_one() {
    let token = || entry(3, (LegRole::In, 2, 25_000_000), FALSE, false);
    assert_eq!(kinds(vec![paid(1, REAL), token()])[1], EntryKind::Spam);
    let arrived = entry(1, (LegRole::In, 1, 25_000_000), REAL, false);
    assert_eq!(kinds(vec![arrived, token()])[1], EntryKind::Receive);
}

#[test]
fn a_false_log_takes_a_token_that_the_account_never_had() {
    let taken = |asset| entry(3 + u64::from(asset), (LegRole::Out, asset, 25_000_000), FALSE, false);
    let had = entry(
        0,
        (LegRole::In, 1, 50_000_000),
        "0x2222222222222222222222222222222222222222",
        false,
    );
    let found = kinds(vec![had, paid(1, REAL), taken(2), taken(1)]);
    assert_eq!(
        found,
        [EntryKind::Receive, EntryKind::Send, EntryKind::Spam, EntryKind::Send]
    );
}

#[test]
fn paid_addresses_and_own_ones_are_no_imitations() {
    let found = kinds(vec![paid(1, REAL), dust(2, FALSE), paid(3, FALSE), dust(4, FALSE)]);
    assert_eq!(
        found,
        [EntryKind::Send, EntryKind::Spam, EntryKind::Send, EntryKind::Receive]
    );
    let mut entries = vec![paid(1, REAL), dust(2, FALSE)];
    mark(
        &mut entries,
        &BTreeMap::from([(address(FALSE), "Second wallet".to_owned())]),
    );
    assert_eq!(entries[1].kind, EntryKind::Receive);
}

#[test]
fn transactions_of_the_account_itself_are_never_unwanted() {
    let claimed = entry(2, (LegRole::In, 1, 100), FALSE, true);
    let mut failed = dust(3, FALSE);
    failed.kind = EntryKind::Failed;
    assert_eq!(
        kinds(vec![paid(1, REAL), claimed, failed])[1..],
        [EntryKind::Receive, EntryKind::Failed]
    );
}

#[test]
fn a_log_about_a_token_that_arrives_later_may_be_true() {
    let taken = entry(2, (LegRole::Out, 2, 25_000_000), FALSE, false);
    let arrived = |asset| entry(3, (LegRole::In, asset, 50), OTHER, false);
    let kinds_with = |asset| kinds(vec![paid(1, REAL), taken.clone(), arrived(asset)]);
    assert_eq!(kinds_with(2), [EntryKind::Send, EntryKind::Send, EntryKind::Receive]);
    assert_eq!(kinds_with(3), [EntryKind::Send, EntryKind::Spam, EntryKind::Receive]);
}
