//! The mock server of a name service, and resolvers that use it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ports::{Address, Name, NameResolver, name::ResolveError};

use super::harness::{Harness, NameRecords, NameTarget, Samples};
use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    mock_server::Fault,
    report::{CheckResult, describe_violation},
};

/// The answers about every name and address of the samples.
pub(super) type Answers = (
    Vec<Result<Address, ResolveError>>,
    Vec<Result<Option<Name>, ResolveError>>,
);

/// Resolves the names and the addresses, one after the other.
pub(super) async fn answers(resolver: &dyn NameResolver, samples: &Samples) -> Answers {
    let mut answers = (Vec::new(), Vec::new());
    for (name, address) in samples.names.iter().zip(&samples.addresses) {
        answers.0.push(resolver.resolve(name).await);
        answers.1.push(resolver.reverse(address).await);
    }
    answers
}

/// A harness and its samples, with the checks of the requirements.
pub(super) struct NameResolverChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
}

/// The name service and a resolver.
pub(super) type NameSession = AdapterSession<NameRecords, dyn NameResolver>;

impl NameResolverChecks {
    pub(super) fn open(&self, names: &NameRecords) -> NameSession {
        let harness = self.harness.clone();
        AdapterSession::open(
            names.clone(),
            move |request, names| harness.answer(request, names),
            |base| self.harness.resolver(base),
        )
    }

    /// Returns records in which each name points to the address of the same place, which claims the name.
    pub(super) fn usual(&self) -> NameRecords {
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
    pub(super) fn pointing(&self, target: NameTarget) -> NameRecords {
        let mut names = self.usual();
        names.forward.insert(self.samples.names[0].clone(), target);
        names
    }

    /// Returns the usual records, but with this claim of the first address.
    pub(super) fn claiming(&self, claim: Option<String>) -> NameRecords {
        let (mut names, address) = (self.usual(), &self.samples.addresses[0]);
        names.claims.remove(address);
        names.claims.extend(claim.map(|claim| (address.clone(), claim)));
        names
    }

    pub(super) fn unregistered(&self) -> NameRecords {
        let mut names = self.usual();
        names.forward.remove(&self.samples.names[0]);
        names
    }

    /// Resolves both names in turn with one resolver. The second one has its usual address.
    pub(super) async fn resolves(&self, names: &NameRecords, wanted: Result<Address, ResolveError>) -> CheckResult {
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
    pub(super) async fn reverses(&self, names: &NameRecords, wanted: Option<&Name>) -> CheckResult {
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
    pub(super) async fn current(&self) -> CheckResult {
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
    pub(super) async fn whole(&self) -> CheckResult {
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
