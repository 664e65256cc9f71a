//! The ledger of a Funding account: `GET /v5/asset/fundinghistory`, over at most seven days, with moments in seconds.
//!
//! - A row is `{"currency": "BTC", "ioDirection": "I", "txnAmt": "0.00003561", "afterAmt": "7.55", "createTime": "1772669763", "showBusiType":
//!   "fundingAccountRecordEarn", "showBusiTypeEn": "Earn", "description": "fundingAccountRecordFlexSavingInterestDistribution",
//!   "descriptionEn": "Easy Earn | Flexible Interest Distribution", "currcCursor": "NTg2MDQzMTI0OA=="}`. `currcCursor`, which is in public
//!   samples but not in the documentation, is different for each row; where it is missing, the time and both amounts are the id.
//! - The types are not documented. Those of public samples are known here; the others are kept with their amounts.
//! - Deposits and withdrawals are left out, because their own lists state their fees and transactions.
//! - Both sides of a conversion have the same second and nothing else in common.

use std::time::Duration;

use ports::{Stream, Timestamp, fact::ExchangeRowKind, json::Json};

use super::pages::BybitList;
use crate::exchange::{
    account::{Codes, ExchangeListRow, ListedRow, RowState, code, millis, quantity, text_of},
    bybit::paths::FUNDING_LOG,
};

pub(super) static LIST: BybitList = BybitList {
    path: FUNDING_LOG,
    times: ["createTimeFrom", "createTimeTo"],
    is_in_seconds: true,
    lead: Duration::ZERO,
    rest: &[],
    rows: "list",
    most: 100,
    row,
};

/// What the names of types and descriptions begin with.
const PREFIX: &str = "fundingAccountRecord";
const TOO_LONG: &str = "an amount that is too long";

fn row(row: &Json, codes: &Codes<'_>) -> Result<Option<ListedRow>, &'static str> {
    let name = |field: &str| row[field].as_str().unwrap_or_default().trim_start_matches(PREFIX);
    let Some(kind) = kind(name("showBusiType"), name("description")) else {
        return Ok(None);
    };
    let currency = code(row, "currency")?;
    let stated_time = text_of(&row["createTime"]).ok_or("a row of the ledger without its time")?;
    let time = millis(&row["createTime"]).ok_or("a row of the ledger without its time")?;
    let amount = quantity(row, "txnAmt")?;
    let (direction, amount) = match row["ioDirection"].as_str() {
        Some("I") => ("I", amount),
        Some("O") => ("O", amount.negated().map_err(|_| TOO_LONG)?),
        _ => return Err("a row of the ledger without its direction"),
    };
    let id = match text_of(&row["currcCursor"]) {
        Some(id) => id,
        None => {
            let amounts = ["txnAmt", "afterAmt"].map(|field| text_of(&row[field]).unwrap_or_default());
            format!("{stated_time} {currency} {direction} {} {}", amounts[0], amounts[1])
        }
    };
    let event = match kind {
        ExchangeRowKind::Conversion => ["funding convert", &stated_time],
        _ => ["funding", &id],
    };
    let listed = ExchangeListRow {
        list: Stream::ExchangeLedger,
        event: &event,
        id: format!("funding {id}"),
        time: Timestamp::from_millis(time),
        kind,
        words: words(row),
        state: RowState::Counts,
        transaction: None,
        stated: row,
    };
    listed.listed(&[(&codes.asset(currency)?, amount, false)])
}

/// Returns what a row is; `None` for deposits and withdrawals. The Unified Trading Account, savings with an open term, staking on chains and
/// loans are places that are read.
fn kind(r#type: &str, description: &str) -> Option<ExchangeRowKind> {
    let has = |part: &str| description.contains(part);
    Some(match r#type {
        "TypeDeposit" | "Deposit" | "TypeWithdraw" | "Withdraw" => return None,
        "TransferIn" | "TransferOut" if has("TradingAccount") => ExchangeRowKind::Move,
        "TransferIn" | "TransferOut" => ExchangeRowKind::Transfer,
        "Convert" => ExchangeRowKind::Conversion,
        "Airdrop" => ExchangeRowKind::Reward,
        "Earn" if has("Interest") || has("Issuance") || has("Reward") || has("Yield") => ExchangeRowKind::Reward,
        "Earn" if has("FlexSaving") || has("OnChain") => ExchangeRowKind::Move,
        "Earn" => ExchangeRowKind::Transfer,
        "FixedRateLoans" => ExchangeRowKind::Move,
        "Fiat" if has("P2PPurchase") => ExchangeRowKind::Deposit,
        "Fiat" if has("P2PSale") => ExchangeRowKind::Withdrawal,
        "Fiat" => ExchangeRowKind::Transfer,
        _ => ExchangeRowKind::Other,
    })
}

/// Returns Bybit's own words, the longer ones where both are stated.
fn words(row: &Json) -> String {
    let texts = ["descriptionEn", "showBusiTypeEn", "description", "showBusiType"];
    let stated = texts.iter().filter_map(|field| row[*field].as_str()).map(str::trim);
    stated
        .into_iter()
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::test_lines::{lines, row_error};

    fn stated(r#type: &str, description: &str, direction: &str, rest: &str) -> String {
        format!(
            r#"[{{"currency": "BTC", "ioDirection": "{direction}", "txnAmt": "0.00003561", "afterAmt": "7.5", "createTime": "1772669763",
                  "showBusiType": "fundingAccountRecord{type}", "showBusiTypeEn": "{type}", "description": "fundingAccountRecord{description}"{rest}}}]"#
        )
    }

    fn line(r#type: &str, description: &str, direction: &str) -> Vec<String> {
        lines(
            "bybit",
            &stated(r#type, description, direction, r#", "currcCursor": "NTg2""#),
            row,
        )
        .unwrap()
    }

    const KNOWN: [(&str, &str, &str, &str); 11] = [
        (
            "Earn",
            "FlexSavingInterestDistribution",
            "I",
            "funding-NTg2 Reward Earn: 0 0.00003561",
        ),
        (
            "Earn",
            "LaunchpoolIssuance",
            "I",
            "funding-NTg2 Reward Earn: 0 0.00003561",
        ),
        (
            "Earn",
            "FlexSavingSubscribe",
            "O",
            "funding-NTg2 Move Earn: 0 -0.00003561",
        ),
        (
            "Earn",
            "FixedSavingSubscribe",
            "O",
            "funding-NTg2 Transfer Earn: 0 -0.00003561",
        ),
        (
            "TransferIn",
            "TransferFromTradingAccount",
            "I",
            "funding-NTg2 Move TransferIn: 0 0.00003561",
        ),
        (
            "TransferOut",
            "TransferOut2SubAccount",
            "O",
            "funding-NTg2 Transfer TransferOut: 0 -0.00003561",
        ),
        (
            "Convert",
            "Convert",
            "I",
            "funding_20convert-1772669763 Conversion Convert: 0 0.00003561",
        ),
        ("Fiat", "P2PPurchase", "I", "funding-NTg2 Deposit Fiat: 0 0.00003561"),
        (
            "Fiat",
            "CancelledP2PSale",
            "I",
            "funding-NTg2 Withdrawal Fiat: 0 0.00003561",
        ),
        ("Fiat", "FiatGAFreeze", "O", "funding-NTg2 Transfer Fiat: 0 -0.00003561"),
        ("Teleport", "", "O", "funding-NTg2 Other Teleport: 0 -0.00003561"),
    ];

    #[test]
    fn types_of_public_samples_are_known_and_others_are_kept() {
        for (r#type, description, direction, expected) in KNOWN {
            assert_eq!(line(r#type, description, direction), [expected], "{type} {description}");
        }
        for r#type in ["TypeDeposit", "TypeWithdraw"] {
            assert!(line(r#type, "", "I").is_empty(), "{type}");
        }
    }

    #[test]
    fn a_row_without_a_number_is_known_by_its_time_and_amounts() {
        let found = lines("bybit", &stated("Bonus", "", "O", ""), row).unwrap();
        assert_eq!(
            found,
            ["funding-1772669763_20BTC_20O_200_2e00003561_207_2e5 Other Bonus: 0 -0.00003561"]
        );
        let error = row_error(
            "bybit",
            r#"{"currency": "BTC", "txnAmt": "1", "createTime": "1772669763"}"#,
            row,
        );
        assert_eq!(error, "a row of the ledger without its direction");
        let error = row_error(
            "bybit",
            r#"{"currency": "BTC", "txnAmt": "-1", "createTime": "1772669763"}"#,
            row,
        );
        assert_eq!(error, "a quantity that is no number");
    }
}
