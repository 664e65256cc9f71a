//! The history of an account at HTX: every trade, transfer, deposit, withdrawal and other change once.

use ports::Stream;
use serde_json::{Value, json};

use super::{
    htx::HTX,
    htx_server::{CHANGES, CROSS_MARGIN, DEPOSITS_AND_WITHDRAWALS, SPOT, TRADES, TRANSFERS, balances},
    reader_faults::ReaderFixture,
    signed_history::{self, DAY, MINUTE, TestedList, line, now, row_of, sums},
    signed_lists::ListFault,
};

static TRADE_ROWS: TestedList = TestedList {
    exchange: &HTX,
    stream: Stream::MarketTrades,
    path: TRADES,
    add: |server, time, number| {
        let row = trade((number + 1, number + 1), ("btcusdt", "buy-limit", "btc"), time);
        server.change(|state| state.lists.add(TRADES, time, row));
    },
    revoked: r#"{"status": "error", "err-code": "api-signature-not-valid", "err-msg": "Signature not valid: Incorrect Access key", "data": null}"#,
    days: 20,
    since: None,
};

static CHANGE_ROWS: TestedList = TestedList {
    stream: Stream::ExchangeRewards,
    path: CHANGES,
    add: |server, time, number| {
        let row = change(number + 1, "rebate", ("btc", "0.001"), time);
        server.change(|state| state.lists.add(CHANGES, time, row));
    },
    days: 2,
    since: Some(3),
    ..TRADE_ROWS
};

static DEPOSIT_ROWS: TestedList = TestedList {
    stream: Stream::ExchangeDeposits,
    path: DEPOSITS_AND_WITHDRAWALS,
    add: |server, time, number| {
        let row = transfer("deposit", (number + 1, "safe"), ("btc", "0.001", "0"), time);
        server.change(|state| state.lists.add(DEPOSITS_AND_WITHDRAWALS, time, row));
    },
    days: 2_000,
    ..TRADE_ROWS
};

fn trade((id, order): (u64, u64), (symbol, r#type, fee): (&str, &str, &str), time: i64) -> Value {
    json!({
        "symbol": symbol, "fee-currency": fee, "source": "spot-web", "price": "60000", "created-at": time, "role": "taker", "order-id": order,
        "match-id": 5014, "trade-id": id, "filled-amount": "0.010000000000000000", "filled-fees": "0", "filled-points": "0.25",
        "fee-deduct-currency": "ht", "fee-deduct-state": "done", "id": id, "type": r#type,
    })
}

fn change(id: u64, r#type: &str, (currency, amount): (&str, &str), time: i64) -> Value {
    json!({
        "account-id": 10_000_001, "currency": currency, "transact-amt": amount, "transact-type": r#type, "record-id": id, "avail-balance": "0E-18",
        "acct-balance": "0E-18", "transact-time": time,
    })
}

fn transfer(kind: &str, (id, state): (u64, &str), (currency, amount, fee): (&str, &str, &str), time: i64) -> Value {
    json!({
        "id": id, "type": kind, "sub-type": "NORMAL", "currency": currency, "chain": "btc", "tx-hash": format!("{id:064x}"), "amount": amount,
        "address": "TRF", "fee": fee, "state": state, "created-at": time, "updated-at": time,
    })
}

fn moved(r#type: &str, (currency, amount): (&str, Value), time: i64) -> Value {
    json!({
        "accountId": 10_000_001, "currency": currency, "transactAmt": amount, "transactType": "transfer", "transferType": r#type, "transactId": 0,
        "transactTime": time, "transferer": 28_483_123, "transferee": 13_496_526,
    })
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    signed_history::every_row_is_read_once(&TRADE_ROWS, &[0, 1, 499, 500, 1_100]).await;
    signed_history::every_row_is_read_once(&CHANGE_ROWS, &[1, 120]).await;
    signed_history::every_row_is_read_once(&DEPOSIT_ROWS, &[1, 500, 501, 1_100]).await;
}

#[tokio::test]
async fn pages_that_repeat_rows_are_read_and_those_without_an_end_fail() {
    signed_history::faults_of_a_list(&TRADE_ROWS, 20, &[(ListFault::OutOfOrder, true)]).await;
    let faults = [
        (ListFault::Overlaps, true),
        (ListFault::OutOfOrder, true),
        (ListFault::RepeatsPlace, false),
    ];
    signed_history::faults_of_a_list(&DEPOSIT_ROWS, 700, &faults).await;
}

#[tokio::test]
async fn a_fault_in_the_middle_loses_and_repeats_nothing() {
    signed_history::faults_in_the_middle(&TRADE_ROWS, 20).await;
    signed_history::faults_in_the_middle(&DEPOSIT_ROWS, 700).await;
}

#[tokio::test]
async fn what_htx_no_longer_states_is_a_gap_in_each_list() {
    let fixture = ReaderFixture::of(&HTX);
    for (stream, days) in [
        (Stream::ExchangeLedger, Some(180)),
        (Stream::MarketTrades, Some(120)),
        (Stream::ExchangeRewards, Some(29)),
        (Stream::ExchangeDeposits, None),
    ] {
        let page = fixture.page(&fixture.part(stream, (0, now()))).await.unwrap();
        match days {
            Some(days) => signed_history::retention(&page.gaps, days),
            None => assert!(page.gaps.is_empty(), "{stream:?}"),
        }
    }
}

/// An account with a deposit, a withdrawal that failed and one that did not, moves, a trade with its fee in a third coin, a conversion and a
/// rebate.
fn small_account() -> ReaderFixture {
    let fixture = ReaderFixture::of(&HTX);
    let at = |step: i64| now() - 4 * DAY + step * MINUTE;
    fixture.server.change(|state| {
        let lists = &mut state.lists;
        let rows = [
            (0, transfer("deposit", (1, "safe"), ("usdt", "1000", "0"), at(0))),
            (1, transfer("deposit", (2, "orphan"), ("usdt", "7", "0"), at(1))),
            (1, transfer("deposit", (3, "confirmed"), ("ht", "1", "0"), at(1))),
            (
                8,
                transfer(
                    "withdraw",
                    (4, "confirmed"),
                    ("usdt", "100", "1.000000000000000000"),
                    at(8),
                ),
            ),
            (9, transfer("withdraw", (5, "reject"), ("usdt", "100", "1"), at(9))),
        ];
        for (step, row) in rows {
            lists.add(DEPOSITS_AND_WITHDRAWALS, at(step), row);
        }
        lists.add(
            TRANSFERS,
            at(2),
            moved("pro-to-super-margin", ("usdt", json!(-200)), at(2)),
        );
        lists.add(
            TRANSFERS,
            at(3),
            moved("pro-to-futures", ("usdt", json!("-50.000000000000000000")), at(3)),
        );
        lists.add(
            TRADES,
            at(4),
            trade((7, 345_487_249_132_375), ("btcusdt", "buy-market", "btc"), at(4)),
        );
        for (step, id, r#type, amount) in [
            (4, 1, "trade", ("usdt", "-600")),
            (5, 2, "exchange", ("usdt", "-20")),
            (5, 3, "exchange", ("newcoin", "0.000000000000000004")),
            (6, 4, "rebate", ("usdt", "0.125")),
            (2, 5, "transfer", ("usdt", "-200")),
        ] {
            lists.add(CHANGES, at(step), change(id, r#type, amount, at(step)));
        }
    });
    let spot = balances(&[
        ("usdt", "trade", json!("29.125")),
        ("btc", "trade", json!("0.01")),
        ("ht", "trade", json!("0.75")),
        ("newcoin", "trade", json!("0.000000000000000004")),
    ]);
    fixture.server.answer(SPOT, spot);
    fixture
        .server
        .answer(CROSS_MARGIN, balances(&[("usdt", "trade", json!("200"))]));
    fixture
}

#[tokio::test]
async fn a_small_account_adds_up_to_its_balances() {
    let fixture = small_account();
    let facts = fixture.last(6).await;
    assert_eq!(sums(&facts), fixture.held().await);
    let lines: Vec<String> = facts.iter().map(line).collect();
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    for expected in [
        format!("deposit-1 Deposit [1000 {usdt}]"),
        format!("withdrawal-4 Withdrawal [-100 {usdt}, -1 {usdt} fee]"),
        format!("change-4 Reward [0.125 {usdt}]"),
    ] {
        assert!(lines.contains(&expected), "{expected}: {lines:#?}");
    }
    let trade = lines
        .iter()
        .find(|line| line.starts_with("order-345487249132375-"))
        .unwrap();
    assert!(
        trade.ends_with(&format!("Trade [0.01 0, -600 {usdt}, -0.25 ht fee]")),
        "{trade}"
    );
    signed_history::one_event(&facts, "conversion-", 2);
    assert_eq!(lines.len(), 9, "what another list states is left out: {lines:#?}");
    let deposit = facts.iter().find(|fact| line(fact).starts_with("deposit-1")).unwrap();
    assert_eq!(row_of(deposit).transaction, Some(format!("{:064x}", 1)));
}

#[tokio::test]
async fn rows_that_cannot_be_read_fail() {
    let time = now() - 3 * DAY;
    let rows = [
        (
            Stream::MarketTrades,
            TRADES,
            json!({ "id": 1, "symbol": "btcusdt", "fee-currency": "eth", "type": "buy-limit", "created-at": time }),
        ),
        (
            Stream::ExchangeLedger,
            TRANSFERS,
            json!({ "currency": "btc", "transactTime": time, "transactAmt": "much" }),
        ),
        (
            Stream::ExchangeRewards,
            CHANGES,
            json!({ "currency": "btc", "transact-type": "rebate", "transact-time": time, "transact-amt": "1" }),
        ),
        (
            Stream::ExchangeDeposits,
            DEPOSITS_AND_WITHDRAWALS,
            json!({ "id": 1, "type": "deposit", "currency": "btc", "state": "safe", "created-at": time }),
        ),
    ];
    signed_history::rows_that_cannot_be_read_fail(&HTX, &rows).await;
}
