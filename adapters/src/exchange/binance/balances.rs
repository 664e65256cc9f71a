//! What an account at Binance has, in each of its places.
//!
//! - A code that begins with `LD` is a receipt of Simple Earn Flexible. It is left out of Spot where the rest of it is the code of a position
//!   there, so that LDO stays Lido's token.
//! - WBETH, BETH and BNSOL are receipts of staked ether and staked SOL, which the accounts of ETH and SOL Staking state in ether and SOL.
//!   No field states in which places they are. They are left out of the places up to the quantity that is stated as staked.
//! - The collateral of flexible loans may be a part of Simple Earn Flexible. It is counted once, as collateral.
//! - A code such as `1000SATS` is a multiple of an asset, and stays a code of its own.
//! - Debts are what was borrowed and its interest.
//!
//! Written from the documentation of July 2026; no live run has confirmed it yet.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AssetId, Position, PositionKind, json::Json};

use crate::exchange::account::{AccountQuantities, Codes, HoldingPlace, Quantity, code, quantity};

const SPOT: HoldingPlace = (PositionKind::Regular, "Spot");
const FUNDING: HoldingPlace = (PositionKind::Regular, "Funding");
const FLEXIBLE: HoldingPlace = (PositionKind::Lent, "Simple Earn Flexible");
const LOCKED: HoldingPlace = (PositionKind::Lent, "Simple Earn Locked");
const ETH_STAKING: HoldingPlace = (PositionKind::Staked, "ETH Staking");
const SOL_STAKING: HoldingPlace = (PositionKind::Staked, "SOL Staking");
const CROSS_MARGIN: &str = "Cross Margin";
const ISOLATED_MARGIN: &str = "Isolated Margin";
const COLLATERAL: HoldingPlace = (PositionKind::Supplied, "Flexible Loan");
const LOAN: HoldingPlace = (PositionKind::Borrowed, "Flexible Loan");

/// The beginning of receipts of Simple Earn Flexible.
const RECEIPT: &str = "LD";
const TOO_LONG: &str = "a quantity with more digits than can be stored";

/// The answers of all places; of lists the rows of all pages.
pub(super) struct PlaceAnswers {
    pub(super) spot: Json,
    pub(super) funding: Json,
    pub(super) flexible: Vec<Json>,
    pub(super) locked: Vec<Json>,
    pub(super) eth_staking: Json,
    pub(super) sol_staking: Json,
    /// `None` where the person never opened the account.
    pub(super) cross_margin: Option<Json>,
    pub(super) isolated_margin: Option<Json>,
    pub(super) loans: Vec<Json>,
}

/// Reads the answers of all places.
pub(super) fn positions(places: &PlaceAnswers, codes: &Codes<'_>) -> Result<Vec<Position>, &'static str> {
    let mut account = Account {
        codes,
        quantities: AccountQuantities::default(),
    };
    let flexible = flexible_codes(&places.flexible)?;
    for row in places.spot["balances"].as_array().ok_or("no list of balances")? {
        let is_receipt = code(row, "asset")?.strip_prefix(RECEIPT);
        if !is_receipt.is_some_and(|code| flexible.contains(code)) {
            account.add(row, &["free", "locked"], SPOT)?;
        }
    }
    for row in places.funding.as_array().ok_or("no list of what is in Funding")? {
        account.add(row, &["free", "locked", "freeze", "withdrawing"], FUNDING)?;
    }
    for row in &places.locked {
        account.add(row, &["amount"], LOCKED)?;
    }
    account.add_margin(places)?;
    account.add_loans(&places.flexible, &places.loans)?;
    account.add_staked(places)?;
    account.quantities.into_positions()
}

/// The quantities that were read so far.
struct Account<'a> {
    codes: &'a Codes<'a>,
    quantities: AccountQuantities,
}

impl Account<'_> {
    /// Adds fields of a row of one asset.
    fn add(&mut self, row: &Json, fields: &[&str], place: HoldingPlace) -> Result<(), &'static str> {
        let asset = self.codes.asset(code(row, "asset")?)?;
        for field in fields {
            self.quantities.add(&asset, place, quantity(row, field)?)?;
        }
        Ok(())
    }

    fn add_debt(&mut self, asset: &AssetId, place: HoldingPlace, debt: Quantity) -> Result<(), &'static str> {
        let debt = debt.negated().map_err(|_| TOO_LONG)?;
        self.quantities.add(asset, place, debt)
    }

    fn add_margin(&mut self, places: &PlaceAnswers) -> Result<(), &'static str> {
        let cross = places.cross_margin.as_ref().map(|cross| cross["userAssets"].as_array());
        for row in cross.unwrap_or(Some(&[])).ok_or("no list of what is in Cross Margin")? {
            self.add_margin_row(row, CROSS_MARGIN)?;
        }
        let isolated = places
            .isolated_margin
            .as_ref()
            .map(|isolated| isolated["assets"].as_array());
        for pair in isolated
            .unwrap_or(Some(&[]))
            .ok_or("no list of what is in Isolated Margin")?
        {
            for side in ["baseAsset", "quoteAsset"] {
                self.add_margin_row(&pair[side], ISOLATED_MARGIN)?;
            }
        }
        Ok(())
    }

    fn add_margin_row(&mut self, row: &Json, place: &'static str) -> Result<(), &'static str> {
        self.add(row, &["free", "locked"], (PositionKind::Regular, place))?;
        let asset = self.codes.asset(code(row, "asset")?)?;
        for field in ["borrowed", "interest"] {
            self.add_debt(&asset, (PositionKind::Borrowed, place), quantity(row, field)?)?;
        }
        Ok(())
    }

    /// Adds Simple Earn Flexible, and loans with their collateral. What both state as collateral counts once: the larger of both.
    fn add_loans(&mut self, flexible: &[Json], loans: &[Json]) -> Result<(), &'static str> {
        let mut lent = AssetSums::default();
        let (mut stated, mut supplied) = (AssetSums::default(), AssetSums::default());
        for row in flexible {
            let asset = self.codes.asset(code(row, "asset")?)?;
            lent.add(&asset, quantity(row, "totalAmount")?)?;
            if row.get("collateralAmount").is_some() {
                stated.add(&asset, quantity(row, "collateralAmount")?)?;
            }
        }
        for row in loans {
            let borrowed = self.codes.asset(code(row, "loanCoin")?)?;
            self.add_debt(&borrowed, LOAN, quantity(row, "totalDebt")?)?;
            let collateral = self.codes.asset(code(row, "collateralCoin")?)?;
            supplied.add(&collateral, quantity(row, "collateralAmount")?)?;
        }
        for (asset, total) in &lent.0 {
            let collateral = stated.of(asset);
            let is_part = !collateral.exceeds(*total);
            let rest = if is_part { total.sub(collateral) } else { Ok(*total) };
            self.quantities.add(asset, FLEXIBLE, rest.map_err(|_| TOO_LONG)?)?;
        }
        for asset in stated.0.keys().chain(supplied.0.keys()).collect::<BTreeSet<_>>() {
            let (one, other) = (stated.of(asset), supplied.of(asset));
            let larger = if one.exceeds(other) { one } else { other };
            self.quantities.add(asset, COLLATERAL, larger)?;
        }
        Ok(())
    }

    fn add_staked(&mut self, places: &PlaceAnswers) -> Result<(), &'static str> {
        let (ether, sol) = (&places.eth_staking, &places.sol_staking);
        let holdings = &ether["holdings"];
        let receipts = [
            ("WBETH", quantity(holdings, "wbethAmount")?),
            ("BETH", quantity(holdings, "bethAmount")?),
        ];
        self.add_staked_asset(("ETH", ETH_STAKING), quantity(ether, "holdingInETH")?, &receipts)?;
        let receipts = [("BNSOL", quantity(sol, "bnsolAmount")?)];
        self.add_staked_asset(("SOL", SOL_STAKING), quantity(sol, "holdingInSOL")?, &receipts)
    }

    /// Adds what is staked, and leaves out the receipts of it that other places state.
    fn add_staked_asset(
        &mut self,
        (code, place): (&str, HoldingPlace),
        staked: Quantity,
        receipts: &[(&str, Quantity)],
    ) -> Result<(), &'static str> {
        if staked.is_zero() {
            return Ok(());
        }
        for (receipt, stated) in receipts {
            self.quantities.leave_out(&self.codes.asset(receipt)?, *stated)?;
        }
        self.quantities.add(&self.codes.asset(code)?, place, staked)
    }
}

/// Quantities summed by asset.
#[derive(Default)]
struct AssetSums(BTreeMap<AssetId, Quantity>);

impl AssetSums {
    fn add(&mut self, asset: &AssetId, quantity: Quantity) -> Result<(), &'static str> {
        let sum = self.0.entry(asset.clone()).or_default();
        *sum = sum.add(quantity).map_err(|_| TOO_LONG)?;
        Ok(())
    }

    fn of(&self, asset: &AssetId) -> Quantity {
        self.0.get(asset).copied().unwrap_or_default()
    }
}

fn flexible_codes(rows: &[Json]) -> Result<BTreeSet<&str>, &'static str> {
    rows.iter().map(|row| code(row, "asset")).collect()
}

#[cfg(test)]
mod tests;
