//! For random facts: the order is irrelevant, and legs add up to what moved.

use std::collections::BTreeMap;

use ports::{
    AssetId, Entry, RawAmount,
    entry::LegRole,
    fact::{FactBody, Log, StoredFact},
};
use proptest::prelude::*;

use super::builder::*;
use crate::decode::{decode, topics};

/// Parties of random transfers, the account among them.
const PARTIES: [u8; 5] = [ME, FRIEND, POOL, ROUTER, ZERO];
const TOKENS: [u8; 3] = [TOKEN, OTHER_TOKEN, WRAPPED];

fn a_party() -> impl Strategy<Value = u8> {
    proptest::sample::select(&PARTIES[..])
}

fn a_transfer() -> impl Strategy<Value = (u8, u8, u8, u128)> {
    (
        proptest::sample::select(&TOKENS[..]),
        a_party(),
        a_party(),
        0..1000_u128,
    )
}

/// Logs of random events about random parties, valid and not.
fn an_event() -> impl Strategy<Value = Log> {
    let topics = [
        topics::UNISWAP_V2_SWAP,
        topics::VAULT_DEPOSIT,
        topics::AAVE_SUPPLY,
        topics::ACROSS_FILLED,
        topics::OFT_SENT,
        topics::APPROVAL,
        topics::STAKED,
        topics::LIDO_SUBMITTED,
        topics::COLLECT,
        topics::CCTP_MINT,
        topics::COMET_SUPPLY,
        topics::COMET_WITHDRAW,
        topics::AAVE_V2_DEPOSIT,
        topics::CURVE_REMOVE_ONE,
        topics::CURVE_CRYPTO_ADD_2,
        topics::COW_TRADE,
        topics::COW_PLACEMENT,
        topics::STARGATE_BUS_RODE,
    ];
    let words = || proptest::collection::vec(a_party().prop_map(party), 0..4);
    let topic = proptest::sample::select(topics.to_vec());
    (topic, a_party(), words(), words())
        .prop_map(|(topic, contract, topics, data)| log(contract, topic, &topics, &data))
}

prop_compose! {
    fn facts()(
        from in a_party(),
        to in a_party(),
        value in 0..1000_u128,
        is_failed in proptest::bool::weighted(0.1),
        has_receipt: bool,
        internal in proptest::collection::vec((a_party(), a_party(), 0..1000_u128), 0..4),
        transfers in proptest::collection::vec(a_transfer(), 0..5),
        events in proptest::collection::vec(an_event(), 0..3),
    ) -> (Facts, Vec<(u8, u8, u8, u128)>) {
        let facts = Facts::call(from, to).value(value).internal(&internal);
        let facts = if is_failed { facts.failed() } else { facts };
        let logs = transfers.iter().map(|(token, from, to, amount)| transfer(*token, *from, *to, *amount));
        let facts = if has_receipt { facts.logs(logs.chain(events)) } else { facts.erc20_rows(&transfers) };
        (facts, transfers)
    }
}

/// In and out sums of each asset, computed from the facts without the decoder.
fn expected(facts: &Facts, transfers: &[(u8, u8, u8, u128)]) -> BTreeMap<AssetId, (u128, u128)> {
    let mut sums: BTreeMap<AssetId, (u128, u128)> = BTreeMap::new();
    let me = address(ME);
    let mut add = |asset: AssetId, from: &ports::Address, to: &ports::Address, amount: u128| {
        let sum = sums.entry(asset).or_default();
        sum.0 += if *to == me { amount } else { 0 };
        sum.1 += if *from == me { amount } else { 0 };
    };
    let listed = &facts.transaction;
    let native = || facts.context.native.clone();
    if listed.from == me {
        add(native(), &me, &address(FRIEND), FEE);
    }
    if listed.succeeded {
        let value = listed.value.as_u128().unwrap();
        let mut moves = vec![(listed.from.clone(), listed.to.clone().unwrap(), value)];
        for body in &facts.bodies {
            if let FactBody::InternalTransfers(rows) = body {
                let row = |row: &ports::fact::InternalTransfer| {
                    (row.from.clone(), row.to.clone().unwrap(), row.value.as_u128().unwrap())
                };
                moves.extend(rows.iter().map(row));
            }
        }
        for (from, to, amount) in moves {
            add(native(), &from, &to, amount);
        }
        for (token, from, to, amount) in transfers {
            let asset = AssetId::erc20(&facts.chain, &address(*token));
            add(asset, &address(*from), &address(*to), *amount);
        }
    }
    sums.retain(|_, sum| *sum != (0, 0));
    sums
}

fn sums(entry: &Entry) -> BTreeMap<AssetId, (u128, u128)> {
    let mut sums: BTreeMap<AssetId, (u128, u128)> = BTreeMap::new();
    for leg in &entry.legs {
        let sum = sums.entry(leg.asset.clone()).or_default();
        let amount = leg.amount.as_u128().unwrap();
        match leg.role {
            LegRole::In => sum.0 += amount,
            LegRole::Out | LegRole::Fee => sum.1 += amount,
        }
    }
    sums
}

fn permuted(mut stored: Vec<StoredFact>, seed: u64) -> Vec<StoredFact> {
    let mut state = seed;
    for at in (1..stored.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        stored.swap(at, usize::try_from(state >> 33).unwrap() % (at + 1));
    }
    stored
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_order_of_facts_is_irrelevant((facts, _) in facts(), seed: u64) {
        let stored = facts.stored();
        let entry = decode(&facts.id(), &stored, &facts.context);
        let mut permuted = permuted(stored, seed);
        for one in &mut permuted {
            if let FactBody::Receipt(receipt) = &mut one.fact.body {
                receipt.logs.reverse();
            }
        }
        prop_assert_eq!(decode(&facts.id(), &permuted, &facts.context), entry);
    }

    #[test]
    fn legs_add_up_to_what_moved((facts, transfers) in facts()) {
        let mut with_wrapping = facts.clone();
        with_wrapping.context.wrapped.clear();
        let expected = expected(&with_wrapping, &transfers);
        match with_wrapping.try_decode() {
            Some(entry) => prop_assert_eq!(sums(&entry), expected),
            None => prop_assert!(expected.is_empty()),
        }
    }

    #[test]
    fn legs_are_ordered_and_above_zero((facts, _) in facts()) {
        if let Some(entry) = facts.try_decode() {
            prop_assert!(entry.legs.iter().all(|leg| leg.amount != RawAmount::ZERO));
            prop_assert!(entry.legs.is_sorted_by_key(|leg| leg.role));
        }
    }

    /// On Celo, whatever the fee is taken to be, nothing is lost or counted twice.
    #[test]
    fn a_fee_in_a_token_is_counted_once(
        transfers in proptest::collection::vec(a_transfer(), 0..5),
        (taken, given) in (0..60_u128, 0..60_u128),
        (token, envelope) in (proptest::sample::select(&TOKENS[..]), proptest::sample::select(vec![None, Some(0x7b), Some(2)])),
        is_failed: bool,
    ) {
        let first = transfer(token, ME, ZERO, taken);
        let moved = transfers.iter().map(|(token, from, to, amount)| transfer(*token, *from, *to, *amount));
        let last = transfer(token, ZERO, ME, given);
        let mut facts = Facts::call(ME, ROUTER).on(42220).logs(std::iter::once(first).chain(moved).chain([last]));
        facts.context.wrapped.clear();
        facts.transaction.envelope = envelope;
        let facts = if is_failed { facts.failed() } else { facts };
        let entry = facts.decode();
        let fees: Vec<_> = entry.legs.iter().filter(|leg| leg.role == LegRole::Fee).collect();
        let is_token_fee = fees.iter().any(|leg| leg.asset != facts.context.native);
        prop_assert!(fees.len() <= 1);
        if is_failed {
            prop_assert_eq!(entry.legs.len(), fees.len());
        } else {
            let all = transfers.into_iter().chain([(token, ME, ZERO, taken), (token, ZERO, ME, given)]);
            let mut expected: BTreeMap<AssetId, i128> = BTreeMap::new();
            for (token, from, to, amount) in all {
                let amount = i128::try_from(amount).unwrap();
                let change = if to == ME { amount } else { 0 } - if from == ME { amount } else { 0 };
                *expected.entry(AssetId::erc20(&facts.chain, &address(token))).or_default() += change;
            }
            expected.retain(|_, change| *change != 0);
            let mut found: BTreeMap<AssetId, i128> = BTreeMap::new();
            for (asset, (r#in, out)) in sums(&entry) {
                found.insert(asset, i128::try_from(r#in).unwrap() - i128::try_from(out).unwrap());
            }
            found.retain(|asset, change| *change != 0 && *asset != facts.context.native);
            prop_assert_eq!(found, expected);
        }
        prop_assert!(!is_token_fee || fees[0].amount == FEE.into());
    }

    #[test]
    fn no_log_stops_the_decoder(topics in proptest::collection::vec("0x[0-9a-f]{60,66}", 0..5), data in "0x[0-9a-g]{0,200}") {
        let log = Log { index: 0, address: address(TOKEN), topics, data };
        prop_assert!(Facts::call(ME, ROUTER).logs([log]).try_decode().is_some());
    }
}
