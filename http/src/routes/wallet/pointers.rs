//! The figure ids of a response, which are keyed by JSON pointers to amounts of money.

use domain::valuation::{FigureId, FigurePath, Filter};
use ports::{Amount, AssetId, Ratio};

use crate::wire::{Decimal, Figures};

/// Collects the figure ids of a response by JSON pointer.
pub struct FigurePointers {
    first: FigureId,
    figures: Vec<(String, String)>,
}

impl FigurePointers {
    /// Returns an empty collection for figures of the same valuation as `first`.
    pub fn of_valuation(first: FigureId) -> Self {
        Self {
            first,
            figures: Vec::new(),
        }
    }

    /// Returns an empty collection for the same valuation, which can be appended later.
    pub fn empty(&self) -> Self {
        Self::of_valuation(self.first.clone())
    }

    /// Appends the figures of `others`.
    pub fn append(&mut self, mut others: Self) {
        self.figures.append(&mut others.figures);
    }

    /// Adds a figure for a value, if there is one. Each pointer must be added only once.
    pub fn add(&mut self, pointer: String, value: Option<&Decimal>, path: FigurePath) {
        if value.is_some() {
            self.figures.push((pointer, self.first.beside(path).to_string()));
        }
    }

    /// Adds a figure of another valuation for a value, if there is one.
    pub fn add_other(&mut self, pointer: String, value: Option<&Decimal>, figure: &FigureId) {
        if value.is_some() {
            self.figures.push((pointer, figure.to_string()));
        }
    }

    /// Adds the figure of the sum of the holdings that `filter` selects.
    pub fn sum(&mut self, pointer: String, value: Option<&Decimal>, filter: Filter) {
        self.add(pointer, value, FigurePath::Sum(filter));
    }

    /// Adds the figures of a portfolio's total and of the known part of its coverage.
    pub fn totals(&mut self, total: Option<&Decimal>, known: Option<&Decimal>, filter: &Filter) {
        self.sum("/total".to_owned(), total, filter.clone());
        self.sum("/coverage/known".to_owned(), known, filter.clone());
    }

    /// Returns a value and its price on the wire, and adds their figures below `place`.
    pub fn pair(
        &mut self,
        place: &str,
        (value, filter): (Option<Amount>, Filter),
        (price, asset): (Option<Amount>, &AssetId),
    ) -> (Option<Decimal>, Option<Decimal>) {
        let (value, price) = (money(value), money(price));
        self.sum(format!("{place}/value"), value.as_ref(), filter);
        let path = FigurePath::Price(asset.clone());
        self.add(format!("{place}/price"), price.as_ref(), path);
        (value, price)
    }

    /// Returns the collected figures.
    pub fn finish(self) -> Figures {
        Figures(self.figures)
    }
}

/// Returns money on the wire.
pub fn money(amount: Option<Amount>) -> Option<Decimal> {
    amount.map(Decimal::money)
}

/// Returns a share in percent.
pub fn percent(share: Option<Ratio>) -> Option<Decimal> {
    share.map(Decimal::percent)
}
