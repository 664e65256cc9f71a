//! What a cost basis reports while movements are replayed.

use ports::{Timestamp, annotation::EntryMark};

use crate::{
    accounting::{
        exact::Exact, lot::Lot, movement::MovementOrder, partial_sum::PartialSum, rules::PoolKey, taken::Taken,
    },
    reason::Reason,
};

/// Where and when something happened to the lots of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BasisPlace {
    /// When.
    pub time: Timestamp,
    /// The movement.
    pub order: MovementOrder,
    /// The account.
    pub account: u32,
    /// The asset that moved.
    pub asset: u32,
    /// The pool of its lots.
    pub pool: u32,
}

/// The gain or loss of one disposal, as far as its cost is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealizedGain {
    /// Which disposal.
    pub place: BasisPlace,
    /// The quantity of known cost, in whole units.
    pub quantity: Exact,
    /// What was received for this quantity.
    pub proceeds: Exact,
    /// What this quantity cost.
    pub cost: Exact,
    /// Proceeds minus cost.
    pub gain: Exact,
    /// The part of the quantity whose cost is assumed, because it arrived from elsewhere.
    pub assumed: Exact,
}

/// A quantity for which a disposal has no gain. It counts neither as a gain nor as acquired for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BasisGap {
    /// Which disposal.
    pub place: BasisPlace,
    /// The quantity, in whole units.
    pub quantity: Exact,
    /// What was received for it and is left out; `None` where that is not known.
    pub proceeds: Option<Exact>,
    /// Why.
    pub reason: BasisGapReason,
}

/// Why a quantity has no gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BasisGapReason {
    /// More left than the known acquisitions brought.
    NoLot,
    /// It was acquired at an unknown cost.
    UnknownCost,
    /// It left at an unknown price.
    UnknownPrice,
    /// The value of a fee that belongs to the cost or the proceeds is unknown.
    UnknownFee,
    /// It arrived from an own account that it never left.
    NoDeparture,
    /// A number has more digits than can be stored exactly. Nothing later in this pool is known.
    TooLarge,
}

impl BasisGapReason {
    /// Returns the stable code and a sentence for people.
    #[must_use]
    pub fn reason(self) -> Reason {
        let (code, text) = match self {
            Self::NoLot => (
                "no_lot",
                "More was disposed of than is known to have been acquired. Add the wallet that it came from, or enter its cost.",
            ),
            Self::UnknownCost => ("unknown_cost", "Its cost is unknown."),
            Self::UnknownPrice => ("unknown_price", "Its price at the time is unknown."),
            Self::UnknownFee => ("unknown_fee", "The price of the fee at the time is unknown."),
            Self::NoDeparture => (
                "no_departure",
                "It arrived from one of your accounts, but its departure is missing.",
            ),
            Self::TooLarge => ("too_large", "The amount has more digits than we can store exactly."),
        };
        Reason {
            code,
            text: text.to_owned(),
        }
    }
}

/// A quantity that entered the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acquisition {
    /// Which movement.
    pub place: BasisPlace,
    /// The quantity, in whole units.
    pub quantity: Exact,
    /// Its cost, with fees as configured; `None` where it is not known.
    pub cost: Option<Exact>,
    /// Why it arrived without an exchange.
    pub mark: Option<EntryMark>,
}

/// A quantity that was given away: it leaves at its cost and realizes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenAway {
    /// Which movement.
    pub place: BasisPlace,
    /// The quantity, in whole units.
    pub quantity: Exact,
    /// What it cost.
    pub cost: PartialSum,
}

/// Receives what happens to lots, in the order of the movements.
pub trait BasisSink {
    /// A disposal realized a gain or a loss.
    fn realized(&mut self, gain: &RealizedGain);
    /// A disposal, or a part of it, has no gain.
    fn gap(&mut self, gap: &BasisGap);
    /// Something was acquired.
    fn acquired(&mut self, acquisition: &Acquisition);
    /// Something was given away.
    fn given_away(&mut self, given: &GivenAway);
    /// A lot was put into a pool: acquired, or arrived from another pool.
    fn put(&mut self, _: PoolKey, _: &Lot) {}
    /// Lots, or parts of them, were taken from a pool: disposed of, given away, or moved to another pool.
    fn took(&mut self, _: PoolKey, _: &Taken) {}
}

/// Receives nothing.
pub struct NoBasisSink;

impl BasisSink for NoBasisSink {
    fn realized(&mut self, _: &RealizedGain) {}
    fn gap(&mut self, _: &BasisGap) {}
    fn acquired(&mut self, _: &Acquisition) {}
    fn given_away(&mut self, _: &GivenAway) {}
}
