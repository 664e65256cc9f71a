//! What the owner of an account at an exchange states that codes there mean, applied to what is read.
//!
//! Facts keep the codes that the exchange sent. Entries and balances have the assets, so that a statement that is taken back leaves
//! nothing behind.

use std::{borrow::Cow, collections::BTreeMap};

use ports::{
    AccountId, AssetId, Ports, StorageError, Timestamp, TransactionId,
    amount::{RawAmount, SignedRaw},
    fact::{FactBody, StoredFact},
    position::Position,
};

/// The stored rows of events, by event.
type EventFacts = BTreeMap<TransactionId, Vec<StoredFact>>;

/// The assets that the codes of an account mean, by its owner. It is empty for accounts on chains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CodeMap(BTreeMap<AssetId, AssetId>);

impl CodeMap {
    /// Loads what is stated about the codes of an account.
    pub async fn load(ports: &Ports, account: &AccountId) -> Result<Self, StorageError> {
        if !account.chain.is_exchange() {
            return Ok(Self::default());
        }
        let mapped = &ports.stores.mapped_codes;
        let mapped = mapped.of_accounts(std::slice::from_ref(account)).await?;
        let mapped = mapped.into_iter().filter_map(|one| Some((one.code, one.asset?)));
        Ok(Self(mapped.collect()))
    }

    /// Returns whether the meaning of a code of an account changed at or after `since`, such as the time of its newest balances.
    pub async fn is_newer(ports: &Ports, account: &AccountId, since: Timestamp) -> Result<bool, StorageError> {
        if !account.chain.is_exchange() {
            return Ok(false);
        }
        let mapped = &ports.stores.mapped_codes;
        let mapped = mapped.of_accounts(std::slice::from_ref(account)).await?;
        Ok(mapped.iter().any(|one| one.stated_at >= since))
    }

    /// Replaces the codes in the rows of these events.
    pub fn applied_to_facts<'a>(&self, facts: &'a EventFacts) -> Cow<'a, EventFacts> {
        if self.0.is_empty() {
            return Cow::Borrowed(facts);
        }
        let mut facts = facts.clone();
        for stored in facts.values_mut().flatten() {
            let FactBody::ExchangeRow(row) = &mut stored.fact.body else {
                continue;
            };
            for amount in &mut row.amounts {
                if let Some(asset) = self.0.get(&amount.asset) {
                    amount.asset = asset.clone();
                }
            }
        }
        Cow::Owned(facts)
    }

    /// Replaces the codes in balances; what is of one asset, kind and place then is one balance. Balances whose sum does not fit keep
    /// their codes.
    pub fn applied_to_positions(&self, read: Vec<Position>) -> Vec<Position> {
        let (codes, mut positions): (Vec<Position>, Vec<Position>) =
            read.into_iter().partition(|one| self.0.contains_key(&one.asset));
        for code in codes {
            let Some(asset) = self.0.get(&code.asset) else { continue };
            let mapped = Position {
                asset: asset.clone(),
                ..code.clone()
            };
            let is_same =
                |one: &&mut Position| (&one.asset, one.kind, &one.place) == (&mapped.asset, mapped.kind, &mapped.place);
            match positions.iter_mut().find(is_same) {
                None => positions.push(mapped),
                Some(same) => match sum(same, &mapped) {
                    Some(sum) => *same = sum,
                    None => positions.push(code),
                },
            }
        }
        positions.retain(|one| !one.raw.is_zero());
        positions
    }
}

/// Returns one balance instead of two of one asset; `None` where the sum does not fit, or the decimals of one are not known.
fn sum(one: &Position, other: &Position) -> Option<Position> {
    let (own, of_other) = (one.decimals?, other.decimals?);
    let decimals = own.max(of_other);
    let raw = add(
        scaled(one.raw, decimals - own)?,
        scaled(other.raw, decimals - of_other)?,
    )?;
    Some(Position {
        raw,
        decimals: Some(decimals),
        ..one.clone()
    })
}

fn scaled(raw: SignedRaw, zeros: u8) -> Option<SignedRaw> {
    Some(signed(raw.is_negative(), raw.size().with_zeros(zeros).ok()?))
}

fn add(a: SignedRaw, b: SignedRaw) -> Option<SignedRaw> {
    let (larger, smaller) = if a.size() >= b.size() { (a, b) } else { (b, a) };
    let size = if a.is_negative() == b.is_negative() {
        larger.size().add(smaller.size())
    } else {
        larger.size().sub(smaller.size())
    };
    Some(signed(larger.is_negative(), size.ok()?))
}

fn signed(is_negative: bool, size: RawAmount) -> SignedRaw {
    if is_negative {
        SignedRaw::owed(size)
    } else {
        size.into()
    }
}

#[cfg(test)]
mod tests {
    use ports::position::PositionKind;

    use super::*;

    const CODE: &str = "exchange:kraken/code:ETH9";
    const ETHER: &str = "eip155:1/slip44:60";

    fn position(asset: &str, raw: SignedRaw, decimals: u8, place: &str) -> Position {
        Position {
            asset: asset.parse().unwrap(),
            raw,
            decimals: Some(decimals),
            kind: PositionKind::Regular,
            place: place.parse().unwrap(),
        }
    }

    fn raw(amount: u128) -> SignedRaw {
        RawAmount::from(amount).into()
    }

    fn map() -> CodeMap {
        CodeMap(BTreeMap::from([(CODE.parse().unwrap(), ETHER.parse().unwrap())]))
    }

    #[test]
    fn balances_of_one_asset_in_one_place_are_one() {
        let read = vec![
            position(ETHER, raw(5), 2, "Spot"),
            position(CODE, raw(7), 1, "Spot"),
            position(CODE, raw(3), 1, "Earn"),
            position("exchange:kraken/code:OTHER", raw(1), 1, "Spot"),
        ];
        let expected = vec![
            position(ETHER, raw(75), 2, "Spot"),
            position("exchange:kraken/code:OTHER", raw(1), 1, "Spot"),
            position(ETHER, raw(3), 1, "Earn"),
        ];
        assert_eq!(map().applied_to_positions(read.clone()), expected);
        assert_eq!(CodeMap::default().applied_to_positions(read.clone()), read);
    }

    #[test]
    fn debts_are_subtracted_and_nothing_is_no_balance() {
        let owed = |amount: u128| SignedRaw::owed(RawAmount::from(amount));
        let sum_of = |own: SignedRaw, code: SignedRaw| {
            let read = vec![position(ETHER, own, 0, "Spot"), position(CODE, code, 0, "Spot")];
            let found = map().applied_to_positions(read);
            found.into_iter().map(|one| one.raw).collect::<Vec<_>>()
        };
        assert_eq!(sum_of(raw(5), owed(7)), [owed(2)]);
        assert_eq!(sum_of(owed(5), raw(7)), [raw(2)]);
        assert_eq!(sum_of(owed(5), owed(7)), [owed(12)]);
        assert_eq!(sum_of(owed(5), raw(5)), []);
    }

    #[test]
    fn a_sum_that_does_not_fit_keeps_its_code() {
        let most = RawAmount::from_word(&[0xff; 32]);
        let read = vec![
            position(ETHER, most.into(), 18, "Spot"),
            position(CODE, raw(1), 18, "Spot"),
        ];
        assert_eq!(map().applied_to_positions(read.clone()), read);
    }
}
