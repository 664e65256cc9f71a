//! Unit tests of the transactions.

use std::collections::BTreeSet;

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, row_ids, shown, shown_without_events, sums},
    coinbase::account::SPEC,
};

const NEWEST: &str = "\u{feff},,,,,,,,,,
Transactions
User,Ann,1
ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes,Sender Address,Recipient Address
a1,2024-01-02 10:00:00 UTC,Deposit,EUR,1000,EUR,€1.00,\"€1,001.00\",\"€1,000.00\",€1.00,Deposit from a bank,,
a2,2024-01-02 10:01:00 UTC,Advanced Trade Buy,SOL,2,EUR,€100.00,€200.00,€201.20,€1.20,Bought 2 SOL for 201.20 EUR on SOL-EUR at 100 EUR/SOL,,
a3,2024-01-02 10:02:00 UTC,Advanced Trade Sell,SOL,-0.5,USD,$110.00,-$55.00,-$54.80,$0.20,Sold 0.5 SOL for 50.5 EUR on SOL-EUR at 101 EUR/SOL,,
a4,2024-01-02 10:03:00 UTC,Convert,XLM,-49.15,EUR,€0.13,-€6.26,-€6.43,€0.17,Converted 49.15 XLM to 91.5 DOGEX,,
a5,2024-01-02 10:03:00 UTC,Convert,DOGEX,91.5,EUR,€0.07,€6.43,€6.43,-€0.01,Converted 49.15 XLM to 91.5 DOGEX,,
a6,2024-01-03 10:00:00 UTC,Buy,XLM,100,EUR,€0.10,€9.50,€10.00,€0.50,Bought 100 XLM for 10 EUR using Euro Wallet,,
a7,2024-01-03 10:01:00 UTC,Buy,XLM,50,EUR,€0.10,€4.50,€5.00,€0.50,Bought 50 XLM for 5 EUR using Visa ****1234,,
a8,2024-01-03 10:02:00 UTC,Retail Staking Transfer,SOL,1,EUR,€100.00,€100.00,€100.00,€0.00,,,
a9,2024-01-03 10:02:00 UTC,Retail Staking Transfer,SOL,-1,EUR,€100.00,-€100.00,-€100.00,€0.00,,,
b1,2024-01-04 10:00:00 UTC,Staking Income,SOL,0.01,EUR,€100.00,€1.00,€1.00,€0.00,,,
b2,2024-01-04 10:00:00 UTC,Staking Income,SOL,0.01,EUR,€100.00,€1.00,€1.00,€0.00,,,
b3,2024-01-05 10:00:00 UTC,Send,SOL,-0.2,EUR,€100.00,-€20.00,-€20.00,€0.00,Sent 0.2 SOL to an external wallet,,
b4,2024-01-06 10:00:00 UTC,Teleport,NEWCOIN,-3,EUR,€1.00,€3.00,€3.00,€0.00,,,
b5,2024-01-07 10:00:00 UTC,Subscription,EUR,-4.99,EUR,€1.00,-€4.99,-€4.99,€0.00,Coinbase One,,
b6,2024-01-08 10:00:00 UTC,Asset Migration,OLD,-7,EUR,€1.00,-€7.00,-€7.00,€0.00,,,
b7,2024-01-08 10:00:00 UTC,Asset Migration,NEW,7,EUR,€1.00,€7.00,€7.00,€0.00,,,
b8,2024-01-09 10:00:00 UTC,Convert,XLM,-1,EUR,€1.00,€1.00,€1.00,€0.00,1 XLM en DOGEX,,
b9,2024-01-09 10:01:00 UTC,Convert,XLM,1,EUR,€1.00,€1.00,€1.00,€0.00,1 XLM en DOGEX,,
c1,2024-01-10 10:00:00 UTC,Send,SOL,\"-0,2\",EUR,€1.00,€1.00,€1.00,€0.00,,,
c2,09.01.2024 10:00,Send,SOL,-0.2,EUR,€1.00,€1.00,€1.00,€0.00,,,
c3,2024-01-11 10:00:00 UTC,Buy,XLM,1,EUR,\"€0,10\",\"€1,00\",\"€1,10\",\"€0,10\",Bought 1 XLM for 1.10 EUR,,
";

#[test]
fn every_type_of_the_newest_form_is_read() {
    let content = read_file(&SPEC, NEWEST).unwrap();
    assert_eq!((content.form.as_str(), content.streams.len()), ("Transactions", 0));
    let rows = shown_without_events(&content);
    assert_eq!(
        rows[..18],
        [
            "5 1704189600000 Deposit Deposit: EUR 1001, EUR -1 fee",
            "6 1704189660000 Trade Advanced Trade Buy: 501 2, EUR -200, EUR -1.2 fee",
            "7 1704189720000 Trade Advanced Trade Sell: 501 -0.5, EUR 50.5",
            "8 1704189780000 Conversion Convert: XLM -49.15, DOGEX 91.5",
            "9 1704189780000 Conversion Convert: ",
            "10 1704276000000 Conversion Buy: XLM 100, EUR -9.5, EUR -0.5 fee",
            "11 1704276060000 Deposit Buy: XLM 50",
            "12 1704276120000 Move Retail Staking Transfer: 501 1",
            "13 1704276120000 Move Retail Staking Transfer: 501 -1",
            "14 1704362400000 Reward Staking Income: 501 0.01",
            "15 1704362400000 Reward Staking Income: 501 0.01",
            "16 1704448800000 Withdrawal Send: 501 -0.2",
            "17 1704535200000 Other Teleport: NEWCOIN -3",
            "18 1704621600000 Charge Subscription: EUR -4.99 fee",
            "19 1704708000000 Conversion Asset Migration: OLD -7",
            "20 1704708000000 Conversion Asset Migration: NEW 7",
            "21 1704794400000 Conversion Convert: XLM -1",
            "22 This conversion does not state which of its sides the row is.",
        ]
    );
    for (row, part) in [(18, "comma"), (19, "no time"), (20, "comma")] {
        assert!(rows[row].contains(part), "{}", rows[row]);
    }
    let sums = sums(&content);
    let expected = [
        "501 1.32",
        "DOGEX 91.5",
        "EUR 834.31",
        "NEW 7",
        "NEWCOIN -3",
        "OLD -7",
        "XLM 99.85",
    ];
    assert_eq!(sums, expected);
}

#[test]
fn rows_of_one_event_belong_together() {
    let events = events(&read_file(&SPEC, NEWEST).unwrap());
    for (one, other) in [(3, 4), (7, 8), (14, 15)] {
        assert_eq!(events[one], events[other]);
    }
    assert_eq!(events.iter().collect::<BTreeSet<_>>().len(), events.len() - 3);
}

const OLDER: &str = "Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes";
const OLDEST: &str = "NOTES,Asset,TIMESTAMP,Transaction Type,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees";

#[test]
fn older_forms_have_the_same_rows() {
    let rows = [
        "2024-01-02T10:01:00Z,Advance Trade Buy,SOL,2,EUR,100.00,200.00,201.20,1.20,Bought 2 SOL for 201.20 EUR on SOL-EUR at 100 EUR/SOL",
        "2024-01-02T10:03:00Z,Convert,XLM,49.15000000,EUR,0.13,6.26,6.43,0.17,Converted 49.15 XLM to 91.5 DOGEX",
        "2024-01-04T10:00:00Z,Rewards Income,SOL,0.01,EUR,100,1.00,1.00,0.00,",
        "2024-01-05T10:00:00Z,Send,SOL,0.2,EUR,100,\"\",\"\",\"\",Sent 0.2 SOL to an external wallet",
        "2024-01-06T10:00:00Z,Convert,SOL,0.3,EUR,100,\"\",\"\",\"\",",
    ];
    let content = read_file(&SPEC, &file(OLDER, &rows)).unwrap();
    assert_eq!(
        shown_without_events(&content),
        [
            "2 1704189660000 Trade Advance Trade Buy: 501 2, EUR -200, EUR -1.2 fee",
            "3 1704189780000 Conversion Convert: XLM -49.15, DOGEX 91.5",
            "4 1704362400000 Reward Rewards Income: 501 0.01",
            "5 1704448800000 Withdrawal Send: 501 -0.2",
            "6 1704535200000 Conversion Convert: 501 -0.3",
        ]
    );
    let newest = read_file(&SPEC, NEWEST).unwrap();
    let (ids, all) = (row_ids(&content), row_ids(&newest));
    assert_eq!(ids[..4], [1, 3, 9, 11].map(|at: usize| all[at].clone()));
    assert_eq!(events(&content)[1], events(&newest)[3]);
    let oldest = file(
        OLDEST,
        &["Bought 2 SOL for €201.20 EUR,SOL,2024-01-02T10:01:00Z,Buy,2,100.00,200.00,201.20,1.20"],
    );
    let row = &shown_without_events(&read_file(&SPEC, &oldest).unwrap())[0];
    assert_eq!(row, "2 1704189660000 Conversion Buy: 501 2, EUR -200, EUR -1.2 fee");
}

#[test]
fn an_overlapping_file_has_the_same_rows() {
    let content = read_file(&SPEC, NEWEST).unwrap();
    let mut lines = NEWEST.lines().skip(3);
    let head = lines.next().unwrap();
    let later = read_file(&SPEC, &file(head, &lines.skip(9).collect::<Vec<_>>())).unwrap();
    assert_continues(&content, 9, &later);
}

#[test]
fn sides_that_the_notes_round_are_those_of_the_rows() {
    let rows = [
        "x1,2024-01-02 10:03:00 UTC,Convert,XLM,-49.1542048,EUR,1,1,1,0,Converted 49.15 XLM to 91.52 DOGEX",
        "x2,2024-01-02 10:03:00 UTC,Convert,DOGEX,91.51829246,EUR,1,1,1,0,Converted 49.15 XLM to 91.52 DOGEX",
    ];
    let head = NEWEST
        .lines()
        .nth(3)
        .unwrap()
        .replace(",Sender Address,Recipient Address", "");
    let content = read_file(&SPEC, &file(&head, &rows)).unwrap();
    assert_eq!(sums(&content), ["DOGEX 91.51829246", "XLM -49.1542048"]);
    let rows = shown(&content);
    assert!(rows[0].ends_with("Convert: XLM -49.1542048"), "{rows:?}");
}
