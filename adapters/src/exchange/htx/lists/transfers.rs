//! What moved to and from the spot account at HTX: `GET /v2/account/ledger`, over at most ten days, 180 days back.
//!
//! A row is `{"accountId": 5260185, "currency": "btc", "transactAmt": 1.0, "transactType": "transfer", "transferType": "margin-transfer-out",
//! "transactId": 0, "transactTime": 1585573286913, "transferer": 5463409, "transferee": 5260185}`, with a negative amount for what left. The
//! numbers of transfers may be zero, so that its time, amount and kind are its id.

use ports::{RemoteError, Stream, fact::ExchangeRowKind, json::Json};

use super::within::within;
use crate::exchange::{
    account::{
        Codes, ExchangeListRow, ListMoments, ListedRow, RowState, SignedHistory, WindowRows, code, signed_quantity,
        text_of, time_of_millis,
    },
    htx::paths::TRANSFERS,
};

/// The kinds of transfers between places that are read.
const MOVES: [&str; 6] = [
    "otc-to-pro",
    "pro-to-otc",
    "margin-transfer-in",
    "margin-transfer-out",
    "pro-to-super-margin",
    "super-margin-to-pro",
];

/// Reads the transfers between two moments.
pub(super) async fn rows(
    history: &SignedHistory<'_>,
    account: &str,
    moments: ListMoments,
) -> Result<WindowRows, RemoteError> {
    let times = ["startTime", "endTime"];
    within(
        history,
        (TRANSFERS, "limit", row),
        (times, moments),
        &[("accountId", account)],
    )
    .await
}

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let currency = code(row, "currency")?;
    let time = time_of_millis(&row["transactTime"]).ok_or("a transfer without its time")?;
    let amount = signed_quantity(row, "transactAmt")?;
    let words = row["transferType"].as_str().unwrap_or("transfer");
    let raw = amount
        .at_exchange()
        .ok_or("an amount with more digits than can be stored")?
        .to_string();
    let number = text_of(&row["transactId"]).unwrap_or_default();
    let millis = time.millis().to_string();
    let listed = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &["transfer", &millis, &number, currency, &raw],
        id: format!("transfer {millis} {number} {currency} {raw} {words}"),
        time,
        kind: if MOVES.contains(&words) {
            ExchangeRowKind::Move
        } else {
            ExchangeRowKind::Transfer
        },
        words: words.to_owned(),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    listed.listed(&[(&codes.asset(currency)?, amount, false)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::lines;

    #[test]
    fn moves_between_places_are_told_apart_from_transfers() {
        let rows = r#"[
            {"accountId": 5260185, "currency": "new", "transactAmt": -1.0, "transactType": "transfer", "transferType": "margin-transfer-in", "transactId": 0,
             "transactTime": 1585573281160},
            {"accountId": 5260185, "currency": "new", "transactAmt": "2", "transactType": "transfer", "transferType": "futures-to-pro", "transactId": 7,
             "transactTime": "1585573281160"}]"#;
        assert_eq!(
            lines("htx", rows, row).unwrap(),
            [
                "transfer-1585573281160-0-new-_2d1000000000000000000 Move margin-transfer-in: new -1",
                "transfer-1585573281160-7-new-2000000000000000000 Transfer futures-to-pro: new 2",
            ]
        );
    }
}
