//! Movements: amounts that left or reached an account.

use ports::{Address, AssetId, RawAmount, fact::Stream};

/// Which way an amount moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Direction {
    /// Out of the account.
    Out,
    /// Into the account.
    In,
    /// From the account to itself.
    Own,
}

/// One amount that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AccountMovement {
    pub direction: Direction,
    pub asset: AssetId,
    pub token_id: Option<String>,
    pub amount: RawAmount,
    /// The other side; `None` where it is unknown.
    pub counterparty: Option<Address>,
    /// The stream of the fact that states it.
    pub stream: Stream,
    /// The item of that fact.
    pub item: String,
    /// The position within the transaction: the value first, then internal transfers, then logs.
    pub order: Vec<u64>,
}

/// The two sides of a transfer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub from: Option<&'a Address>,
    pub to: Option<&'a Address>,
}

impl<'a> Sides<'a> {
    pub fn new(from: &'a Address, to: Option<&'a Address>) -> Self {
        Self { from: Some(from), to }
    }

    /// Returns the direction and the other side, as seen from an account; `None` where it is on neither side.
    pub fn seen_from(self, account: &Address) -> Option<(Direction, Option<Address>)> {
        let is_own = |side: Option<&Address>| side == Some(account);
        match (is_own(self.from), is_own(self.to)) {
            (true, true) => Some((Direction::Own, Some(account.clone()))),
            (true, false) => Some((Direction::Out, self.to.cloned())),
            (false, true) => Some((Direction::In, self.from.cloned())),
            (false, false) => None,
        }
    }
}
