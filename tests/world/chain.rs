use alloy_primitives::U256;
use std::time::{Duration, Instant};
use support::{
    manifest::Manifest,
    world::{ETHEREUM, OPTIMISM, TestWorld},
};

const UNREADABLE: [&str; 5] = ["reverting", "gas-burning", "short-answer", "oversize-answer", "no-code"];

#[test]
fn two_chains_are_started() {
    let world = TestWorld::start().unwrap();
    for id in [ETHEREUM, OPTIMISM] {
        assert_eq!(world.chain(id).manifest().chain_id, id);
    }
    assert_ne!(world.chain(ETHEREUM).rpc_url(), world.chain(OPTIMISM).rpc_url());
}

#[test]
fn balances_of_the_manifest_equal_those_of_the_node() {
    let world = TestWorld::shared();
    for chain in [world.chain(ETHEREUM), world.chain(OPTIMISM)] {
        let Manifest {
            block, tokens, persons, ..
        } = chain.manifest();
        for person in persons {
            assert_eq!(
                chain.native_balance(&person.address, Some(*block)).to_string(),
                person.native
            );
            for token in tokens {
                let answered = chain.balance_of(&token.address, &person.address, Some(*block));
                assert_eq!(
                    answered.map(|raw| raw.to_string()).as_deref(),
                    person.balance(token),
                    "{}",
                    token.key
                );
                assert_eq!(
                    answered.is_none(),
                    UNREADABLE.contains(&token.kind.as_str()),
                    "{}",
                    token.key
                );
            }
        }
    }
}

#[test]
fn the_tokens_cover_every_case_for_readers() {
    let manifest = TestWorld::shared().chain(ETHEREUM).manifest();
    for decimals in [0, 6, 8, 18] {
        assert!(
            manifest
                .tokens
                .iter()
                .any(|token| token.kind == "plain" && token.decimals == Some(decimals))
        );
    }
    assert_eq!(manifest.token("nodecimals").decimals, None);
    assert!(
        manifest
            .token("control")
            .symbol
            .as_ref()
            .unwrap()
            .contains(['\0', '\u{202e}'])
    );
    assert_eq!(manifest.token("long").symbol.as_ref().unwrap().len(), 10_000);
    let above = |name, key| {
        manifest
            .person(name)
            .balance(manifest.token(key))
            .unwrap()
            .parse::<U256>()
            .unwrap()
    };
    assert_eq!(above("dave", "huge"), (U256::from(1) << 128) + U256::from(1));
    assert_eq!(above("erin", "huge"), U256::from(1) << 255);
    // The token keeps one percent of the hundred that were sent.
    assert_eq!(above("alice", "fee"), U256::from(99_000_000_000_000_000_000_u128));
}

#[test]
fn transfers_arrive_and_older_blocks_keep_their_balances() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(OPTIMISM);
    let manifest = chain.manifest();
    let (bob, frank) = (&manifest.person("bob").address, &manifest.person("frank").address);
    let usdc = &manifest.token("usdc").address;
    let before = chain.snapshot();
    chain.send_native(bob, frank, U256::from(7));
    chain.send_token(usdc, bob, frank, U256::from(99));
    assert_eq!(chain.native_balance(frank, None), U256::from(7));
    assert_eq!(chain.balance_of(usdc, frank, None), Some(U256::from(99)));
    assert_eq!(chain.balance_of(usdc, frank, Some(manifest.block)), Some(U256::ZERO));
    chain.set_balance(frank, U256::MAX);
    assert_eq!(chain.native_balance(frank, None), U256::MAX);
    chain.revert(before);
    assert_eq!(chain.native_balance(frank, None), U256::ZERO);
    assert_eq!(chain.balance_of(usdc, frank, None), Some(U256::ZERO));
    assert_eq!(chain.block_number(), manifest.block);
}

#[test]
fn blocks_are_mined_on_demand_and_at_an_interval() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let first = chain.block_number();
    chain.mine(3);
    assert_eq!(chain.block_number(), first + 3);
    let mining = chain.start_mining(Duration::from_millis(5));
    let started = Instant::now();
    while chain.block_number() < first + 6 {
        assert!(started.elapsed() < support::patience(60), "no blocks are being mined");
    }
    drop(mining);
    let stopped = chain.block_number();
    std::thread::sleep(Duration::from_millis(30));
    assert_eq!(chain.block_number(), stopped);
}

#[test]
fn every_person_holds_three_hundred_load_tokens() {
    let world = TestWorld::with_load_tokens(300).unwrap();
    for id in [ETHEREUM, OPTIMISM] {
        let manifest = world.chain(id).manifest();
        let load: Vec<_> = manifest.tokens.iter().filter(|token| token.kind == "load").collect();
        assert_eq!(load.len(), 300);
        for person in &manifest.persons {
            assert!(
                load.iter()
                    .all(|token| person.balance(token).is_some_and(|raw| raw != "0"))
            );
        }
    }
}
