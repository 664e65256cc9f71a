//! The services that appear in invented transactions (`services.csv`): real contracts and wallets, so that their labels
//! are shown.

use std::str::FromStr;

use ports::{address::Address, chain::ChainId};

use crate::demo::random::{Draws, digest};

/// Columns: the `role`, the `chain`, `*` for every EVM chain, and the `address`.
const FILE: &str = include_str!("services.csv");

/// What a service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A wallet from which an exchange pays out.
    Exchange,
    /// A contract that swaps assets.
    Router,
    /// A contract that takes assets to another chain.
    Bridge,
    /// Lido's token, which takes ether.
    Lido,
    /// The collection of names.
    Names,
    /// The contract that sells names.
    Registrar,
    /// A contract that is called without an amount.
    Called,
}

impl Role {
    const ALL: [(&'static str, Self); 7] = [
        ("exchange", Self::Exchange),
        ("router", Self::Router),
        ("bridge", Self::Bridge),
        ("lido", Self::Lido),
        ("names", Self::Names),
        ("registrar", Self::Registrar),
        ("called", Self::Called),
    ];
}

/// All services.
#[derive(Debug)]
pub(in crate::demo) struct Services(Vec<(Role, String, Address)>);

impl Services {
    pub(in crate::demo) fn new() -> Self {
        Self(FILE.lines().skip(1).filter_map(row).collect())
    }

    /// Returns the services of a chain in this role.
    pub(super) fn of(&self, role: Role, chain: &ChainId) -> Vec<&Address> {
        let is_there = |place: &str| place == chain.as_str() || place == "*";
        let found = self.0.iter().filter(|(of, place, _)| *of == role && is_there(place));
        found.map(|(.., address)| address).collect()
    }

    /// Returns one of the services of a chain in this role.
    pub(super) fn pick(&self, role: Role, chain: &ChainId, draws: &mut Draws) -> Option<Address> {
        draws.pick(&self.of(role, chain)).map(|address| (*address).clone())
    }
}

fn row(line: &str) -> Option<(Role, String, Address)> {
    let mut fields = line.split(',');
    let role = fields.next()?;
    let (_, role) = Role::ALL.into_iter().find(|(name, _)| *name == role)?;
    let chain = fields.next()?.to_owned();
    Some((role, chain, Address::from_str(fields.next()?).ok()?))
}

/// Returns an invented EVM address.
pub(super) fn invented(parts: &[&str]) -> Address {
    let mut bytes = [0; 20];
    bytes.copy_from_slice(&digest(parts)[..20]);
    Address::evm(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        assert_eq!(Services::new().0.len(), FILE.lines().count() - 1);
        let ethereum = Services::new();
        assert!(ethereum.of(Role::Router, &ChainId::evm(1)).len() > 2);
        assert_eq!(ethereum.of(Role::Bridge, &ChainId::evm(100)).len(), 0);
    }
}
