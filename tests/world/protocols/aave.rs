//! `AaveReader` with Aave v3.0 in the bytecode of its npm package: every amount equals what the contracts themselves answer at the same block.

use super::{
    reading::{self, NoProgress, amounts, asset, read},
    session::Session,
};
use adapters::{
    chain::evm::EvmReader,
    connect::probe,
    protocol::{ProtocolSpec, readers},
};
use alloy_primitives::U256;
use domain::valuation::PortfolioReport;
use ports::{AccountId, AssetId, ChainId, ChainReader, PositionKind, chain::Reading, protocol::PositionRole};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use support::{
    chain::Chain,
    mock_upstream::MockUpstream,
    outgoing::{client, row, short_timeouts},
    product::{MockUpstreams, Product},
    world::{ETHEREUM, TestWorld},
};

const PLACE: &str = "Aave of the test";
/// The steps of one run; the first eleven are the same in every run.
const STEPS: usize = 100;

#[derive(Deserialize)]
struct Market {
    provider: String,
    pool: String,
    data: String,
    people: Vec<String>,
    tokens: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    name: String,
    succeeded: bool,
}

/// The answers of the contracts at one block, without the product.
struct Contracts<'a> {
    chain: &'a Chain,
    market: &'a Market,
    block: u64,
}

impl Contracts<'_> {
    /// Calls a contract and returns the words of its answer.
    fn call(&self, to: &str, selector: &str, addresses: &[&str]) -> Vec<U256> {
        let words = addresses
            .iter()
            .map(|one| format!("{:0>64}", one.trim_start_matches("0x")));
        let data = format!("0x{selector}{}", words.collect::<String>());
        let call = json!([{ "to": to, "data": data }, format!("{:#x}", self.block)]);
        let answer = self.chain.rpc().call("eth_call", call);
        let digits = answer.as_str().unwrap().trim_start_matches("0x").to_owned();
        let words = digits.as_bytes().chunks(64);
        words
            .map(|word| U256::from_str_radix(std::str::from_utf8(word).unwrap(), 16).unwrap())
            .collect()
    }

    /// The supply token and the tokens of both kinds of debt of a reserve.
    fn tokens(&self, asset: &str) -> [String; 3] {
        let words = self.call(&self.market.data, "d2493b6c", &[asset]);
        let address = |word: &U256| format!("0x{}", &format!("{word:064x}")[24..]);
        [0, 1, 2].map(|at| address(&words[at]))
    }

    fn balance(&self, token: &str, person: &str) -> U256 {
        self.call(token, "70a08231", &[person])[0]
    }

    /// The amounts of a person by asset and role, from the balances of the tokens and the pool's own flags.
    fn amounts(&self, person: &str) -> BTreeMap<(String, PositionRole), String> {
        let flags = self.call(&self.market.pool, "4417a583", &[person])[0];
        let mut amounts = BTreeMap::new();
        for (at, asset) in self.market.tokens.iter().enumerate() {
            let [supply, stable, variable] = self.tokens(asset);
            let is_collateral = flags.bit(2 * at + 1);
            let supplied = self.balance(&supply, person);
            let debt = self.balance(&stable, person) + self.balance(&variable, person);
            let role = if is_collateral {
                PositionRole::Collateral
            } else {
                PositionRole::Supply
            };
            let asset = asset.to_lowercase();
            if !supplied.is_zero() {
                amounts.insert((asset.clone(), role), supplied.to_string());
            }
            if !debt.is_zero() {
                amounts.insert((asset, PositionRole::Borrow), format!("-{debt}"));
            }
        }
        amounts
    }

    /// The health factor in the smallest unit; `None` without debt.
    fn health(&self, person: &str) -> Option<String> {
        let words = self.call(&self.market.pool, "bf92857c", &[person]);
        (!words[1].is_zero()).then(|| words[5].to_string())
    }
}

fn spec(market: &Market) -> ProtocolSpec {
    let Market {
        provider, pool, data, ..
    } = market;
    reading::spec(
        ("lending-aave", ""),
        PLACE,
        &[("provider", provider), ("pool", pool), ("data", data)],
    )
}

/// Asserts that a reading states exactly what the contracts answer at its block. Returns whether the person has a position.
fn assert_exact(contracts: &Contracts<'_>, person: &str, reading: &Reading) -> bool {
    assert_eq!(reading.protocols.unread, []);
    let expected = contracts.amounts(person);
    let Some(position) = reading.protocols.positions.first() else {
        assert_eq!(expected, BTreeMap::new());
        return false;
    };
    assert_eq!(reading.protocols.positions.len(), 1);
    assert_eq!(amounts(position), expected);
    for leg in &position.legs {
        let kind = match leg.role {
            PositionRole::Collateral => PositionKind::Supplied,
            PositionRole::Supply => PositionKind::Lent,
            _ => PositionKind::Borrowed,
        };
        assert_eq!(leg.position.kind, kind);
        assert_eq!(leg.position.place.as_str(), PLACE);
    }
    let health = position.health.map(|health| {
        let unit = ports::RawAmount::from_word(&U256::from(10).pow(U256::from(18)).to_be_bytes());
        health.mul(unit.in_units(0).unwrap()).unwrap().to_string()
    });
    assert_eq!(health, contracts.health(person));
    // Every token of the market that the person has is the receipt of an amount, and counts no second time.
    let held: BTreeSet<&AssetId> = reading.balances.iter().map(|(asset, _)| asset).collect();
    for token in contracts.market.tokens.iter().flat_map(|token| contracts.tokens(token)) {
        let token = asset(&token);
        assert_eq!(
            held.contains(&token),
            held.contains(&token) && position.receipts.contains(&token),
            "{token}"
        );
    }
    true
}

async fn follow(seed: u32) {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("aave.mjs", chain, seed);
    let spec = spec(&market);
    let (mut events, mut found) = (BTreeSet::new(), 0);
    for _ in 0..STEPS {
        let step: Step = session.step();
        if step.succeeded {
            events.insert(step.name);
        }
        for person in &market.people {
            let block = chain.block_number();
            let contracts = Contracts {
                chain,
                market: &market,
                block,
            };
            let tokens: Vec<AssetId> = market
                .tokens
                .iter()
                .flat_map(|one| contracts.tokens(one))
                .map(|one| asset(&one))
                .collect();
            let reading = read(&node, &spec, person, &tokens).await;
            assert_eq!(reading.block.number, block);
            found += usize::from(assert_exact(&contracts, person, &reading));
        }
    }
    let expected = [
        "borrow",
        "liquidate",
        "price",
        "repay",
        "secure",
        "supply",
        "wait",
        "withdraw",
    ];
    assert_eq!(events.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    assert!(found > STEPS, "{found} positions");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_amount_of_a_market_equals_that_of_its_contracts() {
    follow(7).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_amount_equals_that_of_the_contracts_in_another_run() {
    follow(23).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_names_other_contracts_is_not_believed() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("aave.mjs", chain, 1);
    let _: Step = session.step();
    let person = &market.people[0];
    let whole = read(&node, &spec(&market), person, &[]).await;
    assert_eq!(whole.protocols.positions.len(), 1);
    let other = "0x00000000000000000000000000000000000000AA";
    for (part, why) in [
        ("provider", "its provider is not the one that is known"),
        ("pool", "its provider is not the one that is known"),
        ("data", "its data provider is not the one that is known"),
    ] {
        let mut wrong = spec(&market);
        wrong.contracts.insert(part.to_owned(), other.parse().unwrap());
        let reading = read(&node, &wrong, person, &[]).await;
        assert_eq!(reading.protocols.positions, []);
        let unread = &reading.protocols.unread[0];
        assert_eq!((unread.place.as_str(), unread.why.as_str()), (PLACE, why));
        // The balances of the chain are read all the same.
        assert_eq!(reading.balances, whole.balances);
    }
}

/// As where the configuration adds a protocol that ships under another name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_market_under_two_names_counts_once_and_is_stated() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let node = MockUpstream::to_node(chain.rpc().address());
    let (mut session, market): (Session, Market) = Session::start("aave.mjs", chain, 1);
    let _: Step = session.step();
    let (client, _) = client(&[&node], short_timeouts());
    let mut second = spec(&market);
    second.profile.place = "The same again".parse().unwrap();
    let protocols = readers(vec![spec(&market), second]);
    let reader = EvmReader::new(&[row(ETHEREUM, &[&node])], &client).with_protocols(protocols);
    let account = AccountId {
        chain: ChainId::evm(ETHEREUM),
        address: market.people[0].parse().unwrap(),
    };
    let reading = reader.balances(&account, &[], &NoProgress).await.unwrap();
    let places = reading.protocols.positions.iter().map(|one| one.place.as_str());
    assert_eq!(places.collect::<Vec<_>>(), [PLACE]);
    let unread = &reading.protocols.unread[0];
    assert_eq!(unread.place.as_str(), "The same again");
    assert_eq!(unread.why, format!("its tokens are those of {PLACE}"));
}

/// The lines of the configuration that add the market.
fn lines(market: &Market, data: &str) -> String {
    let Market { provider, pool, .. } = market;
    format!(
        "[[protocols]]\nname = \"{PLACE}\"\ntemplate = \"lending-aave\"\nchain = \"eip155:1\"\n\
         contracts = {{ provider = \"{provider}\", pool = \"{pool}\", data = \"{data}\" }}\n"
    )
}

/// The amounts that a person sees, by kind and contract.
async fn shown(
    world: &TestWorld,
    more: &str,
    market: &Market,
) -> (BTreeMap<(PositionKind, String), String>, PortfolioReport) {
    let product = Product::with(world, more).await;
    let person = product.person(&[&market.people[0]]).await;
    product.run_jobs().await;
    let report = product.report(&person).await;
    let parts = report.assets.iter().flat_map(|line| &line.parts);
    let amounts = parts.filter_map(|part| {
        let contract = part.asset.contract()?.as_str().to_lowercase();
        let kind = part.position.as_ref().map_or(PositionKind::Regular, |(_, kind)| *kind);
        Some(((kind, contract), part.amount?.to_string()))
    });
    (amounts.collect(), report)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_protocol_of_the_configuration_is_part_of_the_portfolio() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let (mut session, market): (Session, Market) = Session::start("aave.mjs", chain, 1);
    for _ in 0..4 {
        let step: Step = session.step();
        assert!(step.succeeded);
    }
    let (amounts, report) = shown(&world, &lines(&market, &market.data), &market).await;
    let key = |kind, at: usize| (kind, market.tokens[at].to_lowercase());
    assert_eq!(amounts[&key(PositionKind::Supplied, 0)], "10");
    let owed = &amounts[&key(PositionKind::Borrowed, 1)];
    assert!(owed.starts_with("-12000"), "{owed}");
    let missed = report
        .coverage
        .not_looked_for
        .iter()
        .filter(|one| one.protocol.is_some());
    let texts: Vec<&str> = missed.map(|one| one.text.as_str()).collect();
    // The row names no contract of rewards.
    let expected = format!("A part of {PLACE} could not be read. Rewards are not detected.");
    assert_eq!(texts, [expected]);

    let (amounts, report) = shown(&world, &lines(&market, &market.pool), &market).await;
    assert!(
        amounts.keys().all(|(kind, _)| *kind == PositionKind::Regular),
        "{amounts:?}"
    );
    let protocols: Vec<_> = report
        .coverage
        .not_looked_for
        .iter()
        .filter_map(|one| one.protocol.as_ref())
        .collect();
    assert_eq!(
        protocols.iter().map(|place| place.as_str()).collect::<Vec<_>>(),
        [PLACE]
    );
    assert!(!report.coverage.complete());
}

/// The probe reads a contract of nobody, so that it shows whether a row is right and no address of a person.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_probe_names_a_protocol_whose_contracts_are_others() {
    let world = TestWorld::start().unwrap();
    let (_session, market): (Session, Market) = Session::start("aave.mjs", world.chain(ETHEREUM), 1);
    let upstreams = MockUpstreams::to(&world);
    for (data, expected) in [(&market.data, None), (&market.pool, Some("its contract fails"))] {
        let config = upstreams.config(&lines(&market, data));
        let probed = probe(&config, Some("eip155:1"), None).await.unwrap();
        let row = format!("protocols.csv eip155:1 {PLACE}");
        let found = probed.iter().find(|one| one.row == row).unwrap();
        let why = found.check.answer.as_ref().err().map(ToString::to_string);
        let is_as_expected = match (&why, expected) {
            (Some(why), Some(expected)) => why.contains(expected),
            (why, expected) => why.is_none() == expected.is_none(),
        };
        assert!(is_as_expected, "{why:?}");
    }
}
