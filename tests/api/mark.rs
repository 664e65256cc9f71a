//! Marks in responses and as files: known items have one, others do not.

use serde_json::{Value, json};

use crate::test_server::TestServer;

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const KINDS: &str = "/api/wallet/user-wallet/get-all-wallets";
const CHAINS: &str = "/api/wallet/chain/get-chains";

fn rows<'a>(data: &'a Value, at: &str) -> &'a [Value] {
    data.pointer(at).and_then(Value::as_array).unwrap()
}

#[tokio::test]
async fn only_known_items_have_a_mark() {
    let server = TestServer::start().await;
    let person = server.person(&["vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    let balance = server.call_as(&person, BALANCE, &json!({})).await.data();
    let mark_of = |symbol: &str| {
        let row = rows(&balance, "/user_wallet/assets")
            .iter()
            .find(|row| row["symbol"] == symbol);
        row.unwrap_or_else(|| panic!("no row of {symbol}"))["mark"].clone()
    };
    for symbol in ["ETH", "WBTC", "USDC", "AAVE"] {
        let mark = mark_of(symbol);
        assert!(
            mark.as_str().is_some_and(|path| path.starts_with("/marks/tokens/")),
            "{symbol}: {mark}"
        );
    }
    assert_eq!(mark_of("TIDE"), Value::Null);
    let networks = rows(&balance, "/networks");
    assert!(networks.len() > 3 && networks.iter().all(|row| row["mark"].is_string()));
}

#[tokio::test]
async fn marks_are_cached_permanently_and_cannot_run_scripts() {
    let server = TestServer::start().await;
    let kinds = server.call(KINDS, &json!({})).await.data();
    let chains = server.call(CHAINS, &json!({})).await.data();
    let known = rows(&kinds, "/wallets").iter().chain(rows(&chains, "/chains"));
    let paths: Vec<&str> = known.filter_map(|row| row["mark"].as_str()).collect();
    assert!(paths.len() > 30, "{paths:?}");
    for path in &paths {
        let reply = server.get(path).await;
        assert_eq!(reply.status.as_u16(), 200, "{path}");
        assert_eq!(reply.header("content-type"), "image/svg+xml");
        assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        let policy = reply.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("sandbox"),
            "{policy}"
        );
        assert!(reply.text.starts_with("<svg "), "{path}");
    }
    let (name, _) = paths[0].split_once('.').unwrap();
    for path in [
        format!("{name}.svg"),
        format!("{name}.0000000000000000.svg"),
        "/marks/marks.csv".to_owned(),
    ] {
        assert_eq!(server.get(&path).await.status.as_u16(), 404, "{path}");
    }
}
