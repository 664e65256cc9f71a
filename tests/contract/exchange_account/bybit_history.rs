//! The history of an account at Bybit: every row of both ledgers, deposits and withdrawals once.

use ports::{
    Stream,
    history::{HistoryGap, HistoryGapKind},
};
use serde_json::{Value, json};

use super::{
    bybit::BYBIT,
    bybit_server::{
        DEPOSITS, FLEXIBLE_SAVING, FUNDING, FUNDING_LOG, INTERNAL_DEPOSITS, UNIFIED, UNIFIED_LOG, WITHDRAWALS,
    },
    reader_faults::ReaderFixture,
    signed_history::{self, DAY, MINUTE, TestedList, line, now, row_of, sums},
    signed_lists::ListFault,
};

static UNIFIED_ROWS: TestedList = TestedList {
    exchange: &BYBIT,
    stream: Stream::ExchangeLedger,
    path: UNIFIED_LOG,
    add: |server, time, number| {
        let row = json!({
            "id": format!("{number}_BTCUSDT"), "symbol": "", "type": "AIRDROP", "currency": "BTC", "cashFlow": "0.001", "funding": "", "fee": "",
            "change": "0.001", "transactionTime": time.to_string(), "tradeId": "", "orderId": "",
        });
        server.change(|state| state.lists.add(UNIFIED_LOG, time, row));
    },
    revoked: r#"{"retCode": 10003, "retMsg": "MSG-OF-THE-EXCHANGE", "result": {}, "time": 1}"#,
    days: 40,
    since: None,
};

static DEPOSIT_ROWS: TestedList = TestedList {
    stream: Stream::ExchangeDeposits,
    path: DEPOSITS,
    add: |server, time, number| {
        let row = json!({
            "id": number.to_string(), "coin": "BTC", "chain": "BTC", "amount": "0.001", "txID": format!("{number:064x}"), "status": 3,
            "depositType": "0", "successAt": time.to_string(),
        });
        server.change(|state| state.lists.add(DEPOSITS, time, row));
    },
    ..UNIFIED_ROWS
};

#[tokio::test]
async fn every_row_of_every_page_is_read_once() {
    signed_history::every_row_is_read_once(&UNIFIED_ROWS, &[0, 1, 49, 50, 51, 1_100]).await;
    signed_history::every_row_is_read_once(&DEPOSIT_ROWS, &[50, 130]).await;
}

#[tokio::test]
async fn pages_that_repeat_rows_are_read_and_those_without_an_end_fail() {
    let faults = [
        (ListFault::Overlaps, true),
        (ListFault::OutOfOrder, true),
        (ListFault::CountsMore, true),
        (ListFault::Cuts, true),
        (ListFault::RepeatsPlace, false),
    ];
    signed_history::faults_of_a_list(&UNIFIED_ROWS, 120, &faults).await;
}

#[tokio::test]
async fn a_fault_in_the_middle_loses_and_repeats_nothing() {
    signed_history::faults_in_the_middle(&UNIFIED_ROWS, 70).await;
}

#[tokio::test]
async fn what_bybit_no_longer_states_is_a_gap_until_two_years_ago() {
    let fixture = ReaderFixture::of(&BYBIT);
    for stream in fixture.reader.profile().streams {
        let gaps = fixture.walk(stream, (0, now())).await.unwrap().gaps;
        signed_history::retention(&gaps, 730);
        let later = fixture.walk(stream, (now() - 20 * DAY, now())).await.unwrap();
        assert!(later.gaps.is_empty(), "the gap is stated once");
    }
}

#[tokio::test]
async fn withdrawals_that_a_key_may_not_read_are_a_gap_and_the_rest_is_read() {
    let fixture = ReaderFixture::of(&BYBIT);
    let blocks = (now() - DAY, now());
    let refuse = |path: &'static str| {
        fixture
            .server
            .change(|state| state.always.extend([(path, (200, "10005"))]))
    };
    refuse(WITHDRAWALS);
    let withdrawals = fixture.walk(Stream::ExchangeWithdrawals, blocks).await.unwrap();
    let gap = HistoryGap {
        kind: HistoryGapKind::Unreported(Stream::ExchangeWithdrawals),
        blocks: None,
    };
    assert_eq!((withdrawals.facts.len(), withdrawals.gaps), (0, vec![gap]));
    assert!(
        fixture
            .walk(Stream::ExchangeDeposits, blocks)
            .await
            .unwrap()
            .gaps
            .is_empty()
    );
    refuse(DEPOSITS);
    let error = fixture.walk(Stream::ExchangeDeposits, blocks).await.unwrap_err();
    assert_eq!(
        error.code(),
        "no_permission",
        "every key with the right to read reads the others"
    );
    fixture
        .server
        .change(|state| state.always.extend([(WITHDRAWALS, (200, "10003"))]));
    let error = fixture.walk(Stream::ExchangeWithdrawals, blocks).await.unwrap_err();
    assert_eq!(error.code(), "bad_key");
}

fn unified(id: u64, r#type: &str, (currency, change, fee): (&str, Value, Value), time: i64) -> Value {
    let is_trade = r#type == "TRADE";
    json!({
        "id": id.to_string(), "symbol": if is_trade { "BTCUSDC" } else { "" }, "category": if is_trade { "spot" } else { "" }, "side": "Buy",
        "type": r#type, "currency": currency, "cashFlow": change, "funding": "", "fee": fee, "change": change, "transactionTime": time.to_string(),
        "tradeId": if is_trade { "2210000000097330907" } else { "" }, "orderId": if is_trade { "1538686353240339712" } else { "" },
    })
}

fn funding(
    id: &str,
    (r#type, description): (&str, &str),
    (currency, direction, amount): (&str, &str, &str),
    time: i64,
) -> Value {
    json!({
        "memberId": "290118", "currency": currency, "ioDirection": direction, "txnAmt": amount, "afterAmt": "1", "currcCursor": id,
        "createTime": (time / 1_000).to_string(), "showBusiType": format!("fundingAccountRecord{type}"), "showBusiTypeEn": r#type,
        "description": format!("fundingAccountRecord{description}"), "descriptionEn": description,
    })
}

/// An account with a deposit, a withdrawal that failed and one that did not, moves, a trade with its fee in a third coin, a conversion,
/// savings and a reward.
fn small_account() -> ReaderFixture {
    let fixture = ReaderFixture::of(&BYBIT);
    let begin = now() - 100 * DAY;
    let at = |step: i64| (begin + step * MINUTE) / 1_000 * 1_000;
    let deposit = |id: &str, status: u64, step: i64| json!({ "id": id, "coin": "USDC", "amount": "1000", "txID": format!("0x{id}abc"), "status": status, "depositType": "0", "successAt": at(step).to_string() });
    let withdrawal = |id: &str, status: &str, step: i64| json!({ "withdrawId": id, "coin": "USDC", "amount": "100", "withdrawFee": "2.5", "txID": "0xdef", "status": status, "createTime": at(step).to_string(), "withdrawType": 0 });
    fixture.server.change(|state| {
        let lists = &mut state.lists;
        lists.add(DEPOSITS, at(0), deposit("1", 3, 0));
        lists.add(DEPOSITS, at(1), deposit("2", 4, 1));
        lists.add(
            FUNDING_LOG,
            at(0),
            funding("a", ("TypeDeposit", "TypeDeposit"), ("USDC", "I", "1000"), at(0)),
        );
        let internal =
            json!({ "id": "9", "type": 1, "coin": "MNT", "amount": "3", "status": 2, "createdTime": at(2) / 1_000 });
        lists.add(INTERNAL_DEPOSITS, at(2), internal);
        lists.add(
            FUNDING_LOG,
            at(3),
            funding(
                "b",
                ("TransferOut", "Transfer2TradingAccount"),
                ("USDC", "O", "800"),
                at(3),
            ),
        );
        lists.add(
            UNIFIED_LOG,
            at(3),
            unified(1, "TRANSFER_IN", ("USDC", json!("800"), json!("")), at(3)),
        );
        lists.add(
            UNIFIED_LOG,
            at(4),
            unified(2, "TRADE", ("BTC", json!("0.01"), json!("0")), at(4)),
        );
        lists.add(
            UNIFIED_LOG,
            at(4),
            unified(3, "TRADE", ("USDC", json!("-600.5"), json!("0")), at(4)),
        );
        lists.add(
            UNIFIED_LOG,
            at(4),
            unified(4, "TRADE", ("MNT", json!(-0.75), json!(0.75)), at(4)),
        );
        lists.add(
            FUNDING_LOG,
            at(5),
            funding("c", ("Convert", "Convert"), ("USDC", "O", "50"), at(5)),
        );
        lists.add(
            FUNDING_LOG,
            at(5),
            funding(
                "d",
                ("Convert", "Convert"),
                ("NEWCOIN", "I", "0.000000000000000001"),
                at(5),
            ),
        );
        lists.add(
            FUNDING_LOG,
            at(6),
            funding("e", ("Earn", "FlexSavingSubscribe"), ("USDC", "O", "20"), at(6)),
        );
        lists.add(
            FUNDING_LOG,
            at(7),
            funding(
                "f",
                ("Earn", "FlexSavingInterestDistribution"),
                ("USDC", "I", "0.125"),
                at(7),
            ),
        );
        lists.add(WITHDRAWALS, at(8), withdrawal("w1", "success", 8));
        lists.add(WITHDRAWALS, at(9), withdrawal("w2", "Fail", 9));
        lists.add(
            FUNDING_LOG,
            at(8),
            funding("g", ("TypeWithdraw", "Withdraw"), ("USDC", "O", "102.5"), at(8)),
        );
    });
    let coin = |code: &str, equity: &str| json!({ "coin": code, "equity": equity, "walletBalance": equity });
    let coins = json!([coin("BTC", "0.01"), coin("USDC", "199.5"), coin("MNT", "-0.75")]);
    let wallet = |code: &str, amount: &str| json!({ "coin": code, "walletBalance": amount });
    let rest = json!([
        wallet("USDC", "27.625"),
        wallet("NEWCOIN", "0.000000000000000001"),
        wallet("MNT", "3")
    ]);
    fixture.server.answer(
        UNIFIED,
        json!({ "list": [{ "accountType": "UNIFIED", "coin": coins }] }),
    );
    fixture
        .server
        .answer(FUNDING, json!({ "accountType": "FUND", "balance": rest }));
    let saved = json!({ "list": [{ "coin": "USDC", "productId": "1", "amount": "20" }] });
    fixture.server.answer(FLEXIBLE_SAVING, saved);
    fixture
}

#[tokio::test]
async fn a_small_account_adds_up_to_its_balances() {
    let fixture = small_account();
    let facts = fixture.last(200).await;
    assert_eq!(sums(&facts), fixture.held().await);
    let lines: Vec<String> = facts.iter().map(line).collect();
    for expected in [
        "deposit-1 Deposit [1000 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48]",
        "internal_20deposit-9 Transfer [3 MNT]",
        "withdrawal-w1 Withdrawal [-100 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48, -2.5 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 fee]",
        "unified-1- Move [800 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48]",
    ] {
        assert!(lines.contains(&expected.to_owned()), "{expected}: {lines:#?}");
    }
    assert_eq!(
        lines.len(),
        12,
        "what failed is left out, and so are deposits in the ledger: {lines:#?}"
    );
    signed_history::one_event(&facts, "order-", 3);
    let deposit = facts.iter().find(|fact| line(fact).starts_with("deposit-1")).unwrap();
    assert_eq!(row_of(deposit).transaction.as_deref(), Some("0x1abc"));
    assert_eq!(fixture.last(200).await, facts, "and again");
}

#[tokio::test]
async fn rows_in_unknown_states_are_kept_without_amounts_and_unreadable_ones_fail() {
    let fixture = ReaderFixture::of(&BYBIT);
    let time = now() - 5 * DAY;
    fixture.server.change(|state| {
        let deposit = json!({ "id": "1", "coin": "BTC", "amount": "1", "status": 77, "successAt": time.to_string() });
        state.lists.add(DEPOSITS, time, deposit);
        let withdrawal = json!({ "withdrawId": "1", "coin": "BTC", "amount": "1", "status": "Unknown", "createTime": time.to_string(), "withdrawType": 1 });
        state.lists.add(WITHDRAWALS, time, withdrawal);
    });
    let lines: Vec<String> = fixture.last(200).await.iter().map(line).collect();
    assert_eq!(lines, ["deposit-1 Other []", "withdrawal-1 Other []"]);
    let time = time.to_string();
    let rows = [
        (
            Stream::ExchangeLedger,
            UNIFIED_LOG,
            json!({ "id": "1", "currency": "BTC", "change": "much", "transactionTime": time }),
        ),
        (
            Stream::ExchangeLedger,
            FUNDING_LOG,
            json!({ "currency": "BTC", "txnAmt": "1", "createTime": "1700000000" }),
        ),
        (
            Stream::ExchangeDeposits,
            DEPOSITS,
            json!({ "id": "1", "coin": "BTC", "status": 3, "amount": "1" }),
        ),
        (
            Stream::ExchangeDeposits,
            INTERNAL_DEPOSITS,
            json!({ "id": "1", "coin": "BTC", "status": 2, "createdTime": "1700000000" }),
        ),
        (
            Stream::ExchangeWithdrawals,
            WITHDRAWALS,
            json!({ "withdrawId": "1", "coin": "BTC", "status": "success", "amount": "1" }),
        ),
    ];
    signed_history::rows_that_cannot_be_read_fail(&BYBIT, &rows).await;
}
