//! What a disposal takes from the lots of a pool.

use ports::AmountError;

use crate::accounting::{
    exact::Exact,
    lot::{Lot, LotCost},
    movement::MovementOrder,
};

/// The parts of lots that a disposal takes, summed by what is known of them.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The quantity of known cost.
    pub known: Exact,
    /// Its cost.
    pub cost: Exact,
    /// The quantity of known cost whose cost is assumed.
    pub assumed: Exact,
    /// The quantity of unknown cost.
    pub unknown: Exact,
    /// The movement that acquired the first part of unknown cost.
    pub unknown_origin: Option<MovementOrder>,
    /// The parts, each as a lot of its own, where they are kept.
    pub pieces: Vec<Piece>,
    /// Whether the parts are kept, for an explanation or to be moved. Otherwise only the sums are.
    keeps_pieces: bool,
}

/// A part that was taken from a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The part, as a lot of its own.
    pub lot: Lot,
    /// The cost and the quantity of what it is a share of, where its cost is a share.
    pub share_of: Option<(Exact, Exact)>,
}

impl Taken {
    /// Makes an empty one.
    #[must_use]
    pub const fn new(keeps_pieces: bool) -> Self {
        Self {
            known: Exact::ZERO,
            cost: Exact::ZERO,
            assumed: Exact::ZERO,
            unknown: Exact::ZERO,
            unknown_origin: None,
            pieces: Vec::new(),
            keeps_pieces,
        }
    }

    /// Adds all of a lot.
    #[inline]
    pub fn add(&mut self, lot: &Lot, share_of: Option<(Exact, Exact)>) -> Result<(), AmountError> {
        match &lot.cost {
            LotCost::Unit(unit) => {
                self.cost.accumulate(&lot.quantity.mul(*unit)?)?;
                self.known.accumulate(&lot.quantity)?;
            }
            LotCost::Total(total) => {
                self.cost.accumulate(total)?;
                self.known.accumulate(&lot.quantity)?;
            }
            LotCost::Unknown => {
                self.unknown.accumulate(&lot.quantity)?;
                self.unknown_origin = self.unknown_origin.or(Some(lot.origin));
            }
        }
        if lot.is_assumed && lot.cost != LotCost::Unknown {
            self.assumed.accumulate(&lot.quantity)?;
        }
        if self.keeps_pieces {
            self.pieces.push(Piece { lot: *lot, share_of });
        }
        Ok(())
    }

    /// Takes a part off a lot. `part` is at most its quantity.
    #[inline]
    pub fn split(&mut self, lot: &mut Lot, part: Exact) -> Result<(), AmountError> {
        if let (LotCost::Unit(unit), None, false) = (&lot.cost, lot.deposited, self.keeps_pieces) {
            self.cost.accumulate(&part.mul(*unit)?)?;
            self.known.accumulate(&part)?;
            if lot.is_assumed {
                self.assumed.accumulate(&part)?;
            }
            return lot.quantity.reduce(&part);
        }
        let (piece, share_of) = lot.split(part)?;
        self.add(&piece, share_of)
    }
}

impl From<Lot> for Piece {
    fn from(lot: Lot) -> Self {
        Self { lot, share_of: None }
    }
}
