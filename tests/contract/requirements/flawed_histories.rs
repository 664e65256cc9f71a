//! Flawed readers of histories, each of which violates a requirement.

mod reader;

use std::{sync::Arc, time::Duration};

use conformance::{
    history_reader::{self as requirements, Harness, HistoryRow, MockHistory, PageOrder, Samples, check},
    mock_server::{Request, Response},
};
use ports::{AccountId, Address, ChainId, HistoryReader, Stream};
use serde_json::{Value, json};

use self::reader::Reader;
use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, parameter},
};

const ROWS: usize = 10;
/// The number of pages of one block that the service has.
const PAGES: u64 = 5;

/// `GET /history?chain=C&stream=S&from=F&to=T&page=N` returns `{"rows": [[block, transaction, amount, account, place], …]}`,
/// oldest first; an error is `{"error": "…"}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

impl Harness for FlawedHarness {
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader> {
        Arc::new(Reader::new(ToyClient::new(base, self.0, &self.1)))
    }

    fn answer(&self, request: &Request, known: &MockHistory) -> Response {
        let number = |name: &str| parameter(request, name).parse::<u64>().unwrap_or_default();
        let is_endless = known.order == PageOrder::Endless;
        let blocks = number("from")..=number("to");
        let fits = |row: &&HistoryRow| {
            let is_requested = row.stream.code() == parameter(request, "stream")
                && row.account.chain.as_str() == parameter(request, "chain");
            is_requested && (is_endless || known.ignores_blocks || blocks.contains(&row.block))
        };
        let page = if is_endless { 0 } else { number("page") as usize - 1 };
        let rows = known.rows.iter().filter(fits).skip(page * ROWS).take(ROWS);
        let place = |row: &HistoryRow| (row.stream == Stream::Transactions).then_some(row.item);
        let mut rows: Vec<Value> = rows
            .map(|row| {
                json!([
                    row.block,
                    row.transaction,
                    row.amount.to_string(),
                    row.account.to_string(),
                    place(row)
                ])
            })
            .collect();
        if known.order == PageOrder::Reversed {
            rows.reverse();
        }
        if number("page") > PAGES {
            return Response::json(200, &json!({ "error": "too many pages" }));
        }
        Response::json(200, &json!({ "rows": rows }))
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        (parameter(request, "chain") == chain.as_str()).then(|| Response::new(402, "text/plain", "pay"))
    }

    fn error_text(&self) -> Option<Response> {
        Some(Response::json(200, &json!({ "error": "busy" })))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64, n: u8| AccountId {
            chain: ChainId::evm(chain),
            address: Address::evm([n; 20]),
        };
        Samples {
            accounts: [account(1, 1), account(10, 1)],
            stranger: account(1, 2),
            page_rows: ROWS,
            window: Some(ROWS * PAGES as usize),
            identified: vec![Stream::Transactions],
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_reader_of_histories_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::FactPerRow, requirements::EVERY_ROW),
        (Flaw::WindowIsWhole, requirements::WINDOW),
        (Flaw::BelievesOrder, requirements::ORDER),
        (Flaw::ThroughTooFar, requirements::THROUGH),
        (Flaw::LeavesLastBlockOut, requirements::BLOCKS),
        (Flaw::CountsAnswers, requirements::SAME),
        (Flaw::NothingIsFailure, requirements::NOTHING),
        (Flaw::PartIsWhole, requirements::ALL_OR_NOTHING),
        (Flaw::NoPageLimit, requirements::BOUNDED),
        (Flaw::AnswersForeign, requirements::FOREIGN),
        (Flaw::RefusedChainFailsAll, requirements::NEIGHBOURS),
    ]);
    check_flaws(Port::History, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}
