//! Requirements for [`NameResolver`].

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ports::{Address, Name, NameResolver, RemoteError, name::ResolveError, source::SourceKind};

use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    faults,
    mock_server::{Fault, Request, Response},
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
/// Requirement: an answer is the current one of the service, also where the same call had another answer before.
pub const CURRENT: &str = "an answer is the current one of the service";
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

/// Checks a resolver against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = NameResolverChecks {
        samples: harness.samples(),
        harness: Arc::new(harness),
    };
    let session = checks.open(&checks.usual());
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Name);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    checks.record_requirements(&mut report).await;
    report.record(REPEATABLE, again(session.adapter.as_ref(), &checks.samples).await);
    report.record(CURRENT, checks.current().await);
    report.record(ALL_OR_NOTHING, checks.whole().await);
    let open = || checks.open(&checks.usual());
    faults::run(&mut report, checks.harness.patience(), open, |session, at| {
        let (resolver, name) = (session.adapter.clone(), checks.samples.names[at].clone());
        async move { remote(resolver.resolve(&name).await) }
    })
    .await;
    report
}

/// Checks a resolver that sends no requests, against the requirements that need no service. The first name must resolve to the
/// first address.
pub async fn check_offline(resolver: Arc<dyn NameResolver>, samples: &Samples) -> Report {
    let mut report = Report::new(&resolver.profile().name);
    report.record(
        profile::PROFILE,
        profile::check_profile(&resolver.profile(), SourceKind::Name),
    );
    report.record(REPEATABLE, again(resolver.as_ref(), samples).await);
    report.record(REVERSE, points_back(resolver.as_ref(), &samples.addresses).await);
    report
}

/// Returns the error of a failed look-up; every other error is an answer.
fn remote(found: Result<Address, ResolveError>) -> Result<String, RemoteError> {
    match found {
        Err(ResolveError::Remote(error)) => Err(error),
        other => Ok(format!("{other:?}")),
    }
}

/// The answers about every name and address of the samples.
type Answers = (
    Vec<Result<Address, ResolveError>>,
    Vec<Result<Option<Name>, ResolveError>>,
);

/// Resolves the names and the addresses, one after the other.
async fn answers(resolver: &dyn NameResolver, samples: &Samples) -> Answers {
    let mut answers = (Vec::new(), Vec::new());
    for (name, address) in samples.names.iter().zip(&samples.addresses) {
        answers.0.push(resolver.resolve(name).await);
        answers.1.push(resolver.reverse(address).await);
    }
    answers
}

async fn again(resolver: &dyn NameResolver, samples: &Samples) -> CheckResult {
    let (one, other) = (answers(resolver, samples).await, answers(resolver, samples).await);
    if one == other {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{one:?} again"),
        format_args!("{other:?}"),
        "keep no state between calls that changes a result",
    ))
}

async fn points_back(resolver: &dyn NameResolver, addresses: &[Address]) -> CheckResult {
    for address in addresses {
        let claimed = resolver.reverse(address).await.map_err(|error| {
            describe_violation(
                "a name, or None",
                format_args!("{error:?}"),
                "return None for an address without a name",
            )
        })?;
        let Some(name) = claimed else { continue };
        let found = resolver.resolve(&name).await;
        if found.as_ref() != Ok(address) {
            return Err(describe_violation(
                format_args!("None, or a name that resolves to {address}"),
                format_args!("{name}, which resolves to {found:?}"),
                "resolve a claimed name and return None where it points elsewhere",
            ));
        }
    }
    Ok(())
}

struct NameResolverChecks {
    harness: Arc<dyn Harness>,
    samples: Samples,
}

/// The name service and a resolver.
type NameSession = AdapterSession<NameRecords, dyn NameResolver>;

impl NameResolverChecks {
    fn open(&self, names: &NameRecords) -> NameSession {
        let harness = self.harness.clone();
        AdapterSession::open(
            names.clone(),
            move |request, names| harness.answer(request, names),
            |base| self.harness.resolver(base),
        )
    }

    /// Returns records in which each name points to the address of the same place, which claims the name.
    fn usual(&self) -> NameRecords {
        let Samples { names, addresses, .. } = &self.samples;
        let pairs = names.iter().zip(addresses);
        NameRecords {
            forward: pairs
                .clone()
                .map(|(name, address)| (name.clone(), NameTarget::Address(address.clone())))
                .collect(),
            claims: pairs
                .map(|(name, address)| (address.clone(), name.to_string()))
                .collect(),
        }
    }

    /// Returns the usual records, but with this target of the first name.
    fn pointing(&self, target: NameTarget) -> NameRecords {
        let mut names = self.usual();
        names.forward.insert(self.samples.names[0].clone(), target);
        names
    }

    /// Returns the usual records, but with this claim of the first address.
    fn claiming(&self, claim: Option<String>) -> NameRecords {
        let (mut names, address) = (self.usual(), &self.samples.addresses[0]);
        names.claims.remove(address);
        names.claims.extend(claim.map(|claim| (address.clone(), claim)));
        names
    }

    fn unregistered(&self) -> NameRecords {
        let mut names = self.usual();
        names.forward.remove(&self.samples.names[0]);
        names
    }

    async fn record_requirements(&self, report: &mut Report) {
        let Samples { names, addresses, .. } = &self.samples;
        let first = addresses[0].clone();
        report.record(FORWARD, self.resolves(&self.usual(), Ok(first)).await);
        let missing = Err(ResolveError::NotRegistered);
        report.record(NOT_REGISTERED, self.resolves(&self.unregistered(), missing).await);
        let unset = self.pointing(NameTarget::Unset);
        report.record(NO_ADDRESS, self.resolves(&unset, Err(ResolveError::NoAddress)).await);
        if self.samples.off_chain {
            let off_chain = self.pointing(NameTarget::OffChain);
            report.record(OFF_CHAIN, self.resolves(&off_chain, Err(ResolveError::OffChain)).await);
        } else {
            report.skip(OFF_CHAIN, "names of this service are never kept off-chain");
        }
        report.record(REVERSE, self.reverses(&self.usual(), Some(&names[0])).await);
        let elsewhere = self.pointing(NameTarget::Address(addresses[1].clone()));
        report.record(CLAIM, self.reverses(&elsewhere, None).await);
        let uppercase = self.claiming(Some(names[0].as_str().to_uppercase()));
        report.record(NORMAL, self.reverses(&uppercase, None).await);
        report.record(NAMELESS, self.reverses(&self.claiming(None), None).await);
    }

    /// Resolves both names in turn with one resolver. The second one has its usual address.
    async fn resolves(&self, names: &NameRecords, wanted: Result<Address, ResolveError>) -> CheckResult {
        let session = self.open(names);
        let other = Ok(self.samples.addresses[1].clone());
        for (at, wanted) in [(1, &other), (0, &wanted), (1, &other), (0, &wanted)] {
            let name = &self.samples.names[at];
            let found = session.adapter.resolve(name).await;
            if found != *wanted {
                return Err(describe_violation(
                    format_args!("{wanted:?} from resolve({name})"),
                    format_args!("{found:?}"),
                    "return the variant of ResolveError for each case, because people act on them differently, and the \
                     answer about this name, whichever was resolved before",
                ));
            }
        }
        Ok(())
    }

    /// Resolves both addresses in turn with one resolver. The second one has its usual name.
    async fn reverses(&self, names: &NameRecords, wanted: Option<&Name>) -> CheckResult {
        let session = self.open(names);
        let other = Some(&self.samples.names[1]);
        for (at, wanted) in [(1, other), (0, wanted), (1, other), (0, wanted)] {
            let address = &self.samples.addresses[at];
            let found = session.adapter.reverse(address).await;
            if found.as_ref().map(Option::as_ref) != Ok(wanted) {
                return Err(describe_violation(
                    format_args!("{wanted:?} from reverse({address})"),
                    format_args!("{found:?}"),
                    "return a claimed name only if it is normalized and resolves to the address, whichever address was \
                     resolved before",
                ));
            }
        }
        Ok(())
    }

    /// Changes the records between the calls of one resolver.
    async fn current(&self) -> CheckResult {
        let session = self.open(&self.usual());
        let Samples { names, addresses, .. } = &self.samples;
        let swapped = NameTarget::Address(addresses[1].clone());
        let states = [
            (self.usual(), Ok(&addresses[0]), Some(&names[0])),
            (self.pointing(swapped), Ok(&addresses[1]), None),
            (self.pointing(NameTarget::Unset), Err(&ResolveError::NoAddress), None),
            (self.unregistered(), Err(&ResolveError::NotRegistered), None),
            (self.usual(), Ok(&addresses[0]), Some(&names[0])),
            (self.claiming(None), Ok(&addresses[0]), None),
            (self.usual(), Ok(&addresses[0]), Some(&names[0])),
        ];
        let steps = states.len();
        for (step, (records, wanted, named)) in states.into_iter().enumerate() {
            session.set(records);
            let limit = limit_after_change(self.harness.patience(), step + 1 == steps).await;
            let answer = || async {
                let resolver = session.adapter.as_ref();
                (resolver.resolve(&names[0]).await, resolver.reverse(&addresses[0]).await)
            };
            let is_current = |(found, name): &(Result<Address, ResolveError>, Result<Option<Name>, ResolveError>)| {
                found.as_ref() == wanted && name.as_ref().map(Option::as_ref) == Ok(named)
            };
            let found = until(limit, answer, is_current).await;
            if !is_current(&found) {
                return Err(describe_violation(
                    format_args!("{wanted:?} and {named:?} after the records of the service changed"),
                    format_args!("{found:?}"),
                    "keep no answers, and none of a failure: Spyhop decides how long an answer is used",
                ));
            }
        }
        Ok(())
    }

    /// Lets every request fail from each request on in turn, and then work again: each result must be the right answer or an
    /// error.
    async fn whole(&self) -> CheckResult {
        let working = self.open(&self.usual());
        drop(answers(working.adapter.as_ref(), &self.samples).await);
        for from in 0..working.server.count() {
            let (session, count) = (self.open(&self.usual()), AtomicUsize::new(0));
            session.server.fail_when(
                move |_| count.fetch_add(1, Ordering::SeqCst) >= from,
                Fault::Status(500),
            );
            let failing = answers(session.adapter.as_ref(), &self.samples).await;
            session.server.heal();
            let healed = answers(session.adapter.as_ref(), &self.samples).await;
            for found in [failing, healed] {
                if !self.is_right_or_failed(&found) {
                    return Err(describe_violation(
                        format_args!(
                            "ResolveError::Remote: every request from the one with index {from} on is answered with 500"
                        ),
                        format_args!("{found:?}"),
                        "return ResolveError::Remote for a failed request: it does not show that a name is missing",
                    ));
                }
            }
        }
        Ok(())
    }

    fn is_right_or_failed(&self, (addresses, names): &Answers) -> bool {
        let Samples {
            names: own_names,
            addresses: own_addresses,
            ..
        } = &self.samples;
        let failed = |error: &ResolveError| matches!(error, ResolveError::Remote(_));
        let is_right = |(found, own): (&Result<Address, ResolveError>, &Address)| {
            found.as_ref().map_or_else(failed, |found| found == own)
        };
        // A name that cannot be confirmed may be `None` instead of an error.
        let is_named = |(found, own): (&Result<Option<Name>, ResolveError>, &Name)| {
            found
                .as_ref()
                .map_or_else(failed, |found| found.as_ref().is_none_or(|found| found == own))
        };
        addresses.iter().zip(own_addresses).all(is_right) && names.iter().zip(own_names).all(is_named)
    }
}
