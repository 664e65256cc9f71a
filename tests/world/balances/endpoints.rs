//! Endpoints that fail, are behind, or answer wrongly.

use super::*;

#[tokio::test]
async fn another_endpoint_is_used_and_named_in_the_answer() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    for fault in [
        Fault::Status(500),
        Fault::Html,
        Fault::Truncated,
        Fault::Reset,
        Fault::TooManyRequests(RetryAfter::Seconds(60)),
        Fault::RpcError {
            code: -32005,
            message: "limit exceeded",
        },
        Fault::RpcError {
            code: -32601,
            message: "the method is not available",
        },
    ] {
        for everything in [true, false] {
            let (bad, good) = (
                MockUpstream::to_node(chain.rpc().address()),
                MockUpstream::to_node(chain.rpc().address()),
            );
            bad.fail_when(
                move |seen| everything || seen.rpc_methods().iter().any(|method| method == "eth_call"),
                fault.clone(),
            );
            let reader = through(ETHEREUM, &[&bad, &good]);
            let reading = reader.read(chain, alice, &tokens(chain)).await.unwrap();
            assert_exact(chain, alice, &tokens(chain), &reading);
            assert_eq!(format!("http://{}", reading.host), good.url(), "{fault:?}");
        }
    }
}

#[tokio::test]
async fn endpoints_of_another_chain_are_refused() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    let (wrong, right) = (
        MockUpstream::to_node(chain.rpc().address()),
        MockUpstream::to_node(chain.rpc().address()),
    );
    wrong.fail_always(Fault::WrongChain(5));
    let error = through(ETHEREUM, &[&wrong])
        .read(chain, alice, &tokens(chain))
        .await
        .unwrap_err();
    assert!(
        matches!(&error, RemoteError::Refused { why, .. } if why.contains("chain 5")),
        "{error:?}"
    );
    assert_eq!(wrong.count_of("eth_call"), 0, "it receives no address");
    let reading = through(ETHEREUM, &[&wrong, &right])
        .read(chain, alice, &tokens(chain))
        .await
        .unwrap();
    assert_eq!(format!("http://{}", reading.host), right.url());
    assert_eq!(wrong.count_of("eth_call"), 0);
    let probe = through(ETHEREUM, &[&right])
        .reader
        .reach(&ChainId::evm(ETHEREUM))
        .await
        .unwrap();
    assert!(probe.number >= chain.manifest().block);
}

#[tokio::test]
async fn an_endpoint_that_is_behind_is_not_used() {
    let world = TestWorld::start().unwrap();
    let (stale, fresh) = (world.chain(OPTIMISM), world.chain(ETHEREUM));
    fresh.mine(1000);
    let (behind, ahead) = (
        MockUpstream::to_node(stale.rpc().address()),
        MockUpstream::to_node(fresh.rpc().address()),
    );
    behind.fail_always(Fault::WrongChain(ETHEREUM));
    let alice = fresh.manifest().person("alice");
    let reading = through(ETHEREUM, &[&behind, &ahead])
        .read(fresh, alice, &tokens(fresh))
        .await
        .unwrap();
    assert_exact(fresh, alice, &tokens(fresh), &reading);
    assert_eq!(format!("http://{}", reading.host), ahead.url());
    assert_eq!(behind.count_of("eth_call"), 0);
}

#[tokio::test]
async fn a_reading_fails_as_a_whole_if_no_endpoint_answers() {
    let chain = TestWorld::shared().chain(ETHEREUM);
    let alice = chain.manifest().person("alice");
    let (one, other) = (
        MockUpstream::to_node(chain.rpc().address()),
        MockUpstream::to_node(chain.rpc().address()),
    );
    one.fail_always(Fault::Status(502));
    other.fail_always(Fault::Reset);
    let error = through(ETHEREUM, &[&one, &other])
        .read(chain, alice, &tokens(chain))
        .await
        .unwrap_err();
    assert!(
        matches!(&error, RemoteError::Unavailable { who, .. } if who == "Ethereum"),
        "{error:?}"
    );
    let world = TestWorld::with_load_tokens(450).unwrap();
    let chain = world.chain(ETHEREUM);
    let upstream = MockUpstream::to_node(chain.rpc().address());
    let calls = Mutex::new(0);
    let last_chunk = move |seen: &support::mock_upstream::Request| {
        let mut calls = calls.lock().unwrap();
        *calls += i32::from(seen.rpc_methods().iter().any(|method| method == "eth_call"));
        *calls >= 3
    };
    upstream.fail_when(last_chunk, Fault::Status(500));
    let error = through(ETHEREUM, &[&upstream])
        .read(chain, chain.manifest().person("alice"), &tokens(chain))
        .await;
    assert_eq!(error.unwrap_err().code(), "unavailable");
}

#[tokio::test]
async fn chains_without_a_row_are_not_read() {
    let upstream = MockUpstream::of_prices();
    let reader = through(ETHEREUM, &[&upstream]);
    assert_eq!(reader.reader.chains(), [ChainId::evm(ETHEREUM)]);
    let error = reader.reader.head(&ChainId::evm(2)).await.unwrap_err();
    assert_eq!(error.code(), "unsupported");
    let profile = reader.reader.profile();
    assert_eq!(profile.hosts, [upstream.url()["http://".len()..].to_owned()]);
    assert!(outgoing::row(OPTIMISM, &[]).endpoints.is_empty());
}
