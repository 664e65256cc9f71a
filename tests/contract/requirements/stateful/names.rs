//! Stateful name resolvers.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    name_resolver::{self as requirements, Harness, NameRecords, Samples, check},
};
use ports::{Address, Name, NameResolver, Profile, name::ResolveError};

use super::{Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_names::FlawedHarness};

struct Resolver {
    inner: Arc<dyn NameResolver>,
    addresses: Memory<Address, ResolveError>,
    names: Memory<Option<Name>, ResolveError>,
}

impl Harness for Stateful<FlawedHarness> {
    fn resolver(&self, base: &str) -> Arc<dyn NameResolver> {
        Arc::new(Resolver {
            inner: self.0.resolver(base),
            addresses: Memory::new(self.1),
            names: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, names: &NameRecords) -> Response {
        self.0.answer(request, names)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl NameResolver for Resolver {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    async fn resolve(&self, name: &Name) -> Result<Address, ResolveError> {
        self.addresses.answer(&[("name", name)], self.inner.resolve(name)).await
    }

    async fn reverse(&self, address: &Address) -> Result<Option<Name>, ResolveError> {
        self.names
            .answer(&[("address", address)], self.inner.reverse(address))
            .await
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("name"), requirements::FORWARD),
    (StateFlaw::KeyWithout("address"), requirements::REVERSE),
    (StateFlaw::PreviousAnswer, requirements::FORWARD),
    (StateFlaw::PreviousAnswer, requirements::NAMELESS),
    (StateFlaw::FailureHidden, requirements::CURRENT),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_resolver_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}
