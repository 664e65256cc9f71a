//! Unit tests of the transaction history.

use ports::{RowReading, fact::FactBody};

use crate::exchange::{
    account::test_files::{assert_continues, file, read_file, shown_without_events, sums},
    gemini::account::SPEC,
};

const HEAD: &str = "Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,ZEC Amount ZEC,Fee ZEC,ZEC Balance ZEC,Trade ID,Order ID,Order Date,Order Time,Client Order ID,API Session,Tx Hash,Deposit Destination";
const ROWS: [&str; 15] = [
    "2018-02-16,19:41:00.164,Credit,BTC,Deposit (BTC),,,,,$0.00 ,0.4995 BTC ,0.0 BTC ,0.4995 BTC ,,,0.0 ZEC ,,,,,,,8caf,1abc",
    "2018-02-19,14:10:10.846,Sell,BTCUSD,Limit,Taker,25.00 ,\"$1,022.50 \",($2.55),\"$1,019.95 \",(0.07 BTC),,0.4295 BTC ,,,,71,70,,,,,,",
    "2018-02-19,14:10:46.965,Debit,USD,Withdrawal (ACH Transfer),,,($500.00),$0.00 ,$519.95 ,,,0.4295 BTC ,,,,,,,,,,,",
    "2018-02-20,00:12:52.859,Buy,ZECBTC,Limit,Maker,25.00 ,,,$519.95 ,(0.05 BTC),(0.0001 BTC),0.3794 BTC ,1.5 ZEC ,,1.5 ZEC ,73,72,,,,,,",
    "2018-02-21,00:12:52.859,Debit,ZEC,Withdrawal (ZEC),,,,,$519.95 ,,,0.3794 BTC ,(0.5 ZEC),(0.001 ZEC),0.999 ZEC ,,,,,,,9def,",
    "2018-02-22,00:00:00.000,Credit,BTC,Interest Credit,,,,,$519.95 ,0.00001 BTC ,,0.37941 BTC ,,,0.999 ZEC ,,,,,,,,",
    "2018-02-22,00:00:00.000,Credit,BTC,Interest Credit,,,,,$519.95 ,0.00001 BTC ,,0.37942 BTC ,,,0.999 ZEC ,,,,,,,,",
    "2018-02-23,00:00:00.000,Debit,BTC,Earn Transfer,,,,,$519.95 ,(0.1 BTC),,0.27942 BTC ,,,0.999 ZEC ,,,,,,,,",
    "2018-02-24,00:00:00.000,Credit,USD,Administrative Credit,,,$5.00 ,,$524.95 ,,,0.27942 BTC ,,,0.999 ZEC ,,,,,,,,",
    "2018-02-25,00:00:00.000,Teleport,USD,Sideways,,,($1.00),,$523.95 ,,,0.27942 BTC ,,,0.999 ZEC ,,,,,,,,",
    "2018-02-26,00:00:00.000,Buy,BTCPERP,Limit,,,,,$523.95 ,0.1 BTC ,,0.27942 BTC ,,,0.999 ZEC ,75,74,,,,,,",
    "2018-02-27,00:00:00.000,Credit,BTC,Deposit (BTC),,,,,,\"0,5 BTC\",,,,,,,,,,,,,",
    "27.02.2018,00:00,Credit,BTC,Deposit (BTC),,,,,,0.5 BTC,,,,,,,,,,,,,",
    "2018-02-28,00:00:00.000,Credit,BTC,Deposit (BTC),,,,,$523.95 ,,,0.27942 BTC ,,,,,,,,,,,",
    ",,,,,,,$526.00 ,($2.55),$523.95 ,0.27942 BTC ,,0.27942 BTC ,,,,,,,,,,,",
];

#[test]
fn every_type_is_read() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    let rows = shown_without_events(&content);
    assert_eq!(
        rows[..11],
        [
            "2 1518810060164 Deposit Credit Deposit (BTC): 0 0.4995",
            "3 1519049410846 Trade Sell Limit: 0 -0.07, USD 1022.5, USD -2.55 fee",
            "4 1519049446965 Withdrawal Debit Withdrawal (ACH Transfer): USD -500",
            "5 1519085572859 Trade Buy Limit: 0 -0.05, 0 -0.0001 fee, ZEC 1.5",
            "6 1519171972859 Withdrawal Debit Withdrawal (ZEC): ZEC -0.5, ZEC -0.001 fee",
            "7 1519257600000 Reward Credit Interest Credit: 0 0.00001",
            "8 1519257600000 Reward Credit Interest Credit: 0 0.00001",
            "9 1519344000000 Transfer Debit Earn Transfer: 0 -0.1",
            "10 1519430400000 Other Credit Administrative Credit: USD 5",
            "11 1519516800000 Other Teleport Sideways: USD -1",
            "12 This trade does not state what arrived and what left.",
        ]
    );
    assert!(rows[11].contains("comma") && rows[12].contains("no time"), "{rows:?}");
    assert_eq!(rows[13..], ["15 This row states no amount.", "16 none"]);
    assert_eq!(sums(&content), ["0 0.27942", "USD 523.95", "ZEC 0.999"]);
    let transactions = content.rows.iter().filter_map(|row| match &row.read {
        RowReading::Fact(fact) => match &fact.body {
            FactBody::ExchangeRow(stated) => stated.transaction.as_deref(),
            _ => None,
        },
        _ => None,
    });
    assert_eq!(transactions.collect::<Vec<_>>(), ["8caf", "9def"]);
}

#[test]
fn an_overlapping_file_with_other_columns_has_the_same_rows() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    // A newer file has columns for an asset that the account got later, here as the first ones.
    let head = format!("\u{feff}GUSD Amount GUSD,{HEAD}").to_uppercase();
    let rows = ROWS[5..].iter().map(|row| format!(",{row}")).collect::<Vec<_>>();
    let later = read_file(
        &SPEC,
        &file(&head, &rows.iter().map(String::as_str).collect::<Vec<_>>()),
    )
    .unwrap();
    assert_continues(&content, 5, &later);
}
