//! The requirements of [`NameResolver`].

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
    door::{Behind, Door, Fault, Request, Response},
    faults, profile,
    report::{Report, Verdict, violation},
};

/// Requirement: a name resolves to the address that it points to.
pub const FORWARD: &str = "a name resolves to the address that it points to";
/// Requirement: a name that is not registered is `NotRegistered`, which is no failure of the look-up.
pub const NOT_REGISTERED: &str = "a name that is not registered is NotRegistered";
/// Requirement: a registered name without an address is `NoAddress`.
pub const NO_ADDRESS: &str = "a name without an address is NoAddress";
/// Requirement: a name kept off-chain is `OffChain`, and no server of its owner's choice is asked.
pub const OFF_CHAIN: &str = "a name that is kept off-chain is OffChain";
/// Requirement: the name of an address is the one that it claims, if that name points back.
pub const REVERSE: &str = "the name of an address is one that points back";
/// Requirement: a claimed name that points elsewhere is not the name of the address.
pub const CLAIM: &str = "a claimed name that points elsewhere is None";
/// Requirement: a claimed name that is not normalized is not the name of the address: it may look like another.
pub const NORMAL: &str = "a claimed name that is not normalized is None";
/// Requirement: an address without a name is `None`, which is no error.
pub const NAMELESS: &str = "an address without a name is None and no error";
/// Requirement: the same question twice has the same answer.
pub const AGAIN: &str = "the same question has the same answer";
/// Requirement: a failure of one request is an error, or no answer at all, and never a different answer.
pub const WHOLE: &str = "a failure of one request is never an answer";

/// Your resolver, and the servers it asks.
pub trait Stand: Send + Sync + 'static {
    /// A resolver that asks at this base URL and nowhere else, with short timeouts: the kit waits for each.
    fn resolver(&self, base: &str) -> Arc<dyn NameResolver>;

    /// What a server answers to a request when these are the names.
    fn answer(&self, request: &Request, names: &Names) -> Response;

    /// The names and addresses that the kit asks about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every timeout and repeated attempt. A resolver that takes longer
    /// has no timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The names and addresses that the kit asks about.
#[derive(Clone, Debug)]
pub struct Samples {
    /// A name as the service has them; its normal form has small letters.
    pub name: Name,
    /// Two addresses.
    pub addresses: [Address; 2],
    /// Whether names of the service can be kept off-chain.
    pub off_chain: bool,
}

/// What the service knows: names that are not here are not registered.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Where names point.
    pub forward: BTreeMap<Name, Points>,
    /// What addresses call themselves, as they wrote it.
    pub claims: BTreeMap<Address, String>,
}

/// Where a name points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Points {
    /// To an address.
    To(Address),
    /// Nowhere: it is set up and has no address.
    Nowhere,
    /// To a web server of its owner's choice.
    OffChain,
}

/// Checks a resolver against every requirement.
pub async fn check(stand: impl Stand) -> Report {
    let bench = Bench {
        samples: stand.samples(),
        stand: Arc::new(stand),
    };
    let door = bench.open(&bench.usual());
    let resolver = bench.stand.resolver(&door.url());
    let mut report = Report::of(&resolver.profile().name);
    let named = profile::sound(&resolver.profile(), SourceKind::Name);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&resolver.profile(), &door)),
    );
    bench.laws(&mut report).await;
    report.note(AGAIN, again(resolver.as_ref(), &bench.samples).await);
    let open = || bench.open(&bench.usual());
    let resolve = |resolver: Arc<dyn NameResolver>, _: bool| {
        let name = bench.samples.name.clone();
        async move { remote(resolver.resolve(&name).await) }
    };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(open, |door| bench.stand.resolver(&door.url()), resolve).await,
    );
    faults::run(&mut report, bench.stand.patience(), open, |door| {
        let (resolver, name) = (bench.stand.resolver(&door.url()), bench.samples.name.clone());
        async move { remote(resolver.resolve(&name).await) }
    })
    .await;
    report
}

/// Checks a resolver that sends no requests: the requirements that need no service. The first address is where the name points.
pub async fn check_alone(resolver: Arc<dyn NameResolver>, samples: &Samples) -> Report {
    let mut report = Report::of(&resolver.profile().name);
    report.note(profile::PROFILE, profile::sound(&resolver.profile(), SourceKind::Name));
    report.note(AGAIN, again(resolver.as_ref(), samples).await);
    report.note(REVERSE, points_back(resolver.as_ref(), &samples.addresses[0]).await);
    report
}

/// A failed look-up; every other error is an answer.
fn remote(found: Result<Address, ResolveError>) -> Result<String, RemoteError> {
    match found {
        Err(ResolveError::Remote(error)) => Err(error),
        other => Ok(format!("{other:?}")),
    }
}

async fn again(resolver: &dyn NameResolver, samples: &Samples) -> Verdict {
    let (one, other) = (
        resolver.resolve(&samples.name).await,
        resolver.resolve(&samples.name).await,
    );
    let back = &samples.addresses[0];
    let (name, twin) = (resolver.reverse(back).await, resolver.reverse(back).await);
    if one == other && name == twin {
        return Ok(());
    }
    Err(violation(
        format_args!("{one:?} and {name:?} again"),
        format_args!("{other:?} and {twin:?}"),
        "keep nothing between questions that changes an answer",
    ))
}

async fn points_back(resolver: &dyn NameResolver, address: &Address) -> Verdict {
    let claimed = resolver.reverse(address).await.map_err(|error| {
        violation(
            "a name, or None",
            format_args!("{error:?}"),
            "return None for an address without a name",
        )
    })?;
    let Some(name) = claimed else { return Ok(()) };
    match resolver.resolve(&name).await {
        Ok(found) if found == *address => Ok(()),
        other => Err(violation(
            format_args!("None, or a name that resolves to {address}"),
            format_args!("{name}, which resolves to {other:?}"),
            "resolve a claimed name and return None where it points elsewhere",
        )),
    }
}

struct Bench {
    stand: Arc<dyn Stand>,
    samples: Samples,
}

struct Service {
    stand: Arc<dyn Stand>,
    names: Names,
}

#[async_trait]
impl Behind for Service {
    async fn answer(&self, request: &Request) -> Response {
        self.stand.answer(request, &self.names)
    }
}

impl Bench {
    fn open(&self, names: &Names) -> Door {
        Door::open(Service {
            stand: self.stand.clone(),
            names: names.clone(),
        })
    }

    /// The name points to the first address, which calls itself so.
    fn usual(&self) -> Names {
        let Samples { name, addresses, .. } = &self.samples;
        Names {
            forward: BTreeMap::from([(name.clone(), Points::To(addresses[0].clone()))]),
            claims: BTreeMap::from([(addresses[0].clone(), name.to_string())]),
        }
    }

    async fn laws(&self, report: &mut Report) {
        let Samples { name, addresses, .. } = &self.samples;
        report.note(FORWARD, self.resolves(&self.usual(), Ok(addresses[0].clone())).await);
        report.note(
            NOT_REGISTERED,
            self.resolves(&Names::default(), Err(ResolveError::NotRegistered)).await,
        );
        let pointing = |points: Points| Names {
            forward: BTreeMap::from([(name.clone(), points)]),
            ..self.usual()
        };
        report.note(
            NO_ADDRESS,
            self.resolves(&pointing(Points::Nowhere), Err(ResolveError::NoAddress))
                .await,
        );
        if self.samples.off_chain {
            report.note(
                OFF_CHAIN,
                self.resolves(&pointing(Points::OffChain), Err(ResolveError::OffChain))
                    .await,
            );
        } else {
            report.leave_out(OFF_CHAIN, "names of this service are never kept off-chain");
        }
        report.note(REVERSE, self.reverses(&self.usual(), Some(name)).await);
        let elsewhere = pointing(Points::To(addresses[1].clone()));
        report.note(CLAIM, self.reverses(&elsewhere, None).await);
        let mut loud = self.usual();
        loud.claims.insert(addresses[0].clone(), name.as_str().to_uppercase());
        report.note(NORMAL, self.reverses(&loud, None).await);
        let mut nameless = self.usual();
        nameless.claims.clear();
        report.note(NAMELESS, self.reverses(&nameless, None).await);
        report.note(WHOLE, self.whole().await);
    }

    async fn resolves(&self, names: &Names, wanted: Result<Address, ResolveError>) -> Verdict {
        let door = self.open(names);
        let found = self.stand.resolver(&door.url()).resolve(&self.samples.name).await;
        if found == wanted {
            return Ok(());
        }
        Err(violation(
            format_args!("{wanted:?} from resolve()"),
            format_args!("{found:?}"),
            "return the variant of ResolveError for each case: people act on them differently",
        ))
    }

    async fn reverses(&self, names: &Names, wanted: Option<&Name>) -> Verdict {
        let door = self.open(names);
        let found = self
            .stand
            .resolver(&door.url())
            .reverse(&self.samples.addresses[0])
            .await;
        if found.as_ref().map(Option::as_ref) == Ok(wanted) {
            return Ok(());
        }
        Err(violation(
            format_args!("{wanted:?} from reverse()"),
            format_args!("{found:?}"),
            "return a claimed name only if it is normalized and resolves to the address",
        ))
    }

    /// From each request on the server fails: there is the right answer or a failure, and never another answer.
    async fn whole(&self) -> Verdict {
        let honest = self.open(&self.usual());
        let resolver = self.stand.resolver(&honest.url());
        let _ = (
            resolver.resolve(&self.samples.name).await,
            resolver.reverse(&self.samples.addresses[0]).await,
        );
        for from in 0..honest.count() {
            let (door, count) = (self.open(&self.usual()), AtomicUsize::new(0));
            door.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let resolver = self.stand.resolver(&door.url());
            let found = resolver.resolve(&self.samples.name).await;
            let name = resolver.reverse(&self.samples.addresses[0]).await;
            let failed = |error: &ResolveError| matches!(error, ResolveError::Remote(_));
            let right = found
                .as_ref()
                .map_or_else(failed, |address| *address == self.samples.addresses[0]);
            // A name that could not be confirmed is not shown: that is an answer too.
            let named = name.as_ref().map_or_else(failed, |name| {
                name.as_ref().is_none_or(|name| *name == self.samples.name)
            });
            if !right || !named {
                return Err(violation(
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
