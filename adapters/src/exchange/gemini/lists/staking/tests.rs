use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_lines::{self, row_error};

fn example(kind: &str, amount: Value) -> Value {
    json!({
        "transactionId": "TQN9OPN", "transactionType": kind, "amountCurrency": "ETH", "amount": amount, "priceCurrency": "USD",
        "priceAmount": 0.1, "dateTime": 1_667_418_287_795_u64,
    })
}

#[test]
fn the_examples_of_the_documentation_are_read() {
    let rows = json!([
        example("Redeem", json!(20)),
        example("Deposit", json!("3.000000000000000001")),
        example("Interest", json!(0.01)),
        example("AdminCreditDeposit", json!(1)),
    ]);
    assert_eq!(
        test_lines::lines("gemini", &rows.to_string(), row).unwrap(),
        [
            "staking-Redeem-TQN9OPN Move staking/Redeem: 60 20",
            "staking-Deposit-TQN9OPN Move staking/Deposit: 60 3.000000000000000001",
            "staking-Interest-TQN9OPN Reward staking/Interest: 60 0.01",
            "staking-AdminCreditDeposit-TQN9OPN Other staking/AdminCreditDeposit:",
        ]
    );
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (name, value, error) in [
        ("transactionId", json!(null), "a row of staking without its id"),
        ("transactionType", json!(null), "a row of staking without its type"),
        ("amountCurrency", json!(null), "a row without its asset"),
        ("amount", json!(-1), "a quantity that is no number"),
        ("dateTime", json!("2022-11-01"), "a row of staking without its time"),
    ] {
        let mut row = example("Interest", json!(1));
        row[name] = value;
        assert_eq!(row_error("gemini", &row.to_string(), super::row), error, "{row}");
    }
}

#[test]
fn moments_are_written_in_utc() {
    let text = |millis| written(Timestamp::from_millis(millis)).unwrap();
    assert_eq!(text(1_667_418_287_795), "2022-11-02T19:44:47.795Z");
    assert_eq!(text(1_609_459_200_000), "2021-01-01T00:00:00.000Z");
}
