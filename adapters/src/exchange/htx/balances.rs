//! What an account at HTX has, in each of its places.
//!
//! - A person has an account for each place, with a number. Each states a row for each currency and kind of balance: what is free (`trade`),
//!   what is held back (`frozen`, `lock`, `bank`), and debts (`loan`, `interest`), which are negative. Others are no balances.
//! - Isolated margin has an account for each market. One request returns all of them.
//! - Points for fees (`point`) are no asset.
//! - Codes of assets are in lower case.
//!
//! Written from the documentation and public clients of June 2026; no live run has confirmed it yet.

use ports::{Position, PositionKind, json::Json};

use crate::exchange::account::{
    AccountQuantities, Codes, HoldingPlace, Quantity, code, distinct_rows, signed_quantity,
};

const ISOLATED_MARGIN: HoldingPlace = (PositionKind::Regular, "Isolated Margin");
/// The type of accounts of isolated margin.
const ISOLATED: &str = "margin";
/// The type of accounts with points.
const POINTS: &str = "point";
/// The most accounts of a person, apart from those of isolated margin.
const MOST_ACCOUNTS: usize = 30;

/// The accounts of a person.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AccountList {
    /// The numbers and the places of those that are requested one by one.
    pub(super) single: Vec<(u64, HoldingPlace)>,
    pub(super) has_isolated_margin: bool,
}

/// The answers of all places.
pub(super) struct HtxAnswers {
    pub(super) single: Vec<(HoldingPlace, Json)>,
    /// Where the person has accounts of isolated margin.
    pub(super) isolated_margin: Option<Json>,
}

/// Reads the accounts of a person.
pub(super) fn account_list(answer: &Json) -> Result<AccountList, &'static str> {
    let mut list = AccountList {
        single: Vec::new(),
        has_isolated_margin: false,
    };
    for account in distinct_rows(answer, &["id"])? {
        let id = account["id"].as_u64().ok_or("an account without its number")?;
        match account["type"].as_str().ok_or("an account without its type")? {
            ISOLATED => list.has_isolated_margin = true,
            POINTS => {}
            kind => list.single.push((id, place(kind))),
        }
    }
    if list.single.len() > MOST_ACCOUNTS {
        return Err("more accounts than a person has");
    }
    Ok(list)
}

fn place(kind: &str) -> HoldingPlace {
    match kind {
        "spot" => (PositionKind::Regular, "Spot"),
        "super-margin" => (PositionKind::Regular, "Cross Margin"),
        "otc" => (PositionKind::Regular, "Fiat"),
        "grid-trading" => (PositionKind::Regular, "Grid Trading"),
        "deposit-earning" => (PositionKind::Lent, "Earn"),
        "investment" => (PositionKind::Lent, "Investment"),
        "borrow" => (PositionKind::Regular, "Loans"),
        "minepool" => (PositionKind::Regular, "Mining Pool"),
        _ => (PositionKind::Regular, "Other account"),
    }
}

/// Reads the answers of all places.
pub(super) fn positions(places: &HtxAnswers, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut quantities = AccountQuantities::default();
    for (place, answer) in &places.single {
        add_account(&mut quantities, answer, *place, codes)?;
    }
    if let Some(accounts) = &places.isolated_margin {
        for account in distinct_rows(accounts, &["id"])? {
            add_account(&mut quantities, account, ISOLATED_MARGIN, codes)?;
        }
    }
    quantities.into_positions()
}

fn add_account(
    quantities: &mut AccountQuantities,
    account: &Json,
    place: HoldingPlace,
    codes: &Codes<'_>,
) -> Result<(), &'static str> {
    for row in distinct_rows(&account["list"], &["currency", "type"])? {
        let balance = signed_quantity(row, "balance")?;
        let own = match row["type"].as_str().ok_or("a balance without its kind")? {
            "trade" | "frozen" | "lock" | "bank" if !balance.is_negative() => balance,
            "loan" | "interest" => debt(balance)?,
            "loan-available" | "transfer-out-available" => continue,
            _ if balance.is_zero() => continue,
            _ => return Err("a balance of an unknown kind"),
        };
        let asset = codes.asset(code(row, "currency")?)?;
        quantities.add_signed(&asset, place, own)?;
    }
    Ok(())
}

/// Returns what is owed as a negative quantity, whichever sign it was stated with.
fn debt(stated: Quantity) -> Result<Quantity, &'static str> {
    if stated.is_negative() {
        return Ok(stated);
    }
    stated.negated().map_err(|_| "a debt with too many digits")
}

#[cfg(test)]
mod tests;
