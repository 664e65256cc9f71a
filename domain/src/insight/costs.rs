//! What is held and what it cost, as rules compare it.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Currency, Owner};

use crate::{
    insight::{arithmetic::InsightFigure, finding::NotEvaluated, view::spending::InsightCost},
    ledger::{CostTable, CostTableRow, FigurePart, LedgerFigureId},
};

/// Returns the assets with a known cost and price. `groups` has what the same coin on several chains has in common. An error where the history is not complete, because a gain would be a guess.
pub fn costs(
    table: &CostTable,
    groups: &BTreeMap<AssetId, String>,
    owner: Option<Owner>,
) -> Result<Vec<InsightCost>, NotEvaluated> {
    if !table.coverage.complete {
        return Err(NotEvaluated::new(
            "history_incomplete",
            "The history of some accounts is not complete, so that gains are not known.",
        ));
    }
    let rows = table.rows.iter();
    let group = |row: &CostTableRow| groups.get(&row.asset).cloned().unwrap_or_else(|| row.asset.to_string());
    Ok(rows
        .filter_map(|row| cost(row, group(row), (owner, &table.currency)))
        .collect())
}

fn cost(row: &CostTableRow, group: String, (owner, currency): (Option<Owner>, &Currency)) -> Option<InsightCost> {
    let (cost, gain) = (row.cost?, row.gain?);
    let figure = |part, amount: Amount| {
        let id = LedgerFigureId::about(owner?, &row.subject(), part, (amount, currency));
        Some(InsightFigure::Ledger(id))
    };
    Some(InsightCost {
        asset: row.asset.clone(),
        group,
        symbol: row.symbol.clone(),
        cost,
        gain,
        has_unknown: !row.unknown.is_zero(),
        is_assumed: !row.assumed.is_zero(),
        cost_figure: figure(FigurePart::HeldCost, cost),
        gain_figure: figure(FigurePart::HeldGain, gain),
    })
}
