//! An explorer over HTTP, in the dialect of each service.

use std::sync::{Arc, Mutex};

use adapters::{
    chain::rows::rows,
    explorer::{self, EXPLORERS},
    history,
    http_client::AllowedHost,
    source::EndpointSettings,
};
use async_trait::async_trait;
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::{Clock, HistoryReader, Secret, Timestamp};
use serde_json::{Value, json};
use support::{
    outgoing::{client_with_clock, short_timeouts},
    tracker_fixture::TrackerFixture,
};

use super::{
    faults::Fault,
    true_chain::{LISTS, Row, TrueChain},
};
use crate::history::newest_block;

/// What the explorer reports.
#[derive(Default)]
struct Index {
    is_blockscout: bool,
    /// The newest block at a time.
    newest: Option<(u64, Arc<dyn Clock>, Timestamp)>,
    rows: Vec<Row>,
    fault: Option<Fault>,
}

/// A running explorer.
pub struct Explorer {
    service: String,
    server: MockServer,
    index: Arc<Mutex<Index>>,
}

impl Explorer {
    pub fn start(service: &str) -> Self {
        let index = Arc::new(Mutex::new(Index {
            is_blockscout: service == "blockscout",
            ..Index::default()
        }));
        Self {
            service: service.to_owned(),
            server: MockServer::start(Handler(index.clone())),
            index,
        }
    }

    /// Reports what happened, with this fault, from now on.
    pub fn serve(&self, chain: &TrueChain, fault: Option<Fault>) {
        let mut index = self.index.lock().unwrap();
        index.rows = match fault {
            Some(Fault::Rows(rows)) => rows(chain),
            _ => chain.rows.clone(),
        };
        index.fault = fault;
    }

    /// Lets its index follow the chain of a fixture, which has a block every twelve seconds.
    pub async fn follow(&self, fixture: &TrackerFixture) {
        let newest = newest_block(fixture).await;
        self.index.lock().unwrap().newest = Some((newest, fixture.clock.clone(), fixture.now()));
    }

    /// The product's reader of it.
    pub fn reader(&self, clock: Arc<dyn Clock>) -> Arc<dyn HistoryReader> {
        let host = AllowedHost::of(&self.server.url().parse().unwrap(), true).unwrap();
        let (client, _) = client_with_clock(clock, vec![host], short_timeouts());
        let settings = EndpointSettings {
            base: self.server.url().parse().ok(),
            own: true,
            key: Some(Arc::new(Secret::new("of-the-tests".to_owned()))),
            per_minute: Some(600_000),
        };
        let configured = EXPLORERS.map(|spec| {
            let endpoint = spec.endpoint(settings.clone(), rows().unwrap()).unwrap();
            (spec, endpoint.unwrap())
        });
        let explorers = explorer::all(&client, rows().unwrap(), configured.into());
        let readers = history::all(&explorers);
        let own = readers
            .iter()
            .find(|reader| reader.profile().id.as_str() == self.service);
        own.expect("it reads histories").clone()
    }
}

impl Index {
    fn head(&self) -> u64 {
        let (block, clock, at) = self.newest.as_ref().expect("it follows a chain");
        block + clock.now().since(*at).as_secs() / 12
    }

    fn answer(&self, request: &Request) -> Response {
        if let Some(Fault::Answer(list, answer)) = self.fault
            && list.is_none_or(|list| request.query("action").as_deref() == Some(list))
        {
            let (status, body) = answer();
            return Response::json(status, &body);
        }
        let head = match self.fault {
            Some(Fault::Behind(blocks)) => self.head().saturating_sub(blocks),
            _ => self.head(),
        };
        let path = request.path();
        if path.ends_with("/indexing-status") {
            let ratio = "1.00";
            return Response::json(
                200,
                &json!({
                    "finished_indexing": true, "finished_indexing_blocks": true, "indexed_blocks_ratio": ratio,
                    "indexed_internal_transactions_ratio": ratio,
                }),
            );
        }
        if path.ends_with("/blocks") {
            return Response::json(200, &json!([{ "height": head }]));
        }
        if path.ends_with("/withdrawals") {
            return Response::json(200, &json!({ "items": [], "next_page_params": null }));
        }
        Response::json(200, &self.list(request, head))
    }

    fn list(&self, request: &Request, head: u64) -> Value {
        let number = |name: &str| request.query(name).and_then(|text| text.parse::<u64>().ok());
        let action = request.query("action").unwrap_or_default();
        let Some(list) = LISTS.into_iter().find(|list| *list == action) else {
            return answer(&[]);
        };
        let blocks = number("startblock").unwrap_or_default()..=number("endblock").unwrap_or(u64::MAX);
        let own = |row: &&Row| row.list == list && row.block <= head && blocks.contains(&row.block);
        let mut rows: Vec<Value> = self.rows.iter().filter(own).map(|row| self.row(row, head)).collect();
        if let Some(Fault::Newest(most)) = self.fault {
            rows.reverse();
            rows.truncate(most);
        }
        answer(&rows)
    }

    fn row(&self, row: &Row, head: u64) -> Value {
        let mut fields = row.fields.clone();
        fields["confirmations"] = json!((head - row.block).to_string());
        if self.is_blockscout && row.list == "txlistinternal" {
            fields["transactionHash"] = fields["hash"].take();
            fields["index"] = json!("1");
            fields["callType"] = json!("call");
            for other in ["hash", "traceId"] {
                fields.as_object_mut().unwrap().remove(other);
            }
        }
        fields
    }
}

fn answer(rows: &[Value]) -> Value {
    if rows.is_empty() {
        return json!({ "status": "0", "message": "No transactions found", "result": [] });
    }
    json!({ "status": "1", "message": "OK", "result": rows })
}

struct Handler(Arc<Mutex<Index>>);

#[async_trait]
impl RequestHandler for Handler {
    async fn answer(&self, request: &Request) -> Response {
        self.0.lock().unwrap().answer(request)
    }
}
