//! From places below a key to accounts.

use std::collections::BTreeMap;

use ports::{
    AccountId, ExtendedKey, Ports,
    extended_key::{Branch, DerivationPath, DeriveError},
};

use crate::extended_key::supported::chain_of;

/// The accounts at these places. None where the key's chain is not read or has no addresses of the script; the very rare
/// numbers without a key are left out.
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
