//! The history of an account at Coinbase: every row of every wallet once, and no list without an end counts as read.

use conformance::mock_server::Response;
use ports::{Fact, RemoteError, Stream};
use serde_json::{Value, json};

use super::{
    bitstamp_server::time_of,
    coinbase_server::{BITCOIN_ROWS, Coinbase, EURO_ROWS, PORTFOLIO, WALLETS, account, named, transaction, wallet},
    exchange_server::{ExchangeFixture, PageFault},
    history_walk::{LAST, line},
    signed_history::{ids, row_of},
};

type Fixture = ExchangeFixture<Coinbase>;

const LEDGER: Stream = Stream::ExchangeLedger;
const ETHER_ROWS: &str = "/v2/accounts/eth-1/transactions";
const STAKED_ROWS: &str = "/v2/accounts/eth-2/transactions";
const DOLLAR_ROWS: &str = "/v2/accounts/usdc-1/transactions";
const DAY: u64 = 86_400;

/// Returns a server whose wallet of bitcoin has this many rows, one in a minute.
fn with_rows(count: u64) -> Fixture {
    let fixture = Fixture::start();
    let rows = (0..count).rev();
    let rows = rows.map(|number| transaction(&format!("r-{number}"), number * 60, "receive", ("BTC", "0.00000001")));
    fixture.change(|state| state.lists.insert(BITCOIN_ROWS, rows.collect()));
    fixture
}

/// Returns the rows with further fields.
fn with(mut row: Value, fields: &[(&str, Value)]) -> Value {
    for (name, value) in fields {
        row[*name] = value.clone();
    }
    row
}

fn block(seconds: u64) -> u64 {
    time_of(seconds).unsigned_abs() * 1_000
}

#[tokio::test]
async fn a_whole_account_adds_up_to_its_balances() {
    let fixture = Fixture::start();
    let fill = json!({
        "order_id": "o-1", "order_side": "buy", "product_id": "ETH-USDC", "commission": "0.000000000000000001", "fill_price": "10",
    });
    let fill = [("advanced_trade_fill", fill)];
    let network = |fee: &str| {
        [(
            "network",
            json!({ "hash": "aa55", "transaction_fee": { "amount": fee, "currency": "BTC" } }),
        )]
    };
    let convert = [("trade", json!({ "id": "c-1" }))];
    let failed = [("status", json!("failed"))];
    let pending = [("status", json!("pending"))];
    fixture.change(|state| {
        let unused = with(wallet("XLM", "XLM", "0.0000000"), &[("created_at", json!(null))]);
        let wallets = vec![
            wallet("b", "BTC", "0.89"),
            wallet("e", "EUR", 25.21),
            wallet("eth-1", "ETH", "1"),
            wallet("eth-2", "ETH2", "2.01"),
            wallet("usdc-1", "USDC", "69.999999999999999999"),
            unused,
        ];
        state.lists.insert(WALLETS, wallets);
        state.lists.insert(PORTFOLIO, vec![account("b", "BTC", "0.89", "0")]);
        let bitcoin = vec![
            with(transaction("b-4", 400, "send", ("BTC", "-7")), &failed),
            with(transaction("b-3", 300, "send", ("BTC", "-7")), &pending),
            with(transaction("b-2", 200, "send", ("BTC", "-0.11")), &network("0.01")),
            with(
                transaction("b-1", 100, "send", ("BTC", "1")),
                &[("network", json!({ "hash": "e412" }))],
            ),
        ];
        let euros = vec![
            with(transaction("e-2", 900, "trade", ("EUR", "-100")), &convert),
            transaction("e-1", 100, "fiat_deposit", ("EUR", "125.21")),
        ];
        let ether = vec![
            transaction("x-2", 1_100, "staking_transfer", ("ETH", "-2")),
            with(transaction("x-1", 1_000, "advanced_trade_fill", ("ETH", "3")), &fill),
        ];
        let staked = vec![
            transaction("s-2", 1_200, "staking_reward", ("ETH2", "0.01")),
            transaction("s-1", 1_100, "staking_transfer", ("ETH2", "2")),
        ];
        let dollars = vec![
            with(transaction("d-2", 1_001, "advanced_trade_fill", ("USDC", "-30")), &fill),
            with(transaction("d-1", 901, "trade", ("USDC", "100")), &convert),
        ];
        for (path, rows) in [
            (BITCOIN_ROWS, bitcoin),
            (EURO_ROWS, euros),
            (ETHER_ROWS, ether),
            (STAKED_ROWS, staked),
            (DOLLAR_ROWS, dollars),
        ] {
            state.lists.insert(path, rows);
        }
    });
    let facts = fixture.check_replay().await;
    let usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    assert_eq!(
        facts.iter().map(line).collect::<Vec<_>>(),
        [
            "transaction-b_2d2 Withdrawal [-0.1 0, -0.01 0 fee] in aa55".to_owned(),
            "transaction-b_2d1 Deposit [1 0] in e412".to_owned(),
            "trade-c_2d1 Conversion [-100 EUR]".to_owned(),
            "transaction-e_2d1 Deposit [125.21 EUR]".to_owned(),
            "transaction-x_2d2 Move [-2 60]".to_owned(),
            "order-o_2d1-444444 Trade [3 60]".to_owned(),
            "transaction-s_2d2 Reward [0.01 60]".to_owned(),
            "transaction-s_2d1 Move [2 60]".to_owned(),
            format!("order-o_2d1-444444 Trade [-30 {usdc}, -0.000000000000000001 {usdc} fee]"),
            format!("trade-c_2d1 Conversion [100 {usdc}]"),
        ]
    );
    let is_unused = |request: &String| request.contains("XLM");
    assert!(
        !fixture.requests().iter().any(is_unused),
        "a wallet that was never used"
    );
    fixture.check_privacy(&["history", "balances"]).await;
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    for (count, pages) in [(0, 1), (1, 1), (100, 1), (101, 2), (250, 3)] {
        let fixture = with_rows(count);
        let facts = fixture.walk(LEDGER, (0, LAST)).await.unwrap();
        assert_eq!((ids(&facts).len(), facts.len()), (count as usize, count as usize));
        let own = fixture
            .server
            .seen()
            .into_iter()
            .filter(|request| request.path() == BITCOIN_ROWS);
        assert_eq!(own.count(), pages, "{count} rows");
    }
}

#[tokio::test]
async fn an_account_without_wallets_has_no_history() {
    let fixture = Fixture::start();
    fixture.change(|state| state.lists.insert(WALLETS, vec![]));
    assert_eq!(fixture.walk(LEDGER, (0, LAST)).await.unwrap(), []);
    assert_eq!(fixture.server.count(), 1);
}

#[tokio::test]
async fn a_transaction_that_is_completed_days_later_is_found() {
    let fixture = with_rows(1_000);
    let late = |state: &str| {
        let late = transaction("late", 3 * DAY, "fiat_deposit", ("EUR", "7"));
        vec![with(late, &[("status", json!(state))])]
    };
    fixture.change(|state| state.lists.insert(EURO_ROWS, late("pending")));
    let first = fixture.walk(LEDGER, (0, block(4 * DAY))).await.unwrap();
    assert_eq!(ids(&first).len(), 1_000);
    fixture.change(|state| state.lists.insert(EURO_ROWS, late("completed")));
    let later = fixture.walk(LEDGER, (block(4 * DAY) + 1, LAST)).await.unwrap();
    let found: Vec<&Fact> = later.iter().filter(|fact| row_of(fact).id == "e/late").collect();
    assert_eq!((found.len(), later.len()), (1, 1_001), "a week is read again");
    let later = fixture.walk(LEDGER, (block(20 * DAY), LAST)).await.unwrap();
    assert_eq!(later, [], "and nothing before that");
}

#[tokio::test]
async fn rows_that_are_added_meanwhile_are_neither_lost_nor_doubled() {
    let fixture = with_rows(250);
    let mut part = Fixture::part(LEDGER, (0, block(250 * 60)));
    let first = fixture.page(&part).await.unwrap();
    fixture.change(|state| {
        let rows = state.lists.get_mut(BITCOIN_ROWS).unwrap();
        rows.insert(0, transaction("new", 300 * 60, "receive", ("BTC", "1")));
    });
    part.continuation = first.continuation.clone();
    let (rest, _) = fixture.walk_from(part).await.unwrap();
    let all: Vec<Fact> = first.facts.into_iter().chain(rest).collect();
    assert_eq!(
        (all.len(), ids(&all).len()),
        (250, 250),
        "the new row is read in the next run"
    );
}

#[tokio::test]
async fn lists_without_an_end_are_not_read() {
    for fault in [PageFault::RepeatsFirst, PageFault::Empty, PageFault::Unstated] {
        let fixture = with_rows(250);
        let part = Fixture::part(LEDGER, (0, LAST));
        let wallets = fixture.page(&part).await.unwrap();
        fixture.change(|state| state.page_fault = Some(fault));
        let rest = ports::history::HistoryRequest {
            continuation: wallets.continuation,
            ..part
        };
        let error = Fixture::refused(fixture.walk_from(rest).await);
        assert!(matches!(error, RemoteError::Malformed { .. }), "{fault:?}");
        assert!(fixture.server.count() < 10, "{fault:?}");
    }
}

#[tokio::test]
async fn rows_out_of_order_are_all_read() {
    let fixture = with_rows(250);
    let part = Fixture::part(LEDGER, (block(10 * DAY), LAST));
    fixture.change(|state| state.page_fault = Some(PageFault::Unsorted));
    // Nothing shows that older pages have no newer rows, so that all of them are requested.
    assert_eq!(fixture.walk_from(part).await.unwrap().0, []);
    let own = fixture
        .server
        .seen()
        .into_iter()
        .filter(|request| request.path() == BITCOIN_ROWS);
    assert_eq!(own.count(), 3);
    assert_eq!(ids(&fixture.walk(LEDGER, (0, LAST)).await.unwrap()).len(), 250);
}

#[tokio::test]
async fn a_list_that_fails_meanwhile_is_read_on_from_there() {
    let fixture = with_rows(250);
    let part = Fixture::part(LEDGER, (0, LAST));
    fixture.check_resumes(part, named(401, "revoked_token"), 250).await;
}

#[tokio::test]
async fn what_is_no_answer_fails_and_is_never_an_empty_list() {
    Fixture::check_list_faults(BITCOIN_ROWS, LEDGER).await;
    Fixture::check_list_faults(WALLETS, LEDGER).await;
    let fixture = Fixture::start();
    fixture.change(|state| state.always.insert(BITCOIN_ROWS, named(404, "not_found")));
    let error = Fixture::refused(fixture.page(&Fixture::part(LEDGER, (0, LAST))).await);
    assert_eq!(error.code(), "refused", "a wallet that is listed has a history");
    for wallets in [
        json!({ "data": [{ "id": "b" }] }),
        json!({ "data": [wallet("../b", "BTC", "1")] }),
    ] {
        let fixture = Fixture::start();
        let wallets = with(wallets, &[("pagination", json!({ "next_uri": null }))]);
        fixture.change(|state| state.always.insert(WALLETS, Response::json(200, &wallets)));
        let error = Fixture::refused(fixture.page(&Fixture::part(LEDGER, (0, LAST))).await);
        assert_eq!(error.code(), "malformed");
        assert_eq!(fixture.server.count(), 1, "an id that is none is not requested");
    }
}
