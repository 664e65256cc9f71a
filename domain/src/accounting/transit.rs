//! Transfers between own accounts and conversions that have left one pool and not arrived in the other.

use ports::AmountError;

use crate::accounting::{exact::Exact, lot::Lot, taken::Taken};

/// An own transfer or a conversion that has not arrived yet.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct InTransit {
    /// The pool that it left.
    pub pool: u32,
    /// What left, in whole units.
    pub quantity: Exact,
    /// The lots that it carries; none where all accounts share their lots, which stay in the pool.
    pub lots: Vec<Lot>,
}

impl InTransit {
    /// Divides the lots into those that arrived and what was lost on the way.
    pub fn divide(self, arrived: Exact) -> Result<(Vec<Lot>, Taken), AmountError> {
        let mut wanted = arrived;
        let (mut arriving, mut lost) = (Vec::new(), Taken::new(true));
        for mut lot in self.lots {
            if lot.quantity <= wanted {
                wanted = wanted.sub(lot.quantity)?;
                arriving.push(lot);
                continue;
            }
            if !wanted.is_zero() {
                arriving.push(lot.split(wanted)?.0);
                wanted = Exact::ZERO;
            }
            lost.add(&lot, None)?;
        }
        Ok((arriving, lost))
    }
}
