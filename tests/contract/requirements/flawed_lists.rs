//! Flawed token lists, each of which violates a requirement.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    token_list::{self as requirements, Harness, ListRow, check},
};
use ports::{
    Address, AssetId, ChainId, ListedToken, Profile, RemoteError, SourceId, TokenList, TokenListSource,
    asset::Metadata, json::Json, source::SourceKind,
};
use serde_json::{Value, json};

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed},
};

/// `GET /list` returns `{"rows": [{"id": "CAIP-19", "symbol": "ONE", "decimals": 6}, null, …]}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Source(ToyClient);

impl Harness for FlawedHarness {
    fn source(&self, base: &str) -> Arc<dyn TokenListSource> {
        Arc::new(Source(ToyClient::new(base, self.0, &self.1)))
    }

    fn answer(&self, _: &Request, rows: &[ListRow]) -> Response {
        let row = |row: &ListRow| match row {
            ListRow::Token(ListedToken { id, metadata }) => {
                json!({ "id": id.as_str(), "symbol": metadata.symbol, "decimals": metadata.decimals })
            }
            ListRow::Bad => Value::Null,
        };
        Response::json(200, &json!({ "rows": rows.iter().map(row).collect::<Vec<_>>() }))
    }

    fn samples(&self) -> [ListedToken; 2] {
        [("ONE", 7), ("TWO", 8)].map(|(symbol, n)| ListedToken {
            id: AssetId::erc20(&ChainId::evm(1), &Address::evm([n; 20])),
            metadata: Metadata::cleaned(symbol, "", Some(n)),
        })
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Source {
    fn token(&self, row: &Json) -> Option<ListedToken> {
        let stated = u8::try_from(row["decimals"].as_u64()?).ok()?;
        let decimals = if self.0.is(Flaw::AlwaysEighteen) { 18 } else { stated };
        Some(ListedToken {
            id: row["id"].as_str()?.parse().ok()?,
            metadata: Metadata::cleaned(row["symbol"].as_str()?, "", Some(decimals)),
        })
    }
}

#[async_trait]
impl TokenListSource for Source {
    fn profile(&self) -> Profile {
        let id = if self.0.is(Flaw::OtherId) { "toy" } else { "list:toy" };
        Profile {
            id: SourceId::fixed(id),
            ..self.0.profile(SourceKind::TokenList)
        }
    }

    async fn tokens(&self) -> Result<TokenList, RemoteError> {
        let answer = self.0.get("/list").await?;
        let mut list = TokenList::default();
        for row in answer["rows"].as_array().ok_or_else(malformed)? {
            match self.token(row) {
                Some(token) => list.tokens.push(token),
                None if self.0.is(Flaw::BadRowFailsAll) => return Err(malformed()),
                None => list.left_out += 1,
            }
        }
        if self.0.is(Flaw::NamesTwice) {
            list.tokens.extend(list.tokens.clone());
        }
        Ok(list)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_list_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::OtherId, requirements::ID),
        (Flaw::NamesTwice, requirements::NAMED),
        (Flaw::BadRowFailsAll, requirements::NEIGHBOURS),
    ]);
    check_flaws(Port::List, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
