//! What remains of the movements of each asset after what came back is deducted.

use std::collections::BTreeMap;

use ports::{AssetId, RawAmount};

use super::movement::{AccountMovement, Direction};

/// The net amount of one asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NetAmount {
    pub asset: AssetId,
    pub token_id: Option<String>,
    pub amount: RawAmount,
}

impl NetAmount {
    /// Returns whether it is a unit of a collection, which has no common price.
    pub fn is_nft(&self) -> bool {
        self.asset.is_collection()
    }
}

/// The net amounts of a transaction, ordered by asset and token id. An asset that came back whole is in neither list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NetAmounts {
    pub out: Vec<NetAmount>,
    pub r#in: Vec<NetAmount>,
}

impl NetAmounts {
    /// Sums movements. A sum beyond 256 bits counts as the largest number: only its direction is used.
    pub fn of(movements: &[AccountMovement]) -> Self {
        let mut sums: BTreeMap<(&AssetId, &Option<String>), (RawAmount, RawAmount)> = BTreeMap::new();
        for movement in movements {
            let sum = sums
                .entry((&movement.asset, &movement.token_id))
                .or_insert((RawAmount::ZERO, RawAmount::ZERO));
            match movement.direction {
                Direction::Out => sum.0 = capped_sum(sum.0, movement.amount),
                Direction::In => sum.1 = capped_sum(sum.1, movement.amount),
                Direction::Own => {}
            }
        }
        let mut net = Self::default();
        for ((asset, token_id), (out, r#in)) in sums {
            let (list, amount) = match (out.sub(r#in), r#in.sub(out)) {
                (Ok(amount), _) if !amount.is_zero() => (&mut net.out, amount),
                (_, Ok(amount)) if !amount.is_zero() => (&mut net.r#in, amount),
                _ => continue,
            };
            list.push(NetAmount {
                asset: asset.clone(),
                token_id: token_id.clone(),
                amount,
            });
        }
        net
    }
}

fn capped_sum(one: RawAmount, other: RawAmount) -> RawAmount {
    one.add(other).unwrap_or_else(|_| RawAmount::from_word(&[u8::MAX; 32]))
}
