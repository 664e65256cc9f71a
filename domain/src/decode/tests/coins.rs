//! Transactions of Bitcoin-like chains.

use ports::{
    Address,
    entry::{Decoding, EntryKind},
    fact::{CoinOutput, CoinTransaction, FactBody},
};

use super::builder::*;

const MINE: u8 = ME;
const CHANGE: u8 = 0x12;

fn outputs(list: &[(u8, u128)]) -> Vec<CoinOutput> {
    let output = |(owner, value): &(u8, u128)| CoinOutput {
        address: Some(address(*owner)),
        value: (*value).into(),
    };
    list.iter().map(output).collect()
}

fn coin(inputs: &[(u8, u128)], created: &[(u8, u128)], fee: u128, own: &[u8]) -> ports::Entry {
    let mut facts = Facts::unlisted();
    facts.context.own = own
        .iter()
        .map(|number| address(*number))
        .collect::<std::collections::BTreeSet<Address>>();
    facts.bodies.push(FactBody::CoinTransaction(CoinTransaction {
        inputs: outputs(inputs),
        outputs: outputs(created),
        spends: Vec::new(),
        fee: fee.into(),
        is_coinbase: inputs.is_empty(),
    }));
    facts.decode()
}

#[test]
fn change_is_no_leg_and_the_fee_is_the_senders() {
    let entry = coin(&[(MINE, 100)], &[(FRIEND, 60), (MINE, 39)], 1, &[]);
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Send, Decoding::Complete));
    assert_eq!(legs(&entry), ["out 60 native", "fee 1 native"]);
    assert_eq!(entry.counterparty, Some(address(FRIEND)));
    let entry = coin(&[(MINE, 70), (CHANGE, 30)], &[(FRIEND, 60), (CHANGE, 39)], 1, &[CHANGE]);
    assert_eq!(legs(&entry), ["out 60 native", "fee 1 native"]);
}

#[test]
fn without_the_other_addresses_of_the_account_change_is_an_amount_sent() {
    let entry = coin(&[(MINE, 100)], &[(FRIEND, 60), (CHANGE, 39)], 1, &[]);
    assert_eq!(legs(&entry), ["out 60 native", "out 39 native", "fee 1 native"]);
}

#[test]
fn with_inputs_of_others_only_the_net_amount_is_known() {
    let entry = coin(&[(MINE, 100), (FRIEND, 50)], &[(POOL, 120), (MINE, 28)], 2, &[]);
    assert_eq!(entry.kind, EntryKind::Send);
    assert_eq!(
        (entry.decoding, entry.decoder.as_str()),
        (Decoding::Failed, "fee"),
        "its part of the fee is unknown"
    );
    assert_eq!(legs(&entry), ["out 72 native"]);
    let entry = coin(&[(MINE, 10), (FRIEND, 50)], &[(MINE, 58)], 2, &[]);
    assert_eq!(
        (entry.kind, legs(&entry)),
        (EntryKind::Receive, vec!["in 48 native".to_owned()])
    );
}

#[test]
fn arrivals_name_a_sender_only_where_there_is_one() {
    let entry = coin(&[(FRIEND, 30), (FRIEND, 31)], &[(MINE, 60)], 1, &[]);
    assert_eq!(
        (entry.kind, entry.counterparty),
        (EntryKind::Receive, Some(address(FRIEND)))
    );
    let entry = coin(&[(FRIEND, 30), (POOL, 31)], &[(MINE, 60)], 1, &[]);
    assert_eq!(
        (entry.counterparty.clone(), legs(&entry)),
        (None, vec!["in 60 native".to_owned()])
    );
}

#[test]
fn new_coins_are_a_reward_and_a_consolidation_pays_a_fee() {
    assert_eq!(coin(&[], &[(MINE, 50)], 0, &[]).kind, EntryKind::Reward);
    let entry = coin(&[(MINE, 50), (MINE, 20)], &[(MINE, 69)], 1, &[]);
    assert_eq!(
        (entry.kind, legs(&entry)),
        (EntryKind::SelfTransfer, vec!["fee 1 native".to_owned()])
    );
}

#[test]
fn what_went_to_a_shielded_pool_is_sent() {
    let entry = coin(&[(MINE, 100)], &[(MINE, 39)], 1, &[]);
    assert_eq!(
        (entry.kind, legs(&entry)),
        (
            EntryKind::Send,
            vec!["out 60 native".to_owned(), "fee 1 native".to_owned()]
        )
    );
    let entry = coin(&[(MINE, 100)], &[(FRIEND, 100)], 1, &[]);
    assert_eq!(
        (entry.decoding, entry.decoder.as_str()),
        (Decoding::Failed, "amounts_and_fee")
    );
    assert_eq!(legs(&entry), ["out 100 native"]);
}
