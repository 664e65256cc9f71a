//! Services that fail, refuse, truncate, lag, or answer about something else. Nothing of that is an empty or a shorter
//! history.

use conformance::mock_server::{Fault, Response, RetryAfter};
use ports::{RemoteError, history::HistoryPage};
use serde_json::{Value, json};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use super::{FUNDED, HEAD, HistoryFixture, KEY, SERVICES, recorded, request};

fn error(message: &str, result: Value) -> Value {
    json!({ "status": "0", "message": message, "result": result })
}

/// The recording with a changed row.
fn changed(at: usize, field: &str, value: Value) -> Value {
    let mut answer = recorded();
    answer["result"][at][field] = value;
    answer
}

fn without(field: &str) -> Value {
    let mut answer = recorded();
    answer["result"][4].as_object_mut().unwrap().remove(field);
    answer
}

/// Each answer with status 200, and the error that it becomes.
fn answers() -> Vec<(Value, &'static str)> {
    let internal = "Some internal transactions within this block range have not yet been processed";
    let window = "Result window is too large, PageNo x Offset size must be less than or equal to 10000";
    vec![
        (error("NOTOK", json!("Something that no client knows")), "refused"),
        (error("NOTOK", json!([])), "refused"),
        (
            error("NOTOK", json!("Max calls per sec rate limit reached (3/sec)")),
            "rate_limited",
        ),
        (
            error(
                "NOTOK",
                json!("Max daily rate limit reached. 100000 (100%) of 100000 day/limit"),
            ),
            "rate_limited",
        ),
        (
            error(
                "NOTOK",
                json!("Free API access is temporarily unavailable due to high network activity"),
            ),
            "unavailable",
        ),
        (
            error("NOTOK", json!("Free API access is not supported for this chain.")),
            "unsupported",
        ),
        (
            error("Free API access is not supported for this chain.", Value::Null),
            "unsupported",
        ),
        (error("NOTOK", json!("chain not supported")), "unsupported"),
        (
            error(
                "NOTOK",
                json!("Missing or unsupported chainid parameter (required for v2 api)"),
            ),
            "unsupported",
        ),
        (error("NOTOK", json!("Missing/Invalid API Key")), "refused"),
        (
            error(
                "NOTOK",
                json!("Too many invalid api key attempts, please try again later"),
            ),
            "refused",
        ),
        (error("NOTOK", json!("Error! Invalid address format")), "refused"),
        (
            error("NOTOK", json!("Error! Missing Or invalid Action name")),
            "refused",
        ),
        (error(window, Value::Null), "refused"),
        (
            json!({ "status": "2", "message": internal, "result": recorded()["result"] }),
            "unavailable",
        ),
        (json!({ "status": "1", "message": "OK", "result": null }), "malformed"),
        (json!({ "message": "OK", "result": [] }), "malformed"),
        (json!([]), "malformed"),
        // A row that is about another chain or another account is recognized where its block or its parties do not fit.
        (changed(9, "blockNumber", json!((HEAD + 1).to_string())), "malformed"),
        (
            changed(9, "from", json!("0x4b321f615455ca04969c5057f459a4dad42781ab")),
            "malformed",
        ),
        // One transaction cannot be in two blocks, and cannot have two contents.
        (changed(9, "hash", recorded()["result"][8]["hash"].clone()), "malformed"),
        (without("value"), "malformed"),
        (without("hash"), "malformed"),
        (without("blockNumber"), "malformed"),
        (without("timeStamp"), "malformed"),
        (changed(4, "value", json!("-1")), "malformed"),
        (changed(4, "value", json!("0x10")), "malformed"),
        (changed(4, "gasUsed", json!({})), "malformed"),
        (changed(4, "isError", json!("2")), "malformed"),
    ]
}

/// An error never repeats the text of the service, which is not trusted, or the key.
fn check_text(error: &RemoteError) {
    let text = format!("{error} {error:?}");
    for word in [KEY, "no client knows", "PageNo", "upgrade", "day/limit"] {
        assert!(!text.contains(word), "{text}");
    }
}

#[tokio::test]
async fn no_error_is_an_empty_history() {
    for (answer, code) in answers() {
        for id in SERVICES {
            // Refusals are remembered, so each case has a service of its own.
            let fixture = HistoryFixture::json(answer.clone());
            let page = fixture.page(id).await;
            let found = page.as_ref().map_or_else(RemoteError::code, |_| "a page");
            assert_eq!(found, code, "{id}: {answer}: {page:?}");
            page.as_ref().err().into_iter().for_each(check_text);
        }
    }
}

#[tokio::test]
async fn an_account_that_was_never_seen_is_empty() {
    for message in [
        "No transactions found",
        "No records found",
        "No internal transactions found",
    ] {
        for id in SERVICES {
            let page = HistoryFixture::json(error(message, json!([]))).page(id).await.unwrap();
            let end = HistoryPage {
                markets: Vec::new(),
                facts: vec![],
                through: Some(HEAD),
                continuation: None,
                total: None,
                gaps: vec![],
            };
            assert_eq!(page, end, "{id}: {message}");
        }
    }
}

#[tokio::test]
async fn a_missing_field_is_named() {
    let error = HistoryFixture::json(without("timeStamp"))
        .page("etherscan")
        .await
        .unwrap_err();
    let RemoteError::Malformed { what, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!(what, "a row of txlist without a readable timeStamp");
}

#[tokio::test]
async fn the_daily_limit_ends_at_midnight() {
    let answer = error("NOTOK", json!("Max daily rate limit reached"));
    let error = HistoryFixture::json(answer).page("etherscan").await.unwrap_err();
    let wait = error.retry_after().unwrap();
    assert!(wait > Duration::ZERO && wait <= Duration::from_hours(24), "{wait:?}");
}

#[tokio::test]
async fn failing_connections_and_challenge_pages_have_their_own_errors() {
    let challenge = |status: u16| {
        move |_: &conformance::mock_server::Request| {
            Response::new(
                status,
                "text/html; charset=UTF-8",
                "<!doctype html><title>Just a moment...</title>",
            )
        }
    };
    for id in SERVICES {
        for (key, status, code) in [
            (Some(KEY), 200, "malformed"),
            (Some(KEY), 403, "refused"),
            (None, 403, "key_required"),
            (None, 402, "key_required"),
            (None, 401, "key_required"),
            (Some(KEY), 503, "unavailable"),
            (Some(KEY), 404, "refused"),
        ] {
            let fixture = HistoryFixture::new(key, challenge(status));
            let error = fixture.page(id).await.unwrap_err();
            assert_eq!(error.code(), code, "{id}: {status}: {error}");
            assert!(!format!("{error:?}").contains("Just a moment"));
        }
        for (fault, code) in [
            (Fault::Truncated, "unavailable"),
            (Fault::Reset, "unavailable"),
            (Fault::Huge { announced: false }, "malformed"),
            (Fault::TooManyRequests(RetryAfter::Seconds(600)), "rate_limited"),
        ] {
            let fixture = HistoryFixture::json(recorded());
            fixture.server.fail_always(fault.clone());
            let error = fixture.page(id).await.unwrap_err();
            assert_eq!(error.code(), code, "{id}: {fault:?}: {error}");
        }
    }
}

/// A row states how many blocks the service knows after its own. An index that ends before the requested blocks is not
/// believed to be complete.
#[tokio::test]
async fn a_lagging_index_is_an_error() {
    for id in SERVICES {
        let fixture = HistoryFixture::json(recorded());
        let reader = fixture.reader(id);
        assert!(reader.page(&request(FUNDED, (0, HEAD))).await.is_ok());
        let error = reader.page(&request(FUNDED, (0, HEAD + 1))).await.unwrap_err();
        assert_eq!(error.code(), "node_behind", "{id}: {error}");
        assert!(error.to_string().contains("ends with block 11144990"), "{error}");
    }
}

/// A service with a smaller limit than the requested number of rows sends as many as that and does not say so.
#[tokio::test]
async fn a_page_that_was_cut_off_is_not_the_last_one() {
    let fixture = HistoryFixture::new(Some(KEY), |request| {
        let from: u64 = request.query("startblock").unwrap().parse().unwrap();
        let rows: Vec<Value> = (from.max(100)..=440).take(100).map(row).collect();
        Response::json(200, &json!({ "status": "1", "message": "OK", "result": rows }))
    });
    for id in SERVICES {
        let mut wanted = request(FUNDED, (0, 440));
        let mut blocks = vec![];
        loop {
            let page = fixture.reader(id).page(&wanted).await.unwrap();
            blocks.extend(page.facts.iter().map(|fact| fact.block.number));
            wanted.continuation = page.continuation;
            if wanted.continuation.is_none() {
                break;
            }
        }
        assert_eq!(blocks, (100..=440).collect::<Vec<_>>(), "{id}");
    }
}

/// A service that ignores the order sends its newest rows first; the rows before them would be lost.
#[tokio::test]
async fn a_page_of_the_newest_rows_is_an_error() {
    let fixture = HistoryFixture::new(Some(KEY), |request| {
        let number = |name: &str| request.query(name).unwrap().parse::<u64>().unwrap();
        let rows = (number("startblock").max(1)..=number("endblock")).rev();
        let rows: Vec<Value> = rows.take(number("offset") as usize).map(row).collect();
        Response::json(200, &json!({ "status": "1", "message": "OK", "result": rows }))
    });
    for id in SERVICES {
        let error = fixture.reader(id).page(&request(FUNDED, (0, 3_000))).await.unwrap_err();
        assert!(error.to_string().contains("not in ascending order"), "{id}: {error}");
    }
}

/// A service that ignores the number of rows may have left out some.
#[tokio::test]
async fn a_page_with_more_rows_than_requested_is_believed_only_up_to_the_end() {
    let fixture = HistoryFixture::new(Some(KEY), |_| {
        let rows: Vec<Value> = (1..=2_500).map(row).collect();
        Response::json(200, &json!({ "status": "1", "message": "OK", "result": rows }))
    });
    for id in SERVICES {
        let whole = fixture.reader(id).page(&request(FUNDED, (0, 2_500))).await.unwrap();
        assert_eq!((whole.facts.len(), whole.through), (2_500, Some(2_500)));
        let error = fixture.reader(id).page(&request(FUNDED, (0, 2_501))).await.unwrap_err();
        assert!(error.to_string().contains("more rows than requested"), "{id}: {error}");
    }
}

/// A block with more rows than the service has pages for is a gap, also where its window is smaller than usual.
#[tokio::test]
async fn a_page_beyond_the_window_ends_the_block_with_a_gap() {
    let requests = std::sync::Arc::new(AtomicUsize::new(0));
    let counted = requests.clone();
    let fixture = HistoryFixture::new(Some(KEY), move |request| {
        counted.fetch_add(1, Ordering::SeqCst);
        let number = |name: &str| request.query(name).unwrap().parse::<usize>().unwrap();
        if number("page") > 2 {
            return Response::json(200, &error("Result window is too large", Value::Null));
        }
        let first = (number("page") - 1) * number("offset");
        let rows = (first..first + number("offset")).map(|n| {
            let mut row = row(500);
            row["hash"] = format!("0x{n:064x}").into();
            row
        });
        Response::json(
            200,
            &json!({ "status": "1", "message": "OK", "result": rows.collect::<Vec<_>>() }),
        )
    });
    let page = fixture
        .reader("etherscan")
        .page(&request(FUNDED, (500, 500)))
        .await
        .unwrap();
    assert_eq!(
        (page.facts.len(), page.through, page.continuation),
        (2_000, Some(500), None)
    );
    assert_eq!(page.gaps[0].blocks, Some((500, 500)));
    assert_eq!(requests.load(Ordering::SeqCst), 3);
}

/// A row of one transaction in this block.
pub(super) fn row(block: u64) -> Value {
    json!({
        "blockNumber": block.to_string(), "timeStamp": "1600000000", "hash": format!("0x{block:064x}"),
        "from": FUNDED, "to": FUNDED, "value": "1", "contractAddress": "", "isError": "0", "txreceipt_status": "1",
        "gasUsed": "21000", "gasPrice": "1", "input": "0x", "nonce": "0", "transactionIndex": "0", "blockHash": "",
    })
}
