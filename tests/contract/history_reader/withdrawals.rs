//! Withdrawals of validators from Blockscout, whose list is newest first and cannot be limited to blocks.

use conformance::mock_server::{Request, Response};
use ports::{HistoryReader, RemoteError, Stream, fact::FactBody, history::HistoryPage, history::HistoryRequest};
use serde_json::{Value, json};

use super::{FUNDED, HEAD, HistoryFixture, request};

/// The block of a withdrawal: the higher the number, the newer.
fn block(index: u64) -> u64 {
    1_000 * index
}

fn row(index: u64) -> Value {
    json!({
        "index": index, "validator_index": 7, "amount": "17000000000000000", "block_number": block(index),
        "timestamp": "2023-04-12T22:27:35.000000Z", "receiver": { "hash": "0xDdbd2B932c763bA5b1b7AE3B362eac3e8d40121A" },
    })
}

/// Answers with pages of two rows, the newest of nine first.
fn pages(request: &Request) -> Response {
    let start = request.query("index").and_then(|text| text.parse().ok()).unwrap_or(10);
    let rows: Vec<u64> = (1..start).rev().take(2).collect();
    let last = rows.last().copied().unwrap_or_default();
    let next = if last > 1 {
        json!({ "index": last, "items_count": 2 })
    } else {
        Value::Null
    };
    let items: Vec<Value> = rows.into_iter().map(row).collect();
    Response::json(200, &json!({ "items": items, "next_page_params": next }))
}

fn withdrawals(blocks: (u64, u64)) -> HistoryRequest {
    HistoryRequest {
        stream: Stream::Withdrawals,
        ..request(FUNDED, blocks)
    }
}

/// Follows the pages of a request to the end. Returns the indexes that were found, and how many pages there were.
async fn all(reader: &dyn HistoryReader, blocks: (u64, u64)) -> (Vec<u64>, usize) {
    let mut request = withdrawals(blocks);
    let (mut found, mut pages) = (Vec::new(), 0);
    loop {
        let page = reader.page(&request).await.unwrap();
        pages += 1;
        found.extend(page.facts.iter().map(|fact| match &fact.body {
            FactBody::Withdrawal(withdrawal) => {
                assert_eq!(withdrawal.value.to_string(), "17000000000000000");
                assert_eq!(fact.block.time.seconds(), 1_681_338_455);
                withdrawal.index
            }
            other => panic!("{other:?}"),
        }));
        assert_eq!(
            page.through.is_some(),
            page.continuation.is_none(),
            "older rows may follow"
        );
        match page.continuation {
            Some(next) => request.continuation = Some(next),
            None => {
                assert_eq!(page.through, Some(blocks.1));
                found.sort_unstable();
                return (found, pages);
            }
        }
    }
}

#[tokio::test]
async fn the_list_is_followed_back_to_the_first_block_of_a_request() {
    let fixture = HistoryFixture::new(None, pages);
    let reader = fixture.reader("blockscout");
    assert_eq!(all(reader, (0, HEAD)).await, ((1..=9).collect(), 5));
    assert_eq!(all(reader, (block(6), HEAD)).await, (vec![6, 7, 8, 9], 3));
    assert_eq!(all(reader, (0, block(2))).await, (vec![1, 2], 5));
    assert_eq!(all(reader, (block(9) + 1, HEAD)).await, (vec![], 1));
    let seen = fixture.server.seen();
    assert!(seen[0].target.contains("/withdrawals"), "{}", seen[0].target);
    assert!(seen[1].target.contains("index=8&items_count=2"), "{}", seen[1].target);
}

async fn answered(answer: Value) -> Result<HistoryPage, RemoteError> {
    let fixture = HistoryFixture::new(None, move |_| Response::json(200, &answer));
    fixture.reader("blockscout").page(&withdrawals((0, HEAD))).await
}

#[tokio::test]
async fn nothing_that_is_wrong_is_an_empty_list() {
    let with = |field: &str, value: Value| {
        let mut changed = row(3);
        changed[field] = value;
        json!({ "items": [changed], "next_page_params": null })
    };
    for answer in [
        json!({ "items": null, "next_page_params": null }),
        json!({ "message": "Not found" }),
        json!({ "items": [row(1), row(2)], "next_page_params": null }),
        json!({ "items": [], "next_page_params": "more" }),
        json!({ "items": [], "next_page_params": {} }),
        with(
            "receiver",
            json!({ "hash": "0x4b321f615455ca04969c5057f459a4dad42781ab" }),
        ),
        with("amount", json!("1.5")),
        with("index", Value::Null),
        with("timestamp", json!("yesterday")),
        with("block_number", json!("0x10")),
    ] {
        let found = answered(answer.clone()).await;
        assert_eq!(found.unwrap_err().code(), "malformed", "{answer}");
    }
    let none = answered(json!({ "items": [], "next_page_params": null }))
        .await
        .unwrap();
    assert_eq!((none.facts.len(), none.through), (0, Some(HEAD)));
}
