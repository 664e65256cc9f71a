//! Every shipped token list meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::rows::rows,
    token_list::{self, CODES, Endpoint, SOURCES},
};
use conformance::{
    mock_server::{Request, Response},
    token_list::{Harness, ListRow, check},
};
use ports::{Address, AssetId, ChainId, ListedToken, TokenListSource, asset::Metadata};
use serde_json::{Value, json};
use support::outgoing::{client_for_urls, shorter_timeouts};

/// The first list of a publisher, by its code.
struct ShippedList(&'static str);

fn row(row: &ListRow) -> Value {
    let listed = |address: &str, symbol: &str, name: &str, decimals: u8| json!({ "chainId": 1, "address": address, "name": name, "symbol": symbol, "decimals": decimals });
    match row {
        ListRow::Token(ListedToken { id, metadata }) => {
            let contract = id.contract().unwrap();
            listed(
                contract.as_str(),
                &metadata.symbol,
                &metadata.name,
                metadata.decimals.unwrap(),
            )
        }
        ListRow::Bad => listed("0x12", "BAD", "Bad", 18),
    }
}

impl Harness for ShippedList {
    fn source(&self, base: &str) -> Arc<dyn TokenListSource> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let spec = SOURCES.into_iter().find(|spec| spec.slug == self.0).unwrap();
        let endpoint = Endpoint {
            base: format!("{base}/").parse().unwrap(),
            fallbacks: Vec::new(),
            own: true,
            ..spec.public().unwrap()
        };
        token_list::all(&client, rows().unwrap(), vec![(spec, endpoint)]).remove(0)
    }

    fn answer(&self, _: &Request, rows: &[ListRow]) -> Response {
        let list = json!({
            "name": "A list",
            "timestamp": "2026-08-05T00:00:00.000Z",
            "version": { "major": 1, "minor": 0, "patch": 0 },
            "tokens": rows.iter().map(row).collect::<Vec<_>>(),
        });
        Response::json(200, &list)
    }

    fn samples(&self) -> [ListedToken; 2] {
        [("ONE", 7), ("TWO", 8)].map(|(symbol, n)| ListedToken {
            id: AssetId::erc20(&ChainId::evm(1), &Address::evm([n; 20])),
            metadata: Metadata::cleaned(symbol, "A token", Some(n)),
        })
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn every_shipped_list_meets_them() {
    let reports = futures::future::join_all(CODES.map(|code| check(ShippedList(code)))).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
}
