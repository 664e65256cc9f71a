//! `RangeReader` with Uniswap v3 in the bytecode of its npm packages: every amount equals what the contracts pay at the same block.

use super::{
    reading::{self, amounts, read},
    session::Session,
};
use ports::{chain::Reading, protocol::PositionRole};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use support::{
    mock_upstream::MockUpstream,
    world::{ETHEREUM, TestWorld},
};

const PLACE: &str = "Uniswap v3 of the test";
/// The steps of one run; the first 22 are the same in every run.
const STEPS: usize = 80;

#[derive(Deserialize)]
struct Market {
    factory: String,
    manager: String,
    people: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    succeeded: bool,
    paid: Vec<Paid>,
    /// On which sides of ranges prices are.
    sides: Vec<String>,
}

/// What the contracts pay for a position.
#[derive(Deserialize)]
struct Paid {
    person: String,
    id: String,
    tokens: [String; 2],
    has_liquidity: bool,
    /// For its liquidity.
    amounts: [String; 2],
    /// By `collect`, before its liquidity is taken out.
    collected: [String; 2],
}

/// The amounts of a person, by position.
type ByNumber = BTreeMap<String, BTreeMap<(String, PositionRole), String>>;

fn expected(step: &Step, person: &str) -> ByNumber {
    let mut positions = ByNumber::new();
    for one in step.paid.iter().filter(|one| one.person == person) {
        let role = if one.has_liquidity {
            PositionRole::Reward
        } else {
            PositionRole::Claimable
        };
        let sides = [(PositionRole::Liquidity, &one.amounts), (role, &one.collected)];
        for (role, amounts) in sides {
            for (token, amount) in one.tokens.iter().zip(amounts).filter(|(_, amount)| *amount != "0") {
                let position = positions.entry(format!("#{}", one.id)).or_default();
                position.insert((token.to_lowercase(), role), amount.clone());
            }
        }
    }
    positions
}

fn stated(reading: &Reading) -> ByNumber {
    assert_eq!(reading.protocols.unread, []);
    let positions = reading.protocols.positions.iter();
    let by_number = positions.map(|position| {
        assert_eq!(position.unread, [] as [String; 0]);
        (position.item.clone().unwrap(), amounts(position))
    });
    by_number.collect()
}

async fn follow(seed: u32) {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("uniswap_v3.mjs", chain, seed);
    let contracts = [("manager", &*market.manager), ("factory", &*market.factory)];
    let spec = reading::spec(("amm-v3", ""), PLACE, &contracts);
    let (mut events, mut sides, mut roles) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for number in 0..STEPS {
        let step: Step = session.step();
        for person in &market.people {
            let reading = read(&node, &spec, person, &[]).await;
            assert_eq!(reading.block.number, chain.block_number());
            let expected = expected(&step, person);
            assert_eq!(stated(&reading), expected, "step {number}: {}", step.name);
            roles.extend(expected.values().flat_map(BTreeMap::keys).map(|(_, role)| *role));
        }
        if step.succeeded {
            events.insert(step.name);
        }
        sides.extend(step.sides);
    }
    let expected = [
        "burn", "collect", "decrease", "fee", "increase", "mint", "swap", "transfer",
    ];
    assert_eq!(events.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert_eq!(
        sides.iter().map(String::as_str).collect::<Vec<_>>(),
        ["above", "below", "within"]
    );
    let expected = [PositionRole::Liquidity, PositionRole::Claimable, PositionRole::Reward];
    assert_eq!(roles, BTreeSet::from(expected));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_in_ranges_are_worth_what_their_contracts_pay() {
    follow(7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_in_ranges_are_worth_what_their_contracts_pay_in_another_run() {
    follow(23).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manager_of_another_factory_is_not_believed() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("uniswap_v3.mjs", chain, 1);
    let step: Step = session.step();
    let person = &step.paid[0].person;
    let right = [("manager", &*market.manager), ("factory", &*market.factory)];
    let whole = read(&node, &reading::spec(("amm-v3", ""), PLACE, &right), person, &[]).await;
    assert_eq!(whole.protocols.positions.len(), 1);
    let wrong = [("manager", &*market.manager), ("factory", &*market.manager)];
    let reading = read(&node, &reading::spec(("amm-v3", ""), PLACE, &wrong), person, &[]).await;
    assert_eq!(reading.protocols.positions, []);
    let unread = &reading.protocols.unread[0];
    let why = "the factory of its manager is not the one that is known";
    assert_eq!((unread.place.as_str(), unread.why.as_str()), (PLACE, why));
}
