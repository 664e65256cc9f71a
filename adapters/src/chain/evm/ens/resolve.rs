//! Resolves a name, or verifies the name that an address claims, at one node.

use std::sync::LazyLock;

use ports::{Address, Name, RemoteError, SourceId, disclosure::DisclosedField, name::ResolveError};

use super::{
    expiry,
    lookup::{Lookup, LookupResult},
};
use crate::chain::{
    evm::node::{EvmNode, Purpose},
    rows::EnsContracts,
};

pub(super) static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("ens"));

fn name_purpose(disclosed: DisclosedField) -> Purpose {
    Purpose {
        source: SOURCE.clone(),
        purpose: "name",
        disclosed,
    }
}

/// Resolves a name at one node. The privacy ledger records the requests as disclosing `disclosed`.
pub(super) async fn resolve_at(
    node: &EvmNode,
    contracts: &EnsContracts,
    name: &Name,
    disclosed: DisclosedField,
) -> LookupResult<Address> {
    // This also verifies that the node serves the chain of these names.
    let head = node.head(&SOURCE).await?;
    let lookup = Lookup {
        node,
        purpose: name_purpose(disclosed),
    };
    let universal = match &contracts.universal_resolver {
        Some(universal) => lookup.universal(universal, name).await?,
        None => None,
    };
    let found = match universal {
        Some(found) => found,
        None => lookup.by_registry(&contracts.registry, name).await?,
    };
    // A resolver continues to answer for a name after its registration has expired.
    if let (Ok(_), Some(registrar)) = (&found, &contracts.registrar)
        && let Some(expires) = lookup.expiry(registrar, name).await?
        && let Some(expired) = expiry::expired(expires, head.block.time)
    {
        return Ok(Err(expired));
    }
    Ok(found)
}

/// Returns the primary name of an address, if it is normalized and resolves back to the address. An unverified name is
/// never returned.
pub(super) async fn reverse_at(
    node: &EvmNode,
    contracts: &EnsContracts,
    address: &Address,
) -> Result<Option<Name>, RemoteError> {
    node.head(&SOURCE).await?;
    let lookup = Lookup {
        node,
        purpose: name_purpose(DisclosedField::Address(address.clone())),
    };
    let claimed = lookup.claim(contracts, address).await?;
    // A name that is not normalized may look like another one.
    let normal = claimed.parse::<Name>().ok().filter(|name| name.as_str() == claimed);
    let Some(name) = normal.filter(Name::has_known_ending) else {
        return Ok(None);
    };
    // Everyone who watches the address sees this request in the privacy ledger, also where the name turns out to be
    // false.
    match resolve_at(node, contracts, &name, DisclosedField::Address(address.clone())).await? {
        Ok(back) if back == *address => Ok(Some(name)),
        Ok(_)
        | Err(
            ResolveError::NotRegistered
            | ResolveError::NoAddress
            | ResolveError::OffChain
            | ResolveError::Expired { .. },
        ) => Ok(None),
        Err(ResolveError::Remote(error)) => Err(error),
    }
}
