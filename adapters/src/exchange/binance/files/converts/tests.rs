//! Unit tests of conversions.

use crate::exchange::{
    account::test_files::{assert_continues, file, read_file, shown_without_events},
    binance::account::SPEC,
};

const HEAD: &str = "Date,Wallet,Pair,Type,Sell,Buy,Price,Inverse Price,Date Updated,Status";
const ROWS: [&str; 4] = [
    "2022-03-01 10:05:07,Spot Wallet,BTCUSDT,Market,40 USDT,0.001 BTC,1,1,2022-03-01 10:05:09,Successful",
    "2022-03-02 10:05:07,Spot Wallet,BTCUSDT,Market,40 USDT,0.001 BTC,1,1,2022-03-01 10:05:09,Failed",
    "2022-03-03 10:05:07,Spot Wallet,BTCUSDT,Market,40USDT,0.001 BTC,1,1,2022-03-01 10:05:09,Successful",
    "2022-03-04 10:05:07,Spot Wallet,BTCUSDT,Market,40 USDT,\"0,001 BTC\",1,1,2022-03-01 10:05:09,Successful",
];

#[test]
fn successful_conversions_have_both_sides() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    assert_eq!(content.form, "Convert history");
    let shown = shown_without_events(&content);
    let usdt = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
    let expected = format!("2 1646129107000 Conversion BTCUSDT: {usdt} -40, 0 0.001");
    assert_eq!(shown[0], expected);
    assert_eq!(shown[1], "3 none");
    assert!(
        shown[2].contains("no amount") && shown[3].contains("comma"),
        "{shown:?}"
    );
    assert_continues(&content, 0, &read_file(&SPEC, &file(HEAD, &ROWS)).unwrap());
}
