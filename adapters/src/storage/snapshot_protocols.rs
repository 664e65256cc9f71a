//! The stored form of what an account has in protocols.

use std::borrow::Cow;

use ports::{
    Position, PositionKind, PositionLeg, PositionPlace, ProtocolPosition, ProtocolReading, protocol::UnreadProtocol,
};
use serde::{Deserialize, Serialize};

/// What an account has in protocols, as one text in a column.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredProtocols<'a> {
    #[serde(borrow)]
    positions: Vec<StoredPosition<'a>>,
    #[serde(borrow)]
    unread: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

#[derive(Serialize, Deserialize)]
struct StoredPosition<'a> {
    #[serde(borrow)]
    place: Cow<'a, str>,
    #[serde(borrow)]
    item: Option<Cow<'a, str>>,
    #[serde(borrow)]
    legs: Vec<StoredLeg<'a>>,
    #[serde(borrow)]
    health: Option<Cow<'a, str>>,
    #[serde(borrow)]
    receipts: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    unread: Vec<Cow<'a, str>>,
}

#[derive(Serialize, Deserialize)]
struct StoredLeg<'a> {
    #[serde(borrow)]
    asset: Cow<'a, str>,
    /// Signed, in the smallest unit.
    #[serde(borrow)]
    raw: Cow<'a, str>,
    decimals: Option<u8>,
    /// The number of its kind.
    kind: u8,
    #[serde(borrow)]
    role: Cow<'a, str>,
    #[serde(borrow)]
    contract: Cow<'a, str>,
    #[serde(borrow)]
    function: Cow<'a, str>,
    /// Milliseconds since 1970.
    unlocks_at: Option<i64>,
}

impl<'a> StoredProtocols<'a> {
    /// Returns the stored form.
    pub(super) fn of(protocols: &'a ProtocolReading) -> Self {
        let unread = protocols.unread.iter();
        Self {
            positions: protocols.positions.iter().map(StoredPosition::of).collect(),
            unread: unread
                .map(|one| (one.place.as_str().into(), one.why.as_str().into()))
                .collect(),
        }
    }

    /// Returns what is stored; `None` if a part of it cannot be parsed.
    pub(super) fn read(&self) -> Option<ProtocolReading> {
        let unread = |(place, why): &(Cow<'_, str>, Cow<'_, str>)| {
            Some(UnreadProtocol {
                place: place.parse().ok()?,
                why: why.to_string(),
            })
        };
        Some(ProtocolReading {
            positions: self.positions.iter().map(StoredPosition::read).collect::<Option<_>>()?,
            unread: self.unread.iter().map(unread).collect::<Option<_>>()?,
        })
    }
}

impl<'a> StoredPosition<'a> {
    fn of(position: &'a ProtocolPosition) -> Self {
        Self {
            place: position.place.as_str().into(),
            item: position.item.as_deref().map(Cow::Borrowed),
            legs: position.legs.iter().map(StoredLeg::of).collect(),
            health: position.health.map(|health| health.to_string().into()),
            receipts: position.receipts.iter().map(|asset| asset.as_str().into()).collect(),
            unread: position.unread.iter().map(|text| text.as_str().into()).collect(),
        }
    }

    fn read(&self) -> Option<ProtocolPosition> {
        let place: PositionPlace = self.place.parse().ok()?;
        let health = self.health.as_ref().map(|text| text.parse());
        let receipts = self.receipts.iter().map(|text| text.parse().ok());
        Some(ProtocolPosition {
            legs: self.legs.iter().map(|leg| leg.read(&place)).collect::<Option<_>>()?,
            place,
            item: self.item.as_ref().map(ToString::to_string),
            health: health.transpose().ok()?,
            receipts: receipts.collect::<Option<_>>()?,
            unread: self.unread.iter().map(ToString::to_string).collect(),
        })
    }
}

impl<'a> StoredLeg<'a> {
    fn of(leg: &'a PositionLeg) -> Self {
        Self {
            asset: leg.position.asset.as_str().into(),
            raw: leg.position.raw.to_string().into(),
            decimals: leg.position.decimals,
            kind: leg.position.kind.number(),
            role: leg.role.as_str().into(),
            contract: leg.contract.as_str().into(),
            function: leg.function.as_str().into(),
            unlocks_at: leg.unlocks_at.map(ports::Timestamp::millis),
        }
    }

    fn read(&self, place: &PositionPlace) -> Option<PositionLeg> {
        let mut kinds = PositionKind::ALL.into_iter();
        Some(PositionLeg {
            position: Position {
                asset: self.asset.parse().ok()?,
                raw: self.raw.parse().ok()?,
                decimals: self.decimals,
                kind: kinds.find(|one| one.number() == self.kind)?,
                place: place.clone(),
            },
            role: self.role.parse().ok()?,
            contract: self.contract.parse().ok()?,
            function: self.function.to_string(),
            unlocks_at: self.unlocks_at.map(ports::Timestamp::from_millis),
        })
    }
}
