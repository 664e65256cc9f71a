//! The history of an account at OKX: every row of both ledgers, deposits and withdrawals once.

use ports::Stream;
use serde_json::{Value, json};

use super::{
    okx::OKX,
    okx_server::{DEPOSITS, FUNDING, FUNDING_BILLS, SAVINGS, TRADING, TRADING_BILLS, WITHDRAWALS},
    reader_faults::ReaderFixture,
    signed_history::{self, DAY, MINUTE, TestedList, line, now, row_of, sums},
    signed_lists::ListFault,
};

static TRADING_ROWS: TestedList = TestedList {
    exchange: &OKX,
    stream: Stream::ExchangeLedger,
    path: TRADING_BILLS,
    add: |server, time, number| {
        let row = trading(1_000 + number, "8", ("BTC", json!("0.001"), json!("0")), time);
        server.change(|state| state.lists.add(TRADING_BILLS, time, row));
    },
    revoked: r#"{"code": "50111", "msg": "MSG-OF-THE-EXCHANGE", "data": []}"#,
    days: 20,
    since: None,
};

static FUNDING_ROWS: TestedList = TestedList {
    path: FUNDING_BILLS,
    add: |server, time, number| {
        let row = funding(1_000 + number, 48, ("BTC", "0.001"), time);
        server.change(|state| state.lists.add(FUNDING_BILLS, time, row));
    },
    days: 1_000,
    ..TRADING_ROWS
};

static DEPOSIT_ROWS: TestedList = TestedList {
    stream: Stream::ExchangeDeposits,
    path: DEPOSITS,
    add: |server, time, number| {
        // Three deposits in each millisecond.
        let time = time - i64::try_from(number % 3).unwrap() * MINUTE;
        let row = json!({
            "depId": number.to_string(), "ccy": "BTC", "chain": "BTC-Bitcoin", "amt": "0.001", "txId": format!("{number:064x}"), "state": "2",
            "ts": time.to_string(), "from": "", "fromWdId": "",
        });
        server.change(|state| state.lists.add(DEPOSITS, time, row));
    },
    days: 2_000,
    ..TRADING_ROWS
};

fn trading(id: u64, r#type: &str, (currency, change, fee): (&str, Value, Value), time: i64) -> Value {
    let is_transfer = r#type == "1";
    json!({
        "billId": id.to_string(), "ccy": currency, "balChg": change, "fee": fee, "type": r#type, "subType": "1", "ts": time.to_string(),
        "instType": if r#type == "2" { "SPOT" } else { "" }, "instId": if r#type == "2" { "BTC-USDT" } else { "" }, "mgnMode": "cash",
        "ordId": if r#type == "2" { "623950854525124608" } else { "" }, "tradeId": "586760148",
        "from": if is_transfer { "6" } else { "" }, "to": if is_transfer { "18" } else { "" },
    })
}

fn funding(id: u64, r#type: u64, (currency, change): (&str, &str), time: i64) -> Value {
    json!({
        "billId": id.to_string(), "ccy": currency, "clientId": "", "balChg": change, "bal": "12", "type": r#type.to_string(), "ts": time.to_string(),
        "notes": "",
    })
}

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    signed_history::every_row_is_read_once(&TRADING_ROWS, &[0, 1, 100, 101, 250]).await;
    signed_history::every_row_is_read_once(&FUNDING_ROWS, &[1, 100, 250]).await;
    signed_history::every_row_is_read_once(&DEPOSIT_ROWS, &[1, 100, 101, 250]).await;
}

#[tokio::test]
async fn pages_that_repeat_rows_are_read_and_those_without_an_end_fail() {
    for list in [&TRADING_ROWS, &FUNDING_ROWS, &DEPOSIT_ROWS] {
        let faults = [
            (ListFault::Overlaps, true),
            (ListFault::OutOfOrder, true),
            (ListFault::RepeatsPlace, false),
        ];
        signed_history::faults_of_a_list(list, 220, &faults).await;
    }
}

#[tokio::test]
async fn a_fault_in_the_middle_loses_and_repeats_nothing() {
    signed_history::faults_in_the_middle(&TRADING_ROWS, 220).await;
}

#[tokio::test]
async fn rows_that_are_added_meanwhile_move_no_others() {
    let fixture = ReaderFixture::of(&OKX);
    let begin = now() - 10 * DAY;
    for number in 0..150 {
        (TRADING_ROWS.add)(&fixture.server, begin + number * MINUTE, number.unsigned_abs());
    }
    let mut part = fixture.part(Stream::ExchangeLedger, (0, now()));
    let mut facts = fixture.page(&part).await.unwrap();
    for number in 200..260 {
        (TRADING_ROWS.add)(&fixture.server, begin + number * MINUTE, number.unsigned_abs());
    }
    part.continuation = facts.continuation.take();
    let rest = fixture.page(&part).await.unwrap();
    let all: Vec<_> = facts.facts.into_iter().chain(rest.facts).collect();
    assert_eq!((all.len(), signed_history::ids(&all).len()), (150, 150));
}

#[tokio::test]
async fn what_okx_no_longer_states_is_a_gap_until_three_months_ago() {
    let fixture = ReaderFixture::of(&OKX);
    let gaps = fixture.walk(Stream::ExchangeLedger, (0, now())).await.unwrap().gaps;
    signed_history::retention(&gaps, 90);
    for (stream, days) in [
        (Stream::ExchangeLedger, 20),
        (Stream::ExchangeDeposits, 9_000),
        (Stream::ExchangeWithdrawals, 9_000),
    ] {
        let walk = fixture.walk(stream, (now() - days * DAY, now())).await.unwrap();
        assert!(walk.gaps.is_empty(), "{stream:?}");
    }
}

/// An account with a deposit, a withdrawal that failed and one that did not, moves, a trade with a fee in a third coin, a conversion, savings
/// and a reward.
fn small_account() -> ReaderFixture {
    let fixture = ReaderFixture::of(&OKX);
    let at = |step: i64| now() - 30 * DAY + step * MINUTE;
    let deposit = |id: &str, (code, amount): (&str, &str), state: &str, step: i64| json!({ "depId": id, "ccy": code, "chain": "", "amt": amount, "txId": format!("0x{id}abc"), "state": state, "ts": at(step).to_string(), "from": "" });
    let withdrawal = |id: &str, state: &str, step: i64| json!({ "wdId": id, "ccy": "USDT", "amt": "100", "fee": "1", "feeCcy": "USDT", "txId": "0xdef", "state": state, "ts": at(step).to_string() });
    fixture.server.change(|state| {
        let lists = &mut state.lists;
        lists.add(DEPOSITS, at(0), deposit("1", ("USDT", "1000"), "2", 0));
        lists.add(DEPOSITS, at(1), deposit("2", ("USDT", "7"), "8", 1));
        lists.add(DEPOSITS, at(1), deposit("3", ("OKB", "1"), "1", 1));
        lists.add(WITHDRAWALS, at(8), withdrawal("8", "2", 8));
        lists.add(WITHDRAWALS, at(9), withdrawal("9", "-1", 9));
        for (step, id, r#type, change) in [
            (0, 1, 1, ("USDT", "1000")),
            (1, 2, 1, ("OKB", "1")),
            (2, 3, 131, ("USDT", "-800")),
            (4, 4, 273, ("USDT", "-50")),
            (4, 5, 272, ("NEWCOIN", "0.000000000000000001")),
            (5, 6, 75, ("USDT", "-20")),
            (6, 7, 48, ("USDT", "0.125")),
            (8, 8, 2, ("USDT", "-101")),
            (9, 9, 2, ("USDT", "-101")),
            (10, 10, 13, ("USDT", "101")),
        ] {
            lists.add(FUNDING_BILLS, at(step), funding(id, r#type, change, at(step)));
        }
        for (step, id, r#type, change) in [
            (2, 1, "1", ("USDT", json!("800"), json!("0"))),
            (3, 2, "2", ("USDT", json!("-600.5"), json!("0"))),
            (3, 3, "2", ("BTC", json!("0.00999"), json!("-0.00001"))),
            (3, 4, "2", ("OKB", json!(-0.5), json!(-0.5))),
        ] {
            lists.add(TRADING_BILLS, at(step), trading(id, r#type, change, at(step)));
        }
    });
    let own = |code: &str, amount: &str| json!({ "ccy": code, "eq": amount });
    let details = json!([own("BTC", "0.00999"), own("USDT", "199.5"), own("OKB", "-0.5")]);
    fixture.server.answer(TRADING, json!([{ "details": details }]));
    let own = |code: &str, amount: &str| json!({ "ccy": code, "bal": amount });
    let rest = json!([
        own("USDT", "29.125"),
        own("NEWCOIN", "0.000000000000000001"),
        own("OKB", "1")
    ]);
    fixture.server.answer(FUNDING, rest);
    fixture.server.answer(SAVINGS, json!([{ "ccy": "USDT", "amt": "20" }]));
    fixture
}

#[tokio::test]
async fn a_small_account_adds_up_to_its_balances() {
    let fixture = small_account();
    let facts = fixture.last(200).await;
    assert_eq!(sums(&facts), fixture.held().await);
    let lines: Vec<String> = facts.iter().map(line).collect();
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    for expected in [
        format!("deposit-1 Deposit [1000 {usdt}]"),
        format!("withdrawal-8 Withdrawal [-100 {usdt}, -1 {usdt} fee]"),
        format!("trading-1 Move [800 {usdt}]"),
        format!("funding-3 Move [-800 {usdt}]"),
        "funding-7 Reward [0.125 0xdAC17F958D2ee523a2206206994597C13D831ec7]".to_owned(),
    ] {
        assert!(lines.contains(&expected), "{expected}: {lines:#?}");
    }
    assert_eq!(
        lines.len(),
        12,
        "deposits and withdrawals count in their own lists: {lines:#?}"
    );
    for (prefix, count) in [("order-623950854525124608-", 3), ("funding_20conversion-", 2)] {
        signed_history::one_event(&facts, prefix, count);
    }
    let deposit = facts.iter().find(|fact| line(fact).starts_with("deposit-1")).unwrap();
    assert_eq!(row_of(deposit).transaction.as_deref(), Some("0x1abc"));
    let again = fixture.last(200).await;
    assert_eq!(signed_history::ids(&again), signed_history::ids(&facts));
}

#[tokio::test]
async fn rows_that_cannot_be_read_fail() {
    let time = (now() - 3 * DAY).to_string();
    let rows = [
        (
            Stream::ExchangeLedger,
            TRADING_BILLS,
            json!({ "billId": "1", "ccy": "BTC", "balChg": "much", "ts": time }),
        ),
        (
            Stream::ExchangeLedger,
            FUNDING_BILLS,
            json!({ "billId": "1", "ccy": "BTC", "type": "48", "ts": time }),
        ),
        (
            Stream::ExchangeDeposits,
            DEPOSITS,
            json!({ "depId": "1", "ccy": "BTC", "state": "2", "ts": time }),
        ),
        (
            Stream::ExchangeWithdrawals,
            WITHDRAWALS,
            json!({ "wdId": "1", "ccy": "BTC", "state": "2", "ts": time, "amt": "1", "fee": "some" }),
        ),
    ];
    signed_history::rows_that_cannot_be_read_fail(&OKX, &rows).await;
}
