//! Unit tests of the funding account.

use std::collections::BTreeSet;

use ports::Stream;

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, shown_without_events, sums},
    okx::account::SPEC,
};

const HEAD: &str = "\u{feff}UID:1,Name:,Verification:\nID,TIME,Type,Amount,Before Balance,After Balance,Fee,Symbol";
const ROWS: [&str; 15] = [
    "1,2023-01-01 10:00:00,Deposit,2,0,2,0,BTC",
    "2,2023-01-01 11:00:00,Withdrawal,-0.5,2,1.4999,0.0001,BTC",
    "3,2023-01-01 12:00:00,Withdrawal,0.5,1.4999,0.9999,0.0001,BTC",
    "4,2023-01-02 10:00:00,To unified trading account,-0.4,0.9999,0.5999,0,BTC",
    "5,2023-01-02 11:00:00,Savings subscription,0.1,,,0,BTC",
    "6,2023-01-03 10:00:00,Staking Yield,0.0001,0.5999,0.6,0,BTC",
    "7,2023-01-03 11:00:00,Transfer to sub-account,-0.1,0.6,0.5,0,BTC",
    "8,2023-01-04 10:00:00,Convert,-0.1,0.5,0.4,0,BTC",
    "9,2023-01-04 10:00:00,Convert,1.5,0,1.5,0,ETH",
    "10,2023-01-05 10:00:00,Easy airdrop,7,0,7,--,NEWCOIN",
    "11,2023-01-06 10:00:00,Teleport,-3,7,4,0,NEWCOIN",
    "12,2023-01-07 10:00:00,Teleport,3,,,0,NEWCOIN",
    "13,2023-01-08 10:00:00,Withdrawal,-1,4,1,0.5,NEWCOIN",
    "14,2023-01-09 10:00:00,Deposit,\"1,5\",0,1.5,0,BTC",
    "15,2023/01/09 10:00:00,Deposit,1,0,1,0,BTC",
];

#[test]
fn every_type_is_read() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let streams = [Stream::ExchangeDeposits, Stream::ExchangeWithdrawals];
    assert_eq!(content.streams, streams);
    let rows = shown_without_events(&content);
    assert_eq!(
        rows[..13],
        [
            "3 1672567200000 Deposit Deposit: 0 2",
            "4 1672570800000 Withdrawal Withdrawal: 0 -0.5, 0 -0.0001 fee",
            "5 1672574400000 Withdrawal Withdrawal: 0 -0.4999, 0 -0.0001 fee",
            "6 1672653600000 Move To unified trading account: 0 -0.4",
            "7 1672657200000 Move Savings subscription: 0 -0.1",
            "8 1672740000000 Reward Staking Yield: 0 0.0001",
            "9 1672743600000 Transfer Transfer to sub-account: 0 -0.1",
            "10 1672826400000 Conversion Convert: 0 -0.1",
            "11 1672826400000 Conversion Convert: 60 1.5",
            "12 1672912800000 Reward Easy airdrop: NEWCOIN 7",
            "13 1672999200000 Other Teleport: NEWCOIN -3",
            "14 This row does not state whether its amount arrived or left.",
            "15 The amount, the fee and the balances of this row do not agree.",
        ]
    );
    assert!(rows[13].contains("comma") && rows[14].contains("no time"), "{rows:?}");
    assert_eq!(sums(&content), ["0 0.3", "60 1.5", "NEWCOIN 4"]);
    let events = events(&content);
    assert_eq!(events[7], events[8]);
    assert_eq!(events.iter().collect::<BTreeSet<_>>().len(), events.len() - 1);
}

#[test]
fn an_overlapping_file_has_the_same_rows() {
    // Some files have no name for the ids, so that rows are identified by their content.
    for head in [HEAD.to_owned(), HEAD.replace("ID,TIME", ",Time")] {
        let content = read_file(&SPEC, &file(&head, &ROWS)).unwrap();
        let later = read_file(&SPEC, &file(&head, &ROWS[4..])).unwrap();
        assert_continues(&content, 4, &later);
    }
}
