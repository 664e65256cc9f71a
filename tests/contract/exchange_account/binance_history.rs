//! The history of an account at Binance: every row of every list once, and no list that lacks rows counts as read.

use std::collections::BTreeSet;

use conformance::mock_server::Response;
use ports::{Fact, Stream};
use serde_json::json;

use super::{
    binance::{fixture, refused},
    binance_lists::{
        CONVERSIONS, CURRENCIES, DEPOSITS, DISTRIBUTIONS, DUST, HistoryFault, PRICES, TRADES, WITHDRAWALS, trade,
    },
    binance_walk::{FIRST, LAST, line, read_market},
};

const MINUTE: u64 = 60_000;

#[tokio::test]
async fn what_entered_and_left_is_read_with_its_fees() {
    let fixture = fixture();
    fixture.history(|history| {
        let deposit = |id: &str, status: u64, internal: u64| {
            json!({
                "id": id, "amount": "0.01844487", "coin": "BCH", "network": "BCH", "status": status, "txId": "bafc", "transferType": internal,
                "insertTime": FIRST + MINUTE, "confirmTimes": "2/2",
            })
        };
        for (id, status, internal) in [("7", 1, 0), ("8", 0, 0), ("9", 1, 1), ("10", 77, 0), ("11", 6, 0)] {
            history.add(DEPOSITS, FIRST + MINUTE, deposit(id, status, internal));
        }
        for (id, status) in [("w6", 6), ("w3", 3)] {
            history.add(
                WITHDRAWALS,
                1_618_488_556_000,
                json!({
                    "id": id, "amount": "28.75", "transactionFee": "0.25", "coin": "XRP", "status": status, "txId": "19A5",
                    "applyTime": "2021-04-15 12:09:16", "network": "XRP", "transferType": 0,
                }),
            );
        }
        for (kind, order, status) in [("0", "CJW7", "Successful"), ("0", "CJW8", "Failed"), ("1", "CJW9", "Successful")] {
            history.add(
                CURRENCIES,
                FIRST + 5 * MINUTE,
                json!({
                    "kind": kind, "orderNo": order, "fiatCurrency": "EUR", "indicatedAmount": "29.99", "amount": "28.49",
                    "totalFee": "1.50", "method": "bank transfer", "status": status, "createTime": FIRST + 5 * MINUTE,
                }),
            );
        }
    });
    let bitcoin_cash = "0.01844487 145";
    assert_eq!(
        fixture.rows_of(Stream::ExchangeDeposits).await,
        [
            format!("deposit-7 Deposit deposit 7 [{bitcoin_cash}]"),
            format!("deposit-9 Transfer deposit 9 [{bitcoin_cash}]"),
            "deposit-10 Other deposit 10 []".to_owned(),
            format!("deposit-11 Deposit deposit 11 [{bitcoin_cash}]"),
            "fiat_20deposit-CJW7 Deposit fiat deposit CJW7 [28.49 EUR]".to_owned(),
        ]
    );
    let withdrawals = fixture.rows_of(Stream::ExchangeWithdrawals).await;
    assert_eq!(
        withdrawals[0],
        "fiat_20withdrawal-CJW9 Withdrawal fiat withdrawal CJW9 [-28.49 EUR, -1.5 EUR fee]"
    );
    assert!(
        withdrawals[1].starts_with("withdrawal-w6 Withdrawal withdrawal w6 [-28.75 "),
        "{withdrawals:?}"
    );
    assert_eq!(withdrawals.len(), 2);
    fixture.client.flush().await.unwrap();
    assert!(fixture.ledger.lines().iter().all(|line| line.purpose == "history"));
}

#[tokio::test]
async fn conversions_dust_and_distributions_are_read() {
    let fixture = fixture();
    fixture.history(|history| {
        for (id, status) in [(940_708_407_462_087_195_u64, "SUCCESS"), (2, "FAIL"), (3, "NEW_STATE")] {
            history.add(
                CONVERSIONS,
                FIRST + MINUTE,
                json!({
                    "quoteId": "f3b9", "orderId": id, "orderStatus": status, "fromAsset": "USDT", "fromAmount": "20", "toAsset": "BNB",
                    "toAmount": "0.06154036", "createTime": FIRST + MINUTE,
                }),
            );
        }
        let part = |asset: &str| {
            json!({
                "fromAsset": asset, "amount": "0.000006", "transferedAmount": "0.00000267", "serviceChargeAmount": "0.00000005",
                "operateTime": (FIRST + MINUTE).to_string(), "transId": "70899815863",
            })
        };
        let dust = json!({
            "operateTime": (FIRST + MINUTE).to_string(), "transId": "70899815863",
            "userAssetDribbletDetails": [part("LTC"), part("GBP")],
        });
        history.add(DUST, FIRST + MINUTE, dust);
        for (id, direction) in [(1_637_366_104_u64, json!(1)), (2, json!(-1)), (3, json!(null))] {
            history.add(
                DISTRIBUTIONS,
                FIRST + MINUTE,
                json!({
                    "id": id, "amount": "10.5", "asset": "NEWCOIN", "divTime": FIRST + MINUTE, "enInfo": "NEWCOIN distribution",
                    "tranId": 2_968_885_920_u64, "direction": direction,
                }),
            );
        }
    });
    let conversions = fixture.rows_of(Stream::ExchangeConversions).await;
    assert_eq!(conversions.len(), 4, "{conversions:?}");
    assert!(conversions[0].starts_with("convert-940708407462087195 Conversion convert 940708407462087195 [-20 "));
    assert_eq!(conversions[1], "convert-3 Other convert 3 []");
    assert!(
        conversions[2].starts_with("small_20assets-70899815863 Conversion small assets 70899815863 LTC [-0.000006 ")
    );
    assert!(conversions[2].contains("0.00000267 ") && conversions[2].contains("-0.00000005 "));
    assert_eq!(
        fixture.rows_of(Stream::ExchangeRewards).await,
        [
            "distribution-1637366104 Reward distribution 1637366104 [10.5 NEWCOIN]",
            "distribution-2 Charge distribution 2 [-10.5 NEWCOIN]",
            "distribution-3 Reward distribution 3 [10.5 NEWCOIN]",
        ]
    );
}

#[tokio::test]
async fn a_window_with_more_rows_than_an_answer_becomes_shorter_until_none_is_missing() {
    let fixture = fixture();
    fixture.history(|history| {
        for number in 0..1_300_u64 {
            let time = FIRST + number * MINUTE;
            history.add(
                DISTRIBUTIONS,
                time,
                json!({ "id": number + 1, "amount": "1", "asset": "BNB", "divTime": time, "enInfo": "interest" }),
            );
        }
    });
    let facts = fixture.walk(Stream::ExchangeRewards, (FIRST, LAST)).await.unwrap();
    let events: BTreeSet<String> = facts.iter().map(|fact| fact.transaction.to_string()).collect();
    assert_eq!((facts.len(), events.len()), (1_300, 1_300));
}

#[tokio::test]
async fn a_list_that_counts_more_than_it_lists_fails_after_a_bounded_number_of_requests() {
    for stream in [
        Stream::ExchangeDeposits,
        Stream::ExchangeConversions,
        Stream::ExchangeRewards,
    ] {
        let fixture = fixture();
        fixture.history(|history| history.fault = Some(HistoryFault::CountsMore));
        let error = refused(fixture.walk(stream, (FIRST, LAST)).await);
        assert_eq!(error.code(), "malformed", "{stream:?}");
        let requests = fixture.server.requests().len();
        assert!(requests <= 80, "{stream:?}: {requests} requests");
    }
}

#[tokio::test]
async fn a_refusal_that_looks_like_an_empty_list_is_none() {
    for (path, stream, answer) in [
        (
            CURRENCIES,
            Stream::ExchangeDeposits,
            json!({ "code": "000001", "message": "no", "total": 0, "success": false }),
        ),
        (CURRENCIES, Stream::ExchangeDeposits, json!({ "total": 0 })),
        (DEPOSITS, Stream::ExchangeDeposits, json!({ "data": [] })),
        (WITHDRAWALS, Stream::ExchangeWithdrawals, json!({})),
        (CONVERSIONS, Stream::ExchangeConversions, json!({ "list": [] })),
        (DUST, Stream::ExchangeConversions, json!({ "userAssetDribblets": [] })),
        (DISTRIBUTIONS, Stream::ExchangeRewards, json!({ "total": 0 })),
        (TRADES, Stream::MarketTrades, json!({ "trades": [] })),
        (PRICES, Stream::MarketTrades, json!({})),
    ] {
        let fixture = fixture();
        let response = Response::json(200, &answer);
        fixture
            .server
            .change(|state| drop(state.responses.insert(path, response)));
        let error = refused(fixture.walk(stream, (FIRST, LAST)).await);
        assert_eq!(error.code(), "malformed", "{path} {answer}");
    }
}

#[tokio::test]
async fn trades_of_every_market_are_read_once_whatever_the_pages() {
    let fixture = fixture();
    fixture.history(|history| {
        let trades = |symbol: &str, count: u64| {
            (0..count)
                .map(|id| trade(symbol, 7 + id, FIRST + id * 500, id % 2 == 0))
                .collect()
        };
        history.trades.insert("ETHUSDT".to_owned(), trades("ETHUSDT", 2_000));
        history.trades.insert("ETHBTC".to_owned(), trades("ETHBTC", 3));
        history.trades.insert("OTHERUSDT".to_owned(), trades("OTHERUSDT", 3));
        history.listed = vec!["ETHEUR".to_owned()];
    });
    let facts = fixture.walk(Stream::MarketTrades, (0, LAST)).await.unwrap();
    assert_eq!(facts.len(), 2_003);
    let ids: BTreeSet<String> = facts.iter().map(line).collect();
    assert_eq!(ids.len(), 2_003);
    let requests = fixture.server.requests();
    let markets: Vec<String> = requests
        .iter()
        .map(|text| text.split(' ').skip(1).collect::<Vec<_>>().join(" "))
        .collect();
    let of = |symbol: &str, from: u64| format!("{TRADES} symbol={symbol} limit=1000 fromId={from}");
    assert_eq!(
        markets,
        [
            PRICES.to_owned(),
            of("ETHBTC", 0),
            of("ETHBUSD", 0),
            of("ETHEUR", 0),
            of("ETHUSDT", 0),
            of("ETHUSDT", 1_007),
            of("ETHUSDT", 2_007),
        ]
    );
    let first = line(&facts[0]);
    let second = FIRST / 1000;
    assert!(
        first.starts_with(&format!(
            "order-ETHBTC-100007-{second} Trade trade ETHBTC 7 [12 60, -6 0, -0.001 "
        )),
        "{first}"
    );
}

#[tokio::test]
async fn later_the_newest_trades_are_enough_where_they_reach_back() {
    let fixture = fixture();
    fixture.history(|history| {
        let trades = |symbol: &str, count: u64| {
            (0..count)
                .map(|id| trade(symbol, 7 + id, FIRST + id * 500, true))
                .collect()
        };
        history.trades.insert("ETHUSDT".to_owned(), trades("ETHUSDT", 2_500));
    });
    let count = |facts: &[Fact]| facts.iter().map(line).collect::<BTreeSet<_>>().len();
    let known = [read_market("ETHUSDT", Some(2_007)), read_market("ETHBUSD", Some(0))];
    let few = fixture
        .walk_with(Stream::MarketTrades, (FIRST + 2_000 * 500, LAST), &known)
        .await
        .unwrap()
        .0;
    assert_eq!(count(&few), 500);
    let requests = fixture.server.requests().len();
    assert_eq!(requests, 3, "the names of the markets, and two markets");
    let many = fixture
        .walk_with(Stream::MarketTrades, (FIRST + 100 * 500, LAST), &known)
        .await
        .unwrap()
        .0;
    assert_eq!(count(&many), 2_400);
}

#[tokio::test]
async fn a_list_that_lies_never_counts_as_read() {
    for (fault, trades) in [
        (HistoryFault::IgnoresId, 1_500),
        (HistoryFault::RepeatsTrade, 3),
        (HistoryFault::OtherMarket, 3),
    ] {
        let fixture = fixture();
        fixture.history(|history| {
            let rows = (0..trades)
                .map(|id| trade("ETHUSDT", 7 + id, FIRST + id * 500, true))
                .collect();
            history.trades.insert("ETHUSDT".to_owned(), rows);
            history.fault = Some(fault);
        });
        let error = refused(fixture.walk(Stream::MarketTrades, (0, LAST)).await);
        assert_eq!(error.code(), "malformed", "{fault:?}");
    }
}

#[tokio::test]
async fn rows_that_cannot_be_read_fail_and_other_lists_are_refused() {
    for (path, stream, row) in [
        (
            DEPOSITS,
            Stream::ExchangeDeposits,
            json!({ "id": "7", "coin": "BTC", "status": 1, "insertTime": FIRST }),
        ),
        (
            DEPOSITS,
            Stream::ExchangeDeposits,
            json!({ "id": "7", "coin": "BTC", "status": 1, "amount": "1" }),
        ),
        (
            WITHDRAWALS,
            Stream::ExchangeWithdrawals,
            json!({ "id": "7", "coin": "BTC", "status": 6, "amount": "1", "applyTime": "2021-04-15 12:09:16" }),
        ),
        (
            CONVERSIONS,
            Stream::ExchangeConversions,
            json!({ "orderId": 1, "orderStatus": "SUCCESS", "fromAsset": "BTC", "fromAmount": "-1" }),
        ),
        (
            DISTRIBUTIONS,
            Stream::ExchangeRewards,
            json!({ "id": 1, "asset": "BTC", "divTime": FIRST, "amount": "1.0000000000000000001" }),
        ),
    ] {
        let fixture = fixture();
        fixture.history(|history| history.add(path, FIRST, row.clone()));
        let error = refused(fixture.walk(stream, (FIRST, FIRST + 5)).await);
        assert_eq!(error.code(), "malformed", "{row}");
    }
    let error = refused(fixture().walk(Stream::ExchangeLedger, (FIRST, LAST)).await);
    assert_eq!(error.code(), "unsupported");
}
