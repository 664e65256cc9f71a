//! The history of an account at Bitstamp: every row of every page once, and no list that lacks rows counts as read.

use std::collections::BTreeSet;

use conformance::mock_server::Response;
use ports::{RemoteError, Stream, history::HistoryGapKind};
use serde_json::{Value, json};

use super::{
    bitstamp_server::{
        BALANCES, Bitstamp, CHAIN_TRANSFERS, EARN, TRANSACTIONS, balance, refusal, time_of, transaction,
    },
    exchange_server::{ExchangeFixture, PageFault},
    history_walk::{LAST, line},
    signed_history::{ids, row_of},
};

type Fixture = ExchangeFixture<Bitstamp>;

const LEDGER: Stream = Stream::ExchangeLedger;

/// Returns a server whose list has this many deposits, one in a minute.
fn with_rows(count: u64) -> Fixture {
    let fixture = Fixture::start();
    let rows = (0..count).map(|number| transaction(number, number * 60, 0, &[("btc", json!("0.00000001"))]));
    fixture.change(|state| state.lists.insert(TRANSACTIONS, rows.collect()));
    fixture
}

#[tokio::test]
async fn a_whole_account_adds_up_to_its_balances() {
    let fixture = Fixture::start();
    let deposit = |id, seconds, code: &str, amount: &str| transaction(id, seconds, 0, &[(code, json!(amount))]);
    fixture.change(|state| {
        let trade = |id, order: u64, eur: &str, btc: &str, fee: &str| {
            let fields = [
                ("eur", json!(eur)),
                ("btc", json!(btc)),
                ("btc_eur", json!(20_000)),
                ("fee", json!(fee)),
                ("order_id", json!(order)),
                ("usd", json!(0)),
                ("btc_usd", json!("0.00")),
            ];
            transaction(id, 500, 2, &fields)
        };
        let rows = vec![
            deposit(1, 100, "eur", "20000"),
            deposit(2, 200, "eth", "2.000000000000000001"),
            trade(3, 77, "-10000.00", "0.50000000", "25.00"),
            trade(4, 77, "-2000.00", "0.10000000", "5.00"),
            trade(5, 78, "4000.00", "-0.20000000", "10"),
            transaction(6, 600, 1, &[("btc", json!("-0.1")), ("fee", json!("0.0005"))]),
            transaction(7, 700, 26, &[("eth", json!("-1"))]),
            transaction(8, 800, 27, &[("eth", json!(0.01))]),
            transaction(9, 900, 53, &[("eth", json!("-0.000000000000000001")), ("usd", json!("0.01"))]),
            transaction(10, 950, 99, &[("newcoin", json!("3"))]),
        ];
        state.lists.insert(TRANSACTIONS, rows);
        let transfers = json!({
            "deposits": [{ "id": 1, "currency": "ETH", "txid": "e412", "amount": "2.000000000000000001", "datetime": time_of(150) }],
            "withdrawals": [{ "currency": "BTC", "txid": "aa55", "amount": 0.1, "datetime": time_of(1_000) }],
            "ripple_iou_transactions": [],
        });
        state.answers.insert(CHAIN_TRANSFERS, transfers);
        let balances = json!([
            balance("eur", "11960.00"),
            balance("btc", "0.2995"),
            balance("eth", "2.01"),
            balance("usd", "0.01"),
            balance("newcoin", 3),
        ]);
        state.answers.insert(BALANCES, balances);
        let earn = json!([{ "currency": "ETH", "type": "STAKING", "term": "FLEXIBLE", "amount": "1.01" }]);
        state.answers.insert(EARN, earn);
    });
    let facts = fixture.check_replay().await;
    let lines: Vec<String> = facts.iter().map(line).collect();
    assert_eq!(
        lines,
        [
            "transaction-10 Other [3 NEWCOIN]",
            "transaction-9 Conversion [-0.000000000000000001 60, 0.01 USD]",
            "transaction-8 Reward [0.01 60]",
            "transaction-7 Move [-1 60]",
            "transaction-6 Withdrawal [-0.1 0, -0.0005 0 fee] in aa55",
            "order-78-1600000500 Trade [-0.2 0, 4000 EUR, -10 EUR fee]",
            "order-77-1600000500 Trade [0.1 0, -2000 EUR, -5 EUR fee]",
            "order-77-1600000500 Trade [0.5 0, -10000 EUR, -25 EUR fee]",
            "transaction-2 Deposit [2.000000000000000001 60] in e412",
            "transaction-1 Deposit [20000 EUR]",
        ]
    );
    assert!(
        row_of(&facts[0]).stated.contains("newcoin"),
        "the row is kept as it was sent"
    );
    fixture.check_privacy(&["history", "balances"]).await;
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    for (count, pages) in [(0, 1), (1, 2), (999, 2), (1_000, 2), (1_001, 3), (2_300, 4)] {
        let fixture = with_rows(count);
        let facts = fixture.walk(LEDGER, (0, LAST)).await.unwrap();
        assert_eq!(ids(&facts).len() as u64, count);
        let own = fixture
            .server
            .seen()
            .into_iter()
            .filter(|request| request.path() == TRANSACTIONS);
        assert_eq!(own.count(), pages, "{count} rows");
    }
}

#[tokio::test]
async fn a_later_run_reads_the_newest_rows_only() {
    let fixture = with_rows(2_500);
    let first = u64::try_from(time_of(2_490 * 60)).unwrap() * 1000;
    let facts = fixture.walk(LEDGER, (first, LAST)).await.unwrap();
    assert_eq!(ids(&facts).len(), 10);
    let last = first + 3 * 60_000;
    let facts = fixture.walk(LEDGER, (first, last)).await.unwrap();
    assert_eq!(ids(&facts).len(), 4, "newer rows are those of the next run");
    let forms: Vec<String> = fixture
        .server
        .seen()
        .iter()
        .filter(|request| request.path() == TRANSACTIONS)
        .map(|request| String::from_utf8(request.body.clone()).unwrap())
        .collect();
    assert_eq!(forms, ["limit=1000&offset=0&sort=desc"; 2]);
}

#[tokio::test]
async fn rows_that_are_added_meanwhile_are_neither_lost_nor_doubled() {
    for added in [1, 5, 1_500] {
        let fixture = with_rows(2_300);
        let mut part = Fixture::part(LEDGER, (0, u64::try_from(time_of(2_300 * 60)).unwrap() * 1000));
        let first = fixture.page(&part).await.unwrap();
        fixture.change(|state| {
            let rows = state.lists.get_mut(TRANSACTIONS).unwrap();
            rows.extend(
                (0..added).map(|number| transaction(5_000 + number, (3_000 + number) * 60, 27, &[("eth", json!("1"))])),
            );
        });
        part.continuation = first.continuation.clone();
        let (rest, _) = fixture.walk_from(part).await.unwrap();
        let all: BTreeSet<String> = ids(&first.facts).into_iter().chain(ids(&rest)).collect();
        assert_eq!(all.len(), 2_300, "{added} rows were added");
    }
}

#[tokio::test]
async fn lists_that_lack_rows_or_have_no_end_are_not_read() {
    for fault in [PageFault::RepeatsFirst, PageFault::Empty] {
        let fixture = with_rows(2_300);
        fixture.change(|state| state.page_fault = Some(fault));
        let error = Fixture::refused(fixture.walk(LEDGER, (0, LAST)).await);
        assert!(matches!(error, RemoteError::Malformed { .. }), "{fault:?}");
    }
    // A row that was read is gone, so that one after it can be missing.
    let fixture = with_rows(2_300);
    let mut part = Fixture::part(LEDGER, (0, LAST));
    part.continuation = fixture.page(&part).await.unwrap().continuation;
    fixture.change(|state| {
        state
            .lists
            .get_mut(TRANSACTIONS)
            .unwrap()
            .retain(|row| row["id"] != json!(1_300))
    });
    let error = Fixture::refused(fixture.walk_from(part).await);
    assert!(matches!(error, RemoteError::Malformed { .. }), "{error:?}");
}

#[tokio::test]
async fn rows_out_of_order_are_all_read() {
    let fixture = with_rows(1_500);
    fixture.change(|state| {
        state.page_fault = Some(PageFault::Unsorted);
    });
    let first = u64::try_from(time_of(100 * 60)).unwrap() * 1000;
    let facts = fixture.walk(LEDGER, (first, LAST)).await.unwrap();
    assert_eq!(ids(&facts).len(), 1_400);
}

#[tokio::test]
async fn what_cannot_be_skipped_is_a_gap() {
    let fixture = with_rows(2_300);
    let mut part = Fixture::part(LEDGER, (0, LAST));
    let first = fixture.page(&part).await.unwrap();
    let continuation = first.continuation.unwrap();
    // As after two hundred thousand rows that were added.
    let parts: Vec<&str> = continuation.split(' ').collect();
    part.continuation = Some(format!("{} 199500 {} {}", parts[0], parts[2], parts[3]));
    fixture.change(|state| state.page_fault = Some(PageFault::Shifted(198_501)));
    let page = fixture.page(&part).await.unwrap();
    assert_eq!((page.through, page.continuation), (Some(LAST), None));
    let gap = page.gaps[0];
    let oldest = u64::try_from(time_of(301 * 60)).unwrap() * 1000;
    assert_eq!(
        (gap.kind, gap.blocks),
        (HistoryGapKind::Retention, Some((0, oldest - 1)))
    );
}

#[tokio::test]
async fn a_list_that_fails_meanwhile_is_read_on_from_there() {
    let fixture = with_rows(2_300);
    let part = Fixture::part(LEDGER, (0, LAST));
    fixture.check_resumes(part, refusal(403, "API0011"), 2_300).await;
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_never_an_empty_list() {
    Fixture::check_list_faults(TRANSACTIONS, LEDGER).await;
    for refused in [
        Response::json(200, &json!({})),
        Response::json(200, &json!([{ "id": 1 }])),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| state.always.insert(TRANSACTIONS, refused));
        let error = Fixture::refused(fixture.page(&Fixture::part(LEDGER, (0, LAST))).await);
        assert_eq!(error.code(), "malformed");
    }
    for continuation in ["", "x", "9 9", "9 x 9 1", "9 9 x 1"] {
        let mut part = Fixture::part(LEDGER, (0, LAST));
        part.continuation = Some(continuation.to_owned());
        let error = Fixture::refused(Fixture::start().page(&part).await);
        assert_eq!(error.code(), "malformed", "{continuation}");
    }
}

#[tokio::test]
async fn transactions_on_chains_are_stated_where_the_key_reads_them() {
    let rows: Vec<Value> = vec![transaction(1, 100, 0, &[("btc", json!("1"))])];
    let listed = json!({ "currency": "BTC", "txid": "e412", "amount": 1, "datetime": time_of(100) });
    let transfers = json!({ "deposits": [listed], "withdrawals": [] });
    for (response, expected) in [
        (Response::json(200, &transfers), Ok(Some("e412"))),
        (refusal(403, "API0003"), Ok(None)),
        (refusal(500, "500.001"), Err("unavailable")),
        (Response::json(200, &json!([])), Err("malformed")),
    ] {
        let fixture = Fixture::start();
        fixture.change(|state| {
            state.lists.insert(TRANSACTIONS, rows.clone());
            state.always.insert(CHAIN_TRANSFERS, response.clone());
        });
        let page = fixture.page(&Fixture::part(LEDGER, (0, LAST))).await;
        match expected {
            Ok(transaction) => assert_eq!(row_of(&page.unwrap().facts[0]).transaction.as_deref(), transaction),
            Err(code) => assert_eq!(Fixture::refused(page).code(), code, "{response:?}"),
        }
    }
}
