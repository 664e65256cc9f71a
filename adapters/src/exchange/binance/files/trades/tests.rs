//! Unit tests of the trades.

use std::collections::BTreeSet;

use ports::Stream;

use crate::exchange::{
    account::test_files::{assert_continues, events, file, read_file, row_ids, shown_without_events, sums},
    binance::account::SPEC,
};

const HEAD: &str = "Date(UTC),Pair,Side,Price,Executed,Amount,Fee";
const ROWS: [&str; 7] = [
    "2022-03-01 10:05:07,BTCEUR,BUY,40000,0.0050000000BTC,200.00000000EUR,0.0007500000BNB",
    "2022-03-01 10:05:07,BTCEUR,BUY,40000,0.0050000000BTC,200.00000000EUR,0.0007500000BNB",
    "2022-03-02 10:05:07,1INCHUSDT,SELL,0.4,\"1,000.01INCH\",400USDT,0.4USDT",
    "2022-03-03 10:05:07,BTCEUR,SELL,40000,0.001BTC,\"40,5EUR\",0EUR",
    "2022-03-03 10:05:07,BTCEUR,SWAP,40000,0.001BTC,40EUR,0EUR",
    "03/03/2022 10:05,BTCEUR,SELL,40000,0.001BTC,40EUR,0EUR",
    "2022-03-04 10:05:07,BTCEUR,SELL,40000,0.001BTC,40EUR,0.00001BTC",
];

#[test]
fn trades_of_a_market_and_second_are_one_event() {
    let content = read_file(&SPEC, &file(HEAD, &ROWS)).unwrap();
    assert_eq!(
        (content.form.as_str(), content.streams.as_slice(), &content.part),
        ("Spot trade history", &[Stream::MarketTrades][..], &None)
    );
    let rows = shown_without_events(&content);
    for (at, expected) in [
        (0, "2 1646129107000 Trade BTCEUR: 0 0.005, EUR -200, 9006 -0.00075 fee"),
        (1, "3 1646129107000 Trade BTCEUR: 0 0.005, EUR -200, 9006 -0.00075 fee"),
        (6, "8 1646388307000 Trade BTCEUR: 0 -0.001, EUR 40, 0 -0.00001 fee"),
    ] {
        assert_eq!(rows[at], expected);
    }
    assert!(rows[2].contains("-1000") && rows[2].contains("fee"), "{rows:?}");
    assert!(rows[3].contains("no amount"), "{rows:?}");
    assert!(
        rows[4].contains("purchase or a sale") && rows[5].contains("no time"),
        "{rows:?}"
    );
    let events = events(&content);
    assert_eq!(events[0], events[1]);
    assert_eq!(events.iter().collect::<BTreeSet<_>>().len(), 3);
    assert!(sums(&content).contains(&"0 0.00899".to_owned()), "{:?}", sums(&content));
}

#[test]
fn an_overlapping_file_and_the_older_form_have_the_same_rows() {
    let rows = [ROWS[0], ROWS[1], ROWS[6]];
    let content = read_file(&SPEC, &file(HEAD, &rows)).unwrap();
    assert_continues(&content, 2, &read_file(&SPEC, &file(HEAD, &rows[2..])).unwrap());
    let older = [
        "2022-03-01 10:05:07,BTCEUR,BUY,40000,0.005,200,0.00075,BNB",
        "2022-03-01 10:05:07,BTCEUR,BUY,40000,0.005,200,0.00075,BNB",
        "2022-03-04 10:05:07,BTCEUR,SELL,40000,0.001,40,0.00001,BTC",
        "2022-03-04 10:05:07,NEWCOIN,SELL,40000,0.001,40,0.00001,BTC",
    ];
    let head = "Date(UTC),Market,Type,Price,Amount,Total,Fee,Fee Coin";
    let older = read_file(&SPEC, &file(head, &older)).unwrap();
    assert_eq!(row_ids(&older), row_ids(&content));
    assert_eq!(sums(&older), sums(&content));
    assert!(shown_without_events(&older)[3].contains("not certain"));
}
