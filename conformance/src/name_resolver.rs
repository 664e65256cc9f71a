//! Requirements for [`NameResolver`].

mod checks;
mod harness;

use std::sync::Arc;

use ports::{Address, NameResolver, RemoteError, name::ResolveError, source::SourceKind};

use self::checks::{NameResolverChecks, answers};
use crate::{
    faults, profile,
    report::{CheckResult, Report, describe_violation},
};

pub use harness::{Harness, NameRecords, NameTarget, Samples};

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
    each_case(&mut report, &checks).await;
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

async fn each_case(report: &mut Report, checks: &NameResolverChecks) {
    let Samples { names, addresses, .. } = &checks.samples;
    let first = addresses[0].clone();
    report.record(FORWARD, checks.resolves(&checks.usual(), Ok(first)).await);
    let missing = Err(ResolveError::NotRegistered);
    report.record(NOT_REGISTERED, checks.resolves(&checks.unregistered(), missing).await);
    let unset = checks.pointing(NameTarget::Unset);
    report.record(NO_ADDRESS, checks.resolves(&unset, Err(ResolveError::NoAddress)).await);
    if checks.samples.off_chain {
        let off_chain = checks.pointing(NameTarget::OffChain);
        report.record(
            OFF_CHAIN,
            checks.resolves(&off_chain, Err(ResolveError::OffChain)).await,
        );
    } else {
        report.skip(OFF_CHAIN, "names of this service are never kept off-chain");
    }
    report.record(REVERSE, checks.reverses(&checks.usual(), Some(&names[0])).await);
    let elsewhere = checks.pointing(NameTarget::Address(addresses[1].clone()));
    report.record(CLAIM, checks.reverses(&elsewhere, None).await);
    let uppercase = checks.claiming(Some(names[0].as_str().to_uppercase()));
    report.record(NORMAL, checks.reverses(&uppercase, None).await);
    report.record(NAMELESS, checks.reverses(&checks.claiming(None), None).await);
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
