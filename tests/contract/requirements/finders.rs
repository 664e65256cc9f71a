//! Every shipped token finder meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::rows::rows,
    explorer::{self, EXPLORERS},
    source::EndpointSettings,
    token_finder,
};
use conformance::{
    mock_server::{Request, Response},
    token_finder::{AccountTokens, Harness, Pages, Samples, check},
};
use ports::{AccountId, AssetId, ChainId, Secret, TokenFinder};
use serde_json::{Value, json};
use support::outgoing::{client_for_urls, shorter_timeouts};

const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const CHAINS: [u64; 2] = [1, 10];

/// A shipped explorer, by its id.
struct ShippedFinder(&'static str);

impl ShippedFinder {
    /// The chain of a request: in the path, or in the query if all chains share one path.
    fn chain(request: &Request) -> Option<ChainId> {
        let in_query = request.query("chainid");
        let in_path = request.path().split('/').nth(1).map(str::to_owned);
        let number = in_query.or(in_path)?.parse().ok()?;
        Some(ChainId::evm(number))
    }

    fn row(&self, contract: Option<&str>, holders: Option<u32>) -> Value {
        match (self.0, contract) {
            ("blockscout", Some(contract)) => {
                let holders = holders.map(|count| count.to_string());
                json!({ "token": { "address_hash": contract, "reputation": "ok", "holders_count": holders } })
            }
            ("blockscout", None) => json!({ "token": { "address_hash": null } }),
            (_, Some(contract)) => json!({ "hash": "0x1", "contractAddress": contract }),
            (_, None) => json!({ "hash": "0x1" }),
        }
    }
}

impl ShippedFinder {
    /// A page with these rows; a full page has this many rows and is followed by another.
    fn page(&self, rows: Vec<Value>, full: Option<usize>) -> Value {
        match (self.0, full) {
            ("blockscout", full) => {
                json!({ "items": rows, "next_page_params": full.map(|page| json!({ "page": page + 1 })) })
            }
            (_, None) if rows.is_empty() => {
                json!({ "status": "0", "message": "No transactions found", "result": [] })
            }
            (_, None) => json!({ "status": "1", "message": "OK", "result": rows }),
            // A full number of rows, one for each transfer, means that there is another page.
            (_, Some(_)) => json!({ "status": "1", "message": "OK", "result": vec![rows; 1000].concat() }),
        }
    }
}

impl Harness for ShippedFinder {
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let settings = EndpointSettings {
            base: base.parse().ok(),
            own: true,
            key: Some(Arc::new(Secret::new("key-of-the-finder".to_owned()))),
            per_minute: Some(600_000),
        };
        let spec = EXPLORERS.into_iter().find(|spec| spec.slug == self.0).unwrap();
        let endpoint = spec.endpoint(settings, rows().unwrap()).unwrap().unwrap();
        let explorers = explorer::all(&client, rows().unwrap(), vec![(spec, endpoint)]);
        token_finder::all(&explorers).remove(0)
    }

    fn answer(&self, request: &Request, known: &AccountTokens) -> Response {
        let chain = Self::chain(request);
        let own = known.tokens.iter().filter(|token| Some(token.chain()) == chain);
        let contracts: Vec<String> = own.filter_map(AssetId::contract).map(|one| one.to_string()).collect();
        let page: usize = request.query("page").map_or(1, |page| page.parse().unwrap());
        let (first, others) = contracts.split_at(contracts.len().min(1));
        let (contracts, is_full) = match (known.pages, page) {
            (Pages::One, _) => (contracts.as_slice(), false),
            (Pages::Two, 1) | (Pages::Endless, _) => (first, true),
            (Pages::Two, _) => (others, false),
        };
        let bad = known.has_bad_row.then(|| self.row(None, known.holders));
        let named = contracts
            .iter()
            .map(|contract| self.row(Some(contract.as_str()), known.holders));
        let rows: Vec<Value> = bad.into_iter().chain(named).collect();
        Response::json(200, &self.page(rows, is_full.then_some(page)))
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        let body =
            json!({ "status": "0", "message": "NOTOK", "result": "Free API access is not supported for this chain." });
        (Self::chain(request).as_ref() == Some(chain)).then(|| match self.0 {
            "blockscout" => Response::json(402, &json!({ "message": "plan" })),
            _ => Response::json(200, &body),
        })
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64| AccountId {
            chain: ChainId::evm(chain),
            address: ADDRESS.parse().unwrap(),
        };
        let token = |chain: u64, n: u8| AssetId::erc20(&ChainId::evm(chain), &ports::Address::evm([n; 20]));
        Samples {
            accounts: CHAINS.map(account),
            stranger: AccountId {
                chain: ChainId::evm(CHAINS[0]),
                address: ports::Address::evm([9; 20]),
            },
            tokens: CHAINS.map(|chain| [token(chain, 7), token(chain, 8)]),
            has_pages: true,
            states_holders: self.0 == "blockscout",
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test]
async fn every_shipped_finder_meets_them() {
    let reports = futures::future::join_all(EXPLORERS.map(|spec| check(ShippedFinder(spec.slug)))).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
}
