//! Fees of transactions: who pays them, and which are unknown, incomplete or stated twice.

use ports::{
    entry::{Decoding, EntryKind},
    fact::FactBody,
};

use super::builder::*;
use crate::decode::topics;

#[test]
fn only_the_sender_pays_and_data_and_blob_fees_are_legs_of_their_own() {
    let mut facts = Facts::call(ME, FRIEND).value(5).logs([]);
    facts.transaction.data_fee = Some(4_u128.into());
    assert_eq!(legs(&facts.decode()), ["out 5 native", "fee 21 native", "fee 4 native"]);
    let mut stored = facts.stored();
    for one in &mut stored {
        if let FactBody::Receipt(receipt) = &mut one.fact.body {
            receipt.blob_fee = Some(9_u128.into());
        }
    }
    let entry = crate::decode::decode(&facts.id(), &stored, &facts.context).unwrap();
    let items: Vec<&str> = entry.legs.iter().map(|leg| leg.item.as_str()).collect();
    assert_eq!(items, ["value", "fee", "data_fee", "blob_fee"]);
    let sponsored = Facts::call(FRIEND, ROUTER)
        .logs([transfer(TOKEN, ME, POOL, 3)])
        .decode();
    assert_eq!(legs(&sponsored), ["out 3 55"]);
}

#[test]
fn an_unknown_fee_is_not_zero() {
    let mut facts = Facts::call(ME, FRIEND).value(5);
    facts.transaction.fee = None;
    let entry = facts.decode();
    assert_eq!((entry.decoding, entry.decoder.as_str()), (Decoding::Failed, "fee"));
    let deposit = facts.clone().envelope(126).decode();
    assert_ne!(deposit.decoder, "fee");
}

#[test]
fn where_data_has_a_fee_of_its_own_a_fee_is_incomplete_until_the_receipt_or_the_row_states_it() {
    let mut facts = Facts::call(ME, FRIEND).selector(None).value(5);
    facts.context.has_data_fee = true;
    let listed = facts.decode();
    assert_eq!((listed.decoding, listed.decoder.as_str()), (Decoding::Failed, "fee"));
    assert_eq!(
        (listed.kind, legs(&listed)),
        (
            EntryKind::Send,
            vec!["out 5 native".to_owned(), "fee 21 native".to_owned()]
        ),
        "what is known is kept"
    );
    let with_receipt = facts.clone().logs([]).decode();
    assert_eq!(with_receipt.decoding, Decoding::Complete);
    let mut stated = facts.clone();
    stated.transaction.data_fee = Some(4_u128.into());
    assert_eq!(stated.decode().decoding, Decoding::Complete);
    let mut system = facts.clone();
    system.transaction.fee = Some(0_u128.into());
    assert_eq!(
        system.decode().decoding,
        Decoding::Complete,
        "the chain's own transactions pay nothing"
    );
    let mut received = Facts::call(FRIEND, ME).selector(None).value(5);
    received.context.has_data_fee = true;
    assert_eq!(received.decode().decoding, Decoding::Complete, "only a sender pays");
}

#[test]
fn fees_that_zksync_logs_as_transfers_are_counted_once() {
    let mut facts = Facts::call(ME, FRIEND).value(5).logs([]);
    let ether: ports::Address = "0x000000000000000000000000000000000000800A".parse().unwrap();
    let collector = format!("{:064x}", 0x8001);
    facts.context.mirrors = vec![ether.clone()];
    let logged = |from: String, to: String, amount: u128| ports::fact::Log {
        address: ether.clone(),
        ..log(TOKEN, topics::TRANSFER, &[from, to], &[number(amount)])
    };
    facts = facts.logs([
        logged(party(ME), collector.clone(), 30),
        logged(party(ME), party(FRIEND), 5),
        logged(collector, party(ME), 9),
    ]);
    assert_eq!(legs(&facts.decode()), ["out 5 native", "fee 21 native"]);
}

#[test]
fn what_a_smart_account_pays_to_the_entry_point_is_a_fee() {
    let operation = |success: u128| {
        let data = [number(1), number(success), number(8), number(8)];
        log(
            ROUTER,
            topics::USER_OPERATION,
            &[number(99), party(ME), party(ZERO)],
            &data,
        )
    };
    let facts = Facts::call(FRIEND, ROUTER).internal(&[(ME, ROUTER, 8), (ME, POOL, 5)]);
    let entry = facts.logs([operation(1)]).decode();
    assert_eq!(legs(&entry), ["out 5 native", "fee 8 native"]);
    let failed = Facts::call(FRIEND, ROUTER)
        .internal(&[(ME, ROUTER, 8)])
        .logs([operation(0)])
        .decode();
    assert_eq!((failed.kind, failed.failed), (EntryKind::Failed, false));
}
