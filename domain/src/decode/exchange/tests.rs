//! Unit tests of events at exchanges.

use ports::{
    AccountId, Fact, SourceId, Timestamp,
    fact::{ExchangeAmount, FactBlock},
};

use super::*;

const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const EURO: &str = "fiat:iso4217/code:EUR";

fn id() -> EntryId {
    let account: AccountId = "exchange:kraken:kraken.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap();
    EntryId {
        account,
        transaction: "TJKLXF-PGMUI-4NTLXU".parse().unwrap(),
    }
}

/// A row with amounts, each with its asset and whether it is a fee.
fn row(number: i64, kind: ExchangeRowKind, amounts: &[(&str, &str, bool)]) -> StoredFact {
    let amounts = amounts.iter().map(|(asset, amount, is_fee)| ExchangeAmount {
        asset: asset.parse().unwrap(),
        amount: amount.parse().unwrap(),
        is_fee: *is_fee,
    });
    let time = Timestamp::from_millis(1_000 + number);
    let fact = Fact {
        account: id().account,
        transaction: id().transaction,
        block: FactBlock {
            number: time.millis().unsigned_abs(),
            hash: None,
            time,
            position: None,
        },
        source: SourceId::fixed("exchange"),
        body: FactBody::ExchangeRow(ExchangeRow {
            list: Stream::ExchangeLedger,
            id: format!("L{number}"),
            kind,
            words: "words".to_owned(),
            transaction: None,
            amounts: amounts.collect(),
            stated: "{}".to_owned(),
        }),
    };
    StoredFact {
        id: fact.id().unwrap(),
        fact,
        read_at: Timestamp::from_millis(5_000),
        withdrawn_at: None,
    }
}

/// Returns the kind, whether it failed, the decoder, and the legs as `role asset amount`.
fn decoded(facts: &[StoredFact]) -> (EntryKind, bool, String, Vec<String>) {
    let entry = decode_event(&id(), facts).unwrap();
    let leg = |leg: &Leg| {
        let asset = leg.asset.as_str().rsplit_once([':', '/']).unwrap().1;
        format!("{:?} {asset} {}", leg.role, leg.amount)
    };
    (
        entry.kind,
        entry.failed,
        entry.decoder,
        entry.legs.iter().map(leg).collect(),
    )
}

#[test]
fn both_sides_of_a_trade_are_a_swap_with_its_fee() {
    let paid = row(1, ExchangeRowKind::Trade, &[(EURO, "-2450", false), (EURO, "-5", true)]);
    let got = row(2, ExchangeRowKind::Trade, &[(BITCOIN, "80", false)]);
    let expected = (
        EntryKind::Swap,
        false,
        "exchange".to_owned(),
        vec!["Out EUR 2450".to_owned(), "In 0 80".to_owned(), "Fee EUR 5".to_owned()],
    );
    assert_eq!(decoded(&[paid.clone(), got.clone()]), expected);
    assert_eq!(decoded(&[got.clone(), paid.clone()]), expected, "in any order");
    let half = decoded(std::slice::from_ref(&got));
    assert_eq!((half.0, half.2.as_str()), (EntryKind::Mixed, "other_side"));
    let withdrawn = StoredFact {
        withdrawn_at: Some(Timestamp::from_millis(9_000)),
        ..paid.clone()
    };
    assert_eq!(decoded(&[withdrawn, got]).2, "other_side");
    let entry = decode_event(&id(), &[paid]).unwrap();
    assert_eq!((entry.block, entry.time.millis(), entry.position), (1_001, 1_001, 1));
}

#[test]
fn an_amount_that_cancels_out_within_a_trade_did_not_move() {
    let sides = [
        row(1, ExchangeRowKind::Trade, &[(BITCOIN, "-5", false)]),
        row(2, ExchangeRowKind::Trade, &[("fiat:iso4217/code:USD", "300", false)]),
        row(3, ExchangeRowKind::Trade, &[("fiat:iso4217/code:USD", "-300", false)]),
        row(4, ExchangeRowKind::Trade, &[(EURO, "250", false)]),
    ];
    assert_eq!(decoded(&sides).3, ["Out 0 5", "In EUR 250"]);
}

#[test]
fn a_withdrawal_that_comes_back_has_failed() {
    let sent = row(
        1,
        ExchangeRowKind::Withdrawal,
        &[(BITCOIN, "-50", false), (BITCOIN, "-2", true)],
    );
    let (kind, _, _, legs) = decoded(std::slice::from_ref(&sent));
    assert_eq!(
        (kind, legs),
        (EntryKind::Send, vec!["Out 0 50".to_owned(), "Fee 0 2".to_owned()])
    );
    let back = row(
        900_000,
        ExchangeRowKind::Withdrawal,
        &[(BITCOIN, "50", false), (BITCOIN, "2", true)],
    );
    let (kind, failed, _, legs) = decoded(&[sent, back]);
    assert_eq!((kind, failed, legs), (EntryKind::Failed, true, vec![]));
}

#[test]
fn what_moves_between_places_both_leaves_and_arrives() {
    let both = ["Out 0 7".to_owned(), "In 0 7".to_owned()];
    for rows in [
        vec![
            row(1, ExchangeRowKind::Move, &[(BITCOIN, "-7", false)]),
            row(2, ExchangeRowKind::Move, &[(BITCOIN, "7", false)]),
        ],
        // Each place has a row of its own event.
        vec![row(1, ExchangeRowKind::Move, &[(BITCOIN, "-7", false)])],
        vec![row(2, ExchangeRowKind::Move, &[(BITCOIN, "7", false)])],
    ] {
        let (kind, _, _, legs) = decoded(&rows);
        assert_eq!((kind, legs), (EntryKind::SelfTransfer, both.to_vec()));
    }
}

#[test]
fn what_is_lost_on_the_way_between_places_is_not_hidden() {
    let rows = [
        row(1, ExchangeRowKind::Move, &[(BITCOIN, "-7", false)]),
        row(2, ExchangeRowKind::Move, &[(BITCOIN, "6", false)]),
    ];
    assert_eq!(decoded(&rows).3, ["Out 0 7", "In 0 6"]);
}

#[test]
fn what_is_not_known_is_kept_as_something_else() {
    for (kind, amount, expected) in [
        (ExchangeRowKind::Reward, "3", EntryKind::Reward),
        (ExchangeRowKind::Reward, "-3", EntryKind::Mixed),
        (ExchangeRowKind::Transfer, "3", EntryKind::Receive),
        (ExchangeRowKind::Transfer, "-3", EntryKind::Send),
        (ExchangeRowKind::Deposit, "3", EntryKind::Receive),
        (ExchangeRowKind::Result, "-3", EntryKind::Mixed),
        (ExchangeRowKind::Other, "3", EntryKind::Mixed),
    ] {
        let one = row(1, kind, &[(EURO, amount, false)]);
        assert_eq!(decoded(&[one]).0, expected, "{kind:?} {amount}");
    }
    let charge = row(1, ExchangeRowKind::Charge, &[(EURO, "-3", true)]);
    assert_eq!(decoded(&[charge]).3, ["Fee EUR 3"]);
    let rebate = row(1, ExchangeRowKind::Charge, &[(EURO, "3", true)]);
    assert_eq!(decoded(&[rebate]).3, ["In EUR 3"]);
}

#[test]
fn of_a_row_that_changed_the_last_reading_counts() {
    let before = row(1, ExchangeRowKind::Deposit, &[(EURO, "3", false)]);
    let mut after = row(1, ExchangeRowKind::Deposit, &[(EURO, "4", false)]);
    after.read_at = Timestamp::from_millis(6_000);
    assert_eq!(decoded(&[after.clone(), before.clone()]).3, ["In EUR 4"]);
    assert_eq!(decoded(&[before, after]).3, ["In EUR 4"]);
    assert_eq!(decode_event(&id(), &[]), None);
}

#[test]
fn amounts_that_do_not_fit_are_a_problem_that_is_stated() {
    let most = "9".repeat(77);
    let rows = [
        row(1, ExchangeRowKind::Deposit, &[(EURO, &most, false)]),
        row(2, ExchangeRowKind::Deposit, &[(EURO, &most, false)]),
    ];
    let (kind, _, decoder, legs) = decoded(&rows);
    assert_eq!((kind, decoder.as_str(), legs), (EntryKind::Mixed, "transfers", vec![]));
}

#[test]
fn a_transfer_names_the_transaction_that_the_exchange_states() {
    let with = |number, transaction: Option<&str>| {
        let mut fact = row(number, ExchangeRowKind::Withdrawal, &[(EURO, "-3", false)]);
        let FactBody::ExchangeRow(row) = &mut fact.fact.body else {
            unreachable!("it is a row");
        };
        row.transaction = transaction.map(str::to_owned);
        fact
    };
    let hash = format!("0x{}", "AB".repeat(32));
    let stated = |facts: &[StoredFact]| {
        decode_event(&id(), facts)
            .unwrap()
            .stated_transaction()
            .map(str::to_owned)
    };
    assert_eq!(
        stated(&[with(1, Some(&hash)), with(2, None)]),
        Some(hash.to_ascii_lowercase())
    );
    assert_eq!(stated(&[with(1, Some("Internal transfer 51376627901"))]), None);
    assert_eq!(stated(&[with(1, Some("")), with(2, None)]), None);
    assert_eq!(stated(&[with(1, Some(&hash)), with(2, Some("other"))]), None);
}

#[test]
fn a_transfer_whose_sides_cancel_out_is_a_move_between_two_places() {
    let left = row(1, ExchangeRowKind::Transfer, &[(EURO, "-50", false)]);
    let arrived = row(2, ExchangeRowKind::Transfer, &[(EURO, "50", false)]);
    let both = decoded(&[left.clone(), arrived]);
    assert_eq!(
        (both.0, both.3),
        (
            EntryKind::SelfTransfer,
            vec!["Out EUR 50".to_owned(), "In EUR 50".to_owned()]
        )
    );
    let other = row(2, ExchangeRowKind::Transfer, &[(EURO, "49", false)]);
    assert_eq!(decoded(&[left.clone(), other]).0, EntryKind::Send);
    assert_eq!(decoded(&[left]).0, EntryKind::Send);
}
