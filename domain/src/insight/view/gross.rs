//! Everything that is owned, as the whole that shares are parts of.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, AssetId};

use crate::{
    insight::{
        arithmetic::{InsightFigure, total},
        finding::NotEvaluated,
        view::{HoldingWorth, InsightHolding, InsightView},
    },
    valuation::{AssetSelection, Filter, SheetSection},
};

/// Everything that is owned, without debts.
#[derive(Clone, Debug)]
pub struct Gross<'a> {
    /// The view.
    pub view: &'a InsightView,
    /// What is owned, each above zero.
    pub owned: Vec<(&'a InsightHolding, Amount)>,
    /// Their sum, above zero.
    pub total: Amount,
    /// What is left out, each as a sentence.
    pub caveats: Vec<String>,
}

/// A coin with what is owned of it, less what is owed.
#[derive(Clone, Debug)]
pub struct GrossAsset {
    /// What it has in common on several chains.
    pub group: String,
    /// What is owned less what is owed, above zero.
    pub value: Amount,
    /// The figure that explains it.
    pub figure: Option<InsightFigure>,
}

impl InsightView {
    /// Returns everything that is owned; `None` where nothing is. Fails where a part of it must not be used, because every share would
    /// be wrong.
    pub fn gross(&self) -> Result<Option<Gross<'_>>, NotEvaluated> {
        self.check_readings()?;
        self.check_prices()?;
        let owned: Vec<_> = self.valued().filter(|(_, value)| *value > Amount::ZERO).collect();
        let sum = total(owned.iter().map(|(_, value)| *value)).ok_or_else(NotEvaluated::too_long)?;
        Ok((!sum.is_zero()).then(|| Gross {
            view: self,
            owned,
            total: sum,
            caveats: self.caveats(),
        }))
    }

    fn check_readings(&self) -> Result<(), NotEvaluated> {
        let UnreadCounts { failed, reading, old } = self.unread_counts();
        let missing = |code, text: String| Err(NotEvaluated::new(code, text));
        if failed > 0 {
            return missing("accounts_failed", format!("{} could not be read.", accounts(failed)));
        }
        if reading > 0 {
            return missing(
                "accounts_reading",
                format!("{} have not answered yet.", accounts(reading)),
            );
        }
        if old > 0 {
            return missing(
                "old_readings",
                format!("{old} of the readings or prices are older than a day."),
            );
        }
        Ok(())
    }

    fn check_prices(&self) -> Result<(), NotEvaluated> {
        let missing: BTreeSet<&AssetId> = self.unpriced(true).map(|one| &one.asset).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let text = match missing.len() {
            1 => "The price of 1 asset is missing.".to_owned(),
            count => format!("The prices of {count} assets are missing."),
        };
        Err(NotEvaluated::new("unpriced", text))
    }

    fn unpriced(&self, is_listed: bool) -> impl Iterator<Item = &InsightHolding> {
        let unpriced = self.holdings.iter().filter(|one| one.worth == HoldingWorth::Unpriced);
        unpriced.filter(move |one| one.is_listed == is_listed)
    }

    fn unread_counts(&self) -> UnreadCounts {
        let old = self.holdings.iter().filter(|one| one.worth == HoldingWorth::Old);
        UnreadCounts {
            failed: self.unread.failed,
            reading: self.unread.reading,
            old: old.count(),
        }
    }

    fn caveats(&self) -> Vec<String> {
        let unlisted: BTreeSet<&AssetId> = self.unpriced(false).map(|one| &one.asset).collect();
        let without_price = match unlisted.len() {
            0 => None,
            1 => Some("1 token that no list has and that has no price is left out.".to_owned()),
            count => Some(format!(
                "{count} tokens that no list has and that have no price are left out."
            )),
        };
        without_price
            .into_iter()
            .chain(self.unread.caveats.iter().cloned())
            .collect()
    }
}

struct UnreadCounts {
    failed: u32,
    reading: u32,
    old: usize,
}

fn accounts(count: u32) -> String {
    if count == 1 {
        "1 account".to_owned()
    } else {
        format!("{count} accounts")
    }
}

impl Gross<'_> {
    /// Returns the figure of the whole.
    #[must_use]
    pub fn figure(&self) -> Option<InsightFigure> {
        self.sum(Filter::default(), |_| true)
    }

    /// Returns the figure of what a filter selects, without debts; `None` for a section of the balance sheet in which what `fits` has
    /// debts, because its figure counts them.
    pub fn sum(&self, filter: Filter, fits: impl Fn(&InsightHolding) -> bool) -> Option<InsightFigure> {
        let mut of = self.view.valued().filter(|(one, _)| fits(one));
        if !of.any(|(_, value)| value.is_negative()) {
            return self.view.sum(filter);
        }
        let owned = Some(SheetSection::Owned);
        (filter.section.is_none()).then(|| {
            self.view.sum(Filter {
                section: owned,
                ..filter
            })
        })?
    }

    /// Returns each coin of which more is owned than owed, the most valuable first.
    pub fn assets(&self) -> Result<Vec<GrossAsset>, NotEvaluated> {
        let net = self.by(|one| Some(one.group.clone()), true)?;
        let asset = |(group, value): (String, Amount)| GrossAsset {
            figure: self.view.sum(Filter {
                asset: Some(AssetSelection::Group(group.clone())),
                ..Filter::default()
            }),
            group,
            value,
        };
        Ok(net.into_iter().map(asset).collect())
    }

    /// Returns what is owned by what `key` returns, the most valuable first; with `is_net` less what is owed.
    pub fn by<K: Ord>(
        &self,
        key: impl Fn(&InsightHolding) -> Option<K>,
        is_net: bool,
    ) -> Result<Vec<(K, Amount)>, NotEvaluated> {
        let mut sums: BTreeMap<K, Amount> = BTreeMap::new();
        let counted = self.view.valued().filter(|(_, value)| is_net || !value.is_negative());
        for (holding, value) in counted {
            let Some(key) = key(holding) else { continue };
            let sum = sums.entry(key).or_insert(Amount::ZERO);
            *sum = sum.add(value).map_err(|_| NotEvaluated::too_long())?;
        }
        let mut sums: Vec<(K, Amount)> = sums.into_iter().filter(|(_, sum)| *sum > Amount::ZERO).collect();
        sums.sort_by_key(|(_, sum)| std::cmp::Reverse(*sum));
        Ok(sums)
    }
}

impl Gross<'_> {
    /// Returns the symbol of a coin.
    #[must_use]
    pub fn symbol(&self, group: &str) -> String {
        let mut of = self.owned.iter().map(|(one, _)| *one);
        of.find(|one| one.group == group)
            .map_or_else(|| group.to_owned(), |one| one.symbol.clone())
    }

    /// Returns the oldest of the readings and prices that it is made from.
    #[must_use]
    pub fn oldest(&self) -> Option<ports::Timestamp> {
        self.view.oldest(self.owned.iter().map(|(one, _)| *one))
    }
}

impl Gross<'_> {
    /// Returns the symbol of the coin that assets stand for: that of an asset which is the coin, else of one that stands for it.
    #[must_use]
    pub fn underlying_symbol(&self, underlying: &str) -> String {
        let of = || {
            self.owned
                .iter()
                .map(|(one, _)| *one)
                .filter(|one| one.underlying == underlying)
        };
        let coin = of().find(|one| one.group == underlying).or_else(|| of().next());
        coin.map_or_else(|| underlying.to_owned(), |one| one.symbol.clone())
    }
}
