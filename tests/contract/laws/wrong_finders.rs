//! Wrong token finders: each violates its requirement.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    door::{Request, Response},
    token_finder::{self as requirements, AccountTokens, Harness, Samples, check},
};
use ports::{AccountId, Address, AssetId, ChainId, NamedToken, Profile, RemoteError, TokenFinder, source::SourceKind};
use serde_json::{Value, json};

use super::toy::{Flaw, IN_ALL, Wire, asked, faulty, judge, malformed};

/// `GET /tokens?chain=C` answers `{"rows": ["CAIP-19", null, …]}`; a chain that is refused is answered 402.
struct Toy(Flaw, reqwest::Client);

struct Finder {
    wire: Wire,
    refused: AtomicBool,
}

impl Harness for Toy {
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder> {
        Arc::new(Finder {
            wire: Wire::new(base, self.0, &self.1),
            refused: AtomicBool::default(),
        })
    }

    fn answer(&self, request: &Request, known: &AccountTokens) -> Response {
        let chain = asked(request, "chain");
        let own = known.tokens.iter().filter(|token| token.chain().as_str() == chain);
        // The service has an entry for each transfer, so it names some twice.
        let named = own.flat_map(|token| [json!(token.as_str()), json!(token.as_str())]);
        let rows: Vec<Value> = known
            .has_bad_row
            .then_some(Value::Null)
            .into_iter()
            .chain(named)
            .collect();
        Response::json(200, &json!({ "rows": rows }))
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        (asked(request, "chain") == chain.as_str()).then(|| Response::new(402, "text/plain", "pay"))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64| AccountId {
            chain: ChainId::evm(chain),
            address: Address::evm([1; 20]),
        };
        let token = |chain: u64, n: u8| AssetId::erc20(&ChainId::evm(chain), &Address::evm([n; 20]));
        Samples {
            accounts: [1, 10].map(account),
            tokens: [1, 10].map(|chain| [token(chain, 7), token(chain, 8)]),
        }
    }

    fn patience(&self) -> Duration {
        IN_ALL
    }
}

#[async_trait]
impl TokenFinder for Finder {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Explorer)
    }

    fn chains(&self) -> Vec<ChainId> {
        [1, 10].map(ChainId::evm).to_vec()
    }

    async fn tokens(&self, account: &AccountId) -> Result<Vec<NamedToken>, RemoteError> {
        if self.wire.is(Flaw::RefusedChainFailsAll) && self.refused.load(Ordering::SeqCst) {
            return Err(self.wire.down("it refused a chain"));
        }
        let answer = self.wire.get(&format!("/tokens?chain={}", account.chain)).await;
        self.refused.fetch_or(answer.is_err(), Ordering::SeqCst);
        let answer = answer?;
        let mut named = Vec::new();
        for row in answer["rows"].as_array().ok_or_else(malformed)? {
            match row.as_str().and_then(|id| id.parse::<AssetId>().ok()) {
                Some(id) => named.push(NamedToken { id, holders: None }),
                None if self.wire.is(Flaw::BadRowFailsAll) => return Err(malformed()),
                None => {}
            }
        }
        let mut seen = BTreeSet::new();
        named.retain(|token| seen.insert(token.id.clone()) || self.wire.is(Flaw::NamesTwice));
        Ok(named)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_wrong_finder_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::NamesTwice, requirements::NAMED),
        (Flaw::BadRowFailsAll, requirements::ROW_NEIGHBOURS),
        (Flaw::RefusedChainFailsAll, requirements::NEIGHBOURS),
    ]);
    judge(|flaw, client| check(Toy(flaw, client)), wrong).await;
}
