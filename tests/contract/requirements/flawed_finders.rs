//! Flawed token finders, each of which violates a requirement.

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
    mock_server::{Request, Response},
    token_finder::{self as requirements, AccountTokens, Harness, Pages, Samples, check},
};
use ports::{
    AccountId, Address, AssetId, ChainId, NamedToken, Profile, RemoteError, TokenFinder, json::Json, source::SourceKind,
};
use serde_json::{Value, json};

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, parameter},
};

/// The largest number of pages to read.
const PAGES: u64 = 5;

/// `GET /tokens?chain=C&page=N` returns `{"rows": ["CAIP-19", null, …], "more": true, "holders": 7}`; a refused chain returns
/// 402.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Finder {
    wire: ToyClient,
    refused: AtomicBool,
}

impl Harness for FlawedHarness {
    fn finder(&self, base: &str) -> Arc<dyn TokenFinder> {
        Arc::new(Finder {
            wire: ToyClient::new(base, self.0, &self.1),
            refused: AtomicBool::default(),
        })
    }

    fn answer(&self, request: &Request, known: &AccountTokens) -> Response {
        let chain = parameter(request, "chain");
        let own = known.tokens.iter().filter(|token| token.chain().as_str() == chain);
        let own: Vec<&str> = own.map(AssetId::as_str).collect();
        let (first, others) = own.split_at(own.len().min(1));
        let (own, more) = match (known.pages, parameter(request, "page").as_str()) {
            (Pages::One, _) => (own.as_slice(), false),
            (Pages::Two, "1") | (Pages::Endless, _) => (first, true),
            (Pages::Two, _) => (others, false),
        };
        // The service has a row for each transfer, so it names some tokens twice, with different letter case.
        let named = own.iter().flat_map(|id| [json!(id), json!(id.to_lowercase())]);
        let rows: Vec<Value> = known
            .has_bad_row
            .then_some(Value::Null)
            .into_iter()
            .chain(named)
            .collect();
        Response::json(200, &json!({ "rows": rows, "more": more, "holders": known.holders }))
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        (parameter(request, "chain") == chain.as_str()).then(|| Response::new(402, "text/plain", "pay"))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64, n: u8| AccountId {
            chain: ChainId::evm(chain),
            address: Address::evm([n; 20]),
        };
        let token = |chain: u64, n: u8| AssetId::erc20(&ChainId::evm(chain), &Address::evm([n; 20]));
        Samples {
            accounts: [1, 10].map(|chain| account(chain, 1)),
            stranger: account(1, 2),
            tokens: [1, 10].map(|chain| [token(chain, 0xa7), token(chain, 0xa8)]),
            has_pages: true,
            states_holders: true,
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Finder {
    fn named(&self, answer: &Json) -> Result<Vec<NamedToken>, RemoteError> {
        let mut named = Vec::new();
        let stated = answer["holders"].as_u64().and_then(|count| u32::try_from(count).ok());
        let holders = stated.or(self.wire.is(Flaw::UncountedIsZero).then_some(0));
        for row in answer["rows"].as_array().ok_or_else(malformed)? {
            let id = row.as_str().and_then(|id| match self.wire.flaw {
                Flaw::SmallLetters => AssetId::kept(id).ok(),
                _ => id.parse().ok(),
            });
            match id {
                Some(id) => named.push(NamedToken { id, holders }),
                None if self.wire.is(Flaw::BadRowFailsAll) => return Err(malformed()),
                None => {}
            }
        }
        Ok(named)
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
        let limit = match self.wire.flaw {
            Flaw::FirstPageOnly => 1,
            Flaw::NoPageLimit => 1_000,
            _ => PAGES,
        };
        let mut named = Vec::new();
        for page in 1..=limit {
            let answer = match self
                .wire
                .get(&format!("/tokens?chain={}&page={page}", account.chain))
                .await
            {
                Err(_) if page > 1 && self.wire.is(Flaw::PartIsWhole) => break,
                answer => answer,
            };
            self.refused.fetch_or(answer.is_err(), Ordering::SeqCst);
            let answer = answer?;
            if self.wire.is(Flaw::SlowIsEmpty) && answer.is_null() {
                break;
            }
            named.extend(self.named(&answer)?);
            if answer["more"] != true {
                break;
            }
        }
        if named.is_empty() && self.wire.is(Flaw::NothingIsFailure) {
            return Err(malformed());
        }
        let mut seen = BTreeSet::new();
        named.retain(|token| seen.insert(token.id.clone()) || self.wire.is(Flaw::NamesTwice));
        Ok(named)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_finder_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::NamesTwice, requirements::NAMED),
        (Flaw::NothingIsFailure, requirements::NOTHING),
        (Flaw::BadRowFailsAll, requirements::ROW_NEIGHBOURS),
        (Flaw::RefusedChainFailsAll, requirements::NEIGHBOURS),
    ]);
    check_flaws(Port::Finder, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
