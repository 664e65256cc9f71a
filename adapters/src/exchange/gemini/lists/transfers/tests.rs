use serde_json::{Value, json};

use super::*;
use crate::exchange::account::test_lines::{self, row_error};

const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

fn lines(rows: &Value) -> Vec<String> {
    test_lines::lines("gemini", &rows.to_string(), transfer).unwrap()
}

fn example(kind: &str, status: &str) -> Value {
    json!({
        "type": kind, "status": status, "timestampms": 1_772_818_620_354_u64, "eid": 368_598_436_530_u64, "currency": "USDC", "amount": "0.01",
        "network": "ethereum", "feeAmount": "0.118856", "feeCurrency": "USDC", "txHash": "714a15c4",
    })
}

#[test]
fn the_examples_of_the_documentation_are_read_with_their_fees() {
    let mut dollars = example("Deposit", "Advanced");
    dollars["currency"] = json!("USD");
    dollars["amount"] = json!("36.00");
    dollars["feeAmount"] = json!(null);
    let mut other = example("Withdrawal", "Complete");
    other["feeCurrency"] = json!("ETH");
    assert_eq!(
        lines(&json!([
            example("Withdrawal", "Complete"),
            dollars,
            other,
            example("AdminDebit", "Complete"),
            example("Teleport", "Complete"),
            example("Deposit", "NewState"),
        ])),
        [
            format!("withdrawal-368598436530 Withdrawal withdrawal: {USDC} -0.01, {USDC} -0.118856 fee"),
            "deposit-368598436530 Deposit deposit: USD 36".to_owned(),
            format!("withdrawal-368598436530 Withdrawal withdrawal: {USDC} -0.01, 60 -0.118856 fee"),
            format!("debit_20by_20Gemini-368598436530 Other debit by Gemini: {USDC} -0.01, {USDC} -0.118856 fee"),
            "unknown_20transfer-368598436530 Other unknown transfer:".to_owned(),
            "deposit-368598436530 Other deposit:".to_owned(),
        ]
    );
    for state in NOT_COUNTING {
        assert_eq!(lines(&json!([example("Deposit", state)])), [""; 0], "{state}");
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    for (name, value, error) in [
        ("eid", json!(null), "a transfer without its id"),
        ("type", json!(null), "a transfer without its type"),
        ("timestampms", json!("soon"), "a transfer without its time"),
        ("currency", json!(7), "a row without its asset"),
        ("amount", json!("-1"), "a quantity that is no number"),
        ("feeCurrency", json!(null), "a row without its asset"),
    ] {
        let mut row = example("Withdrawal", "Complete");
        row[name] = value;
        assert_eq!(row_error("gemini", &row.to_string(), transfer), error, "{row}");
    }
}
