//! What entered and left an account at KuCoin, each in windows of a month.
//!
//! - `GET /api/v1/deposits` returns `{"totalNum": 1, "items": [{"currency": "USDT", "chain": "trx", "amount": "5", "fee": "0", "isInner": false,
//!   "status": "SUCCESS", "walletTxId": "55c643…@12ffGW…@234", "createdAt": 1616390345000}]}`. A deposit has no id of its own: its transaction,
//!   or its time and amount where it has none, is its id.
//! - `GET /api/v1/withdrawals` returns `{"totalNum": 1, "items": [{"id": "5c2dc64e03aa675aa263f1ac", "currency": "ETH", "amount": "1", "fee":
//!   "0.01", "walletTxId": "3e24…", "isInner": false, "status": "SUCCESS", "createdAt": 1546503758000}]}`. The fee is paid in addition.

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use crate::exchange::account::{
    Codes, ListedRow, RowState, TransferRow, code, fee_paid, quantity, quantity_left, text_of, time_of_millis,
};

/// Reads a deposit.
pub(super) fn deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let currency = code(row, "currency")?;
    let transaction = transaction(row);
    let (moment, amount) = (text_of(&row["createdAt"]), text_of(&row["amount"]));
    let id = match (&transaction, moment, amount) {
        // Several deposits can be of one transaction.
        (Some(transaction), _, Some(amount)) => format!("{transaction} {currency} {amount}"),
        (None, Some(moment), Some(amount)) => format!("{moment} {currency} {amount}"),
        _ => return Err("a deposit without its time or its amount"),
    };
    let event = short(&id);
    let transfer = TransferRow {
        name: "deposit",
        id: &event,
        list: Stream::ExchangeDeposits,
        kind: kind(row, ExchangeRowKind::Deposit),
        state: state(row),
        transaction: transaction.filter(|_| !is_inner(row)),
        stated: row,
    };
    let time = time_of_millis(&row["createdAt"]).ok_or("a deposit without its time")?;
    let (asset, fee) = (codes.asset(currency)?, fee_paid(row, "fee")?);
    transfer.listed(time, &[(&asset, quantity(row, "amount")?, false), (&asset, fee, true)])
}

/// Reads a withdrawal.
pub(super) fn withdrawal(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let transfer = TransferRow {
        name: "withdrawal",
        id: &text_of(&row["id"]).ok_or("a withdrawal without its id")?,
        list: Stream::ExchangeWithdrawals,
        kind: kind(row, ExchangeRowKind::Withdrawal),
        state: state(row),
        transaction: transaction(row).filter(|_| !is_inner(row)),
        stated: row,
    };
    let time = time_of_millis(&row["createdAt"]).ok_or("a withdrawal without its time")?;
    let asset = codes.asset(code(row, "currency")?)?;
    let fee = fee_paid(row, "fee")?;
    transfer.listed(
        time,
        &[(&asset, quantity_left(row, "amount")?, false), (&asset, fee, true)],
    )
}

fn state(row: &Json) -> RowState {
    match row["status"].as_str() {
        Some("SUCCESS") => RowState::Counts,
        Some("PROCESSING" | "FAILURE" | "REVIEW" | "WALLET_PROCESSING") => RowState::DoesNotCount,
        _ => RowState::Unknown,
    }
}

/// Returns what a transfer is: with another user of KuCoin, or with the outside.
fn kind(row: &Json, of_chain: ExchangeRowKind) -> ExchangeRowKind {
    if is_inner(row) {
        ExchangeRowKind::Transfer
    } else {
        of_chain
    }
}

fn is_inner(row: &Json) -> bool {
    row["isInner"].as_bool() == Some(true)
}

/// Returns the transaction on a chain, without the address and the memo that may follow it.
fn transaction(row: &Json) -> Option<String> {
    let stated = text_of(&row["walletTxId"])?;
    let id = stated.split('@').next().unwrap_or_default();
    (!id.is_empty()).then(|| id.to_owned())
}

/// Returns a hash of a text, which ids of events have room for.
fn short(text: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(text.as_bytes());
    data_encoding::HEXLOWER.encode(&hash[..16])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::lines;

    #[test]
    fn deposits_are_known_by_their_transaction_or_their_time() {
        let rows = r#"[
            {"currency": "NEW", "amount": "0.5", "fee": "0", "isInner": false, "status": "SUCCESS", "walletTxId": "55c6@12ff@234", "createdAt": 1616390345000},
            {"currency": "NEW", "amount": 0.5, "fee": "", "isInner": true, "status": "SUCCESS", "walletTxId": "", "createdAt": "1616390345000"},
            {"currency": "NEW", "amount": "0.5", "fee": "0", "isInner": false, "status": "WAIT_TRM", "walletTxId": "7", "createdAt": 1616390345000},
            {"currency": "NEW", "amount": "0.5", "fee": "0", "isInner": false, "status": "FAILURE", "walletTxId": "8", "createdAt": 1616390345000}]"#;
        let found = lines("kucoin", rows, deposit).unwrap();
        let kinds: Vec<&str> = found.iter().map(|line| line.split_once(' ').unwrap().1).collect();
        assert_eq!(
            kinds,
            [
                "Deposit deposit: NEW 0.5",
                "Transfer deposit: NEW 0.5",
                "Other deposit:"
            ]
        );
        assert_eq!(transaction(&Json::Object(std::collections::BTreeMap::new())), None);
    }
}
