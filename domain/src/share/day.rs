//! The change since yesterday, as a visitor sees it.

use ports::{Amount, Currency, Owner, Ratio, Timestamp, ValuationId};

use crate::{
    reason::Reason,
    valuation::{Basis, FigureId, FigurePath, Moves, Yesterday},
};

/// The value a day ago, and what changed since.
#[derive(Clone, Debug)]
pub struct SharedDay {
    valuation: Option<ValuationId>,
    owner: Owner,
    /// The current valuation, which the change is of.
    pub current: ValuationId,
    /// The moment a day ago that is compared with.
    pub at: Timestamp,
    /// The known value at that moment.
    pub balance: Option<Amount>,
    /// The current value minus the value then, of everything that is valued at both moments.
    pub change: Option<Amount>,
    /// The change as a fraction of the value then.
    pub change_share: Option<Ratio>,
    /// The data that the comparison is based on.
    pub basis: Option<Basis>,
    /// Why there is no comparison.
    pub reason: Option<Reason>,
    /// The currency of every amount.
    pub currency: Currency,
    /// The current total as far as it is known.
    pub total: Option<Amount>,
    /// The part of the current total that the change covers.
    pub compared: Option<Amount>,
    /// How many holdings priced now are not covered by the change.
    pub not_compared: u32,
    /// Whether prices of that moment are being requested.
    pub pending: bool,
    /// The assets whose value changed.
    pub moves: Moves,
}

impl SharedDay {
    /// Returns the id of one of the figures; `None` without a valuation.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> Option<FigureId> {
        Some(FigureId::new(self.valuation?, self.owner, path))
    }
}

impl From<Yesterday> for SharedDay {
    fn from(yesterday: Yesterday) -> Self {
        let Yesterday {
            valuation,
            owner,
            current,
            at,
            balance,
            change,
            change_share,
            basis,
            reason,
            currency,
            coverage: _,
            total,
            compared,
            not_compared,
            pending,
            moves,
        } = yesterday;
        Self {
            valuation,
            owner,
            current,
            at,
            balance,
            change,
            change_share,
            basis,
            reason,
            currency,
            total,
            compared,
            not_compared,
            pending,
            moves,
        }
    }
}
