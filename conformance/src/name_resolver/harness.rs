//! What an author of an adapter provides to the kit: the resolver, and the answers of its servers.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ports::{Address, Name, NameResolver};

use crate::{
    faults,
    mock_server::{Request, Response},
};

/// Creates your resolver, and answers in the place of its servers.
pub trait Harness: Send + Sync + 'static {
    /// Returns a resolver that sends requests to this base URL only. Use short timeouts: the kit waits for each of them.
    fn resolver(&self, base: &str) -> Arc<dyn NameResolver>;

    /// Returns a server's answer to a request, given these names.
    fn answer(&self, request: &Request, names: &NameRecords) -> Response;

    /// The names and addresses that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a resolver that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The names and addresses that the kit requests.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two names of the service whose normal forms have lower-case letters.
    pub names: [Name; 2],
    /// Two different addresses.
    pub addresses: [Address; 2],
    /// Whether the service supports names that are kept off-chain.
    pub off_chain: bool,
}

/// The records of the name service. Names without a record are not registered.
#[derive(Clone, Debug, Default)]
pub struct NameRecords {
    /// The targets of the registered names.
    pub forward: BTreeMap<Name, NameTarget>,
    /// The reverse records: the name that each address claims, as written by its owner.
    pub claims: BTreeMap<Address, String>,
}

/// The target of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameTarget {
    /// An address.
    Address(Address),
    /// No address, although the name has a resolver.
    Unset,
    /// A web server that the owner of the name chose.
    OffChain,
}
