//! Unit tests of KuCoin's ledgers.

use super::*;
use crate::exchange::account::test_lines::{lines, row_error};

fn stated(r#type: &str, direction: &str, rest: &str) -> String {
    format!(
        r#"[{{"id": "611a1e7c6a05", "currency": "NEW", "amount": "1.5976008", "fee": "0.0015992", "balance": "0", "accountType": "TRADE_HF",
              "bizType": "{type}", "direction": "{direction}", "createdAt": "1629101692950"{rest}}}]"#
    )
}

#[test]
fn the_fee_is_a_part_of_what_changed() {
    let context = r#", "context": "{\"symbol\":\"KCS-USDT\",\"orderId\":\"611a\",\"tradeId\":\"9\"}""#;
    for (r#type, direction, expected) in [
        (
            "TRADE_EXCHANGE",
            "in",
            "order-611a-1629101692 Trade TRADE_EXCHANGE KCS-USDT: NEW 1.5992, NEW -0.0015992 fee",
        ),
        (
            "Exchange",
            "out",
            "order-611a-1629101692 Trade Exchange KCS-USDT: NEW -1.5960016, NEW -0.0015992 fee",
        ),
    ] {
        assert_eq!(
            lines("kucoin", &stated(r#type, direction, context), row).unwrap(),
            [expected]
        );
    }
}

const KNOWN: [(&str, &str, &str); 8] = [
    (
        "Transfer",
        r#", "fee": "0""#,
        "transfer-NEW-1597600800000000000-1629101692 Transfer Transfer: NEW 1.5976008",
    ),
    (
        "SUB_TRANSFER",
        r#", "fee": "0""#,
        "ledger-611a1e7c6a05 Transfer SUB_TRANSFER: NEW 1.5976008",
    ),
    (
        "Soft Staking Profits",
        r#", "fee": 0"#,
        "ledger-611a1e7c6a05 Reward Soft Staking Profits: NEW 1.5976008",
    ),
    (
        "Staking",
        r#", "fee": """#,
        "ledger-611a1e7c6a05 Move Staking: NEW 1.5976008",
    ),
    (
        "KCS Pay Fees",
        r#", "fee": "0""#,
        "ledger-611a1e7c6a05 Charge KCS Pay Fees: NEW 1.5976008 fee",
    ),
    (
        "Convert to KCS",
        r#", "fee": "0", "context": {"smallCurrencyExchangeId": "77"}"#,
        "conversion-77 Conversion Convert to KCS: NEW 1.5976008",
    ),
    (
        "TRADE_EXCHANGE",
        r#", "fee": "0", "context": "no JSON""#,
        "trade-1629101692950 Trade TRADE_EXCHANGE: NEW 1.5976008",
    ),
    (
        "TELEPORT",
        r#", "fee": "0""#,
        "ledger-611a1e7c6a05 Other TELEPORT: NEW 1.5976008",
    ),
];

#[test]
fn types_are_told_apart_whatever_their_notation() {
    for (r#type, rest, expected) in KNOWN {
        let rows = stated(r#type, "in", rest).replacen(r#""fee": "0.0015992", "#, "", 1);
        assert_eq!(lines("kucoin", &rows, row).unwrap(), [expected], "{type}");
    }
    for r#type in ["Deposit", "WITHDRAW", "Withdrawal"] {
        assert!(lines("kucoin", &stated(r#type, "in", ""), row).unwrap().is_empty());
    }
    assert!(
        lines("kucoin", &stated("Transfer", "in", ""), classic_row)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn rows_of_unified_accounts_have_nanoseconds_and_had_signs() {
    let rows = r#"[{"accountType": "UNIFIED", "id": "30000000001200350", "currency": "NEW", "direction": "OUT", "businessType": "TRANSFER",
                    "amount": "-30", "balance": "30", "fee": "0", "tax": "0", "remark": "Funding Account", "ts": 1774241648267000000}]"#;
    let found = lines("kucoin", rows, unified_row).unwrap();
    assert_eq!(
        found,
        ["transfer-NEW-30000000000000000000-1774241648 Transfer TRANSFER: NEW -30"]
    );
}

#[test]
fn a_row_without_its_parts_cannot_be_read() {
    for (changed, error) in [
        (
            r#"{"currency": "NEW", "amount": "1", "createdAt": 1, "direction": "in"}"#,
            "a row of the ledger without its id",
        ),
        (
            r#"{"id": "1", "currency": "NEW", "amount": "1", "direction": "in"}"#,
            "a row of the ledger without its time",
        ),
        (
            r#"{"id": "1", "currency": "NEW", "amount": "1", "createdAt": 1}"#,
            "a row of the ledger without its direction",
        ),
        (
            r#"{"id": "1", "currency": "NEW", "createdAt": 1, "direction": "in"}"#,
            "a quantity that is no number",
        ),
        (
            r#"{"id": "1", "amount": "1", "createdAt": 1, "direction": "in"}"#,
            "a row without its asset",
        ),
    ] {
        assert_eq!(row_error("kucoin", changed, row), error, "{changed}");
    }
}
