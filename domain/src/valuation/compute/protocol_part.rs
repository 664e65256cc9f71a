//! Where in a protocol a holding is.

use ports::{PositionLeg, PositionPlace, Receipt, Snapshot};

use crate::valuation::{
    compute::held::HeldAmount,
    inputs::types::Inputs,
    section::{Belonging, InProtocol},
};

/// Where in a protocol a holding is.
#[derive(Clone, Debug)]
pub struct ProtocolPart {
    /// The protocol.
    pub place: PositionPlace,
    /// Which of the positions of the account there; `None` where it can have one only.
    pub item: Option<String>,
    /// The amount as the protocol states it; `None` for the balance of a receipt.
    pub leg: Option<PositionLeg>,
}

impl ProtocolPart {
    /// Returns where a balance or a position is; `None` outside protocols.
    pub fn of(inputs: &Inputs, snapshot: &Snapshot, held: HeldAmount<'_>) -> Option<Self> {
        match held.belonging(inputs, &snapshot.account.chain) {
            Belonging::Protocol { place, item, leg, .. } => Some(Self {
                place: place.clone(),
                item: item.map(ToOwned::to_owned),
                leg: leg.cloned(),
            }),
            Belonging::Wallet | Belonging::Exchange { .. } => None,
        }
    }

    /// Returns where a receipt is.
    pub fn of_receipt(receipt: &Receipt) -> Self {
        Self {
            place: receipt.place.clone(),
            item: None,
            leg: None,
        }
    }

    /// Returns what selects exactly this amount of a position; `None` for the balance of a receipt.
    #[must_use]
    pub fn selection(&self) -> Option<InProtocol> {
        self.leg.as_ref().map(|leg| InProtocol {
            place: self.place.clone(),
            item: Some(self.item.clone().unwrap_or_default()),
            leg: Some((leg.role, leg.contract.clone())),
        })
    }
}
