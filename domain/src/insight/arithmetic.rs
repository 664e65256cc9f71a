//! The arithmetic of an insight, term by term, and the helpers that rules compute with.

use ports::Amount;

use crate::{insight::sentence::InsightPart, ledger::LedgerFigureId, valuation::FigureId};

/// How a term changes the result of the terms before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticSign {
    /// The first term, or a value that is only stated.
    Given,
    /// It is added.
    Plus,
    /// It is taken away.
    Minus,
    /// The result is multiplied by it.
    Times,
    /// The result is divided by it.
    DividedBy,
    /// The result.
    Equals,
}

impl ArithmeticSign {
    /// Returns the sign to show; empty for a value that is only stated.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Given => "",
            Self::Plus => "+",
            Self::Minus => "−",
            Self::Times => "×",
            Self::DividedBy => "÷",
            Self::Equals => "=",
        }
    }
}

/// The figure that explains a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InsightFigure {
    /// Of a valuation.
    Valuation(FigureId),
    /// Of the ledger.
    Ledger(LedgerFigureId),
}

/// A term of an arithmetic. The terms are computed from the left to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArithmeticTerm {
    /// How it changes the result of the terms before it.
    pub sign: ArithmeticSign,
    /// What it is.
    pub label: String,
    /// Its value.
    pub value: InsightPart,
    /// The figure that explains it; `None` where there is none.
    pub figure: Option<InsightFigure>,
}

impl ArithmeticTerm {
    /// Returns a term without a figure.
    pub fn new(sign: ArithmeticSign, label: impl Into<String>, value: InsightPart) -> Self {
        Self {
            sign,
            label: label.into(),
            value,
            figure: None,
        }
    }

    /// Returns the same term with the figure that explains it.
    #[must_use]
    pub fn with_figure(self, figure: Option<InsightFigure>) -> Self {
        Self { figure, ..self }
    }
}

/// The places that a percentage is rounded to.
pub const PLACES: i16 = 4;

/// Returns a part in percent of the whole, rounded; `None` where the whole is zero.
#[must_use]
pub fn percent(part: Amount, whole: Amount) -> Option<Amount> {
    let ratio = part.div(whole).ok()?;
    Some(ratio.mul(Amount::HUNDRED).ok()?.rounded(PLACES))
}

/// Returns the exact sum; `None` where it has too many digits.
pub fn total(amounts: impl IntoIterator<Item = Amount>) -> Option<Amount> {
    let mut amounts = amounts.into_iter();
    amounts.try_fold(Amount::ZERO, |sum, amount| sum.add(amount).ok())
}

/// Returns the percentage of an amount.
#[must_use]
pub fn of_percent(percent: Amount, whole: Amount) -> Option<Amount> {
    whole.mul(percent).ok()?.div(Amount::HUNDRED).ok()
}

/// Returns how often a step fits into an amount, at most 100 times. It is how a figure is compared with that of an earlier evaluation:
/// only a higher number is worse.
#[must_use]
pub fn steps(amount: Amount, step: Amount) -> u32 {
    let mut reached = Amount::ZERO;
    for count in 0..100 {
        match reached.add(step) {
            Ok(next) if next <= amount && !step.is_zero() => reached = next,
            _ => return count,
        }
    }
    100
}

/// Returns how often an amount can be halved before it is below one, at most 100 times: an amount of money is worse once it doubles.
#[must_use]
pub fn doublings(amount: Amount) -> u32 {
    let mut left = amount;
    for count in 0..100 {
        match left.half() {
            Ok(half) if half >= Amount::ONE => left = half,
            _ => return count,
        }
    }
    100
}
