//! Tests of the readers of histories, against local mock servers with the formats of the real services.

mod faults;
mod narrowing;
mod withdrawals;

use adapters::{
    chain::rows::rows,
    explorer::{self, EXPLORERS},
    history,
    http_client::HttpClient,
    source::EndpointSettings,
    token_finder,
};
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::{
    AccountId, ChainId, Fact, HistoryReader, RemoteError, Secret, Stream, TokenFinder,
    disclosure::DisclosedField,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    json::JsonNumber,
    source::SourceKind,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

const TXLIST: &str = include_str!("../../adapters/src/history/fixtures/etherscan/txlist.json");
/// The account of the recorded transactions.
const FUNDED: &str = "0xddbd2b932c763ba5b1b7ae3b362eac3e8d40121a";
const KEY: &str = "hunter2";
const SERVICES: [&str; 3] = ["etherscan", "blockscout", "routescan"];
/// The newest block of the recording.
const HEAD: u64 = 11_144_990;

/// A function that answers requests.
struct Answering<F>(F);

#[async_trait::async_trait]
impl<F: Fn(&Request) -> Response + Send + Sync + 'static> RequestHandler for Answering<F> {
    async fn answer(&self, request: &Request) -> Response {
        (self.0)(request)
    }
}

/// The readers of all explorers at one mock server.
struct HistoryFixture {
    server: MockServer,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    histories: Vec<Arc<dyn HistoryReader>>,
    finders: Vec<Arc<dyn TokenFinder>>,
}

impl HistoryFixture {
    fn new(key: Option<&str>, answer: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Self {
        let server = MockServer::start(Answering(answer));
        let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
        let settings = EndpointSettings {
            base: server.url().parse().ok(),
            own: true,
            key: key.map(|key| Arc::new(Secret::new(key.to_owned()))),
            per_minute: Some(600_000),
        };
        let configured = EXPLORERS.map(|spec| {
            let endpoint = spec.endpoint(settings.clone(), rows().unwrap()).unwrap();
            (spec, endpoint.unwrap())
        });
        let explorers = explorer::all(&client, rows().unwrap(), configured.into());
        Self {
            server,
            client,
            ledger,
            histories: history::all(&explorers),
            finders: token_finder::all(&explorers),
        }
    }

    fn json(body: Value) -> Self {
        Self::new(Some(KEY), move |_| Response::json(200, &body))
    }

    fn reader(&self, id: &str) -> &dyn HistoryReader {
        let mut readers = self.histories.iter();
        let found = readers.find(|reader| reader.profile().id.as_str() == id);
        found.unwrap_or_else(|| panic!("{id} reads no history")).as_ref()
    }

    async fn page(&self, id: &str) -> Result<HistoryPage, RemoteError> {
        self.reader(id).page(&request(FUNDED, (0, HEAD))).await
    }
}

fn request(address: &str, blocks: (u64, u64)) -> HistoryRequest {
    HistoryRequest {
        account: AccountId {
            chain: ChainId::evm(1),
            address: address.parse().unwrap(),
        },
        stream: Stream::Transactions,
        blocks,
        continuation: None,
    }
}

fn recorded() -> Value {
    serde_json::from_str(TXLIST).unwrap()
}

#[tokio::test]
async fn the_recorded_history_is_read_whole_from_each_service() {
    for id in SERVICES {
        let fixture = HistoryFixture::json(recorded());
        let page = fixture.page(id).await.unwrap();
        assert_eq!(
            (page.facts.len(), page.through, page.continuation),
            (10, Some(HEAD), None)
        );
        assert!(page.facts.iter().all(|fact| fact.source.as_str() == id));
        let numbers: Vec<u64> = page.facts.iter().map(|fact| fact.block.number).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
    }
}

#[tokio::test]
async fn each_service_receives_its_own_form_of_the_request() {
    let list = |rows: u64| {
        format!(
            "module=account&action=txlist&address=0xDdbd2B932c763bA5b1b7AE3B362eac3e8d40121A&startblock=0&endblock={HEAD}&page=1&offset={rows}&sort=asc"
        )
    };
    for (id, target, header) in [
        ("etherscan", format!("/?chainid=1&apikey={KEY}&{}", list(1_000)), None),
        ("blockscout", format!("/1/api?{}", list(2_000)), Some("Bearer hunter2")),
        (
            "routescan",
            format!("/1/etherscan/api?apikey={KEY}&{}", list(2_000)),
            None,
        ),
    ] {
        let fixture = HistoryFixture::json(recorded());
        fixture.page(id).await.unwrap();
        let seen = fixture.server.seen();
        assert_eq!(seen.len(), 1, "{id}");
        assert_eq!(seen[0].target.to_lowercase(), target.to_lowercase(), "{id}");
        assert_eq!(seen[0].header("authorization"), header, "{id}");
    }
}

#[tokio::test]
async fn the_ledger_records_who_received_the_address() {
    let fixture = HistoryFixture::json(recorded());
    for reader in &fixture.histories {
        let profile = reader.profile();
        reader.page(&request(FUNDED, (0, HEAD))).await.unwrap();
        assert_eq!(profile.kind, SourceKind::Explorer);
        assert!(profile.learns.contains("history") && profile.capabilities == ["account history"]);
        let mut elsewhere = request(FUNDED, (0, HEAD));
        elsewhere.account.chain = ChainId::evm(31_337);
        assert_eq!(reader.page(&elsewhere).await.unwrap_err().code(), "unsupported");
        assert_eq!(reader.streams(&elsewhere.account.chain), []);
    }
    fixture.client.flush().await.unwrap();
    let lines = fixture.ledger.lines();
    assert_eq!(lines.len(), SERVICES.len());
    for line in lines {
        assert_eq!((line.purpose.as_str(), line.chain), ("history", Some(ChainId::evm(1))));
        assert_eq!(line.disclosed, DisclosedField::Address(FUNDED.parse().unwrap()));
    }
}

#[tokio::test]
async fn what_a_service_never_reports_is_stated() {
    let fixture = HistoryFixture::json(recorded());
    let streams = |id: &str, chain: u64| fixture.reader(id).streams(&ChainId::evm(chain));
    assert!(streams("etherscan", 1).contains(&Stream::Withdrawals));
    assert!(
        !streams("etherscan", 100).contains(&Stream::Withdrawals),
        "they are transfers of GNO"
    );
    assert!(streams("blockscout", 1).contains(&Stream::Withdrawals));
    assert!(!streams("routescan", 1).contains(&Stream::Withdrawals));
    let before_bedrock = HistoryGap {
        kind: HistoryGapKind::InternalTransfers,
        blocks: Some((0, 105_235_062)),
    };
    assert_eq!(fixture.reader("blockscout").gaps(&ChainId::evm(10)), [before_bedrock]);
    assert_eq!(fixture.reader("blockscout").gaps(&ChainId::evm(1)), []);
    let mut receipts = request(FUNDED, (0, HEAD));
    receipts.stream = Stream::Receipts;
    for id in SERVICES {
        let error = fixture.reader(id).page(&receipts).await.unwrap_err();
        assert_eq!(error.code(), "unsupported");
    }
    assert_eq!(fixture.server.count(), 0);
}

/// Blockscout states how far its index reaches, and whether it is complete; the others do not.
#[tokio::test]
async fn the_head_of_an_index_is_read_where_it_is_stated() {
    for (status, blocks, expected) in [
        (
            json!({"finished_indexing": true, "finished_indexing_blocks": true, "indexed_blocks_ratio": "1.00"}),
            json!([{"height": 19_000_000}]),
            Ok(Some(19_000_000)),
        ),
        (
            json!({"finished_indexing": true, "finished_indexing_blocks": true}),
            json!([{"height": "19000001"}]),
            Ok(Some(19_000_001)),
        ),
        (
            json!({"finished_indexing": false, "finished_indexing_blocks": true, "indexed_internal_transactions_ratio": 0.98}),
            json!([{"height": 1}]),
            Err("node_syncing"),
        ),
        (
            json!({"finished_indexing": true, "finished_indexing_blocks": true, "indexed_internal_transactions_ratio": "0.97"}),
            json!([{"height": 1}]),
            Err("node_syncing"),
        ),
        (
            json!({"finished_indexing": false, "finished_indexing_blocks": false, "indexed_internal_transactions_ratio": null}),
            json!([{"height": 1}]),
            Err("node_syncing"),
        ),
        (
            json!({"indexed_blocks_ratio": "1.00"}),
            json!([{"height": 1}]),
            Err("malformed"),
        ),
        (
            json!({"finished_indexing": true, "finished_indexing_blocks": true}),
            json!([]),
            Err("malformed"),
        ),
    ] {
        let fixture = HistoryFixture::new(Some(KEY), move |request| match request.path() {
            "/1/api/v2/main-page/indexing-status" => Response::json(200, &status),
            "/1/api/v2/main-page/blocks" => Response::json(200, &blocks),
            other => panic!("{other}"),
        });
        let head = fixture.reader("blockscout").head(&ChainId::evm(1)).await;
        assert_eq!(head.as_ref().map(|head| *head).map_err(RemoteError::code), expected);
        fixture.client.flush().await.unwrap();
        let disclosed: Vec<_> = fixture.ledger.lines().into_iter().map(|line| line.disclosed).collect();
        assert!(
            disclosed.iter().all(|disclosed| *disclosed == DisclosedField::Nothing),
            "{disclosed:?}"
        );
        for id in ["etherscan", "routescan"] {
            assert_eq!(fixture.reader(id).head(&ChainId::evm(1)).await, Ok(None));
        }
    }
}

/// Texts and numbers, capital letters, null names and the order of the rows do not change a fact.
#[tokio::test]
async fn the_notation_of_rows_does_not_change_facts() {
    let as_numbers = |row: &Value| {
        let field = |(name, value): (&String, &Value)| {
            let number = value.as_str().and_then(|digits| digits.parse::<JsonNumber>().ok());
            let text = number.map_or_else(|| value.to_string(), |number| number.to_string());
            format!("{}:{text}", Value::from(name.as_str()))
        };
        let fields: Vec<String> = row.as_object().unwrap().iter().map(field).collect();
        format!("{{{}}}", fields.join(","))
    };
    let in_capitals = |row: &Value| {
        let mut row = row.clone();
        for name in ["to", "hash", "blockHash"] {
            let text = row[name].as_str().unwrap();
            let digits = text
                .strip_prefix("0x")
                .map(|digits| format!("0x{}", digits.to_uppercase()));
            row[name] = digits.unwrap_or_else(|| text.to_owned()).into();
        }
        row.to_string()
    };
    let with_null = |row: &Value| {
        let mut row = row.clone();
        for name in ["contractAddress", "txreceipt_status"] {
            row[name] = Value::Null;
        }
        row.to_string()
    };
    let usual = HistoryFixture::json(recorded()).page("etherscan").await.unwrap();
    let notations: [&dyn Fn(&Value) -> String; 3] = [&as_numbers, &in_capitals, &with_null];
    for notation in notations {
        let mut rows: Vec<String> = recorded()["result"].as_array().unwrap().iter().map(notation).collect();
        rows.swap(0, 7);
        rows.push(rows[3].clone());
        let answer = format!(
            "{{\"status\":\"1\",\"message\":\"OK\",\"result\":[{}]}}",
            rows.join(",")
        );
        let answer = move |_: &Request| Response::new(200, "application/json", answer.as_str());
        let page = HistoryFixture::new(Some(KEY), answer).page("etherscan").await.unwrap();
        assert_eq!(ids(&page.facts), ids(&usual.facts));
    }
}

fn ids(facts: &[Fact]) -> BTreeMap<String, String> {
    let id = |fact: &Fact| (fact.transaction.to_string(), fact.id().unwrap().to_string());
    facts.iter().map(id).collect()
}

/// One client serves all uses: what it refused in one is not requested in another.
#[tokio::test]
async fn a_refused_chain_is_remembered_in_all_uses() {
    let fixture = HistoryFixture::new(Some(KEY), |_| Response::new(402, "application/json", "{}"));
    let account = request(FUNDED, (0, HEAD)).account;
    assert_eq!(fixture.page("blockscout").await.unwrap_err().code(), "refused");
    let finder = fixture
        .finders
        .iter()
        .find(|one| one.profile().id.as_str() == "blockscout");
    assert_eq!(finder.unwrap().tokens(&account).await.unwrap_err().code(), "refused");
    assert_eq!(fixture.server.count(), 1);
}
