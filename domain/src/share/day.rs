//! A day ago, as a visitor sees it.

use ports::{Amount, Currency, Owner, Ratio, Timestamp, ValuationId};

use crate::{
    reason::Reason,
    valuation::{Basis, FigureId, FigurePath, Moves, Yesterday},
};

/// What was known a day ago, and what changed since.
#[derive(Clone, Debug)]
pub struct SharedDay {
    valuation: Option<ValuationId>,
    owner: Owner,
    /// The moment it speaks of.
    pub at: Timestamp,
    /// What was known then.
    pub balance: Option<Amount>,
    /// What is valued on both days, now less then.
    pub change: Option<Amount>,
    /// The change as a part of what it was.
    pub change_share: Option<Ratio>,
    /// What it rests on.
    pub basis: Option<Basis>,
    /// Why there is no answer.
    pub reason: Option<Reason>,
    /// The currency.
    pub currency: Currency,
    /// Today's total, as far as it is known.
    pub total: Option<Amount>,
    /// The part of today's total that the change speaks of.
    pub compared: Option<Amount>,
    /// How many priced holdings of today the change does not speak of.
    pub not_compared: u32,
    /// Whether prices of then are being requested.
    pub pending: bool,
    /// What moved.
    pub moves: Moves,
}

impl SharedDay {
    /// The id of one of its figures.
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
