//! `PairReader` with Uniswap v2 in the bytecode of its npm package: every amount equals what `burn` pays at the same block.

use super::{
    reading::{self, amounts, asset, read},
    session::Session,
};
use ports::{AssetId, chain::Reading, protocol::PositionRole};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use support::{
    mock_upstream::MockUpstream,
    world::{ETHEREUM, TestWorld},
};

const PLACE: &str = "Uniswap v2 of the test";
/// The steps of one run; the first twelve are the same in every run.
const STEPS: usize = 80;

#[derive(Deserialize)]
struct Market {
    factory: String,
    people: Vec<String>,
    tokens: Vec<String>,
    pairs: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    succeeded: bool,
    paid: Vec<Paid>,
}

/// What the contracts pay a person for all shares of a pair.
#[derive(Deserialize)]
struct Paid {
    person: String,
    pair: String,
    tokens: [String; 2],
    amounts: [String; 2],
}

/// The amounts of a person, by receipt.
type ByPair = BTreeMap<AssetId, BTreeMap<(String, PositionRole), String>>;

fn expected(step: &Step, person: &str) -> ByPair {
    let of_person = step.paid.iter().filter(|one| one.person == person);
    let amounts = |one: &Paid| {
        let amounts = one.tokens.iter().zip(&one.amounts);
        let amounts = amounts.map(|(token, amount)| ((token.to_lowercase(), PositionRole::Liquidity), amount.clone()));
        (asset(&one.pair), amounts.collect())
    };
    of_person.map(amounts).collect()
}

fn stated(reading: &Reading) -> ByPair {
    assert_eq!(reading.protocols.unread, []);
    let positions = reading.protocols.positions.iter();
    let by_pair = positions.map(|position| (position.receipts[0].clone(), amounts(position)));
    by_pair.collect()
}

async fn follow(seed: u32) {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("uniswap_v2.mjs", chain, seed);
    let spec = reading::spec(("amm-v2", "uniswap"), PLACE, &[("factory", &market.factory)]);
    let tokens: Vec<AssetId> = market
        .tokens
        .iter()
        .chain(&market.pairs)
        .map(|one| asset(one))
        .collect();
    let (mut events, mut found) = (BTreeSet::new(), 0);
    for number in 0..STEPS {
        let step: Step = session.step();
        for person in &market.people {
            let reading = read(&node, &spec, person, &tokens).await;
            assert_eq!(reading.block.number, chain.block_number());
            let expected = expected(&step, person);
            assert_eq!(stated(&reading), expected, "step {number}: {}", step.name);
            found += expected.len();
        }
        if step.succeeded {
            events.insert(step.name);
        }
    }
    let expected = ["burn", "donate", "fee", "mint", "swap", "sync"];
    assert_eq!(events.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(found > STEPS, "{found} positions");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shares_of_pairs_are_worth_what_their_contracts_pay() {
    follow(7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shares_of_pairs_are_worth_what_their_contracts_pay_in_another_run() {
    follow(23).await;
}
