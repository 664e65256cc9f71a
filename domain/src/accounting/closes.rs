//! Closing prices by asset and day.

use std::collections::BTreeMap;

use ports::Day;

use crate::accounting::{exact::Exact, rows::row};

/// Closing prices for the value of past days.
pub trait ClosingPrices {
    /// Returns the price of a whole unit at the end of a day; `None` where it is not known.
    fn close(&self, asset: u32, day: Day) -> Option<Exact>;
}

/// Closing prices in memory: 16 bytes for each asset and day.
#[derive(Clone, Debug, Default)]
pub struct CloseTable {
    assets: Vec<AssetCloses>,
    /// Prices with too many digits for a row.
    long: BTreeMap<(u32, Day), Exact>,
}

#[derive(Clone, Debug, Default)]
struct AssetCloses {
    first: Option<Day>,
    prices: Vec<PackedClose>,
}

/// A price of up to 64 bits.
#[derive(Clone, Copy, Debug, Default)]
enum PackedClose {
    #[default]
    Unknown,
    Short {
        digits: i64,
        places: u8,
    },
    Long,
}

impl CloseTable {
    /// Sets the price of an asset on a day. Days of an asset that are far apart take room for all days between.
    pub fn set(&mut self, asset: u32, day: Day, price: Exact) {
        let packed = match price.parts().map(|(digits, places)| (i64::try_from(digits), places)) {
            Some((Ok(digits), places)) => PackedClose::Short { digits, places },
            _ => {
                self.long.insert((asset, day), price);
                PackedClose::Long
            }
        };
        let Some(closes) = row(&mut self.assets, asset) else {
            return;
        };
        let first = *closes.first.get_or_insert(day);
        if day < first {
            let missing = usize::try_from(first.number() - day.number()).unwrap_or(0);
            closes
                .prices
                .splice(0..0, std::iter::repeat_n(PackedClose::Unknown, missing));
            closes.first = Some(day);
        }
        let at = u32::try_from(day.number() - closes.first.unwrap_or(day).number()).unwrap_or(0);
        if let Some(place) = row(&mut closes.prices, at) {
            *place = packed;
        }
    }
}

impl ClosingPrices for CloseTable {
    fn close(&self, asset: u32, day: Day) -> Option<Exact> {
        let closes = self.assets.get(usize::try_from(asset).ok()?)?;
        let at = usize::try_from(day.number() - closes.first?.number()).ok()?;
        match *closes.prices.get(at)? {
            PackedClose::Unknown => None,
            PackedClose::Short { digits, places } => Some(Exact::new(digits.into(), places)),
            PackedClose::Long => self.long.get(&(asset, day)).copied(),
        }
    }
}
