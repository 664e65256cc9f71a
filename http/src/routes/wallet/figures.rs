//! Money on the wire, and the figure that explains it.

use std::collections::BTreeMap;

use domain::valuation::{FigurePath, Filter, Report};
use ports::{Amount, AssetId, Ratio};

use crate::wire::{Decimal, Figures};

/// Collects the figures of an answer by JSON pointer.
pub struct Pointers<'a> {
    report: &'a Report,
    figures: BTreeMap<String, String>,
}

impl<'a> Pointers<'a> {
    /// None yet.
    pub fn of(report: &'a Report) -> Self {
        Self {
            report,
            figures: BTreeMap::new(),
        }
    }

    /// Money that is there gets a figure.
    pub fn sum(&mut self, pointer: String, value: Option<&Decimal>, filter: Filter) {
        if value.is_some() {
            self.figures
                .insert(pointer, self.report.figure(FigurePath::Sum(filter)).to_string());
        }
    }

    /// A price that is there gets a figure.
    pub fn price(&mut self, pointer: String, price: Option<&Decimal>, asset: &AssetId) {
        if price.is_some() {
            self.figures.insert(
                pointer,
                self.report.figure(FigurePath::Price(asset.to_string())).to_string(),
            );
        }
    }

    /// All of them.
    pub fn done(self) -> Figures {
        Figures(self.figures)
    }
}

/// Money at the edge.
pub fn money(amount: Option<Amount>) -> Option<Decimal> {
    amount.map(Decimal::money)
}

/// A share in percent.
pub fn percent(share: Option<Ratio>) -> Option<Decimal> {
    share.map(Decimal::percent)
}
