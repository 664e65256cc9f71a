//! Unit tests of the Unified Trading Account.

use std::collections::BTreeSet;

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, shown_without_events, sums},
    bybit::account::SPEC,
};

const HEAD: &str = "UID: 1,Company Name: ,Country: \nUid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)";
const ROWS: [&str; 15] = [
    "1,BTC,,TRANSFER_IN,--,0,0,--,0,0,0.50000000000000000000,0.5,0.5,--,2026-06-01 08:00:00",
    "1,BTC,BTCEUR,TRADE,SELL,-0.1,0,50000,0,0,-0.1,-0.1,0.4,--,2026-06-05 08:22:50",
    "1,EUR,BTCEUR,TRADE,SELL,5000,0,50000,0,-5.5,5000,4994.5,4994.5,--,2026-06-05 08:22:50",
    "1,EUR,XAUEUR,TRADE,SELL,0.02,0.02,4356,0,-0.0872,1.0375,0.9503,4995.4503,CLOSE,2026-06-06 19:11:48",
    "1,EUR,XAUEUR,SETTLEMENT,BUY,--,0.02,--,-0.0044,0,0,-0.0044,4995.4459,SETTLEMENT,2026-06-06 20:00:00",
    "1,EUR,,INTEREST,--,0,0,0,0,0,-0.004,-0.004,4995.4419,--,2026-06-07 11:00:00",
    "1,BTC,,--,--,0,0,0,0,0,-0.01,-0.01,0.39,--,2026-06-08 11:00:00",
    "1,EUR,,--,--,0,0,0,0,0,500,500,5495.4419,--,2026-06-08 11:00:00",
    "1,BTC,,--,--,0,0,0,0,0,-0.02,-0.02,0.37,--,2026-06-09 11:00:00",
    "1,BTC,,FIXED_STAKING_SUBSCRIPTION,--,0,0,0,0,0,-0.1,-0.1,0.27,--,2026-06-10 11:00:00",
    "1,NEWCOIN,,TELEPORT,--,0,0,0,0,0,7,7,7,--,2026-06-11 11:00:00",
    "1,NEWCOIN,NEWEUR,TRADE,BUY,7,0,1,0,0,7,7,14,--,2026-06-12 11:00:00",
    "1,EUR,,BONUS,--,0,0,0,0,-1,2,3,5498.4419,--,2026-06-13 11:00:00",
    "1,EUR,,BONUS,--,0,0,0,0,0,\"2,5\",\"2,5\",1,--,2026-06-14 11:00:00",
    "1,EUR,,BONUS,--,0,0,0,0,0,2.5,2.5,1,--,14.06.2026 11:00",
];

#[test]
fn every_type_is_read() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    assert!(!content.streams.is_empty());
    let part = content.part.clone().map(|part| (part.name, part.of));
    assert_eq!(part, Some(("unified".to_owned(), 2)));
    let rows = shown_without_events(&content);
    assert_eq!(
        rows[..13],
        [
            "3 1780300800000 Move TRANSFER_IN: 0 0.5",
            "4 1780647770000 Trade TRADE BTCEUR: 0 -0.1",
            "5 1780647770000 Trade TRADE BTCEUR: EUR 5000, EUR -5.5 fee",
            "6 1780773108000 Result TRADE XAUEUR: EUR 1.0375, EUR -0.0872 fee",
            "7 1780776000000 Result SETTLEMENT XAUEUR: EUR -0.0044",
            "8 1780830000000 Charge INTEREST: EUR -0.004 fee",
            "9 1780916400000 Conversion : 0 -0.01",
            "10 1780916400000 Conversion : EUR 500",
            "11 1781002800000 Other : 0 -0.02",
            "12 1781089200000 Transfer FIXED_STAKING_SUBSCRIPTION: 0 -0.1",
            "13 1781175600000 Other TELEPORT: NEWCOIN 7",
            "14 1781262000000 Trade TRADE NEWEUR: NEWCOIN 7",
            "15 1781348400000 Reward BONUS: EUR 2, EUR 1 fee",
        ]
    );
    assert!(rows[13].contains("comma") && rows[14].contains("no time"), "{rows:?}");
    assert_eq!(sums(&content), ["0 0.27", "EUR 5498.4419", "NEWCOIN 14"]);
    let events = events(&content);
    assert!(events[1] == events[2] && events[6] == events[7], "{events:?}");
    assert_eq!(events.iter().collect::<BTreeSet<_>>().len(), events.len() - 2);
}

const OLDER: &str = "TIME,CURRENCY,CONTRACT,TYPE,DIRECTION,QUANTITY,POSITION,FILLED PRICE,FUNDING,FEE PAID,CASH FLOW,CHANGE,WALLET BALANCE,FEE RATE,TRADE ID,ORDER ID";

#[test]
fn older_files_state_fees_without_a_sign() {
    let rows = [
        "2021-01-01 10:00:00,BTC,BTCUSD,trade,Open Long,100,100,30000,0,0.0001,0,-0.0001,0.9999,0.0006,t1,o1",
        "2021-01-01 16:00:00,BTC,BTCUSD,funding,--,100,100,30000,0.00002,0,0,-0.00002,0.99988,0.0001,t2,o2",
        "2021-01-02 10:00:00,BTC,BTCUSD,trade,Close Long,100,0,31000,0,0.0001,0.002,0.0019,1.00178,0.0006,t3,o3",
        "2021-01-03 10:00:00,BTC,,withdraw,--,0,0,0,0,0.0005,-0.1,-0.1005,0.90128,0,,",
        "2021-01-04 10:00:00,BTC,,exchangeOut,--,0,0,0,0,0,-0.1,-0.1,0.80128,0,,",
        "2021-01-04 10:00:00,ETH,,exchangeIn,--,0,0,0,0,0,3,3,3,0,,",
        "2021-01-05 10:00:00,BTC,BTCUSDC,trade,Buy,0.5,0,1,0,0.0001,0.5,0.4999,1.30118,0,t5,o5",
        "2021-01-05 10:00:00,USDX,BTCUSDC,trade,Buy,-9,0,1,0,0,-9,-9,0,0,t5,o5",
    ];
    let content = read_file(&SPEC, &format!("\u{feff}{}", file(OLDER, &rows))).unwrap();
    assert_eq!(
        shown_without_events(&content),
        [
            "2 1609495200000 Result trade BTCUSD: 0 -0.0001 fee",
            "3 1609516800000 Result funding BTCUSD: 0 -0.00002",
            "4 1609581600000 Result trade BTCUSD: 0 0.002, 0 -0.0001 fee",
            "5 1609668000000 Withdrawal withdraw: 0 -0.1, 0 -0.0005 fee",
            "6 1609754400000 Conversion exchangeOut: 0 -0.1",
            "7 1609754400000 Conversion exchangeIn: 60 3",
            "8 1609840800000 Trade trade BTCUSDC: 0 0.5, 0 -0.0001 fee",
            "9 1609840800000 Trade trade BTCUSDC: USDX -9",
        ]
    );
    let events = events(&content);
    assert!(events[4] == events[5] && events[6] == events[7], "{events:?}");
}

#[test]
fn an_overlapping_file_has_the_same_rows() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let later = read_file(&SPEC, &file(HEAD, &ROWS[6..])).unwrap();
    assert_continues(&content, 6, &later);
}
