//! The ledger of a funding account: `GET /api/v5/asset/bills-history`, since February 2021.
//!
//! - A row is `{"billId": "12344", "ccy": "BTC", "clientId": "", "balChg": "2", "bal": "12", "type": "130", "ts": "1597026383085", "notes": ""}`.
//! - Deposits, withdrawals, canceled withdrawals and the fees of withdrawals are left out, because their own lists state them.
//! - Both sides of a conversion have the same second and nothing else in common.

use ports::{Stream, fact::ExchangeRowKind, json::Json};

use super::{
    bill_kinds,
    pages::{OkxList, PlaceBy},
};
use crate::exchange::{
    account::{Codes, ExchangeListRow, ListedRow, RowState, code, signed_quantity, text_of, time_of_millis},
    okx::paths::FUNDING_BILLS,
};

pub(super) static LIST: OkxList = OkxList {
    path: FUNDING_BILLS,
    by: PlaceBy::Id,
    // Places are ids of rows.
    rest: &[("pagingType", "2")],
    row,
};

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let r#type = text_of(&row["type"]).unwrap_or_default();
    let Some((kind, name)) = bill_kinds::of_funding(&r#type) else {
        return Ok(None);
    };
    let id = text_of(&row["billId"]).ok_or("a row of the ledger without its id")?;
    let time = time_of_millis(&row["ts"]).ok_or("a row of the ledger without its time")?;
    let asset = codes.asset(code(row, "ccy")?)?;
    let second = time.seconds().to_string();
    let event = match kind {
        ExchangeRowKind::Conversion => ["funding conversion", &second],
        _ => ["funding", &id],
    };
    let listed = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("funding {id}"),
        time,
        kind,
        words: name,
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    let is_charge = kind == ExchangeRowKind::Charge;
    listed.listed(&[(&asset, signed_quantity(row, "balChg")?, is_charge)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::{lines, row_error};

    fn line(r#type: u16) -> Vec<String> {
        let rows = format!(
            r#"[{{"billId": "12344", "ccy": "BTC", "balChg": "-2", "bal": "12", "type": "{type}", "ts": "1597026383085", "notes": ""}}]"#
        );
        lines("okx", &rows, row).unwrap()
    }

    #[test]
    fn types_are_told_apart_and_what_other_lists_state_is_left_out() {
        for (r#type, expected) in [
            (20, "funding-12344 Transfer Transfer to sub account: 0 -2"),
            (75, "funding-12344 Move Simple Earn subscription: 0 -2"),
            (84, "funding-12344 Charge Violation fee: 0 -2 fee"),
            (130, "funding-12344 Move Transferred from Trading account: 0 -2"),
            (273, "funding_20conversion-1597026383 Conversion Convert, sold: 0 -2"),
            (9999, "funding-12344 Other Type 9999: 0 -2"),
        ] {
            assert_eq!(line(r#type), [expected]);
        }
        for r#type in [1, 2, 13, 221] {
            assert!(line(r#type).is_empty(), "{type}");
        }
        let error = row_error("okx", r#"{"billId": "1", "ccy": "BTC", "type": "130", "ts": "1"}"#, row);
        assert_eq!(error, "a quantity that is no number");
    }
}
