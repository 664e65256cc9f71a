//! Other changes of the spot account at HTX: `GET /v1/account/history`, over at most an hour, within the last 30 days.
//!
//! A row is `{"account-id": 5260185, "currency": "btc", "transact-amt": "0.002393", "transact-type": "rebate", "record-id": 89373333576,
//! "transact-time": 1571393524526}`, with a negative amount for what left. Only the types that no other list states are requested. Fees that
//! another asset paid are stated with their trades.

use ports::{RemoteError, Stream, fact::ExchangeRowKind, json::Json};

use super::within::within;
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListMoments, ListedRow, RowState, SignedHistory, WindowRows, code, signed_quantity,
        text_of, time_of_millis,
    },
    htx::paths::CHANGES,
};

/// The types that are requested.
const TYPES: &str = "etf,credit,liquidation,interest,exchange,other-types,rebate";

/// Reads the changes between two moments.
pub(super) async fn rows(
    history: &SignedHistory<'_>,
    account: &str,
    moments: ListMoments,
) -> Result<WindowRows, RemoteError> {
    let times = ["start-time", "end-time"];
    let rest = [("account-id", account), ("transact-types", TYPES)];
    within(history, (CHANGES, "size", row), (times, moments), &rest).await
}

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let currency = code(row, "currency")?;
    let id = text_of(&row["record-id"]).ok_or("a change without its id")?;
    let time = time_of_millis(&row["transact-time"]).ok_or("a change without its time")?;
    let amount = signed_quantity(row, "transact-amt")?;
    let words = row["transact-type"].as_str().unwrap_or("other-types");
    let kind = match words {
        "rebate" => ExchangeRowKind::Reward,
        "interest" if amount.is_negative() => ExchangeRowKind::Charge,
        "interest" => ExchangeRowKind::Reward,
        "exchange" | "etf" => ExchangeRowKind::Conversion,
        "credit" => ExchangeRowKind::Move,
        "liquidation" => ExchangeRowKind::Result,
        _ => ExchangeRowKind::Other,
    };
    let second = time.seconds().to_string();
    let event = match kind {
        // Both sides of a conversion have the same second and nothing else in common.
        ExchangeRowKind::Conversion => ["conversion", &second],
        _ => ["change", &id],
    };
    let listed = ExchangeListRow {
        list: Stream::ExchangeRewards,
        event: &event,
        id: format!("change {id}"),
        time,
        kind,
        words: words.to_owned(),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    let is_charge = kind == ExchangeRowKind::Charge;
    listed.listed(&[(&codes.asset(currency)?, amount, is_charge)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::lines;

    #[test]
    fn types_are_told_apart() {
        for (r#type, amount, expected) in [
            ("rebate", "0.5", "change-89373333576 Reward rebate: new 0.5"),
            ("interest", "-0.5", "change-89373333576 Charge interest: new -0.5 fee"),
            (
                "exchange",
                "-0.5",
                "conversion-1571393524 Conversion exchange: new -0.5",
            ),
            ("credit", "0.5", "change-89373333576 Move credit: new 0.5"),
            ("teleport", "0.5", "change-89373333576 Other teleport: new 0.5"),
        ] {
            let rows = format!(
                r#"[{{"account-id": 5260185, "currency": "new", "transact-amt": "{amount}", "transact-type": "{type}", "record-id": 89373333576,
                      "transact-time": 1571393524526}}]"#
            );
            assert_eq!(lines("htx", &rows, row).unwrap(), [expected]);
        }
    }
}
