//! Unit tests of Kraken's ledger.

use ports::fact::ExchangeAmount;

use super::*;
use crate::{exchange::account::ExchangeCodes, http_client::ANSWER};

fn read(answer: &str) -> Result<(Vec<ListedRow>, Option<u64>), &'static str> {
    let listed = ExchangeCodes::listed().unwrap();
    let codes = Codes {
        listed: &listed,
        exchange: "exchange:kraken".parse().unwrap(),
        name: "kraken",
    };
    rows(&ports::json::read(answer.as_bytes(), ANSWER).unwrap(), &codes)
}

/// Returns a row as `event time kind words: asset amount, asset fee`.
fn shown(listed: &ListedRow) -> String {
    let amount = |one: &ExchangeAmount| {
        let asset = one.asset.as_str().rsplit_once([':', '/']).unwrap().1;
        let fee = if one.is_fee { " fee" } else { "" };
        format!("{asset} {}{fee}", one.amount.in_units(18).unwrap())
    };
    let amounts: Vec<String> = listed.row.amounts.iter().map(amount).collect();
    let (event, millis) = (&listed.event, listed.time.millis());
    format!(
        "{event} {millis} {:?} {}: {}",
        listed.row.kind,
        listed.row.words,
        amounts.join(", ")
    )
}

const ROWS: &str = r#"{"count": 7, "ledger": {
    "L1": {"refid": "T1", "time": 1688464484.1787, "type": "trade", "subtype": "tradespot", "aclass": "currency", "asset": "ZUSD",
           "amount": "-24.5000", "fee": "0.0490", "balance": "459567.9171"},
    "L2": {"refid": "T1", "time": 1688464484.1787, "type": "trade", "subtype": "tradespot", "aclass": "currency", "asset": "XXBT",
           "amount": "0.0008000001", "fee": "0.0000000000", "balance": "1.1"},
    "L3": {"refid": "W1", "time": 1688464490, "type": "withdrawal", "subtype": "", "aclass": "currency", "asset": "XXBT",
           "amount": -0.5, "fee": 0.0002, "balance": 0.6},
    "L4": {"refid": "Unknown", "time": "1688464400.5", "type": "earn", "subtype": "reward", "aclass": "currency", "asset": "XBT.F",
           "amount": "0.00000001", "fee": "-0.1"},
    "L5": {"refid": "E1", "time": 1688464300, "type": "earn", "subtype": "autoallocation", "asset": "ETH2.S", "amount": "1", "fee": null},
    "L6": {"refid": "X1", "time": 1688464200, "type": "teleport", "subtype": "sideways", "asset": "NEWCOIN", "amount": "3", "fee": "0"},
    "L7": {"refid": "R1", "time": 1688464100, "type": "rollover", "subtype": "", "asset": "ZEUR", "amount": "0", "fee": "0.02"}
}}"#;

#[test]
fn rows_are_read_with_every_digit_the_oldest_first() {
    let (rows, total) = read(ROWS).unwrap();
    assert_eq!(total, Some(7));
    assert_eq!(
        rows.iter().map(shown).collect::<Vec<_>>(),
        [
            "R1 1688464100000 Charge rollover: EUR -0.02 fee",
            "X1 1688464200000 Other teleport/sideways: NEWCOIN 3",
            "E1 1688464300000 Move earn/autoallocation: 60 1",
            "L4 1688464400500 Reward earn/reward: 0 0.00000001, 0 0.1 fee",
            "T1 1688464484178 Trade trade/tradespot: USD -24.5, USD -0.049 fee",
            "T1 1688464484178 Trade trade/tradespot: 0 0.0008000001",
            "W1 1688464490000 Withdrawal withdrawal: 0 -0.5, 0 -0.0002 fee",
        ]
    );
    assert!(
        rows[1].row.stated.contains("sideways"),
        "the row is kept as it was sent"
    );
}

#[test]
fn what_cannot_be_read_is_refused_as_a_whole() {
    for (answer, error) in [
        (r#"{"count": 0}"#, "no table of rows"),
        (
            r#"{"count": "many", "ledger": {}}"#,
            "a number of rows that is no number",
        ),
        (
            r#"{"ledger": {"L1": {"refid": "T", "time": 1, "amount": "1"}}}"#,
            "a row without its asset",
        ),
        (
            r#"{"ledger": {"L1": {"refid": "T", "time": 1, "asset": "XXBT", "amount": "much"}}}"#,
            "a row with an amount that is no number",
        ),
        (
            r#"{"ledger": {"L1": {"refid": "T", "asset": "XXBT", "amount": "1"}}}"#,
            "a row without its time",
        ),
        (
            r#"{"ledger": {"L1": {"refid": "a b", "time": 1, "asset": "XXBT", "amount": "1"}}}"#,
            "a row of an event without a plain id",
        ),
        (
            r#"{"ledger": {"L1": {"refid": "T", "time": 1, "asset": "XXBT", "amount": "0.0000000000000000001"}}}"#,
            "an amount with more digits than can be stored",
        ),
    ] {
        assert_eq!(read(answer).map(|_| ()), Err(error), "{answer}");
    }
    let (rows, total) = read(r#"{"ledger": {}}"#).unwrap();
    assert_eq!((rows.len(), total), (0, None));
}

#[test]
fn every_type_is_listed_once_and_its_subtypes_come_first() {
    for (at, (r#type, subtype, _)) in KINDS.iter().enumerate() {
        let others = KINDS.iter().enumerate().filter(|(other, _)| *other != at);
        assert!(
            !others
                .clone()
                .any(|(_, (other, of, _))| (other, of) == (r#type, subtype)),
            "{type} {subtype}"
        );
    }
}
