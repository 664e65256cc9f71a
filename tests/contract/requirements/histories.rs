//! Every shipped reader of histories meets the requirements.

use std::{sync::Arc, time::Duration};

use adapters::{
    chain::rows::rows,
    explorer::{self, EXPLORERS},
    history,
    source::EndpointSettings,
};
use conformance::{
    history_reader::{Harness, HistoryRow, MockHistory, PageOrder, Samples, check, evm_transaction},
    mock_server::{Request, Response},
};
use ports::{AccountId, Address, ChainId, HistoryReader, Secret, Stream, Timestamp};
use serde_json::{Value, json};
use support::outgoing::{client_for_urls, shorter_timeouts};

const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const OTHER: &str = "0x642ae78fafbb8032da552d619ad43f1d81e4dd7c";
const CHAINS: [u64; 2] = [1, 10];
/// The rows of one range that can be reached by pages.
const WINDOW: usize = 10_000;
/// The rows per page of Blockscout's list of withdrawals.
const WITHDRAWALS: usize = 50;
/// The newest block of the service.
const HEAD: u64 = 2_000_000;

/// A shipped explorer, by its id.
struct ShippedReader(&'static str);

impl ShippedReader {
    /// The chain of a request: in the path, or in the query if all chains share one path.
    fn chain(request: &Request) -> Option<ChainId> {
        let in_query = request.query("chainid");
        let in_path = request.path().split('/').nth(1).map(str::to_owned);
        let number = in_query.or(in_path)?.parse().ok()?;
        Some(ChainId::evm(number))
    }

    /// The rows per page, where the request states as many.
    fn page_rows(&self) -> usize {
        if self.0 == "etherscan" { 1_000 } else { 2_000 }
    }

    fn row(&self, row: &HistoryRow) -> Value {
        let hash = evm_transaction(row.stream, row.transaction).to_string();
        let (account, amount) = (row.account.address.as_str().to_lowercase(), row.amount.to_string());
        let mut found = json!({
            "blockNumber": row.block.to_string(), "timeStamp": row.seconds().to_string(),
            "from": OTHER, "to": account, "value": amount, "contractAddress": "",
        });
        let more = match row.stream {
            Stream::Transactions => json!({
                "hash": hash, "nonce": "1", "blockHash": "", "transactionIndex": row.transaction.to_string(),
                "gas": "21000", "gasPrice": "10", "gasUsed": "21000", "isError": "0", "txreceipt_status": "1", "input": "0x",
                "confirmations": (HEAD - row.block).to_string(),
            }),
            Stream::InternalTransfers if self.0 == "blockscout" => json!({
                "transactionHash": hash, "index": row.item.to_string(), "type": "call", "callType": "call",
                "isError": "0", "errCode": "",
            }),
            Stream::InternalTransfers => json!({
                "hash": hash, "traceId": format!("0_{}", row.item), "type": "call", "isError": "0", "errCode": "",
            }),
            Stream::TokenTransfers => json!({ "hash": hash, "contractAddress": OTHER, "tokenDecimal": "18" }),
            Stream::NftTransfers => json!({ "hash": hash, "contractAddress": OTHER, "tokenID": amount }),
            Stream::MultiTokenTransfers => {
                json!({ "hash": hash, "contractAddress": OTHER, "tokenID": "7", "tokenValue": amount, "tokenName": null })
            }
            Stream::Withdrawals => json!({
                "withdrawalIndex": row.transaction.to_string(), "validatorIndex": "9", "address": account,
                "amount": (row.amount / 1_000_000_000).to_string(), "timestamp": row.seconds().to_string(),
            }),
            other => unreachable!("explorers have no list {other:?}"),
        };
        for (name, value) in more.as_object().unwrap() {
            found[name] = value.clone();
        }
        found
    }
}

fn stream(action: &str) -> Stream {
    match action {
        "txlist" => Stream::Transactions,
        "txlistinternal" => Stream::InternalTransfers,
        "tokentx" => Stream::TokenTransfers,
        "tokennfttx" => Stream::NftTransfers,
        "token1155tx" => Stream::MultiTokenTransfers,
        "txsBeaconWithdrawal" => Stream::Withdrawals,
        other => panic!("no explorer has the list {other}"),
    }
}

/// Answers with a page of Blockscout's list of withdrawals: the newest first, before the index of the cursor.
fn withdrawals(request: &Request, known: &MockHistory) -> Response {
    let before = request
        .query("index")
        .and_then(|text| text.parse().ok())
        .unwrap_or(u64::MAX);
    let chain = ShippedReader::chain(request);
    let is_requested = |row: &&HistoryRow| {
        let is_before = known.order == PageOrder::Endless || row.transaction < before;
        let is_own =
            Some(&row.account.chain) == chain.as_ref() && request.path().contains(row.account.address.as_str());
        row.stream == Stream::Withdrawals && is_own && is_before
    };
    let mut newest_first: Vec<&HistoryRow> = known.rows.iter().filter(is_requested).collect();
    newest_first.reverse();
    let has_more = newest_first.len() > WITHDRAWALS;
    newest_first.truncate(WITHDRAWALS);
    let last = newest_first.last().map(|row| row.transaction);
    if known.order == PageOrder::Reversed {
        newest_first.reverse();
    }
    let row = |row: &&HistoryRow| {
        let time = Timestamp::from_seconds(i64::try_from(row.seconds()).unwrap());
        json!({
            "index": row.transaction, "validator_index": 9, "amount": row.amount.to_string(), "block_number": row.block,
            "timestamp": time.to_string(), "receiver": { "hash": row.account.address.as_str() },
        })
    };
    let items: Vec<Value> = newest_first.iter().map(row).collect();
    let cursor = last
        .filter(|_| has_more)
        .map(|index| json!({ "index": index, "items_count": WITHDRAWALS }));
    Response::json(200, &json!({ "items": items, "next_page_params": cursor }))
}

impl Harness for ShippedReader {
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let settings = EndpointSettings {
            base: base.parse().ok(),
            own: true,
            key: Some(Arc::new(Secret::new("key-of-the-reader".to_owned()))),
            per_minute: Some(600_000),
        };
        let spec = EXPLORERS.into_iter().find(|spec| spec.slug == self.0).unwrap();
        let endpoint = spec.endpoint(settings, rows().unwrap()).unwrap().unwrap();
        let explorers = explorer::all(&client, rows().unwrap(), vec![(spec, endpoint)]);
        history::all(&explorers).remove(0)
    }

    fn answer(&self, request: &Request, known: &MockHistory) -> Response {
        if request.path().ends_with("/withdrawals") {
            return withdrawals(request, known);
        }
        let number = |name: &str| request.query(name).unwrap().parse::<u64>().unwrap();
        let (blocks, page) = (number("startblock")..=number("endblock"), number("page") as usize);
        let offset = number("offset") as usize;
        assert_eq!(
            (offset, request.query("sort").as_deref()),
            (self.page_rows(), Some("asc"))
        );
        if page * offset > WINDOW {
            let why = "Result window is too large, PageNo x Offset size must be less than or equal to 10000";
            return Response::json(200, &json!({ "status": "0", "message": why, "result": null }));
        }
        let (chain, stream) = (Self::chain(request), stream(&request.query("action").unwrap()));
        let is_requested = |row: &&HistoryRow| {
            let fits = known.ignores_blocks || known.order == PageOrder::Endless || blocks.contains(&row.block);
            fits && row.stream == stream && Some(&row.account.chain) == chain.as_ref()
        };
        let first = if known.order == PageOrder::Endless {
            0
        } else {
            (page - 1) * offset
        };
        let rows = known.rows.iter().filter(is_requested).skip(first).take(offset);
        let mut rows: Vec<Value> = rows.map(|row| self.row(row)).collect();
        if known.order == PageOrder::Reversed {
            rows.reverse();
        }
        let body = if rows.is_empty() {
            json!({ "status": "0", "message": "No transactions found", "result": [] })
        } else {
            json!({ "status": "1", "message": "OK", "result": rows })
        };
        Response::json(200, &body)
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        let body =
            json!({ "status": "0", "message": "NOTOK", "result": "Free API access is not supported for this chain." });
        (Self::chain(request).as_ref() == Some(chain)).then(|| match self.0 {
            "blockscout" => Response::json(402, &json!({ "message": "plan" })),
            _ => Response::json(200, &body),
        })
    }

    fn error_text(&self) -> Option<Response> {
        let body = json!({ "status": "0", "message": "NOTOK", "result": "Something that no client knows" });
        Some(Response::json(200, &body))
    }

    fn samples(&self) -> Samples {
        let account = |chain: u64| AccountId {
            chain: ChainId::evm(chain),
            address: ADDRESS.parse().unwrap(),
        };
        Samples {
            accounts: CHAINS.map(account),
            stranger: AccountId {
                chain: ChainId::evm(CHAINS[0]),
                address: Address::evm([9; 20]),
            },
            page_rows: self.page_rows(),
            window: Some(WINDOW),
            identified: vec![Stream::Transactions, Stream::InternalTransfers, Stream::Withdrawals],
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_shipped_reader_of_histories_meets_them() {
    let reports = futures::future::join_all(EXPLORERS.map(|spec| check(ShippedReader(spec.slug)))).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
}
