//! What entered and left an account at HTX: `GET /v1/query/deposit-withdraw?type=deposit`, with `direct=next` from the newest row on, and the row
//! `from` on.
//!
//! A row is `{"id": 75115912, "type": "deposit", "currency": "usdt", "chain": "trc20usdt", "tx-hash": "a2e2…", "amount": "12.0", "fee": "0", "state":
//! "safe", "created-at": 1621843808662}`. The fee of a withdrawal is paid in addition. Without a transaction it was sent to or from another
//! user.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    RemoteError, Stream,
    fact::ExchangeRowKind,
    history::{HistoryPage, HistoryRequest},
    json::Json,
};

use super::within::{MOST, SIZE};
use crate::exchange::{
    account::{
        self, Codes, CursorPage, ListMoments, ListReach, ListedRow, ReadListedRow, RowState, SignedHistory,
        TransferRow, WalkedLists, code, fee_paid, quantity, quantity_left, text_of, time_of_millis, whole,
    },
    htx::paths::DEPOSITS_AND_WITHDRAWALS,
};

/// The states of withdrawals that did not change the account, or not yet.
const NOT_COUNTING: [&str; 12] = [
    "verifying",
    "failed",
    "submitted",
    "reexamine",
    "canceled",
    "pass",
    "reject",
    "pre-transfer",
    "wallet-transfer",
    "wallet-reject",
    "confirm-error",
    "repealed",
];

/// One of both lists.
struct TransferList<'a> {
    history: &'a SignedHistory<'a>,
    kind: &'static str,
    read: ReadListedRow,
}

/// Reads the next page of deposits or withdrawals.
pub(super) async fn page(history: &SignedHistory<'_>, part: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
    let (kind, read): (_, ReadListedRow) = match part.stream {
        Stream::ExchangeDeposits => ("deposit", deposit),
        _ => ("withdraw", withdrawal),
    };
    let reach = ListReach {
        opened: 0,
        longest: Duration::MAX,
        kept: None,
        has_older: false,
    };
    let list = TransferList { history, kind, read };
    account::walk(&list, reach, (history.who(), part)).await
}

#[async_trait]
impl WalkedLists for TransferList<'_> {
    fn count(&self) -> usize {
        1
    }

    async fn page(&self, _: usize, (first, _): ListMoments, cursor: Option<&str>) -> Result<CursorPage, RemoteError> {
        let mut parameters = vec![("type", self.kind), ("size", SIZE), ("direct", "next")];
        parameters.extend(cursor.map(|cursor| ("from", cursor)));
        let answer = self.history.request(DEPOSITS_AND_WITHDRAWALS, &parameters).await?;
        let (rows, returned) = self.history.rows(&answer, self.read)?;
        let stated = answer.as_array().unwrap_or_default();
        let mut times = stated.iter().filter_map(|row| time_of_millis(&row["created-at"]));
        let is_last = returned < MOST || times.any(|time| time < first);
        let ids: Option<Vec<u64>> = stated.iter().map(|row| whole(&row["id"])).collect();
        let oldest = ids.and_then(|ids| ids.into_iter().min());
        // The list that does not go back repeats its place, which fails.
        Ok(CursorPage {
            rows,
            returned,
            is_full: false,
            next: oldest.filter(|_| !is_last).map(|id| id.to_string()),
        })
    }
}

fn deposit(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["state"].as_str() {
        Some("confirmed" | "safe") => RowState::Counts,
        Some("unknown" | "confirming" | "orphan") => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let transaction = text_of(&row["tx-hash"]);
    let transfer = TransferRow {
        name: "deposit",
        id: &text_of(&row["id"]).ok_or("a deposit without its id")?,
        list: Stream::ExchangeDeposits,
        kind: kind(transaction.as_ref(), ExchangeRowKind::Deposit),
        state,
        transaction,
        stated: row,
    };
    let time = time_of_millis(&row["created-at"]).ok_or("a deposit without its time")?;
    let asset = codes.asset(code(row, "currency")?)?;
    transfer.listed(time, &[(&asset, quantity(row, "amount")?, false)])
}

fn withdrawal(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let state = match row["state"].as_str() {
        Some("confirmed") => RowState::Counts,
        Some(state) if NOT_COUNTING.contains(&state) => RowState::DoesNotCount,
        _ => RowState::Unknown,
    };
    let transaction = text_of(&row["tx-hash"]);
    let transfer = TransferRow {
        name: "withdrawal",
        id: &text_of(&row["id"]).ok_or("a withdrawal without its id")?,
        list: Stream::ExchangeWithdrawals,
        kind: kind(transaction.as_ref(), ExchangeRowKind::Withdrawal),
        state,
        transaction,
        stated: row,
    };
    let time = time_of_millis(&row["created-at"]).ok_or("a withdrawal without its time")?;
    let asset = codes.asset(code(row, "currency")?)?;
    let fee = fee_paid(row, "fee")?;
    transfer.listed(
        time,
        &[(&asset, quantity_left(row, "amount")?, false), (&asset, fee, true)],
    )
}

/// Returns what a transfer is: with another user of HTX where it has no transaction, or with the outside.
fn kind(transaction: Option<&String>, of_chain: ExchangeRowKind) -> ExchangeRowKind {
    transaction.map_or(ExchangeRowKind::Transfer, |_| of_chain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::lines;

    #[test]
    fn states_are_told_apart() {
        let of = |r#type: &str, state: &str, hash: &str| {
            let read = if r#type == "deposit" { deposit } else { withdrawal };
            let rows = format!(
                r#"[{{"id": "75115912", "type": "{type}", "currency": "new", "tx-hash": "{hash}", "amount": "12.000000000000000000", "fee": "1.0",
                      "state": "{state}", "created-at": "1621843808662"}}]"#
            );
            lines("htx", &rows, read).unwrap().concat()
        };
        assert_eq!(of("deposit", "safe", "a2"), "deposit-75115912 Deposit deposit: new 12");
        assert_eq!(
            of("deposit", "confirmed", ""),
            "deposit-75115912 Transfer deposit: new 12"
        );
        assert_eq!(
            of("withdraw", "confirmed", "a2"),
            "withdrawal-75115912 Withdrawal withdrawal: new -12, new -1 fee"
        );
        assert_eq!(
            of("withdraw", "teleporting", "a2"),
            "withdrawal-75115912 Other withdrawal:"
        );
        for (r#type, state) in [
            ("deposit", "orphan"),
            ("withdraw", "reject"),
            ("withdraw", "wallet-transfer"),
        ] {
            assert_eq!(of(r#type, state, "a2"), "", "{state}");
        }
    }
}
