//! Placeholders for ports that a tracker without adapters does not support.

use async_trait::async_trait;
use ports::{
    Address, ExtendedKey, KeyDeriver, Name, NameResolver, Profile, RemoteError, SourceId,
    address::Form,
    extended_key::{DeriveError, Script},
    name::ResolveError,
    source::SourceKind,
};

/// A name resolver that answers every look-up with [`RemoteError::Unsupported`].
#[derive(Clone, Copy, Debug, Default)]
pub struct NoNames;

fn unsupported() -> ResolveError {
    ResolveError::Remote(RemoteError::Unsupported {
        who: "This program".to_owned(),
        what: "names of accounts".to_owned(),
    })
}

#[async_trait]
impl NameResolver for NoNames {
    fn profile(&self) -> Profile {
        Profile::new(SourceId::fixed("no-names"), "No names", SourceKind::Name)
    }

    async fn resolve(&self, _: &Name) -> Result<Address, ResolveError> {
        Err(unsupported())
    }

    async fn reverse(&self, _: &Address) -> Result<Option<Name>, ResolveError> {
        Err(unsupported())
    }
}

/// A key deriver that derives nothing. It is not called if no chain has prefixes of extended public keys
/// ([`ports::chain::Chain::keys`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct NoKeys;

impl KeyDeriver for NoKeys {
    fn child(&self, _: &ExtendedKey, _: u32) -> Result<ExtendedKey, DeriveError> {
        Err(DeriveError::Unsupported)
    }

    fn address(&self, _: &ExtendedKey, _: Script, _: &[Form]) -> Result<Option<Address>, DeriveError> {
        Ok(None)
    }
}
