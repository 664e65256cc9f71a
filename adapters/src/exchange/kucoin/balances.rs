//! What an account at KuCoin has, in each of its places.
//!
//! - An account is a classic one, with several accounts inside, or a unified one. In the unified one the equity of each currency counts, which
//!   includes the profit and the loss of open positions and what was borrowed. Where it is negative, it is a debt.
//! - The list of the classic accounts has those of margin too, without their debts. They are read where their debts are stated.
//! - Debts include their interest.
//!
//! Written from public clients of July 2026; no live run has confirmed it yet.

use ports::{Position, PositionKind, json::Json};

use crate::exchange::account::{
    AccountQuantities, Codes, HoldingPlace, Quantity, code, distinct_rows, quantity, quantity_if_any, signed_quantity,
};

const FUNDING: HoldingPlace = (PositionKind::Regular, "Funding");
const TRADING: HoldingPlace = (PositionKind::Regular, "Trading");
const OTHER: HoldingPlace = (PositionKind::Regular, "Other account");
const UNIFIED: HoldingPlace = (PositionKind::Regular, "Unified Trading");
const EARN: HoldingPlace = (PositionKind::Lent, "Earn");
const CROSS_MARGIN: &str = "Cross Margin";
const ISOLATED_MARGIN: &str = "Isolated Margin";

/// The answers of the accounts of a person.
pub(super) enum KucoinAnswers {
    Classic {
        accounts: Json,
        cross_margin: Json,
        isolated_margin: Json,
    },
    Unified {
        funding: Json,
        unified: Json,
    },
}

/// Reads the answers of all accounts, and the rows of Earn.
pub(super) fn positions(
    accounts: &KucoinAnswers,
    earn: &[Json],
    codes: &Codes<'_>,
) -> Result<Vec<Position>, &'static str> {
    let mut account = KucoinBalances {
        codes,
        quantities: AccountQuantities::default(),
    };
    match accounts {
        KucoinAnswers::Classic {
            accounts,
            cross_margin,
            isolated_margin,
        } => {
            account.add_classic(accounts)?;
            account.add_margin(cross_margin, isolated_margin)?;
        }
        KucoinAnswers::Unified { funding, unified } => {
            account.add_unified(funding, FUNDING)?;
            account.add_unified(unified, UNIFIED)?;
        }
    }
    for row in earn {
        account.add(row, EARN, quantity(row, "holdAmount")?)?;
    }
    account.quantities.into_positions()
}

/// The quantities that were read so far.
struct KucoinBalances<'a> {
    codes: &'a Codes<'a>,
    quantities: AccountQuantities,
}

impl KucoinBalances<'_> {
    fn add(&mut self, row: &Json, place: HoldingPlace, own: Quantity) -> Result<(), &'static str> {
        let asset = self.codes.asset(code(row, "currency")?)?;
        self.quantities.add_signed(&asset, place, own)
    }

    fn add_classic(&mut self, accounts: &Json) -> Result<(), &'static str> {
        for row in distinct_rows(accounts, &["type", "currency"])? {
            let place = match row["type"].as_str().ok_or("an account without its type")? {
                "main" => FUNDING,
                "trade" | "trade_hf" => TRADING,
                kind if kind.starts_with("margin") || kind.starts_with("isolated") => continue,
                _ => OTHER,
            };
            self.add(row, place, quantity(row, "balance")?)?;
        }
        Ok(())
    }

    fn add_margin(&mut self, cross: &Json, isolated: &Json) -> Result<(), &'static str> {
        for row in distinct_rows(&cross["accounts"], &["currency"])? {
            self.add_margin_row(row, CROSS_MARGIN)?;
        }
        for pair in distinct_rows(&isolated["assets"], &["symbol"])? {
            for side in ["baseAsset", "quoteAsset"] {
                self.add_margin_row(&pair[side], ISOLATED_MARGIN)?;
            }
        }
        Ok(())
    }

    fn add_margin_row(&mut self, row: &Json, place: &'static str) -> Result<(), &'static str> {
        self.add(row, (PositionKind::Regular, place), quantity(row, "total")?)?;
        let debt = quantity(row, "liability")?.negated();
        let debt = debt.map_err(|_| "a debt with too many digits")?;
        self.add(row, (PositionKind::Borrowed, place), debt)
    }

    /// Adds an account of the interface for unified accounts.
    fn add_unified(&mut self, answer: &Json, place: HoldingPlace) -> Result<(), &'static str> {
        let accounts = answer["accounts"].as_array().ok_or("no list of accounts")?;
        let [account] = accounts else {
            return if accounts.is_empty() {
                Ok(())
            } else {
                Err("more than one account")
            };
        };
        for row in distinct_rows(&account["currencies"], &["currency"])? {
            let equity = signed_quantity(row, "equity")?;
            // A debt without an equity that includes it would be lost.
            let is_debt = !quantity_if_any(row, "liability")?.is_zero();
            if is_debt && equity == signed_quantity(row, "balance")? {
                return Err("a debt that the equity does not include");
            }
            self.add(row, place, equity)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
