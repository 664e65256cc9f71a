//! Unit tests of deposits and withdrawals.

use ports::{RowReading, Stream, fact::FactBody};

use crate::exchange::{
    account::test_files::{assert_continues, file, read_file, shown_without_events},
    binance::account::SPEC,
};

const DEPOSITS: &str = "Date(UTC+0),Coin,Network,Amount,Address,TXID,Status";
const WITHDRAWALS: &str = "Date(UTC+0),Coin,Network,Amount,Fee,Address,TXID,Status";

#[test]
fn completed_deposits_and_withdrawals_count_with_their_transactions() {
    let rows = [
        "2022-03-01 10:05:07,BTC,BTC,0.5,bc1qown,7f3a,Completed",
        "22-03-02 10:05:07,ETH,ETH,2,0xown,Internal transfer 77,Completed",
        "2022-03-03 10:05:07,ETH,ETH,2,0xown,0x02,Failed",
        "2022-03-04 10:05:07,ETH,ETH,\"1,5\",0xown,0x03,Completed",
    ];
    let content = read_file(&SPEC, &file(DEPOSITS, &rows)).unwrap();
    assert_eq!(
        (content.form.as_str(), content.streams.as_slice()),
        ("Deposit history", &[Stream::ExchangeFiles][..])
    );
    let shown = shown_without_events(&content);
    assert_eq!(
        shown[..3],
        [
            "2 1646129107000 Deposit BTC: 0 0.5",
            "3 1646215507000 Transfer ETH: 60 2",
            "4 none",
        ]
    );
    assert!(shown[3].contains("comma"), "{shown:?}");
    let transaction = |at: usize| match &content.rows[at].read {
        RowReading::Fact(fact) => match &fact.body {
            FactBody::ExchangeRow(row) => row.transaction.clone(),
            _ => None,
        },
        _ => None,
    };
    assert_eq!((transaction(0).as_deref(), transaction(1)), (Some("7f3a"), None));
    assert_continues(&content, 1, &read_file(&SPEC, &file(DEPOSITS, &rows[1..])).unwrap());

    let rows = ["2022-03-05 10:05:07,BTC,BTC,0.1,0.0005,bc1qother,8f3a,Completed"];
    let content = read_file(&SPEC, &file(WITHDRAWALS, &rows)).unwrap();
    assert_eq!(content.form, "Withdrawal history");
    let shown = shown_without_events(&content);
    assert_eq!(shown, ["2 1646474707000 Withdrawal BTC: 0 -0.1, 0 -0.0005 fee"]);
}
