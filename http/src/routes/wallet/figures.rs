//! Money on the wire, and the figure that explains it.

use domain::valuation::{FigureId, FigurePath, Filter};
use ports::{Amount, AssetId, Ratio};

use crate::wire::{Decimal, Figures};

/// Collects the figures of an answer by JSON pointer.
pub struct Pointers {
    first: FigureId,
    figures: Vec<(String, String)>,
}

impl Pointers {
    /// None yet; all will be of the valuation that `first` is of.
    pub fn beside(first: FigureId) -> Self {
        Self {
            first,
            figures: Vec::new(),
        }
    }

    /// None yet, of the same valuation, to be appended.
    pub fn none_yet(&self) -> Self {
        Self::beside(self.first.clone())
    }

    /// These after those that are there.
    pub fn append(&mut self, mut others: Self) {
        self.figures.append(&mut others.figures);
    }

    /// Money that is there gets a figure; a pointer is given once.
    pub fn add(&mut self, pointer: String, value: Option<&Decimal>, path: FigurePath) {
        if value.is_some() {
            self.figures.push((pointer, self.first.beside(path).to_string()));
        }
    }

    /// The money of what fits.
    pub fn sum(&mut self, pointer: String, value: Option<&Decimal>, filter: Filter) {
        self.add(pointer, value, FigurePath::Sum(filter));
    }

    /// What something is worth and the price behind it, with their figures below `place`.
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
