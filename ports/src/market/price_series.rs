//! Price series: which asset's past prices are the past prices of an asset.

use std::collections::BTreeMap;

use crate::{
    ids::asset::AssetId,
    market::{currency::ExchangeRate, money::Price},
    time::day::Day,
};

/// A row about an asset that was renamed or redenominated, or whose name passed to another asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The asset before.
    pub asset: AssetId,
    /// The last day on which it had its own price.
    pub until: Day,
    /// The asset under which it continues.
    pub continued_as: AssetId,
    /// How much of `continued_as` one unit became; `None` where only the name passed on, and not the value.
    pub ratio: Option<Price>,
}

/// Why the past prices of an asset are those of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesLink {
    /// Both are the same coin at all times: on another chain, or wrapped by a contract that always exchanges it one for one.
    SameCoin,
    /// One continues the other at a fixed ratio. The day is the last one under the earlier name.
    Renamed(Day),
}

/// The asset whose prices are the prices of an asset on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesOnDay {
    /// The asset whose prices are stored.
    pub asset: AssetId,
    /// How much of it one unit of the requested asset is.
    pub ratio: ExchangeRate,
    /// Why it is another asset; `None` where it is the requested one.
    pub link: Option<SeriesLink>,
}

/// The name of an asset belonged to another one on a day, so that no price under this name is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameBelongedTo {
    /// The other asset.
    pub asset: AssetId,
    /// The last day on which it had the name.
    pub until: Day,
}

/// Which assets share their past prices. Prices are requested and stored once for all assets of a series.
#[derive(Clone, Debug, Default)]
pub struct PriceSeries {
    same: BTreeMap<AssetId, AssetId>,
    before: BTreeMap<AssetId, Renaming>,
    after: BTreeMap<AssetId, Renaming>,
}

impl PriceSeries {
    /// Makes the table of assets with the coin that each always is, and of renamings. Each asset is renamed at most once,
    /// and continues at most one other.
    #[must_use]
    pub fn new(
        same: impl IntoIterator<Item = (AssetId, AssetId)>,
        renamings: impl IntoIterator<Item = Renaming>,
    ) -> Self {
        let mut series = Self {
            same: same.into_iter().collect(),
            ..Self::default()
        };
        for row in renamings {
            let later = series.coin(&row.continued_as).clone();
            let earlier = series.coin(&row.asset).clone();
            series.after.insert(later, row.clone());
            series.before.insert(earlier, row);
        }
        series
    }

    /// Returns the coin that an asset always is: itself, unless it is another form of one.
    #[must_use]
    pub fn coin<'a>(&'a self, asset: &'a AssetId) -> &'a AssetId {
        self.same.get(asset).unwrap_or(asset)
    }

    /// Returns the asset that all assets share which ever have the same prices: the coin that an asset always is, under its
    /// last name.
    #[must_use]
    pub fn root<'a>(&'a self, asset: &'a AssetId) -> &'a AssetId {
        let coin = self.coin(asset);
        let renamed = self.before.get(coin).filter(|row| row.ratio.is_some());
        renamed.map_or(coin, |row| self.coin(&row.continued_as))
    }

    /// Returns the asset whose prices an asset has before it was renamed.
    #[must_use]
    pub fn earlier(&self, asset: &AssetId) -> Option<&AssetId> {
        let row = self.after.get(self.coin(asset)).filter(|row| row.ratio.is_some());
        row.map(|row| self.coin(&row.asset))
    }

    /// Returns the assets with this [root](Self::root), in no particular order; an asset of its own series alone is the root.
    #[must_use]
    pub fn members(&self, root: &AssetId) -> Vec<AssetId> {
        let known = self.same.keys().chain(self.before.keys());
        let others = known.filter(|asset| *asset != root && self.root(asset) == root);
        std::iter::once(root).chain(others).cloned().collect()
    }

    /// Returns the asset whose prices of a day are those of this asset.
    pub fn on(&self, asset: &AssetId, day: Day) -> Result<SeriesOnDay, NameBelongedTo> {
        let coin = self.coin(asset);
        let same = (coin != asset).then_some(SeriesLink::SameCoin);
        let own = || SeriesOnDay {
            asset: coin.clone(),
            ratio: ExchangeRate::new(Price::ONE, Price::ONE),
            link: same,
        };
        if let Some(row) = self.before.get(coin).filter(|row| day > row.until) {
            return Ok(row.ratio.map_or_else(own, |ratio| SeriesOnDay {
                asset: self.coin(&row.continued_as).clone(),
                ratio: ExchangeRate::new(ratio, Price::ONE),
                link: Some(SeriesLink::Renamed(row.until)),
            }));
        }
        match self.after.get(coin).filter(|row| day <= row.until) {
            None => Ok(own()),
            Some(Renaming {
                asset, until, ratio, ..
            }) => match ratio {
                Some(ratio) => Ok(SeriesOnDay {
                    asset: self.coin(asset).clone(),
                    ratio: ExchangeRate::new(Price::ONE, *ratio),
                    link: Some(SeriesLink::Renamed(*until)),
                }),
                None => Err(NameBelongedTo {
                    asset: asset.clone(),
                    until: *until,
                }),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    fn day(text: &str) -> Day {
        text.parse().unwrap()
    }

    fn series() -> PriceSeries {
        let renaming = |asset: &str, until: &str, continued_as: &str, ratio: Option<&str>| Renaming {
            asset: id(asset),
            until: day(until),
            continued_as: id(continued_as),
            ratio: ratio.map(|ratio| ratio.parse().unwrap()),
        };
        PriceSeries::new(
            [(id("eip155:2/slip44:1"), id("eip155:1/slip44:1"))],
            [
                renaming("eip155:1/slip44:10", "2020-10-02", "eip155:1/slip44:11", Some("0.01")),
                renaming("eip155:1/slip44:20", "2022-05-27", "eip155:1/slip44:21", None),
                renaming("eip155:1/slip44:30", "2024-09-03", "eip155:2/slip44:1", Some("1")),
            ],
        )
    }

    fn found(asset: &str, on: &str) -> (String, String, Option<SeriesLink>) {
        let found = series().on(&id(asset), day(on)).unwrap();
        let hundred = found.ratio.convert("100".parse().unwrap()).unwrap();
        (found.asset.to_string(), hundred.to_string(), found.link)
    }

    #[test]
    fn a_coin_has_one_series_on_every_chain() {
        let own = ("eip155:1/slip44:1".to_owned(), "100".to_owned());
        let (asset, ratio, link) = found("eip155:2/slip44:1", "2025-01-01");
        assert_eq!(((asset, ratio), link), (own.clone(), Some(SeriesLink::SameCoin)));
        let (asset, ratio, link) = found("eip155:1/slip44:1", "2025-01-01");
        assert_eq!(((asset, ratio), link), (own, None));
    }

    #[test]
    fn a_renamed_asset_changes_its_series_with_the_day() {
        let old = day("2020-10-02");
        let link = Some(SeriesLink::Renamed(old));
        let of = |asset: &str, ratio: &str, link| (asset.to_owned(), ratio.to_owned(), link);
        let (before, after) = ("2020-10-02", "2020-10-03");
        let (lend, aave) = ("eip155:1/slip44:10", "eip155:1/slip44:11");
        assert_eq!(found(lend, before), of(lend, "100", None));
        assert_eq!(found(lend, after), of(aave, "1", link));
        assert_eq!(found(aave, before), of(lend, "10000", link));
        assert_eq!(found(aave, after), of(aave, "100", None));
    }

    #[test]
    fn every_form_of_the_later_asset_has_the_earlier_prices() {
        let link = Some(SeriesLink::Renamed(day("2024-09-03")));
        for (asset, on, series) in [
            ("eip155:1/slip44:30", "2024-09-04", "eip155:1/slip44:1"),
            ("eip155:1/slip44:1", "2024-09-03", "eip155:1/slip44:30"),
            ("eip155:2/slip44:1", "2024-09-03", "eip155:1/slip44:30"),
        ] {
            let (found, _, found_link) = found(asset, on);
            assert_eq!((found.as_str(), found_link), (series, link), "{asset}");
        }
    }

    #[test]
    fn all_names_of_a_coin_have_one_root() {
        let series = series();
        let (root, forms) = (id("eip155:1/slip44:1"), ["eip155:2/slip44:1", "eip155:1/slip44:30"]);
        for form in forms {
            assert_eq!(series.root(&id(form)), &root);
        }
        let mut members = series.members(&root);
        members.sort();
        assert_eq!(members, [root, id("eip155:1/slip44:30"), id("eip155:2/slip44:1")]);
        let old = id("eip155:1/slip44:20");
        assert_eq!(series.root(&old), &old, "its name passed on, its value did not");
        assert_eq!(series.members(&old), [old]);
    }

    #[test]
    fn a_name_that_passed_on_gives_no_price_to_the_later_asset() {
        let (old, new) = ("eip155:1/slip44:20", "eip155:1/slip44:21");
        let error = series().on(&id(new), day("2022-05-27")).unwrap_err();
        assert_eq!((error.asset, error.until), (id(old), day("2022-05-27")));
        assert_eq!(found(new, "2022-05-28").0, new);
        assert_eq!(found(old, "2022-05-28").0, old, "the old asset keeps its own prices");
    }
}
