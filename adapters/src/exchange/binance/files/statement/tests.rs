//! Unit tests of the statement.

use std::collections::BTreeSet;

use crate::exchange::{
    account::test_files::{read_file, row_ids, shown},
    binance::account::SPEC,
};

const STATEMENT: &str = "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
123,2021-03-01 10:00:00,Spot,Deposit,EUR,250.00000000,
123,2021-03-01 10:05:07,Spot,Transaction Buy,BTC,0.00500000,
123,2021-03-01 10:05:07,Spot,Transaction Spend,EUR,-200.10000000,
123,2021-03-01 10:05:07,Spot,Transaction Fee,BNB,-0.00075000,
123,2021-03-02 00:10:00,Spot,Simple Earn Flexible Subscription,BTC,-0.00100000,
123,2021-03-02 00:10:00,Earn,Simple Earn Flexible Subscription,LDBTC,0.00100000,
123,2021-03-03 00:00:01,Earn,Simple Earn Flexible Interest,BTC,0.00000001,
123,2021-03-03 00:00:01,Earn,Simple Earn Flexible Interest,BTC,0.00000001,
123,2021-03-04 09:00:00,Spot,Sideways,NEWCOIN,7,
123,2021-03-05 09:00:00,Spot,Buy,BTC,\"1,5\",
123,05/03/2021 09:00,Spot,Buy,BTC,1.5,
";

#[test]
fn each_change_is_a_row_and_the_parts_of_a_trade_are_one_event() {
    let content = read_file(&SPEC, STATEMENT).unwrap();
    assert_eq!(
        (content.form.as_str(), content.streams.as_slice()),
        ("Statement", &[][..])
    );
    let rows = shown(&content);
    let without_event = |row: &String| {
        let (line, rest) = row.split_once(' ').unwrap();
        format!("{line} {}", rest.split_once(' ').unwrap().1)
    };
    let own: Vec<String> = rows[..9].iter().map(without_event).collect();
    assert_eq!(
        own,
        [
            "2 1614592800000 Deposit Deposit: EUR 250",
            "3 1614593107000 Trade Transaction Buy: 0 0.005",
            "4 1614593107000 Trade Transaction Spend: EUR -200.1",
            "5 1614593107000 Trade Transaction Fee: 9006 -0.00075 fee",
            "6 1614643800000 Move Simple Earn Flexible Subscription: 0 -0.001",
            "7 1614643800000 Move Simple Earn Flexible Subscription: 0 0.001",
            "8 1614729601000 Reward Simple Earn Flexible Interest: 0 0.00000001",
            "9 1614729601000 Reward Simple Earn Flexible Interest: 0 0.00000001",
            "10 1614848400000 Other Sideways: NEWCOIN 7",
        ]
    );
    let event = |at: usize| rows[at].split(' ').nth(1).unwrap();
    assert!(event(1) == event(2) && event(2) == event(3) && event(4) == event(5));
    let events: BTreeSet<&str> = (0..9).map(event).collect();
    assert_eq!(events.len(), 6, "{rows:?}");
    assert!(rows[9].contains("comma") && rows[10].contains("no time"), "{rows:?}");
}

#[test]
fn a_row_is_the_same_in_every_file_that_has_it() {
    let all = row_ids(&read_file(&SPEC, STATEMENT).unwrap());
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    let (head, rows) = STATEMENT.split_once('\n').unwrap();
    let later: Vec<&str> = rows.lines().skip(4).collect();
    let later = row_ids(&read_file(&SPEC, &format!("{head}\n{}", later.join("\n"))).unwrap());
    assert_eq!(later, all[4..]);
    // The older form has no number of the person, and columns may be in any order.
    let older: Vec<String> = STATEMENT
        .lines()
        .map(|line| line.split_once(',').unwrap().1.to_owned())
        .collect();
    assert_eq!(row_ids(&read_file(&SPEC, &older.join("\n")).unwrap()), all);
}
