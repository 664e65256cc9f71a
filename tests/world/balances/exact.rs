//! A reading equals the node's state at one block.

use super::*;

#[tokio::test]
async fn balances_of_all_persons_equal_those_of_the_node() {
    let world = TestWorld::shared();
    for id in [ETHEREUM, OPTIMISM] {
        let chain = world.chain(id);
        let upstream = MockUpstream::to_node(chain.rpc().address());
        let reader = through(id, &[&upstream]);
        for person in &chain.manifest().persons {
            let reading = reader.read(chain, person, &tokens(chain)).await.unwrap();
            assert_exact(chain, person, &tokens(chain), &reading);
            assert_eq!(format!("http://{}", reading.host), upstream.url());
            assert_eq!(reading.source.as_str(), "evm");
        }
    }
}

#[tokio::test]
async fn huge_amounts_keep_every_digit() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(ETHEREUM, &[&upstream]);
    let huge: Vec<_> = chain
        .manifest()
        .tokens
        .iter()
        .filter(|token| token.kind == "huge")
        .collect();
    let requested: Vec<AssetId> = huge.iter().map(|one| token(ETHEREUM, &one.address)).collect();
    let mut widest = U256::ZERO;
    for person in &chain.manifest().persons {
        let reading = reader.read(chain, person, &requested).await.unwrap();
        for (one, id) in huge.iter().zip(&requested) {
            let raw = reading
                .balances
                .iter()
                .find(|(own, _)| own == id)
                .map(|(_, raw)| raw.to_string());
            assert_eq!(raw.as_deref().unwrap_or("0"), person.balance(one).unwrap());
            widest = widest.max(raw.unwrap_or_default().parse().unwrap_or_default());
        }
    }
    assert!(widest > U256::from(1) << 128, "the largest amount is above 2^128");
}

#[tokio::test]
async fn unreadable_tokens_have_a_reason_and_affect_no_other_token() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let manifest = chain.manifest();
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let alice = manifest.person("alice");
    let odd = |kind: &str| {
        matches!(
            kind,
            "reverting" | "gas-burning" | "short-answer" | "oversize-answer" | "no-code"
        )
    };
    let place = |bad_first: bool| {
        let mut rows: Vec<_> = manifest.tokens.iter().collect();
        rows.sort_by_key(|row| odd(&row.kind) != bad_first);
        rows.into_iter()
            .map(|row| token(ETHEREUM, &row.address))
            .collect::<Vec<_>>()
    };
    for bad_first in [true, false] {
        let reader = through(ETHEREUM, &[&upstream]);
        for round in ["first", "again"] {
            let requested = place(bad_first);
            let reading = reader.read(chain, alice, &requested).await.unwrap();
            assert_exact(chain, alice, &requested, &reading);
            let expected = manifest.tokens.iter().filter(|row| odd(&row.kind)).count();
            assert_eq!(reading.unreadable.len(), expected, "{round}");
            assert!(reading.unreadable.iter().all(|(_, why)| why.contains("contract")));
        }
        upstream.forget();
        reader.read(chain, alice, &place(bad_first)).await.unwrap();
        assert!(
            upstream.count() <= 3,
            "tokens known to be irregular are queried separately: {} requests",
            upstream.count()
        );
    }
}

/// Blocks are mined and balances change between the head and each call after it, but never during a call, because the node of
/// the test world shows the balances of a new block slightly before the block itself.
#[tokio::test]
async fn balances_are_of_one_block_while_blocks_are_mined_and_balances_change() {
    let world = Arc::new(TestWorld::start().unwrap());
    let chain = world.chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let moved = Arc::clone(&world);
    let moving = move |seen: &support::mock_upstream::Request| {
        if seen.rpc_methods().iter().any(|method| method == "eth_call") {
            let chain = moved.chain(ETHEREUM);
            let (alice, bob) = (chain.manifest().person("alice"), chain.manifest().person("bob"));
            let plain = chain
                .manifest()
                .tokens
                .iter()
                .find(|token| token.kind == "plain")
                .unwrap();
            chain.send_token(&plain.address, &alice.address, &bob.address, U256::from(1));
            chain.send_native(&alice.address, &bob.address, U256::from(1));
            chain.mine(3);
        }
        false
    };
    upstream.fail_when(moving, Fault::Reset);
    let requested = tokens(chain);
    let mut readings = Vec::new();
    for _ in 0..4 {
        // Readers cache the head for a second, so each reading uses a new reader.
        let reader = through(ETHEREUM, &[&upstream]);
        let reading = reader.read(chain, alice, &requested).await.unwrap();
        assert!(chain.block_number() > reading.block.number);
        assert_exact(chain, alice, &requested, &reading);
        let number = format!("{:#x}", reading.block.number);
        let block = chain
            .rpc()
            .call("eth_getBlockByNumber", serde_json::json!([number, false]));
        assert_eq!(block["hash"], reading.block.hash);
        readings.push(reading);
    }
    let (first, last) = (&readings[0], &readings[3]);
    assert!(last.block.number > first.block.number);
    assert_ne!(first.balances, last.balances, "balances changed meanwhile");
}

#[tokio::test]
async fn the_native_balance_is_not_counted_twice() {
    let chain = TestWorld::shared().chain(OPTIMISM);
    let alice = chain.manifest().person("alice");
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let mirror = token(OPTIMISM, "0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000");
    let stranger = token(ETHEREUM, &chain.manifest().tokens[0].address);
    let reading = through(OPTIMISM, &[&upstream])
        .read(chain, alice, &[mirror, stranger])
        .await
        .unwrap();
    assert_eq!(reading.balances.len(), 1);
    assert!(reading.unreadable.is_empty());
}

#[tokio::test]
async fn a_block_that_is_replaced_meanwhile_is_not_used() {
    let world = TestWorld::start().unwrap();
    let chain = world.chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(ETHEREUM, &[&upstream]);
    let before = chain.snapshot();
    chain.set_balance(&alice.address, U256::from(7));
    let head = reader.reader.head(&ChainId::evm(ETHEREUM)).await.unwrap();
    chain.revert(before);
    chain.set_balance(&alice.address, U256::from(8));
    assert_eq!(chain.block_number(), head.number);
    let reading = reader.read(chain, alice, &tokens(chain)).await.unwrap();
    assert_ne!(reading.block.hash, head.hash);
    assert_eq!(reading.balances[0].1.to_string(), "8");
}
