//! What entered and left an account at OKX.
//!
//! - `GET /api/v5/asset/deposit-history` returns `[{"depId": "88", "ccy": "USDT", "chain": "USDT-TRC20", "amt": "1", "txId": "fee2…", "state": "2",
//!   "ts": "1674038705000", "from": "", "fromWdId": ""}]`, with `from` or `fromWdId` where another user of OKX sent it.
//! - `GET /api/v5/asset/withdrawal-history` returns `[{"wdId": "15447421", "ccy": "ETH", "amt": "0.029809", "fee": "0.007", "feeCcy": "ETH", "txId":
//!   "0x35c…", "state": "2", "ts": "1655251200000"}]`, with an empty transaction where it was sent to another user. The fee is paid in addition.
//!   In older samples the currency is part of the fee (`0.01000000eth`).

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use super::pages::{OkxList, PlaceBy};
use crate::exchange::{
    account::{
        Codes, ListedRow, Quantity, RowState, TransferRow, code, quantity, quantity_left, text_of, time_of_millis,
    },
    okx::paths,
};

pub(super) static DEPOSITS: OkxList = OkxList {
    path: paths::DEPOSITS,
    by: PlaceBy::Time,
    rest: &[],
    row: deposit,
};

pub(super) static WITHDRAWALS: OkxList = OkxList {
    path: paths::WITHDRAWALS,
    by: PlaceBy::Time,
    rest: &[],
    row: withdrawal,
};

/// The states of withdrawals that did not change the account, or not yet.
const NOT_COUNTING: [&str; 17] = [
    "-3", "-2", "-1", "0", "1", "4", "5", "6", "7", "8", "9", "10", "12", "15", "16", "17", "19",
];

fn deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match text_of(&row["state"]).as_deref() {
        // Credited, and credited so that it can be withdrawn.
        Some("1" | "2") => RowState::Counts,
        Some("0" | "8" | "11" | "12" | "13" | "14" | "17") => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let is_internal = ["from", "fromWdId"].iter().any(|field| text_of(&row[*field]).is_some());
    let transfer = TransferRow {
        name: "deposit",
        id: &text_of(&row["depId"]).ok_or("a deposit without its id")?,
        list: Stream::ExchangeDeposits,
        kind: if is_internal {
            ExchangeRowKind::Transfer
        } else {
            ExchangeRowKind::Deposit
        },
        state,
        transaction: text_of(&row["txId"]).filter(|_| !is_internal),
        stated: row,
    };
    let time = time_of_millis(&row["ts"]).ok_or("a deposit without its time")?;
    transfer.listed(
        time,
        &[(&codes.asset(code(row, "ccy")?)?, quantity(row, "amt")?, false)],
    )
}

fn withdrawal(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match text_of(&row["state"]).as_deref() {
        Some("2") => RowState::Counts,
        Some(state) if NOT_COUNTING.contains(&state) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let transaction = text_of(&row["txId"]);
    let transfer = TransferRow {
        name: "withdrawal",
        id: &text_of(&row["wdId"]).ok_or("a withdrawal without its id")?,
        list: Stream::ExchangeWithdrawals,
        kind: if transaction.is_none() {
            ExchangeRowKind::Transfer
        } else {
            ExchangeRowKind::Withdrawal
        },
        state,
        transaction,
        stated: row,
    };
    let time = time_of_millis(&row["ts"]).ok_or("a withdrawal without its time")?;
    let asset = codes.asset(code(row, "ccy")?)?;
    let (fee_code, fee) = fee(row)?;
    let fee_asset = codes.asset(&fee_code)?;
    transfer.listed(
        time,
        &[(&asset, quantity_left(row, "amt")?, false), (&fee_asset, fee, true)],
    )
}

/// Returns the currency and the amount of the fee of a withdrawal, which is negative.
fn fee(row: &Json) -> Result<(String, Quantity), &'static str> {
    let stated = text_of(&row["fee"]).unwrap_or_else(|| "0".to_owned());
    let number = stated.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let own = stated[number.len()..].to_ascii_uppercase();
    let asset = text_of(&row["feeCcy"]).or(Some(own).filter(|own| !own.is_empty()));
    let asset = asset.map_or_else(|| code(row, "ccy").map(str::to_owned), Ok)?;
    let fee = Quantity::read(&Json::String(number.to_owned())).filter(|fee| !fee.is_negative());
    let fee = fee.ok_or("a withdrawal with a fee that is no number")?.negated();
    Ok((asset, fee.map_err(|_| "an amount that is too long")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::lines;

    #[test]
    fn fees_may_be_in_another_currency_and_have_it_as_a_part() {
        let rows = r#"[
            {"wdId": "1", "ccy": "NEW", "amt": "0.094", "fee": "0.01000000eth", "txId": "0x62", "ts": "1597026383085", "state": "2"},
            {"wdId": "2", "ccy": "NEW", "amt": 0.01, "fee": "0.00000000btc", "txId": "", "ts": "1597026383085", "state": 2},
            {"wdId": "3", "ccy": "NEW", "amt": "0.01", "fee": "2", "feeCcy": "OKB", "txId": "0x1", "ts": "1597026383085", "state": "2"},
            {"wdId": "4", "ccy": "NEW", "amt": "0.01", "fee": "2", "txId": "0x1", "ts": "1597026383085", "state": "99"},
            {"wdId": "5", "ccy": "NEW", "amt": "0.01", "fee": "2", "txId": "0x1", "ts": "1597026383085", "state": "-1"}]"#;
        assert_eq!(
            lines("okx", rows, withdrawal).unwrap(),
            [
                "withdrawal-1 Withdrawal withdrawal: NEW -0.094, 60 -0.01 fee",
                "withdrawal-2 Transfer withdrawal: NEW -0.01",
                "withdrawal-3 Withdrawal withdrawal: NEW -0.01, OKB -2 fee",
                "withdrawal-4 Other withdrawal:",
            ]
        );
    }
}
