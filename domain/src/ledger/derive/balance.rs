//! The balances of a snapshot as they are compared with entries.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, RawAmount, Snapshot, amount::SignedRaw, fact::EXCHANGE_DECIMALS};

/// A balance, in the decimal places in which the entries of its account count. What is owed lowers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ledger) struct Balance {
    held: RawAmount,
    owed: RawAmount,
}

impl Balance {
    /// Returns whether entries with these sums add up to it.
    pub fn equals(self, arrived: RawAmount, left: RawAmount) -> bool {
        let expected = self.held.add(left);
        expected.is_ok() && expected == arrived.add(self.owed)
    }

    /// Returns whether it is more than entries with these sums add up to, and by how much; `None` where that does not fit.
    pub fn difference(self, arrived: RawAmount, left: RawAmount) -> Option<(bool, RawAmount)> {
        let (held, expected) = (self.held.add(left).ok()?, arrived.add(self.owed).ok()?);
        let less = || Some((false, expected.sub(held).ok()?));
        held.sub(expected).ok().map(|more| (true, more)).or_else(less)
    }

    /// Returns it in whole units.
    pub fn in_units(self, decimals: u8) -> Option<Amount> {
        let (held, owed) = (self.held.in_units(decimals), self.owed.in_units(decimals));
        held.and_then(|held| held.sub(owed?)).ok()
    }

    /// Adds an amount of an exchange; `None` where it has more places than are counted there.
    fn add(&mut self, amount: SignedRaw, decimals: Option<u8>) -> Option<()> {
        let zeros = EXCHANGE_DECIMALS.checked_sub(decimals?)?;
        let size = amount.size().with_zeros(zeros).ok()?;
        let sum = if amount.is_negative() {
            &mut self.owed
        } else {
            &mut self.held
        };
        *sum = sum.add(size).ok()?;
        Some(())
    }
}

impl Default for Balance {
    fn default() -> Self {
        Self::from(RawAmount::ZERO)
    }
}

impl From<RawAmount> for Balance {
    fn from(held: RawAmount) -> Self {
        Self {
            held,
            owed: RawAmount::ZERO,
        }
    }
}

/// Returns the balance of each asset that a snapshot states; `None` for one that cannot be stated exactly. An account at an exchange is
/// the sum of what it has in all places. Positions in protocols are no balances: entries do not explain them.
pub(in crate::ledger) fn balances(snapshot: &Snapshot) -> BTreeMap<AssetId, Option<Balance>> {
    let rows = snapshot.rows.iter();
    if !snapshot.account.chain.is_exchange() {
        return rows.map(|row| (row.asset.clone(), Some(row.raw.into()))).collect();
    }
    let rows = rows.map(|row| (&row.asset, row.raw.into(), row.decimals));
    let positions = snapshot.positions.iter().map(|one| (&one.asset, one.raw, one.decimals));
    let mut all: BTreeMap<AssetId, Option<Balance>> = BTreeMap::new();
    for (asset, amount, decimals) in rows.chain(positions) {
        let sum = all.entry(asset.clone()).or_insert(Some(Balance::default()));
        let is_exact = sum.as_mut().and_then(|sum| sum.add(amount, decimals)).is_some();
        *sum = sum.filter(|_| is_exact);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(text: &str) -> RawAmount {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_owed_lowers_a_balance() {
        let balance = Balance {
            held: raw("5"),
            owed: raw("12"),
        };
        assert!(balance.equals(raw("3"), raw("10")));
        assert_eq!(balance.difference(raw("3"), raw("9")), Some((false, raw("1"))));
        assert_eq!(balance.difference(raw("0"), raw("9")), Some((true, raw("2"))));
        assert_eq!(balance.in_units(0), "-7".parse().ok());
    }
}
