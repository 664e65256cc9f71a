//! The history of an account at KuCoin: every row of its ledgers, deposits and withdrawals once.

use ports::Stream;
use serde_json::{Value, json};

use super::{
    kucoin::KUCOIN,
    kucoin_server::{
        ACCOUNTS, DEPOSITS, EARN, FUNDING, LEDGER, MODE, TRADING_LEDGER, UNIFIED, UNIFIED_LEDGER, WITHDRAWALS,
    },
    reader_faults::ReaderFixture,
    signed_history::{self, DAY, MINUTE, TestedList, line, now, row_of, sums},
    signed_lists::ListFault,
};

static TRADING_ROWS: TestedList = TestedList {
    exchange: &KUCOIN,
    stream: Stream::ExchangeLedger,
    path: TRADING_LEDGER,
    add: |server, time, number| {
        let row = ledger(
            1_000 + number,
            ("Rewards", "TRADE_HF"),
            ("BTC", "in", "0.001", "0"),
            time,
        );
        server.change(|state| state.lists.add(TRADING_LEDGER, time, row));
    },
    revoked: r#"{"code": "400003", "msg": "MSG-OF-THE-EXCHANGE"}"#,
    days: 5,
    since: Some(8),
};

static LEDGER_ROWS: TestedList = TestedList {
    path: LEDGER,
    add: |server, time, number| {
        let row = ledger(1_000 + number, ("Rewards", "MAIN"), ("BTC", "in", "0.001", "0"), time);
        server.change(|state| state.lists.add(LEDGER, time, row));
    },
    ..TRADING_ROWS
};

static WITHDRAWAL_ROWS: TestedList = TestedList {
    stream: Stream::ExchangeWithdrawals,
    path: WITHDRAWALS,
    add: |server, time, number| {
        let row = withdrawal(&number.to_string(), "SUCCESS", time);
        server.change(|state| state.lists.add(WITHDRAWALS, time, row));
    },
    days: 100,
    since: None,
    ..TRADING_ROWS
};

fn ledger(
    id: u64,
    (r#type, account): (&str, &str),
    (currency, direction, amount, fee): (&str, &str, &str, &str),
    time: i64,
) -> Value {
    let is_trade = ["TRADE_EXCHANGE", "DEDUCTION_FEES"].contains(&r#type);
    let context = json!({ "symbol": "BTC-USDT", "orderId": "611a1e7c", "tradeId": "7" });
    let conversion = json!({ "smallCurrencyExchangeId": "77" });
    json!({
        "id": id.to_string(), "currency": currency, "amount": amount, "fee": fee, "balance": "0", "accountType": account, "bizType": r#type,
        "direction": direction, "createdAt": time,
        "context": if is_trade { context.to_string() } else { conversion.to_string() },
    })
}

fn withdrawal(id: &str, status: &str, time: i64) -> Value {
    json!({
        "id": id, "currency": "USDT", "chain": "eth", "amount": "100", "fee": "1", "walletTxId": "0xdef@0x1", "isInner": false, "status": status,
        "createdAt": time,
    })
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    signed_history::every_row_is_read_once(&TRADING_ROWS, &[0, 1, 199, 200, 450]).await;
    signed_history::every_row_is_read_once(&LEDGER_ROWS, &[1, 500, 501]).await;
    signed_history::every_row_is_read_once(&WITHDRAWAL_ROWS, &[1, 501]).await;
}

#[tokio::test]
async fn pages_that_repeat_rows_are_read_and_those_without_an_end_fail() {
    let of_places = [
        (ListFault::Overlaps, true),
        (ListFault::OutOfOrder, true),
        (ListFault::RepeatsPlace, false),
    ];
    signed_history::faults_of_a_list(&TRADING_ROWS, 450, &of_places).await;
    let of_numbers = [(ListFault::OutOfOrder, true), (ListFault::CountsMore, false)];
    signed_history::faults_of_a_list(&LEDGER_ROWS, 20, &of_numbers).await;
    signed_history::faults_of_a_list(&WITHDRAWAL_ROWS, 20, &of_numbers).await;
}

#[tokio::test]
async fn a_fault_in_the_middle_loses_and_repeats_nothing() {
    signed_history::faults_in_the_middle(&TRADING_ROWS, 30).await;
}

#[tokio::test]
async fn what_kucoin_no_longer_states_is_a_gap_until_a_year_ago() {
    let fixture = ReaderFixture::of(&KUCOIN);
    let page = fixture
        .page(&fixture.part(Stream::ExchangeLedger, (0, now())))
        .await
        .unwrap();
    signed_history::retention(&page.gaps, 365);
    let deposits = fixture.walk(Stream::ExchangeDeposits, (0, now())).await.unwrap();
    assert!(deposits.gaps.is_empty());
}

fn deposit((currency, amount): (&str, &str), is_inner: bool, status: &str, time: i64) -> Value {
    json!({
        "currency": currency, "chain": "eth", "amount": amount, "fee": "0", "isInner": is_inner, "status": status,
        "walletTxId": if is_inner { "" } else { "0xabc@0x1@memo" }, "createdAt": time,
    })
}

/// An account with a deposit, a withdrawal that failed and one that did not, moves, a trade with a fee in a third coin, a conversion, savings
/// and a reward.
fn small_account() -> ReaderFixture {
    let fixture = ReaderFixture::of(&KUCOIN);
    // In the middle of a minute, so that both sides of a transfer are in the same second.
    let at = |step: i64| (now() - 4 * DAY) / MINUTE * MINUTE + step * MINUTE;
    fixture.server.change(|state| {
        let lists = &mut state.lists;
        lists.add(DEPOSITS, at(0), deposit(("USDT", "1000"), false, "SUCCESS", at(0)));
        lists.add(DEPOSITS, at(1), deposit(("USDT", "7"), false, "FAILURE", at(1)));
        lists.add(DEPOSITS, at(1), deposit(("KCS", "1"), true, "SUCCESS", at(1)));
        lists.add(WITHDRAWALS, at(8), withdrawal("8", "SUCCESS", at(8)));
        lists.add(WITHDRAWALS, at(9), withdrawal("9", "FAILURE", at(9)));
        let main = [
            (0, "Deposit", ("USDT", "in", "1000", "0")),
            (1, "Deposit", ("KCS", "in", "1", "0")),
            (2, "Transfer", ("USDT", "out", "800", "0")),
            (2, "Transfer", ("KCS", "out", "1.0", "0")),
            (4, "Convert to KCS", ("USDT", "out", "50", "0")),
            (4, "Convert to KCS", ("KCS", "in", "0.000000000000000004", "0")),
            (5, "Staking", ("USDT", "out", "20", "0")),
            (6, "Staking Profits", ("USDT", "in", "0.125", "0")),
            (7, "Sub-account transfer", ("USDT", "out", "5", "0")),
            (8, "Withdrawal", ("USDT", "out", "101", "1")),
        ];
        for (number, (step, r#type, change)) in (1..).zip(main) {
            lists.add(LEDGER, at(step), ledger(number, (r#type, "MAIN"), change, at(step)));
        }
        let futures = ledger(50, ("Transfer", "CONTRACT"), ("USDT", "in", "3", "0"), at(3));
        lists.add(LEDGER, at(3), futures);
        let trading = [
            (2, "TRANSFER", ("USDT", "in", "800.00", "0")),
            (2, "TRANSFER", ("KCS", "in", "1", "0")),
            (3, "TRADE_EXCHANGE", ("USDT", "out", "600.5", "0.5")),
            (3, "TRADE_EXCHANGE", ("BTC", "in", "0.01", "0")),
            (3, "DEDUCTION_FEES", ("KCS", "out", "0.25", "0")),
        ];
        for (number, (step, r#type, change)) in (100..).zip(trading) {
            let time = at(step) + 400;
            lists.add(TRADING_LEDGER, time, ledger(number, (r#type, "TRADE_HF"), change, time));
        }
    });
    let own = |currency: &str, r#type: &str, balance: &str| json!({ "id": format!("{type}{currency}"), "currency": currency, "type": r#type, "balance": balance });
    let accounts = json!([
        own("USDT", "main", "24.125"),
        own("KCS", "main", "0.000000000000000004"),
        own("USDT", "trade_hf", "199.5"),
        own("BTC", "trade_hf", "0.01"),
        own("KCS", "trade_hf", "0.75"),
    ]);
    fixture.server.answer(ACCOUNTS, accounts);
    let held = json!({ "orderId": "1", "currency": "USDT", "holdAmount": "20", "status": "LOCKED" });
    let earn = json!({ "totalNum": 1, "currentPage": 1, "pageSize": 100, "totalPage": 1, "items": [held] });
    fixture.server.answer(EARN, earn);
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
        format!("withdrawal-8 Withdrawal [-100 {usdt}, -1 {usdt} fee]"),
        format!("ledger-7 Move [-20 {usdt}]"),
        format!("ledger-8 Reward [0.125 {usdt}]"),
    ] {
        assert!(lines.contains(&expected), "{expected}: {lines:#?}");
    }
    for (prefix, count) in [
        ("order-611a1e7c-", 3),
        ("conversion-77", 2),
        ("transfer-USDT-", 2),
        ("transfer-KCS-", 2),
    ] {
        signed_history::one_event(&facts, prefix, count);
    }
    assert_eq!(
        lines.len(),
        15,
        "deposits and withdrawals count in their own lists: {lines:#?}"
    );
    let deposit = facts.iter().find(|fact| line(fact).contains("Deposit")).unwrap();
    assert_eq!(row_of(deposit).transaction.as_deref(), Some("0xabc"));
}

#[tokio::test]
async fn the_ledgers_of_a_unified_account_are_those_of_both_places() {
    let fixture = ReaderFixture::of(&KUCOIN);
    fixture.server.answer(MODE, json!({ "selfAccountMode": "UNIFIED" }));
    let time = now() - 3 * DAY;
    let row = |id: u64, account: &str, (r#type, currency): (&str, &str), (direction, amount): (&str, &str)| {
        json!({
            "accountType": account, "id": id.to_string(), "currency": currency, "direction": direction, "businessType": r#type, "amount": amount,
            "balance": "30", "fee": "0", "tax": "0", "remark": "", "ts": time * 1_000_000,
        })
    };
    fixture.server.change(|state| {
        for row in [
            row(1, "FUNDING", ("TRANSFER", "USDT"), ("OUT", "30")),
            row(2, "UNIFIED", ("TRANSFER", "USDT"), ("IN", "30")),
            row(3, "UNIFIED", ("SPOT_EXCHANGE", "USDT"), ("OUT", "10.5")),
            row(4, "UNIFIED", ("SPOT_EXCHANGE", "BTC"), ("IN", "0.001")),
        ] {
            state.lists.add(UNIFIED_LEDGER, time, row);
        }
        state
            .lists
            .add(DEPOSITS, time, deposit(("USDT", "100"), false, "SUCCESS", time));
    });
    let own = |currency: &str, equity: &str| json!({ "currency": currency, "equity": equity, "balance": equity });
    let funding = json!({ "accounts": [{ "currencies": [own("USDT", "70")] }] });
    let unified = json!({ "accounts": [{ "currencies": [own("USDT", "19.5"), own("BTC", "0.001")] }] });
    fixture.server.answer(FUNDING, funding);
    fixture.server.answer(UNIFIED, unified);
    let facts = fixture.last(6).await;
    assert_eq!(sums(&facts), fixture.held().await);
    assert_eq!(facts.len(), 5);
}

#[tokio::test]
async fn rows_that_cannot_be_read_fail() {
    let time = now() - 3 * DAY;
    let rows = [
        (
            Stream::ExchangeLedger,
            LEDGER,
            json!({ "id": "1", "currency": "BTC", "bizType": "Rewards", "direction": "in", "createdAt": time }),
        ),
        (
            Stream::ExchangeLedger,
            TRADING_LEDGER,
            json!({ "id": "1", "currency": "BTC", "amount": "1", "direction": "up", "createdAt": time }),
        ),
        (
            Stream::ExchangeDeposits,
            DEPOSITS,
            json!({ "currency": "BTC", "status": "SUCCESS", "createdAt": time }),
        ),
        (
            Stream::ExchangeWithdrawals,
            WITHDRAWALS,
            json!({ "id": "1", "currency": "BTC", "status": "SUCCESS", "createdAt": time }),
        ),
    ];
    signed_history::rows_that_cannot_be_read_fail(&KUCOIN, &rows).await;
}
