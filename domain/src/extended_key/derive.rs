//! Derivation of accounts from an extended key.

use std::collections::BTreeMap;

use ports::{
    AccountId, ExtendedKey, Ports,
    extended_key::{Branch, DerivationPath, DeriveError},
};

use crate::extended_key::supported::chain_of;

/// Returns the accounts at these places below the key.
///
/// Empty if the key's chain is not read. A place is left out if the chain has no addresses of its script, or if its
/// index yields no valid key, which BIP 32 allows with negligible probability.
pub fn accounts(
    ports: &Ports,
    key: &ExtendedKey,
    paths: impl IntoIterator<Item = DerivationPath>,
) -> Result<Vec<(DerivationPath, AccountId)>, DeriveError> {
    let Some(chain) = chain_of(ports, key) else {
        return Ok(Vec::new());
    };
    let mut branches: BTreeMap<Branch, ExtendedKey> = BTreeMap::new();
    for branch in Branch::ALL {
        branches.insert(branch, ports.keys.child(key, branch.number())?);
    }
    let mut found = Vec::new();
    for path in paths {
        let child = match ports.keys.child(&branches[&path.branch], path.index) {
            Err(DeriveError::NoKey) => continue,
            child => child?,
        };
        let address = ports.keys.address(&child, path.script, &chain.addresses)?;
        let account = address.and_then(|address| chain.account(&address));
        found.extend(account.map(|account| (path, account)));
    }
    Ok(found)
}
