//! Unit tests of the Funding account.

use std::collections::BTreeSet;

use ports::Stream;

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, shown_without_events, sums},
    bybit::account::SPEC,
};

const HEAD: &str = "UID: 1,Company Name: ,Country: \nUid,Date & Time(UTC),Coin,QTY,Type,Account Balance,Description";
const ROWS: [&str; 15] = [
    "1,2026-01-01 10:00:00,BTC,0.500000000000000000,Deposit,0.5,Deposit",
    "1,2026-01-01 11:00:00,EUR,17.43,Fiat,17.43,Deposit",
    "1,2026-01-01 12:00:00,USDT,100,Fiat,100,Buy Crypto with Card",
    "1,2026-01-02 10:00:00,BTC,-0.1,Withdraw,0.4,Withdrawal",
    "1,2026-01-02 11:00:00,BTC,-0.2,Transfer out,0.2,Transfer to Unified Trading Account",
    "1,2026-01-02 12:00:00,BTC,-0.05,Transfer out,0.15,Transfer to subaccount",
    "1,2026-01-03 10:00:00,BTC,-0.1,Earn,0.05,Easy Earn | Flexible Subscription",
    "1,2026-01-03 11:00:00,USDT,-50,Earn,50,Easy Earn | Fixed Subscription",
    "1,2026-01-03 12:00:00,USDT,0.103,Earn,50.103,Easy Earn | Flexible Interest Distribution",
    "1,2026-01-04 10:00:00,BTC,-0.01,Convert,0.04,Convert",
    "1,2026-01-04 10:00:00,USDT,900,Convert,950.103,Convert",
    "1,2026-01-05 10:00:00,USDT,1,Airdrop,951.103,Airdrop",
    "1,2026-01-06 10:00:00,USDT,-26.48,Bybit Card,924.623,Purchase",
    "1,2026-01-07 10:00:00,USDT,\"-26,48\",Bybit Card,924.623,Purchase",
    "1,01/07/2026 10:00,USDT,-26.48,Bybit Card,924.623,Purchase",
];

#[test]
fn every_type_is_read() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let streams = [Stream::ExchangeDeposits, Stream::ExchangeWithdrawals];
    assert_eq!(content.streams, streams);
    assert_eq!(
        content.part.clone().map(|part| (part.name, part.of)),
        Some(("funding".to_owned(), 2))
    );
    let rows = shown_without_events(&content);
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    let expected = [
        "3 1767261600000 Deposit Deposit: Deposit: 0 0.5",
        "4 1767265200000 Deposit Fiat: Deposit: EUR 17.43",
        "5 1767268800000 Deposit Fiat: Buy Crypto with Card: USDT 100",
        "6 1767348000000 Withdrawal Withdraw: Withdrawal: 0 -0.1",
        "7 1767351600000 Move Transfer out: Transfer to Unified Trading Account: 0 -0.2",
        "8 1767355200000 Transfer Transfer out: Transfer to subaccount: 0 -0.05",
        "9 1767434400000 Move Earn: Easy Earn | Flexible Subscription: 0 -0.1",
        "10 1767438000000 Transfer Earn: Easy Earn | Fixed Subscription: USDT -50",
        "11 1767441600000 Reward Earn: Easy Earn | Flexible Interest Distribution: USDT 0.103",
        "12 1767520800000 Conversion Convert: Convert: 0 -0.01",
        "13 1767520800000 Conversion Convert: Convert: USDT 900",
        "14 1767607200000 Reward Airdrop: Airdrop: USDT 1",
        "15 1767693600000 Other Bybit Card: Purchase: USDT -26.48",
    ];
    assert_eq!(rows[..13], expected.map(|row| row.replace("USDT", usdt)));
    assert!(rows[13].contains("comma") && rows[14].contains("no time"), "{rows:?}");
    assert_eq!(sums(&content), ["0 0.04", &format!("{usdt} 924.623"), "EUR 17.43"]);
    let events = events(&content);
    assert_eq!(events[9], events[10]);
    assert_eq!(events.iter().collect::<BTreeSet<_>>().len(), events.len() - 1);
}

#[test]
fn an_overlapping_file_of_the_older_form_has_the_same_rows() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let older: Vec<&str> = ROWS[4..].iter().map(|row| row.split_once(',').unwrap().1).collect();
    let head = "\u{feff}DATE & TIME(UTC),COIN,QTY,TYPE,ACCOUNT BALANCE,DESCRIPTION";
    let older = read_file(&SPEC, &file(head, &older)).unwrap();
    assert_continues(&content, 4, &older);
}
