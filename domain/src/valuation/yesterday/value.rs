//! The value of a day ago, or why there is none.

use ports::{Amount, Currency, Owner, Ratio, Timestamp, ValuationId, WalletId};

use crate::{
    job::PastQuotes,
    reason::{NOT_REQUESTED_YET, Reason},
    valuation::{
        figure::{FigureId, FigurePath},
        report::{coverage::Coverage, moves::Moves},
    },
};

/// The value a day ago, and the change since.
#[derive(Clone, Debug)]
pub struct Yesterday {
    /// The valuation of a day ago; `None` if nothing was read yet.
    pub valuation: Option<ValuationId>,
    /// The owner of both valuations.
    pub owner: Owner,
    /// The current valuation, which the change is of.
    pub current: ValuationId,
    /// The time of that valuation: a full hour, 24 to 25 hours ago.
    pub at: Timestamp,
    /// The known value at that time.
    pub balance: Option<Amount>,
    /// The current value minus the value then, of everything that is valued at both times. It covers `compared` of
    /// `total`.
    pub change: Option<Amount>,
    /// The change as a fraction of the value then.
    pub change_share: Option<Ratio>,
    /// The data that the comparison is based on.
    pub basis: Option<Basis>,
    /// Why there is no comparison.
    pub reason: Option<Reason>,
    /// The currency of all amounts.
    pub currency: Currency,
    /// What the value then includes and what is missing from it.
    pub coverage: Option<Coverage>,
    /// The current total as far as it is known.
    pub total: Option<Amount>,
    /// The part of the current total that the change covers.
    pub compared: Option<Amount>,
    /// How many holdings priced now are not covered by the change.
    pub not_compared: u32,
    /// Whether prices of that time are being requested, so that the change will cover more.
    pub pending: bool,
    /// The assets whose value changed.
    pub moves: Moves,
}

/// Selects a change.
#[derive(Clone, Debug, Default)]
pub struct DayQuery {
    /// The currency of all amounts.
    pub currency: Currency,
    /// The current valuation to compare with, so that the change matches a total that is already shown. If it is `None`
    /// or gone, the latest one is used.
    pub valuation: Option<ValuationId>,
    /// Only these of the caller's wallets; empty for all wallets.
    pub wallets: Vec<WalletId>,
}

/// The data that a value of a day ago is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Balances that were read at that time.
    Snapshot,
    /// Later balances without what moved since, as the histories of the accounts report it.
    Ledger,
    /// Current balances at the prices of that time.
    PriceMove,
}

impl Yesterday {
    /// Returns the id of one of the figures; `None` without a valuation.
    #[must_use]
    pub fn figure(&self, path: FigurePath) -> Option<FigureId> {
        Some(FigureId::new(self.valuation?, self.owner, path))
    }

    /// Returns the result for missing prices. Failed prices are requested again for the next full hour.
    pub(super) fn without_prices(
        current: (Owner, ValuationId),
        moment: (Timestamp, &Currency),
        (past, has_rate): (PastQuotes, bool),
    ) -> Self {
        let Reason { code, text } = Self::why_without_prices(&past, has_rate, moment.1);
        let unknown = Self::unknown(current, moment, code, &text);
        match past {
            PastQuotes::Coming => unknown.while_pending(),
            PastQuotes::Answered | PastQuotes::Failed(_) => unknown,
        }
    }

    /// Returns why there are no prices of a day ago. `has_rate` is whether dollars can be converted to the currency then.
    pub(crate) fn why_without_prices(past: &PastQuotes, has_rate: bool, currency: &Currency) -> Reason {
        let (code, text) = match past {
            PastQuotes::Coming => (
                NOT_REQUESTED_YET,
                "Prices from 24 hours ago are being requested.".to_owned(),
            ),
            PastQuotes::Answered | PastQuotes::Failed(_) if !has_rate => {
                ("no_rate", format!("There was no {currency} price 24 hours ago."))
            }
            PastQuotes::Answered => ("not_listed", "No source has prices from 24 hours ago.".to_owned()),
            PastQuotes::Failed(failure) => ("source_failed", failure.text.clone()),
        };
        Reason { code, text }
    }

    pub(super) fn while_pending(self) -> Self {
        Self { pending: true, ..self }
    }

    pub(super) fn unknown(
        (owner, current): (Owner, ValuationId),
        (at, currency): (Timestamp, &Currency),
        code: &'static str,
        text: &str,
    ) -> Self {
        Self {
            valuation: None,
            owner,
            current,
            at,
            balance: None,
            change: None,
            change_share: None,
            basis: None,
            reason: Some(Reason {
                code,
                text: text.to_owned(),
            }),
            currency: currency.clone(),
            coverage: None,
            total: None,
            compared: None,
            not_compared: 0,
            pending: false,
            moves: Moves::default(),
        }
    }
}
