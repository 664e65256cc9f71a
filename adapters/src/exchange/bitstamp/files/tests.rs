//! Unit tests of the transactions.

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, shown_without_events, sums},
    bitstamp::account::SPEC,
};

const HEAD: &str = "\u{feff}ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID";
const ROWS: [&str; 12] = [
    "1,Main Account,Deposit,,2021-01-01T10:00:00Z,500.00,EUR,,,,,,,",
    "2,Main Account,Market,Buy,2021-01-01T10:01:02Z,0.01000000,BTC,250.00,EUR,25000,EUR,1.25,EUR,77",
    "3,Main Account,Market,Buy,2021-01-01T10:01:02Z,0.00200000,BTC,50.00,EUR,25000,EUR,0.25,EUR,77",
    "4,Main Account,Market,Sell,2021-01-02T10:01:02Z,0.50000000,ETH,0.02000000,BTC,0.04,BTC,0.00010000,BTC,78",
    "5,Main Account,Withdrawal,,2021-01-03T10:00:00Z,0.00500000,BTC,,,,,0.00010000,BTC,",
    "6,Main Account,Ripple payment,,2021-01-03T11:00:00Z,10,EUR,,,,,,,",
    "7,Main Account,Staking reward,,2021-01-04T10:00:00Z,0.00010000,ETH,,,,,,,",
    "8,Main Account,Sent assets to staking,,2021-01-05T10:00:00Z,0.10000000,ETH,,,,,,,",
    "9,Main Account,Teleport,Sideways,2021-01-06T10:00:00Z,-3,NEWCOIN,,,,,,,",
    "10,Main Account,Market,Swap,2021-01-07T10:00:00Z,1,BTC,1,EUR,1,EUR,,,79",
    "11,Main Account,Market,Buy,2021-01-08T10:00:00Z,\"0,5\",BTC,1,EUR,1,EUR,,,80",
    "12,Main Account,Deposit,,\"Jan. 08, 2021, 02:32 AM\",1,BTC,,,,,,,",
];

#[test]
fn every_type_is_read() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let rows = shown_without_events(&content);
    assert_eq!(
        rows[..10],
        [
            "2 1609495200000 Deposit Deposit: EUR 500",
            "3 1609495262000 Trade Market Buy: 0 0.01, EUR -250, EUR -1.25 fee",
            "4 1609495262000 Trade Market Buy: 0 0.002, EUR -50, EUR -0.25 fee",
            "5 1609581662000 Trade Market Sell: 60 -0.5, 0 0.02, 0 -0.0001 fee",
            "6 1609668000000 Withdrawal Withdrawal: 0 -0.005, 0 -0.0001 fee",
            "7 1609671600000 Withdrawal Ripple payment: EUR -10",
            "8 1609754400000 Reward Staking reward: 60 0.0001",
            "9 1609840800000 Move Sent assets to staking: 60 -0.1",
            "10 1609927200000 Other Teleport Sideways: NEWCOIN -3",
            "11 This trade does not state whether it is a purchase or a sale.",
        ]
    );
    assert!(rows[10].contains("comma") && rows[11].contains("no time"), "{rows:?}");
    assert_eq!(sums(&content), ["0 0.0268", "60 -0.5999", "EUR 188.5", "NEWCOIN -3"]);
    let events = events(&content);
    assert!(events[1] == events[2] && events[1] != events[3], "{events:?}");
}

#[test]
fn an_overlapping_file_has_the_same_rows() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let later = read_file(&SPEC, &file(HEAD, &ROWS[4..]).to_uppercase()).unwrap();
    assert_continues(&content, 4, &later);
    let without_ids = ROWS.map(|row| row.trim_start_matches(|c: char| c.is_ascii_digit()));
    let content = read_file(&SPEC, &file(HEAD, &without_ids)).unwrap();
    let later = read_file(&SPEC, &file(HEAD, &without_ids[4..])).unwrap();
    assert_continues(&content, 4, &later);
}
