use std::sync::Arc;

use ports::{
    AssetId, Labels, SourceId, Timestamp, UserId,
    annotation::EntryMark,
    entry::{Decoding, EntryKind},
    fact::{CoinOutput, CoinTransaction, Fact, FactBlock, FactBody},
};

use super::*;
use crate::transfer_match::{MatchInput, MatchReason, match_transfers};
use ports::transfer_match::MatchSettings;

/// Two addresses of the key for receiving, and one for change.
const FIRST: u8 = 1;
const SECOND: u8 = 2;
const CHANGE: u8 = 3;
const KEY: [u8; 3] = [FIRST, SECOND, CHANGE];
/// An address of the same person that is no part of the key.
const SINGLE: u8 = 9;
const SHOP: u8 = 0x20;
const FRIEND: u8 = 0x21;

fn address(number: u8) -> Address {
    Address::evm([number; 20])
}

fn account(number: u8) -> AccountId {
    AccountId {
        chain: ChainId::evm(1),
        address: address(number),
    }
}

fn id(number: u8) -> EntryId {
    EntryId {
        account: account(number),
        transaction: format!("0x{:064x}", 1).parse().unwrap(),
    }
}

fn context(own: &[u8]) -> DecodeContext {
    let chain = ChainId::evm(1);
    DecodeContext {
        native: AssetId::native(&chain, 0),
        chain,
        wrapped: Vec::new(),
        mirrors: Vec::new(),
        second_contracts: Vec::new(),
        has_data_fee: false,
        own: own.iter().map(|number| address(*number)).collect(),
        co_owned: [].into(),
        labels: Arc::new(Labels::default()),
    }
}

type Outputs<'a> = &'a [(u8, u128)];

fn fact(owner: u8, inputs: Outputs<'_>, created: Outputs<'_>) -> StoredFact {
    let outputs = |list: Outputs<'_>| -> Vec<CoinOutput> {
        let output = |(owner, value): &(u8, u128)| CoinOutput {
            address: Some(address(*owner)),
            value: (*value).into(),
        };
        list.iter().map(output).collect()
    };
    let sum = |list: Outputs<'_>| list.iter().map(|(_, value)| value).sum::<u128>();
    let fact = Fact {
        account: account(owner),
        transaction: id(owner).transaction,
        block: FactBlock {
            number: 7,
            hash: None,
            time: Timestamp::from_seconds(1_600_000_000),
            position: Some(1),
        },
        source: SourceId::fixed("mock"),
        body: FactBody::CoinTransaction(CoinTransaction {
            inputs: outputs(inputs),
            outputs: outputs(created),
            spends: Vec::new(),
            fee: (sum(inputs) - sum(created)).into(),
            is_coinbase: false,
        }),
    };
    StoredFact {
        id: fact.id().unwrap(),
        fact,
        read_at: Timestamp::from_seconds(1_600_000_100),
        withdrawn_at: None,
    }
}

/// What is stored, by address, and what it becomes with the key.
struct Combined {
    stored: Vec<Entry>,
    entries: Vec<Entry>,
    found: KeyEntries,
}

/// Combines the entries of a transaction in the addresses that were read.
fn combined(read: &[u8], inputs: Outputs<'_>, outputs: Outputs<'_>) -> Combined {
    let alone = context(&[]);
    let entry = |owner: &u8| decode(&id(*owner), &[fact(*owner, inputs, outputs)], &alone);
    let takes_part = |owner: &&u8| inputs.iter().chain(outputs).any(|(other, _)| other == *owner);
    let stored: Vec<Entry> = read.iter().filter(takes_part).filter_map(entry).collect();
    let contexts = [context(&KEY)];
    let (kept, groups) = grouped(&contexts, stored.clone());
    let facts = read
        .iter()
        .map(|owner| (id(*owner), vec![fact(*owner, inputs, outputs)]));
    let (entries, found) = decoded(kept, groups, facts.collect());
    Combined { stored, entries, found }
}

fn legs(entry: &Entry) -> Vec<String> {
    let text = |leg: &Leg| match leg.role {
        LegRole::Out => format!("out {}", leg.amount),
        LegRole::In => format!("in {}", leg.amount),
        LegRole::Fee => format!("fee {}", leg.amount),
    };
    entry.legs.iter().map(text).collect()
}

fn only(found: &Combined) -> &Entry {
    let [entry] = found.entries.as_slice() else {
        panic!("{} entries", found.entries.len());
    };
    entry
}

#[test]
fn a_payment_from_two_addresses_is_one_entry_without_the_change() {
    let found = combined(&KEY, &[(SECOND, 70), (FIRST, 40)], &[(SHOP, 60), (CHANGE, 48)]);
    assert_eq!(found.stored.len(), 3, "each address has its own entry");
    let entry = only(&found);
    assert_eq!((entry.kind, entry.decoding), (EntryKind::Send, Decoding::Complete));
    assert_eq!(legs(entry), ["out 60", "fee 2"]);
    assert_eq!((&entry.id, &entry.counterparty), (&id(FIRST), &Some(address(SHOP))));
    assert_eq!(found.found.replaced(&entry.id), [id(SECOND), id(CHANGE)]);
    assert_eq!(found.found.shown(&id(CHANGE)), &id(FIRST));
}

#[test]
fn change_is_recognized_before_its_address_is_read() {
    let found = combined(&[FIRST], &[(FIRST, 100)], &[(SHOP, 60), (CHANGE, 39)]);
    assert_eq!(legs(&found.stored[0]), ["out 60", "out 39", "fee 1"]);
    assert_eq!(legs(only(&found)), ["out 60", "fee 1"]);
    let found = combined(&[CHANGE], &[(FIRST, 100)], &[(SHOP, 60), (CHANGE, 39)]);
    assert_eq!(legs(&found.stored[0]), ["in 39"]);
    assert_eq!(legs(only(&found)), ["out 60", "fee 1"]);
}

#[test]
fn with_inputs_of_others_only_the_net_amount_of_the_key_is_known_and_no_fee_is_its_own() {
    let found = combined(
        &KEY,
        &[(FIRST, 70), (SECOND, 40), (FRIEND, 50)],
        &[(SHOP, 100), (CHANGE, 58)],
    );
    let entry = only(&found);
    assert_eq!((entry.kind, entry.decoder.as_str()), (EntryKind::Send, "fee"));
    assert_eq!(legs(entry), ["out 52"]);
}

#[test]
fn what_moves_among_its_addresses_is_no_payment() {
    let found = combined(&KEY, &[(FIRST, 70), (SECOND, 40)], &[(CHANGE, 109)]);
    let entry = only(&found);
    assert_eq!(
        (entry.kind, legs(entry)),
        (EntryKind::SelfTransfer, vec!["fee 1".to_owned()])
    );
}

#[test]
fn two_outputs_to_it_are_one_receipt() {
    let found = combined(&KEY, &[(FRIEND, 100)], &[(FIRST, 30), (SECOND, 20), (FRIEND, 49)]);
    let entry = only(&found);
    assert_eq!(
        (entry.kind, legs(entry)),
        (EntryKind::Receive, vec!["in 30".to_owned(), "in 20".to_owned()])
    );
    assert_eq!(entry.counterparty, Some(address(FRIEND)));
}

#[test]
fn a_transaction_of_one_address_keeps_its_entry() {
    let found = combined(&KEY, &[(FIRST, 100)], &[(SHOP, 99)]);
    assert_eq!(found.entries, found.stored);
    assert!(found.found.replaced(&id(FIRST)).is_empty());
}

#[test]
fn without_facts_the_entries_stay() {
    let stored = combined(&KEY, &[(FIRST, 70), (SECOND, 40)], &[(SHOP, 109)]).stored;
    let contexts = [context(&KEY)];
    let (kept, groups) = grouped(&contexts, stored.clone());
    let (entries, found) = decoded(kept, groups, BTreeMap::new());
    assert_eq!(entries, stored);
    assert!(found.replaced(&id(FIRST)).is_empty());
}

#[test]
fn a_transfer_between_the_key_and_another_account_is_matched() {
    let all = [FIRST, SECOND, CHANGE, SINGLE];
    for (inputs, outputs) in [
        // From the other account to two addresses of the key, and the other way round.
        ([(SINGLE, 100)].as_slice(), [(FIRST, 30), (SECOND, 69)].as_slice()),
        (&[(FIRST, 70), (SECOND, 30)], &[(SINGLE, 50), (CHANGE, 49)]),
        (&[(SECOND, 70)], &[(SINGLE, 50), (FIRST, 19)]),
    ] {
        let found = combined(&all, inputs, outputs);
        assert_eq!(found.entries.len(), 2);
        let links = match_transfers(&MatchInput {
            entries: &found.entries,
            assets: &BTreeMap::new(),
            annotations: &[],
            settings: &MatchSettings::default(),
        });
        let [link] = links.links.as_slice() else {
            panic!("{:?}", links.links);
        };
        assert_eq!(link.reason, MatchReason::SameTransaction);
        assert_eq!((link.sent.len(), link.received.len()), (1, 1));
    }
}

#[test]
fn annotations_of_replaced_entries_are_those_of_the_shown_one() {
    let found = combined(&KEY, &[(FIRST, 70), (SECOND, 40)], &[(SHOP, 109)]).found;
    let user = UserId::nil();
    let annotation = |entry, content| Annotation {
        user,
        entry,
        content,
        set_at: Timestamp::from_seconds(0),
    };
    let mut annotations = [
        annotation(id(SECOND), AnnotationContent::Note("older".to_owned())),
        annotation(id(FIRST), AnnotationContent::Note("newer".to_owned())),
        annotation(
            id(SHOP),
            AnnotationContent::Match {
                other: id(SECOND),
                matches: false,
            },
        ),
        annotation(id(SECOND), AnnotationContent::Mark(EntryMark::Gift)),
    ];
    found.annotate(&mut annotations);
    let of_first = annotations.iter().filter(|one| one.entry == id(FIRST));
    let contents: Vec<&AnnotationContent> = of_first.map(|one| &one.content).collect();
    assert_eq!(contents.len(), 3);
    assert_eq!(
        contents[0],
        &AnnotationContent::Note("newer".to_owned()),
        "its own comes first"
    );
    let rejected = AnnotationContent::Match {
        other: id(FIRST),
        matches: false,
    };
    assert!(
        annotations
            .iter()
            .any(|one| one.entry == id(SHOP) && one.content == rejected)
    );
}
