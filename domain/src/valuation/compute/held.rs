//! What is valued: a balance or a position of a snapshot.

use ports::{
    AssetId, ChainId, Position, PositionKind, PositionLeg, PositionPlace, ProtocolPosition, Snapshot,
    amount::SignedRaw, protocol::PositionRole, snapshot::SnapshotRow,
};

use crate::valuation::{inputs::types::Inputs, section::Belonging};

/// A balance or a position of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct HeldAmount<'a> {
    /// The asset.
    pub asset: &'a AssetId,
    /// The quantity in the asset's smallest unit; negative for what is owed.
    pub raw: SignedRaw,
    /// The asset's decimals as known when it was read.
    pub decimals: Option<u8>,
    /// The position; `None` for a balance.
    pub position: Option<&'a Position>,
    /// The position in a protocol that it belongs to, and what it does there; `None` elsewhere.
    pub protocol: Option<(&'a ProtocolPosition, &'a PositionLeg)>,
}

/// What orders the amounts of one account: asset, place and kind, and in a protocol which position and what it does there.
type Order<'a> = (
    &'a AssetId,
    Option<(&'a PositionPlace, PositionKind)>,
    Option<(Option<&'a str>, PositionRole)>,
);

impl<'a> From<&'a SnapshotRow> for HeldAmount<'a> {
    fn from(row: &'a SnapshotRow) -> Self {
        Self {
            asset: &row.asset,
            raw: row.raw.into(),
            decimals: row.decimals,
            position: None,
            protocol: None,
        }
    }
}

impl<'a> From<&'a Position> for HeldAmount<'a> {
    fn from(position: &'a Position) -> Self {
        Self {
            asset: &position.asset,
            raw: position.raw,
            decimals: position.decimals,
            position: Some(position),
            protocol: None,
        }
    }
}

impl<'a> HeldAmount<'a> {
    /// Returns everything that a snapshot states. A balance that stands for a position in a protocol is left out, because the amounts of
    /// the position are counted in its place.
    pub fn all(snapshot: &'a Snapshot) -> impl Iterator<Item = Self> {
        let rows = snapshot.rows.iter();
        let rows = rows.filter(|row| !snapshot.protocols.is_receipt(&row.asset));
        let places = snapshot.positions.iter().map(Self::from);
        let positions = snapshot.protocols.positions.iter();
        let legs = positions.flat_map(|of| {
            of.legs.iter().map(move |leg| Self {
                protocol: Some((of, leg)),
                ..Self::from(&leg.position)
            })
        });
        rows.map(Self::from).chain(places).chain(legs)
    }

    /// Returns what histories record of a snapshot: its balances, those of receipts too, and the amounts of an exchange.
    pub fn recorded(snapshot: &'a Snapshot) -> impl Iterator<Item = Self> {
        let places = snapshot.positions.iter().map(Self::from);
        snapshot.rows.iter().map(Self::from).chain(places)
    }

    /// Returns what orders the amounts of one account.
    pub fn order(&self) -> Order<'a> {
        let place = self.position.map(|position| (&position.place, position.kind));
        let in_protocol = self.protocol.map(|(of, leg)| (of.item.as_deref(), leg.role));
        (self.asset, place, in_protocol)
    }

    /// Returns the decimals that it is counted with.
    pub fn counted_decimals(&self, inputs: &Inputs) -> Option<u8> {
        inputs.decimals_of(self.asset, self.decimals)
    }

    /// Returns where it is on the balance sheet, in an account on this chain.
    pub fn belonging(&self, inputs: &'a Inputs, chain: &ChainId) -> Belonging<'a> {
        if chain.is_exchange() {
            let is_debt = self.raw.is_negative();
            return Belonging::Exchange { is_debt };
        }
        let item = self.protocol.and_then(|(of, _)| of.item.as_deref());
        let receipt = || inputs.receipt(self.asset).map(|receipt| &receipt.place);
        match self.position.map(|position| &position.place).or_else(receipt) {
            Some(place) => Belonging::Protocol {
                place,
                item,
                leg: self.protocol.map(|(_, leg)| leg),
                is_debt: self.kind(inputs) == PositionKind::Borrowed,
            },
            None => Belonging::Wallet,
        }
    }

    /// Returns how it is held: a balance in the way of the position that its asset is a receipt of.
    pub fn kind(&self, inputs: &Inputs) -> PositionKind {
        self.position
            .map_or_else(|| inputs.kind(self.asset), |position| position.kind)
    }
}
