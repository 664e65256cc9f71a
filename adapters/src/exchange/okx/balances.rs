//! What an account at OKX has, in each of its places.
//!
//! - In the trading account the equity of each currency counts (`eq`), which includes the profit and the loss of open positions and what was
//!   borrowed. Where it is negative, it is a debt.
//! - BETH and OKSOL are receipts of staked ether and staked SOL. They are in the other places too, so that ETH and SOL Staking, which
//!   state all of them, count in place of these. They stay codes of their own.
//! - Rewards of On-chain Earn are estimates until they are paid out, and are left out.
//! - OKX states nothing as an empty text.
//!
//! Written from the documentation of June 2026; no live run has confirmed it yet.

use ports::{Position, PositionKind, json::Json};

use crate::exchange::account::{
    AccountQuantities, Codes, HoldingPlace, Quantity, code, distinct_rows, quantity, quantity_if_any, signed_quantity,
};

const TRADING: HoldingPlace = (PositionKind::Regular, "Trading");
const FUNDING: HoldingPlace = (PositionKind::Regular, "Funding");
const NOT_TRADABLE: HoldingPlace = (PositionKind::Regular, "Not tradable");
const SIMPLE_EARN: HoldingPlace = (PositionKind::Lent, "Simple Earn");
const ON_CHAIN_EARN: HoldingPlace = (PositionKind::Staked, "On-chain Earn");
const ETH_STAKING: HoldingPlace = (PositionKind::Staked, "ETH Staking");
const SOL_STAKING: HoldingPlace = (PositionKind::Staked, "SOL Staking");
const COLLATERAL: HoldingPlace = (PositionKind::Supplied, "Flexible Loan");
const LOAN: HoldingPlace = (PositionKind::Borrowed, "Flexible Loan");

/// The field with the code of an asset.
const CODE: &str = "ccy";

/// The answers of all places.
pub(super) struct OkxAnswers {
    pub(super) trading: Json,
    pub(super) funding: Json,
    pub(super) not_tradable: Json,
    pub(super) savings: Json,
    pub(super) earn_orders: Json,
    pub(super) eth_staking: Json,
    pub(super) sol_staking: Json,
    pub(super) loans: Json,
}

/// Reads the answers of all places.
pub(super) fn positions(places: &OkxAnswers, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut account = OkxBalances {
        codes,
        quantities: AccountQuantities::default(),
    };
    account.add_trading(&places.trading)?;
    for row in distinct_rows(&places.funding, &[CODE])? {
        account.add(row, FUNDING, quantity(row, "bal")?)?;
    }
    for row in distinct_rows(&places.not_tradable, &[CODE, "chain"])? {
        account.add(row, NOT_TRADABLE, quantity(row, "bal")?)?;
    }
    for row in distinct_rows(&places.savings, &[CODE])? {
        account.add(row, SIMPLE_EARN, quantity(row, "amt")?)?;
    }
    for order in distinct_rows(&places.earn_orders, &["ordId"])? {
        for row in distinct_rows(&order["investData"], &[CODE])? {
            account.add(row, ON_CHAIN_EARN, quantity(row, "amt")?)?;
        }
    }
    account.add_loans(&places.loans)?;
    account.add_staked(&places.eth_staking, ETH_STAKING)?;
    account.add_staked(&places.sol_staking, SOL_STAKING)?;
    account.quantities.into_positions()
}

/// The quantities that were read so far.
struct OkxBalances<'a> {
    codes: &'a Codes<'a>,
    quantities: AccountQuantities,
}

impl OkxBalances<'_> {
    fn add(&mut self, row: &Json, place: HoldingPlace, quantity: Quantity) -> Result<(), &'static str> {
        let asset = self.codes.asset(code(row, CODE)?)?;
        self.quantities.add_signed(&asset, place, quantity)
    }

    /// Adds the trading account. One that was never used has no row.
    fn add_trading(&mut self, trading: &Json) -> Result<(), &'static str> {
        let accounts = trading.as_array().ok_or("no trading account")?;
        let [account] = accounts else {
            return if accounts.is_empty() {
                Ok(())
            } else {
                Err("more than one trading account")
            };
        };
        for row in distinct_rows(&account["details"], &[CODE])? {
            self.add(row, TRADING, signed_quantity(row, "eq")?)?;
        }
        Ok(())
    }

    fn add_loans(&mut self, loans: &Json) -> Result<(), &'static str> {
        // Without loans OKX may state one without an id.
        let loans = loans.as_array().ok_or("no list of loans")?;
        let numbered: Vec<Json> = loans
            .iter()
            .filter(|loan| loan.get("ordId").is_some())
            .cloned()
            .collect();
        distinct_rows(&Json::Array(numbered), &["ordId"])?;
        for loan in loans {
            for row in distinct_rows(&loan["collateralData"], &[CODE])? {
                self.add(row, COLLATERAL, quantity(row, "amt")?)?;
            }
            for row in distinct_rows(&loan["loanData"], &[CODE])? {
                let debt = quantity(row, "amt")?.negated();
                self.add(row, LOAN, debt.map_err(|_| "a debt with too many digits")?)?;
            }
        }
        Ok(())
    }

    /// Adds what is staked, in place of the receipts of it that other places have.
    fn add_staked(&mut self, staked: &Json, place: HoldingPlace) -> Result<(), &'static str> {
        for row in distinct_rows(staked, &[CODE])? {
            let total = quantity_if_any(row, "amt")?;
            if total.is_negative() {
                return Err("a negative quantity that is staked");
            }
            if !total.is_zero() {
                let asset = self.codes.asset(code(row, CODE)?)?;
                self.quantities.leave_out(&asset, total)?;
                self.quantities.add(&asset, place, total)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
