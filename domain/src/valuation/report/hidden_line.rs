//! The lines of holdings that are deliberately left out of the total.

use ports::{AccountId, Amount, AssetId};

use crate::{
    spam::HideRule,
    valuation::{
        compute::holding::{Holding, Outcome},
        inputs::types::Inputs,
    },
};

/// A holding that is hidden and not counted.
#[derive(Clone, Debug)]
pub struct HiddenLine {
    /// The asset held.
    pub asset: AssetId,
    /// Symbol to show.
    pub symbol: String,
    /// Name to show.
    pub name: String,
    /// The account that holds it.
    pub account: AccountId,
    /// Quantity in whole units, if known.
    pub amount: Option<Amount>,
    /// The rule that hides it.
    pub rule: HideRule,
}

/// Returns the row of a hidden holding; `None` if it is not hidden.
pub fn hidden_line(inputs: &Inputs, holding: &Holding) -> Option<HiddenLine> {
    let Outcome::Hidden(rule) = &holding.outcome else {
        return None;
    };
    Some(HiddenLine {
        asset: holding.asset.clone(),
        symbol: inputs.symbol(&holding.asset),
        name: inputs.name(&holding.asset),
        account: holding.account.clone(),
        amount: holding.quantity,
        rule: rule.clone(),
    })
}
