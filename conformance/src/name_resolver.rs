//! Requirements for [`NameResolver`].

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use ports::{Address, Name, NameResolver, RemoteError, name::ResolveError, source::SourceKind};

use crate::{
    faults,
    mock_server::{Fault, MockServer, Request, RequestHandler, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: a name resolves to the address that it points to.
pub const FORWARD: &str = "a name resolves to the address that it points to";
/// Requirement: a name that is not registered is `NotRegistered`, which is not a failure of the look-up.
pub const NOT_REGISTERED: &str = "a name that is not registered is NotRegistered";
/// Requirement: a registered name without an address is `NoAddress`.
pub const NO_ADDRESS: &str = "a name without an address is NoAddress";
/// Requirement: a name that is kept off-chain is `OffChain`, and no request is sent to the server that its owner chose.
pub const OFF_CHAIN: &str = "a name that is kept off-chain is OffChain";
/// Requirement: the name of an address is the one that it claims, if that name resolves to the address.
pub const REVERSE: &str = "the name of an address is one that points back";
/// Requirement: a claimed name that resolves to another address is not the name of the address.
pub const CLAIM: &str = "a claimed name that points elsewhere is None";
/// Requirement: a claimed name that is not normalized is not the name of the address, because it may look like another name.
pub const NORMAL: &str = "a claimed name that is not normalized is None";
/// Requirement: an address without a name is `None`, which is not an error.
pub const NAMELESS: &str = "an address without a name is None and no error";
/// Requirement: the same call twice has the same result.
pub const REPEATABLE: &str = "the same call has the same result";
/// Requirement: a failure of one request is an error or `None`, and never a different answer.
pub const ALL_OR_NOTHING: &str = "a failure of one request is never an answer";

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
    /// A name of the service whose normal form has lower-case letters.
    pub name: Name,
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

/// Checks a resolver against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = NameResolverChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let server = checks.open(&checks.usual());
    let resolver = checks.harness.resolver(&server.url());
    let mut report = Report::new(&resolver.profile().name);
    let named = profile::check_profile(&resolver.profile(), SourceKind::Name);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&resolver.profile(), &server)),
    );
    checks.record_requirements(&mut report).await;
    report.record(REPEATABLE, again(resolver.as_ref(), &checks.samples).await);
    let open = || checks.open(&checks.usual());
    let resolve = |resolver: Arc<dyn NameResolver>, _: bool| {
        let name = checks.samples.name.clone();
        async move { remote(resolver.resolve(&name).await) }
    };
    report.record(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |server| checks.harness.resolver(&server.url()), resolve).await,
    );
    faults::run(&mut report, checks.harness.patience(), open, |server| {
        let (resolver, name) = (checks.harness.resolver(&server.url()), checks.samples.name.clone());
        async move { remote(resolver.resolve(&name).await) }
    })
    .await;
    report
}

/// Checks a resolver that sends no requests, against the requirements that need no service. The name must resolve to the first
/// address.
pub async fn check_offline(resolver: Arc<dyn NameResolver>, samples: &Samples) -> Report {
    let mut report = Report::new(&resolver.profile().name);
    report.record(
        profile::PROFILE,
        profile::check_profile(&resolver.profile(), SourceKind::Name),
    );
    report.record(REPEATABLE, again(resolver.as_ref(), samples).await);
    report.record(REVERSE, points_back(resolver.as_ref(), &samples.addresses[0]).await);
    report
}

/// Returns the error of a failed look-up; every other error is an answer.
fn remote(found: Result<Address, ResolveError>) -> Result<String, RemoteError> {
    match found {
        Err(ResolveError::Remote(error)) => Err(error),
        other => Ok(format!("{other:?}")),
    }
}

async fn again(resolver: &dyn NameResolver, samples: &Samples) -> CheckResult {
    let (one, other) = (
        resolver.resolve(&samples.name).await,
        resolver.resolve(&samples.name).await,
    );
    let back = &samples.addresses[0];
    let (name, twin) = (resolver.reverse(back).await, resolver.reverse(back).await);
    if one == other && name == twin {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{one:?} and {name:?} again"),
        format_args!("{other:?} and {twin:?}"),
        "keep no state between calls that changes a result",
    ))
}

async fn points_back(resolver: &dyn NameResolver, address: &Address) -> CheckResult {
    let claimed = resolver.reverse(address).await.map_err(|error| {
        describe_violation(
            "a name, or None",
            format_args!("{error:?}"),
            "return None for an address without a name",
        )
    })?;
    let Some(name) = claimed else { return Ok(()) };
    match resolver.resolve(&name).await {
        Ok(found) if found == *address => Ok(()),
        other => Err(describe_violation(
            format_args!("None, or a name that resolves to {address}"),
            format_args!("{name}, which resolves to {other:?}"),
            "resolve a claimed name and return None where it points elsewhere",
        )),
    }
}

struct NameResolverChecks {
    harness: Arc<dyn Harness>,
    samples: Samples,
}

struct NameHandler {
    harness: Arc<dyn Harness>,
    names: NameRecords,
}

#[async_trait]
impl RequestHandler for NameHandler {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.names)
    }
}

impl NameResolverChecks {
    fn open(&self, names: &NameRecords) -> MockServer {
        MockServer::start(NameHandler {
            harness: self.harness.clone(),
            names: names.clone(),
        })
    }

    /// Returns records in which the name points to the first address, which claims the name.
    fn usual(&self) -> NameRecords {
        let Samples { name, addresses, .. } = &self.samples;
        NameRecords {
            forward: BTreeMap::from([(name.clone(), NameTarget::Address(addresses[0].clone()))]),
            claims: BTreeMap::from([(addresses[0].clone(), name.to_string())]),
        }
    }

    async fn record_requirements(&self, report: &mut Report) {
        let Samples { name, addresses, .. } = &self.samples;
        report.record(FORWARD, self.resolves(&self.usual(), Ok(addresses[0].clone())).await);
        report.record(
            NOT_REGISTERED,
            self.resolves(&NameRecords::default(), Err(ResolveError::NotRegistered))
                .await,
        );
        let pointing = |target: NameTarget| NameRecords {
            forward: BTreeMap::from([(name.clone(), target)]),
            ..self.usual()
        };
        report.record(
            NO_ADDRESS,
            self.resolves(&pointing(NameTarget::Unset), Err(ResolveError::NoAddress))
                .await,
        );
        if self.samples.off_chain {
            report.record(
                OFF_CHAIN,
                self.resolves(&pointing(NameTarget::OffChain), Err(ResolveError::OffChain))
                    .await,
            );
        } else {
            report.skip(OFF_CHAIN, "names of this service are never kept off-chain");
        }
        report.record(REVERSE, self.reverses(&self.usual(), Some(name)).await);
        let elsewhere = pointing(NameTarget::Address(addresses[1].clone()));
        report.record(CLAIM, self.reverses(&elsewhere, None).await);
        let mut uppercase = self.usual();
        uppercase
            .claims
            .insert(addresses[0].clone(), name.as_str().to_uppercase());
        report.record(NORMAL, self.reverses(&uppercase, None).await);
        let mut nameless = self.usual();
        nameless.claims.clear();
        report.record(NAMELESS, self.reverses(&nameless, None).await);
        report.record(ALL_OR_NOTHING, self.whole().await);
    }

    async fn resolves(&self, names: &NameRecords, wanted: Result<Address, ResolveError>) -> CheckResult {
        let server = self.open(names);
        let found = self.harness.resolver(&server.url()).resolve(&self.samples.name).await;
        if found == wanted {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{wanted:?} from resolve()"),
            format_args!("{found:?}"),
            "return the variant of ResolveError for each case: people act on them differently",
        ))
    }

    async fn reverses(&self, names: &NameRecords, wanted: Option<&Name>) -> CheckResult {
        let server = self.open(names);
        let found = self
            .harness
            .resolver(&server.url())
            .reverse(&self.samples.addresses[0])
            .await;
        if found.as_ref().map(Option::as_ref) == Ok(wanted) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{wanted:?} from reverse()"),
            format_args!("{found:?}"),
            "return a claimed name only if it is normalized and resolves to the address",
        ))
    }

    /// Lets every request fail from each request on in turn: the result must be the right answer or an error.
    async fn whole(&self) -> CheckResult {
        let working = self.open(&self.usual());
        let resolver = self.harness.resolver(&working.url());
        let _ = (
            resolver.resolve(&self.samples.name).await,
            resolver.reverse(&self.samples.addresses[0]).await,
        );
        for from in 0..working.count() {
            let (server, count) = (self.open(&self.usual()), AtomicUsize::new(0));
            server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let resolver = self.harness.resolver(&server.url());
            let found = resolver.resolve(&self.samples.name).await;
            let name = resolver.reverse(&self.samples.addresses[0]).await;
            let failed = |error: &ResolveError| matches!(error, ResolveError::Remote(_));
            let right = found
                .as_ref()
                .map_or_else(failed, |address| *address == self.samples.addresses[0]);
            // A name that cannot be confirmed may be `None` instead of an error.
            let named = name.as_ref().map_or_else(failed, |name| {
                name.as_ref().is_none_or(|name| *name == self.samples.name)
            });
            if !right || !named {
                return Err(describe_violation(
                    format_args!(
                        "ResolveError::Remote: every request from the one with index {from} on is answered with 500"
                    ),
                    format_args!("{found:?} and {name:?}"),
                    "return ResolveError::Remote for a failed request: it does not show that a name is missing",
                ));
            }
        }
        Ok(())
    }
}
