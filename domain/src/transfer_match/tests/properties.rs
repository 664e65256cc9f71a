//! For random entries and decisions.

use std::collections::BTreeSet;

use ports::{
    Annotation, Entry,
    entry::{EntryKind, LegRole},
    transfer_match::MatchSettings,
};
use proptest::prelude::*;

use super::builder::*;
use crate::transfer_match::MatchFilter;

const CHAINS: [u64; 3] = [1, 10, 8453];

prop_compose! {
    fn an_entry()(
        chain in proptest::sample::select(&CHAINS[..]),
        account in 1..4_u8,
        transaction in 1..6_u32,
        is_out: bool,
        is_bridge: bool,
        minute in 0..400_i64,
        amount in 98..103_u128,
        other in proptest::option::of(1..4_u8),
        bridge_id in proptest::option::of(proptest::sample::select(&["a:1", "b:2"][..])),
        stated in proptest::option::of(proptest::option::of(1..6_u32)),
    ) -> Entry {
        let (role, kind) = match (is_out, is_bridge) {
            (true, true) => (LegRole::Out, EntryKind::BridgeOut),
            (true, false) => (LegRole::Out, EntryKind::Send),
            (false, true) => (LegRole::In, EntryKind::BridgeIn),
            (false, false) => (LegRole::In, EntryKind::Receive),
        };
        let entry = with(entry(id(chain, account, transaction), kind, minute), role, coin(chain), amount, other);
        match stated.filter(|_| !is_bridge) {
            Some(stated) => at_exchange(entry, stated),
            None => Entry { bridge_id: bridge_id.filter(|_| is_bridge).map(str::to_owned), ..entry },
        }
    }
}

fn a_decision() -> impl Strategy<Value = Annotation> {
    let one = || {
        (proptest::sample::select(&CHAINS[..]), 1..4_u8, 1..6_u32)
            .prop_map(|(chain, account, tx)| id(chain, account, tx))
    };
    (one(), one(), any::<bool>(), 0..1000_i64).prop_map(|(one, other, matches, at)| decision(&one, &other, matches, at))
}

/// Entries with different ids, as a person's accounts have them.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    proptest::collection::vec(an_entry(), 0..14).prop_map(|entries| {
        let mut seen = BTreeSet::new();
        let unique = entries.into_iter().filter(|entry| seen.insert(entry.id.clone()));
        unique.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_entry_is_in_two_matches_or_both_matched_and_ambiguous(
        entries in entries(),
        decisions in proptest::collection::vec(a_decision(), 0..4),
    ) {
        let links = matched(&entries, &decisions);
        let mut seen = BTreeSet::new();
        for link in &links.links {
            prop_assert!(!link.sent.is_empty() && !link.received.is_empty());
            for id in link.entries() {
                prop_assert!(seen.insert(id), "{id} is in two matches");
            }
        }
        for one in &links.ambiguous {
            prop_assert!(seen.insert(&one.entry), "{} is matched and ambiguous", one.entry);
        }
    }

    #[test]
    fn entries_that_the_filter_leaves_out_are_in_no_match(
        entries in entries(),
        decisions in proptest::collection::vec(a_decision(), 0..4),
    ) {
        let (mut filter, settings) = (MatchFilter::default(), MatchSettings::default());
        for entry in &entries {
            filter.add(entry);
        }
        let prepared = filter.prepared(&decisions, &settings);
        let accepts = |entry: &&Entry| prepared.as_ref().is_some_and(|prepared| prepared.accepts(entry));
        let kept: Vec<Entry> = entries.iter().filter(accepts).cloned().collect();
        prop_assert_eq!(matched(&kept, &decisions), matched(&entries, &decisions));
    }

    #[test]
    fn the_order_of_entries_and_decisions_is_irrelevant(
        (entries, shuffled) in entries().prop_flat_map(|entries| (Just(entries.clone()), Just(entries).prop_shuffle())),
        (decisions, others) in proptest::collection::vec(a_decision(), 0..4)
            .prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        prop_assert_eq!(matched(&entries, &decisions), matched(&shuffled, &others));
    }

    #[test]
    fn matches_and_candidates_are_symmetric(entries in entries()) {
        let links = matched(&entries, &[]);
        for entry in &entries {
            for other in links.others(&entry.id) {
                prop_assert!(links.others(other).contains(&&entry.id));
            }
        }
        for one in &links.ambiguous {
            for candidate in &one.candidates {
                let back = links.ambiguous.iter().find(|other| other.entry == *candidate);
                prop_assert!(back.is_some_and(|other| other.candidates.contains(&one.entry)));
            }
        }
    }

    #[test]
    fn a_rejected_pair_is_not_matched_directly(entries in entries()) {
        let before = matched(&entries, &[]);
        for link in before.links.iter().filter(|link| link.sent.len() == 1 && link.received.len() == 1) {
            let after = matched(&entries, &[decision(&link.sent[0], &link.received[0], false, 1)]);
            prop_assert!(!after.links.iter().any(|other| other.sent == link.sent && other.received == link.received));
        }
    }
}
