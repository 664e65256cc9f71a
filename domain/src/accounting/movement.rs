//! Movements: the input of every computation on a ledger.

use ports::{AmountError, Timestamp, annotation::EntryMark};

use crate::accounting::exact::Exact;

/// What one event moved in one account: a leg of an entry, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    /// When.
    pub time: Timestamp,
    /// Its place among movements.
    pub order: MovementOrder,
    /// The account, as an index of [`LedgerTables::accounts`](crate::accounting::LedgerTables::accounts).
    pub account: u32,
    /// The asset, as an index of [`LedgerTables::assets`](crate::accounting::LedgerTables::assets).
    pub asset: u32,
    /// Its direction and purpose.
    pub role: MovementRole,
    /// What the event was.
    pub kind: MovementKind,
    /// The quantity in whole units, above zero.
    pub quantity: Exact,
    /// What it was worth.
    pub value: MovementValue,
    /// Why it arrived or left without an exchange.
    pub mark: Option<EntryMark>,
    /// The other side of the event, as an index of the caller's.
    pub counterparty: Option<u32>,
    /// The number that both sides of an own transfer or of a conversion share and no others have.
    pub transfer: Option<u32>,
    /// Whether its value is assumed to be its cost, because it arrived from elsewhere.
    pub is_assumed: bool,
}

/// The place of a movement: first by its time, then by this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct MovementOrder {
    /// The order of events with the same time.
    pub rank: u32,
    /// The event. No two events share a number, and all movements of an event have the same time and rank.
    pub event: u32,
    /// The place in the event, different for each of its movements. What leaves comes before what arrives, and fees last.
    pub leg: u16,
}

impl MovementOrder {
    /// Returns a number that stands for the movement in explanations, from its event and its place in it.
    #[must_use]
    pub fn number(self) -> u64 {
        u64::from(self.event) << 16 | u64::from(self.leg)
    }

    /// Returns the event and the place in it that a number stands for.
    #[must_use]
    pub fn parts_of(number: u64) -> (u32, u16) {
        let event = u32::try_from(number >> 16).unwrap_or(u32::MAX);
        (event, u16::try_from(number & 0xffff).unwrap_or(u16::MAX))
    }
}

/// The direction and purpose of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementRole {
    /// Left the portfolio: a disposal.
    Out,
    /// Arrived in the portfolio: an acquisition.
    In,
    /// Paid as a fee: a disposal.
    Fee,
    /// Left for another own account.
    TransferOut,
    /// Arrived from another own account.
    TransferIn,
    /// Left to become something else that keeps its lots, such as a deposit.
    ConvertOut,
    /// What it became.
    ConvertIn,
}

impl MovementRole {
    /// Returns whether it keeps its lots, so that it is neither a disposal nor an acquisition.
    #[must_use]
    pub const fn is_carried(self) -> bool {
        matches!(
            self,
            Self::TransferOut | Self::TransferIn | Self::ConvertOut | Self::ConvertIn
        )
    }
}

/// What an event was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementKind {
    /// Bought for money.
    Buy,
    /// Sold for money.
    Sell,
    /// One asset exchanged for another.
    Swap,
    /// Arrived from elsewhere.
    Deposit,
    /// Left for elsewhere.
    Withdraw,
    /// Between own accounts.
    Transfer,
    /// Deposited or staked: it became a position.
    Commit,
    /// Withdrawn or unstaked: a position became what it is of.
    Redeem,
    /// An asset became the one that continues it.
    Continue,
    /// Only a fee, as for an approval or a failed transaction.
    Call,
}

/// What a movement was worth when it happened, in the currency of the report.
///
/// Round prices and totals to 18 places before: exact products of longer ones with quantities of 18 places soon have more digits
/// than 256 bits hold, and become a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementValue {
    /// The price of one whole unit.
    UnitPrice(Exact),
    /// The value of all of it, such as a cost set by the user.
    Total(Exact),
    /// Not known, which is not zero.
    Unknown,
}

impl Movement {
    /// Returns the value of all of it; `None` where it is not known.
    #[inline]
    pub fn total(&self) -> Result<Option<Exact>, AmountError> {
        match self.value {
            MovementValue::UnitPrice(price) => self.quantity.mul(price).map(Some),
            MovementValue::Total(total) => Ok(Some(total)),
            MovementValue::Unknown => Ok(None),
        }
    }

    /// Returns the value of a part of it; `None` where it is not known.
    pub fn value_of(&self, part: Exact) -> Result<Option<Exact>, AmountError> {
        match self.value {
            MovementValue::UnitPrice(price) => part.mul(price).map(Some),
            MovementValue::Total(total) => total.share(part, self.quantity).map(Some),
            MovementValue::Unknown => Ok(None),
        }
    }

    /// Returns the movement with another quantity and role, at the same price.
    pub(in crate::accounting) fn scaled(&self, quantity: Exact, role: MovementRole) -> Result<Self, AmountError> {
        let value = match self.value {
            MovementValue::Total(total) => MovementValue::Total(total.share(quantity, self.quantity)?),
            value => value,
        };
        Ok(Self {
            role,
            quantity,
            value,
            ..*self
        })
    }

    /// Returns the key by which movements are sorted.
    #[must_use]
    pub fn key(&self) -> (Timestamp, MovementOrder) {
        (self.time, self.order)
    }

    /// Returns whether it adds to the account.
    #[must_use]
    pub fn arrives(&self) -> bool {
        matches!(
            self.role,
            MovementRole::In | MovementRole::TransferIn | MovementRole::ConvertIn
        )
    }
}

/// Sorts movements as every computation needs them. The result does not depend on the order in which they are given.
pub fn sort_movements(movements: &mut [Movement]) {
    movements.sort_unstable_by_key(Movement::key);
}

/// Returns the events of sorted movements, one after the other.
pub fn events(movements: &[Movement]) -> impl Iterator<Item = &[Movement]> {
    movements.chunk_by(|a, b| a.order.event == b.order.event)
}
