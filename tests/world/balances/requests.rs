//! The number of requests, the request log, and the metadata of tokens.

use super::*;

/// Whether a request queries tokens with the account as the caller, to compare the answers with those for any caller.
fn is_comparison(request: &support::mock_upstream::Request) -> bool {
    let body = request.json();
    let calls = body.as_array().map_or(std::slice::from_ref(&body), Vec::as_slice);
    calls.iter().any(|call| call["params"][0]["from"].is_string())
}

#[tokio::test]
async fn the_number_of_calls_is_as_documented() {
    let world = TestWorld::with_load_tokens(450).unwrap();
    let chain = world.chain(ETHEREUM);
    let good = |kind: &str| matches!(kind, "load" | "plain");
    let rows = chain.manifest().tokens.iter().filter(|row| good(&row.kind));
    let requested: Vec<AssetId> = rows.map(|row| token(ETHEREUM, &row.address)).collect();
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(ETHEREUM, &[&upstream]);
    let (alice, bob) = (chain.manifest().person("alice"), chain.manifest().person("bob"));
    let chunks = requested.len().div_ceil(200);
    assert!(chunks >= 3);
    let readings = tokio::join!(
        reader.read(chain, alice, &requested),
        reader.read(chain, bob, &requested)
    );
    assert_exact(chain, alice, &requested, &readings.0.unwrap());
    assert_exact(chain, bob, &requested, &readings.1.unwrap());
    assert_eq!(upstream.count_of("eth_chainId"), 1, "one head for both accounts");
    let aggregates = upstream
        .seen()
        .iter()
        .filter(|seen| seen.rpc_methods().contains(&"eth_call".to_owned()) && !is_comparison(seen))
        .count();
    assert_eq!(aggregates, 2 * chunks, "one call per chunk");
    let comparisons: Vec<_> = upstream.seen().into_iter().filter(is_comparison).collect();
    assert_eq!(
        comparisons.len(),
        2,
        "one request for each reading, regardless of the number of holdings"
    );
    assert!(comparisons.iter().all(|seen| seen.rpc_methods().len() <= 10));
    assert_eq!(upstream.count(), 1 + 2 * chunks + 2);
    for odd in chain.manifest().tokens.iter().filter(|row| row.kind == "gas-burning") {
        let mut spoiled = requested.clone();
        spoiled.insert(100, token(ETHEREUM, &odd.address));
        let reading = reader.read(chain, alice, &spoiled).await.unwrap();
        assert_exact(chain, alice, &spoiled, &reading);
    }
    let seen = RecordedProgress::default();
    reader
        .reader
        .balances(&account(ETHEREUM, &alice.address), &requested, &seen)
        .await
        .unwrap();
    let total = u32::try_from(requested.len()).unwrap();
    let reports = seen.0.into_inner().unwrap();
    assert!(reports.iter().all(|(done, of)| *of == total && done <= of));
    assert!(reports.contains(&(total, total)) && reports.len() > chunks);
}

#[tokio::test]
async fn chains_without_multicall_are_read_call_by_call() {
    let chain = TestWorld::shared().chain(OPTIMISM);
    let alice = chain.manifest().person("alice");
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let nowhere = "0x00000000000000000000000000000000000000aa".parse().unwrap();
    let mut absent = row(OPTIMISM, &[&upstream]);
    let mut later = absent.clone();
    let mut empty = absent.clone();
    absent.multicall = None;
    later.multicall.as_mut().unwrap().from_block = u64::MAX;
    empty.multicall = empty.multicall.map(|mut multicall| {
        multicall.address = nowhere;
        multicall
    });
    for row in [absent, later, empty] {
        let reading = reader(row, &[&upstream])
            .read(chain, alice, &tokens(chain))
            .await
            .unwrap();
        assert_exact(chain, alice, &tokens(chain), &reading);
    }
}

#[tokio::test]
async fn metadata_equals_that_of_the_contracts() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(ETHEREUM, &[&upstream]);
    let rows = reader
        .reader
        .metadata(&ChainId::evm(ETHEREUM), &tokens(chain))
        .await
        .unwrap();
    assert_eq!(rows.len(), chain.manifest().tokens.len());
    for (row, (id, metadata)) in chain.manifest().tokens.iter().zip(&rows) {
        assert_eq!(*id, token(ETHEREUM, &row.address));
        assert_eq!(metadata.decimals, row.decimals, "{}", row.key);
        let text = |field: &Option<String>, limit| ports::asset::clean(field.as_deref().unwrap_or_default(), limit);
        assert_eq!(
            (&metadata.symbol, &metadata.name),
            (&text(&row.symbol, 32), &text(&row.name, 64)),
            "{}",
            row.key
        );
        assert!(!metadata.symbol.chars().any(char::is_control));
    }
    let named = |key: &str| {
        let id = token(ETHEREUM, &chain.manifest().token(key).address);
        rows.iter()
            .find(|(own, _)| *own == id)
            .map(|(_, metadata)| metadata.clone())
            .unwrap()
    };
    assert_eq!(named("nodecimals").decimals, None);
    assert_eq!(named("long").symbol.len(), 32);
}

#[tokio::test]
async fn concurrent_requests_for_one_token_are_merged() {
    let chain = TestWorld::shared().chain(OPTIMISM);
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(OPTIMISM, &[&upstream]);
    let (id, requested) = (ChainId::evm(OPTIMISM), tokens(chain));
    let (few, others) = requested.split_at(requested.len() / 2);
    let describe = |tokens| reader.reader.metadata(&id, tokens);
    let metadata = tokio::try_join!(describe(&requested), describe(&requested), describe(few)).unwrap();
    assert_eq!(metadata.0, metadata.1);
    assert_eq!(metadata.0[..few.len()], metadata.2);
    let before = upstream.count();
    assert_eq!(describe(others).await.unwrap(), metadata.0[few.len()..]);
    assert_eq!(upstream.count(), before, "the metadata is cached");
    let again = through(OPTIMISM, &[&upstream]);
    again.reader.metadata(&id, &requested).await.unwrap();
    assert_eq!(
        upstream.count(),
        2 * before,
        "three concurrent requests cost as much as one"
    );
}

#[tokio::test]
async fn the_log_contains_every_request_to_the_node() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let reader = through(ETHEREUM, &[&upstream]);
    reader.read(chain, alice, &tokens(chain)).await.unwrap();
    reader
        .reader
        .metadata(&ChainId::evm(ETHEREUM), &tokens(chain))
        .await
        .unwrap();
    reader.client.flush().await.unwrap();
    let bare = alice.address[2..].to_lowercase();
    let holds = |body: &[u8]| String::from_utf8_lossy(body).to_lowercase().contains(&bare);
    let with_address = upstream.seen().iter().filter(|seen| holds(&seen.body)).count() as u64;
    let address = DisclosedField::Address(alice.address.parse().unwrap());
    let lines = reader.ledger.lines();
    let noted: u64 = lines
        .iter()
        .filter(|line| line.disclosed == address)
        .map(|line| line.count)
        .sum();
    assert!(with_address > 0);
    assert_eq!(noted, with_address);
    assert_eq!(
        reader.ledger.count(&upstream.url()["http://".len()..]),
        upstream.count() as u64
    );
    assert!(lines.iter().all(|line| line.chain == Some(ChainId::evm(ETHEREUM))));
}
