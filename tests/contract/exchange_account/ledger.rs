//! The history of an account at Kraken: every row of every page once, and no list that lacks rows counts as read.

use std::collections::BTreeSet;

use ports::{
    ExchangeHistoryRequest, ExchangeReader, Fact, RemoteError, Stream,
    fact::FactBody,
    history::{HistoryPage, HistoryRequest},
};
use serde_json::{Value, json};

use super::{KrakenFixture, fixture, kraken_server::LedgerFault, own_account, own_key};

/// When the first row was.
const FIRST: u64 = 1_688_464_484;
const MINUTE: u64 = 60;

/// Fills the ledger with this many rows, one in a minute, two of each event.
fn with_rows(count: u64) -> KrakenFixture {
    let fixture = fixture();
    let row = |number: u64| -> (String, Value) {
        let time: Value = format!("{}.1787", FIRST + number * MINUTE).parse().unwrap();
        let row = json!({
            "refid": format!("T{}", number / 2), "time": time, "type": "trade", "subtype": "tradespot", "aclass": "currency",
            "asset": "XXBT", "amount": format!("0.{:010}", number + 1), "fee": "0.0000000000", "balance": "1.0",
        });
        (format!("L{number:05}"), row)
    };
    fixture
        .server
        .change(|state| state.ledger = (0..count).map(row).collect());
    fixture
}

async fn page(fixture: &KrakenFixture, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let keyed = ExchangeHistoryRequest {
        part: request,
        key: &own_key(),
        assets: &[],
        markets: &[],
    };
    fixture.reader.history(keyed).await
}

/// Reads all pages between two moments in milliseconds, as a run of the history does.
async fn walk(fixture: &KrakenFixture, blocks: (u64, u64)) -> Result<Vec<Fact>, RemoteError> {
    let mut request = HistoryRequest {
        account: format!("exchange:kraken:{}", own_account()).parse().unwrap(),
        stream: Stream::ExchangeLedger,
        blocks,
        continuation: None,
    };
    let mut facts = Vec::new();
    for _ in 0..100 {
        let page = page(fixture, &request).await?;
        facts.extend(page.facts);
        match page.continuation {
            Some(next) => request.continuation = Some(next),
            None => {
                assert_eq!(page.through, Some(blocks.1));
                return Ok(facts);
            }
        }
    }
    panic!("the pages have no end");
}

fn ids(facts: &[Fact]) -> Vec<String> {
    let id = |fact: &Fact| match &fact.body {
        FactBody::ExchangeRow(row) => row.id.clone(),
        other => panic!("{other:?}"),
    };
    facts.iter().map(id).collect()
}

const ALL: (u64, u64) = (0, 2_000_000_000_000);

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    for count in [0, 1, 49, 50, 51, 100, 149] {
        let fixture = with_rows(count);
        let facts = walk(&fixture, ALL).await.unwrap();
        let distinct: BTreeSet<String> = ids(&facts).into_iter().collect();
        assert_eq!((facts.len() as u64, distinct.len() as u64), (count, count));
        assert!(
            fixture
                .server
                .forms()
                .iter()
                .all(|form| form.starts_with("Ledgers&end=2000000001&ofs="))
        );
    }
}

#[tokio::test]
async fn two_parts_of_the_time_are_as_much_as_the_whole() {
    let fixture = with_rows(20);
    for middle in [
        FIRST * 1000,
        (FIRST + 7 * MINUTE) * 1000 + 177,
        (FIRST + 7 * MINUTE) * 1000 + 178,
        (FIRST + 7 * MINUTE) * 1000 + 179,
        (FIRST + 7 * MINUTE) * 1000 + 999,
    ] {
        let earlier = walk(&fixture, (ALL.0, middle)).await.unwrap();
        let later = walk(&fixture, (middle + 1, ALL.1)).await.unwrap();
        let both: BTreeSet<String> = ids(&earlier).into_iter().chain(ids(&later)).collect();
        assert_eq!((earlier.len() + later.len(), both.len()), (20, 20), "{middle}");
    }
}

#[tokio::test]
async fn lists_that_lack_rows_or_have_no_end_are_not_read() {
    for (fault, is_read) in [
        (LedgerFault::ShortPages, true),
        (LedgerFault::Overlaps, true),
        (LedgerFault::Uncounted, true),
        (LedgerFault::Empty, false),
        (LedgerFault::IgnoresOffset, false),
    ] {
        let fixture = with_rows(70);
        fixture.server.change(|state| state.ledger_fault = Some(fault));
        match walk(&fixture, ALL).await {
            Ok(facts) => {
                let distinct: BTreeSet<String> = ids(&facts).into_iter().collect();
                assert!(is_read, "{fault:?}");
                assert_eq!(distinct.len(), 70, "{fault:?}");
            }
            Err(error) => {
                assert!(!is_read, "{fault:?}");
                assert!(matches!(error, RemoteError::Malformed { .. }), "{error:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_row_that_is_added_meanwhile_moves_others_and_loses_none() {
    let fixture = with_rows(70);
    let mut request = HistoryRequest {
        account: format!("exchange:kraken:{}", own_account()).parse().unwrap(),
        stream: Stream::ExchangeLedger,
        blocks: ALL,
        continuation: None,
    };
    let first = page(&fixture, &request).await.unwrap();
    fixture.server.change(|state| {
        let late = json!({
            "refid": "T99", "time": FIRST + 69 * MINUTE + 30, "type": "deposit", "asset": "ZEUR", "amount": "5", "fee": "0",
        });
        state.ledger.insert("L99999".to_owned(), late);
    });
    request.continuation = first.continuation;
    let second = page(&fixture, &request).await.unwrap();
    let all: BTreeSet<String> = ids(&first.facts).into_iter().chain(ids(&second.facts)).collect();
    assert_eq!(all.len(), 70, "the new row is read in the next run");
    assert_eq!(second.through, Some(ALL.1));
}

#[tokio::test]
async fn a_row_that_cannot_be_read_fails_the_page() {
    let fixture = with_rows(3);
    fixture.server.change(|state| {
        let row = state.ledger.get_mut("L00001").unwrap();
        row["amount"] = json!("a lot");
    });
    let error = walk(&fixture, ALL).await.unwrap_err();
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error:?}");
}
