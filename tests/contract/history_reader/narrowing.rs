//! Services that do not manage a range of blocks in time, or answer with more than can be read.

use conformance::mock_server::{Request, Response};
use serde_json::{Value, json};

use super::{FUNDED, HistoryFixture, KEY, faults::row, request};

/// The last requested block.
const LAST: u64 = 1_000_000;

fn width(request: &Request) -> (u64, u64) {
    let number = |name: &str| request.query(name).unwrap().parse::<u64>().unwrap();
    (number("startblock"), number("endblock") - number("startblock") + 1)
}

/// Has a row in every 50,000th block, and manages at most `widest` blocks.
fn slow(widest: u64, refusal: impl Fn() -> Response + Send + Sync + 'static) -> HistoryFixture {
    HistoryFixture::new(Some(KEY), move |request| {
        let (from, width) = width(request);
        if width > widest {
            return refusal();
        }
        let rows = (0..=LAST)
            .step_by(50_000)
            .filter(|block| (from..from + width).contains(block));
        let rows: Vec<Value> = rows.map(row).collect();
        Response::json(200, &json!({ "status": "1", "message": "OK", "result": rows }))
    })
}

async fn whole(fixture: &HistoryFixture, id: &str) -> Vec<u64> {
    let (mut wanted, mut blocks) = (request(FUNDED, (0, LAST)), vec![]);
    for _ in 0..200 {
        let page = fixture.reader(id).page(&wanted).await.unwrap();
        blocks.extend(page.facts.iter().map(|fact| fact.block.number));
        if page.continuation.is_none() {
            assert_eq!(page.through, Some(LAST));
            return blocks;
        }
        wanted.continuation = page.continuation;
    }
    panic!("{id} does not reach the end: {wanted:?}");
}

#[tokio::test]
async fn a_range_that_takes_too_long_is_read_in_parts() {
    let timeout = || {
        let why = "Query Timeout occured. Please select a smaller result dataset";
        Response::json(200, &json!({ "status": "0", "message": why, "result": null }))
    };
    let long = || Response::new(200, "application/json", vec![b' '; 9 << 20]);
    let every: Vec<u64> = (0..=LAST).step_by(50_000).collect();
    for id in super::SERVICES {
        let fixture = slow(60_000, timeout);
        assert_eq!(whole(&fixture, id).await, every, "{id}");
        assert!(fixture.server.count() < 60, "{} requests", fixture.server.count());
    }
    let fixture = slow(200_000, long);
    assert_eq!(whole(&fixture, "blockscout").await, every);
}

#[tokio::test]
async fn a_service_that_manages_no_range_at_all_is_an_error_after_a_few_requests() {
    let timeout = || {
        let why = "Query Timeout occured. Please select a smaller result dataset";
        Response::json(200, &json!({ "status": "0", "message": "NOTOK", "result": why }))
    };
    let fixture = slow(0, timeout);
    let error = fixture
        .reader("etherscan")
        .page(&request(FUNDED, (0, LAST)))
        .await
        .unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(fixture.server.count() <= 7, "{} requests", fixture.server.count());
}
