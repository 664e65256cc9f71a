//! Fees at exchanges are in the report of fees, by exchange, in the asset in which they were paid.

use serde_json::json;

use crate::test_server::TestServer;

const CONNECT: &str = "/api/organisation/user/add-update-user-account";
const FEES: &str = "/api/wallet/transaction/get-gas-fee-overtime";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

#[tokio::test]
async fn the_fees_of_trades_are_those_of_their_exchange() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    for (exchange, key) in [("kraken", "bound-key-1"), ("bybit", "bound-key-2")] {
        let key = json!({ "exchange": exchange, "account_name": "Main", "api_key": key, "api_secret": "any" });
        server.call_as(&person, CONNECT, &key).await.data();
    }
    server.read_histories_of(&person).await;
    // Prices of past days are requested once the histories are known.
    server.run_jobs_of(&person).await;
    let fees = server.call_as(&person, FEES, &json!({})).await.data();
    let chains = fees["chains"].as_array().unwrap();
    let at = chains
        .iter()
        .position(|one| one["chain"]["_id"] == "exchange:bybit")
        .unwrap();
    let figure = fees["figures"][format!("/chains/{at}/total_fees/value")]
        .as_str()
        .unwrap();
    let explained = server.call_as(&person, EXPLAIN, &json!({ "figure": figure })).await;
    assert!(explained.status.is_success(), "{}: {}", chains[at], explained.json());
    let rows = fees["gas_fee_overtime"].as_array().unwrap();
    for exchange in ["kraken", "bybit"] {
        let id = format!("exchange:{exchange}");
        let own: Vec<_> = rows.iter().filter(|row| row["chain"]["_id"] == json!(id)).collect();
        assert!(
            !own.is_empty() && own.iter().all(|row| row["symbol"] == "EUR"),
            "{own:?}"
        );
        let counted: i64 = own.iter().map(|row| row["count"].as_i64().unwrap()).sum();
        let query = json!({ "conditions": [{ "key": "chain", "value": exchange }], "limit": 200 });
        let found = server.call_as(&person, SEARCH, &query).await.data();
        let trades = found["results"].as_array().unwrap().iter();
        let trades = trades.filter(|row| row["kind"] == "swap").count();
        assert_eq!(
            usize::try_from(counted).unwrap(),
            trades,
            "{exchange}: each trade has its fee"
        );
    }
}
