//! What an account at Bybit has, in each of its places.
//!
//! - In the Unified Trading Account the equity of each coin counts, which includes the profit and the loss of open positions and what was
//!   borrowed. Where it is negative, it is a debt.
//! - Accounts of the first kind of Unified Trading Accounts have an account of its own for inverse contracts.
//! - Flexible Saving also lists positions that were redeemed, with zero.
//!
//! Written from the documentation of July 2026; no live run has confirmed it yet.

use ports::{Position, PositionKind, json::Json};

use crate::exchange::account::{
    AccountQuantities, Codes, HoldingPlace, Quantity, code, distinct_rows, quantity, quantity_if_any, signed_quantity,
};

const UNIFIED: HoldingPlace = (PositionKind::Regular, "Unified Trading");
const INVERSE: HoldingPlace = (PositionKind::Regular, "Inverse Derivatives");
const FUNDING: HoldingPlace = (PositionKind::Regular, "Funding");
const FLEXIBLE_SAVING: HoldingPlace = (PositionKind::Lent, "Flexible Saving");
const ON_CHAIN_EARN: HoldingPlace = (PositionKind::Staked, "On-chain Earn");
const COLLATERAL: HoldingPlace = (PositionKind::Supplied, "Crypto Loan");
const LOAN: HoldingPlace = (PositionKind::Borrowed, "Crypto Loan");
const LENT: HoldingPlace = (PositionKind::Lent, "Crypto Loan");

/// The answers of all places.
pub(super) struct BybitAnswers {
    pub(super) unified: Json,
    /// Where the account has one of its own for inverse contracts.
    pub(super) inverse: Option<Json>,
    pub(super) funding: Json,
    pub(super) flexible_saving: Json,
    pub(super) on_chain_earn: Json,
    pub(super) loans: Json,
}

/// Reads whether an account has one of its own for inverse contracts.
pub(super) fn has_inverse_account(settings: &Json) -> Result<bool, &'static str> {
    match settings["unifiedMarginStatus"].as_i64() {
        Some(3 | 4) => Ok(true),
        Some(5 | 6) => Ok(false),
        _ => Err("an account that is no Unified Trading Account"),
    }
}

/// Reads the answers of all places.
pub(super) fn positions(places: &BybitAnswers, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut account = BybitBalances {
        codes,
        quantities: AccountQuantities::default(),
    };
    account.add_trading(&places.unified, UNIFIED)?;
    if let Some(inverse) = &places.inverse {
        account.add_trading(inverse, INVERSE)?;
    }
    for row in distinct_rows(&places.funding["balance"], &["coin"])? {
        account.add((row, "coin"), FUNDING, quantity(row, "walletBalance")?)?;
    }
    for row in whole_list(&places.flexible_saving, &["coin", "productId"])? {
        account.add((row, "coin"), FLEXIBLE_SAVING, quantity(row, "amount")?)?;
    }
    for row in whole_list(&places.on_chain_earn, &["id"])? {
        account.add((row, "coin"), ON_CHAIN_EARN, quantity(row, "amount")?)?;
    }
    account.add_loans(&places.loans)?;
    account.quantities.into_positions()
}

/// Returns the rows of a list that Bybit documents without pages.
fn whole_list<'a>(answer: &'a Json, fields: &[&str]) -> Result<&'a [Json], &'static str> {
    let next = answer["nextPageCursor"].as_str().unwrap_or_default();
    if !next.is_empty() {
        return Err("a list with more rows than it returns");
    }
    distinct_rows(&answer["list"], fields)
}

/// The quantities that were read so far.
struct BybitBalances<'a> {
    codes: &'a Codes<'a>,
    quantities: AccountQuantities,
}

impl BybitBalances<'_> {
    fn add(&mut self, (row, field): (&Json, &str), place: HoldingPlace, own: Quantity) -> Result<(), &'static str> {
        let asset = self.codes.asset(code(row, field)?)?;
        self.quantities.add_signed(&asset, place, own)
    }

    fn add_trading(&mut self, trading: &Json, place: HoldingPlace) -> Result<(), &'static str> {
        let [account] = trading["list"].as_array().unwrap_or_default() else {
            return Err("another number of trading accounts than one");
        };
        for row in distinct_rows(&account["coin"], &["coin"])? {
            self.add((row, "coin"), place, signed_quantity(row, "equity")?)?;
        }
        Ok(())
    }

    fn add_loans(&mut self, loans: &Json) -> Result<(), &'static str> {
        for row in distinct_rows(&loans["borrowList"], &["loanCurrency"])? {
            for field in ["flexibleTotalDebt", "fixedTotalDebt"] {
                let debt = quantity_if_any(row, field)?;
                if debt.is_negative() {
                    return Err("a debt that is negative");
                }
                let debt = debt.negated().map_err(|_| "a debt with too many digits")?;
                self.add((row, "loanCurrency"), LOAN, debt)?;
            }
        }
        for (list, place) in [("collateralList", COLLATERAL), ("supplyList", LENT)] {
            for row in distinct_rows(&loans[list], &["currency"])? {
                self.add((row, "currency"), place, quantity(row, "amount")?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
