//! Adapters that meet every requirement in a single call and are wrong over several: each wraps the correct toy adapter, and
//! remembers something that it must not.

mod chains;
mod currencies;
mod finders;
mod histories;
mod lists;
mod names;
mod past_prices;
mod prices;
mod receipts;

use std::sync::{Mutex, MutexGuard, PoisonError};

use conformance::Report;
use futures::stream::{self, StreamExt};

use super::{bugs::Port, toy};

/// What a stateful adapter does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFlaw {
    /// Answers are cached, and the key of the cache lacks this part of the call.
    KeyWithout(&'static str),
    /// Answers are cached by the whole call, and never read again.
    CachedForever,
    /// The error of a call is cached and never tried again.
    FailureCached,
    /// A call that fails returns its last answer instead.
    FailureHidden,
    /// Each call returns the answer to the one before.
    PreviousAnswer,
    /// Rows of earlier answers to the same call stay in later ones.
    Accumulated,
    /// Rows of earlier answers to any call stay in later ones.
    AccumulatedOverCalls,
    /// Rows that were returned before are left out.
    OnlyNew,
    /// Several items are answered in reverse once there was an answer.
    SwappedLater,
    /// An item without an answer shifts the following ones by one place.
    Shifted,
    /// The newest block is read again, and the balances are not.
    OldBalances,
    /// Numbers of rejected rows are added up over calls.
    CountedOn,
    /// The place where a page ended is kept in the reader.
    OneCursor,
    /// What was missing once is missing forever.
    MissingCached,
}

/// A harness of the correct toy adapter, which is wrapped in a stateful one with this flaw.
pub struct Stateful<H>(pub H, pub StateFlaw);

/// The parts of a call by name, such as its account.
pub type CallParts<'a> = [(&'static str, &'a (dyn ToString + Sync))];

/// The answers that a stateful adapter remembers, the newest last.
pub struct Memory<V, E = ports::RemoteError> {
    pub flaw: StateFlaw,
    kept: Mutex<Vec<(String, Result<V, E>)>>,
}

impl<V: Clone, E: Clone> Memory<V, E> {
    pub fn new(flaw: StateFlaw) -> Self {
        Self {
            flaw,
            kept: Mutex::default(),
        }
    }

    pub fn is(&self, flaw: StateFlaw) -> bool {
        self.flaw == flaw
    }

    /// Makes a call, or answers it from memory if that is the flaw.
    pub async fn answer(&self, parts: &CallParts<'_>, call: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        if let StateFlaw::KeyWithout(part) = self.flaw
            && parts.iter().all(|(name, _)| *name != part)
        {
            return call.await;
        }
        let key = self.key(parts);
        let known = self.of_key(&key);
        let first = known.iter().find(|answer| match self.flaw {
            StateFlaw::KeyWithout(_) | StateFlaw::CachedForever => answer.is_ok(),
            StateFlaw::FailureCached => answer.is_err(),
            _ => false,
        });
        if let Some(kept) = first {
            return kept.clone();
        }
        let (answer, previous) = (call.await, self.all().pop());
        self.lock().push((key, answer.clone()));
        let replacement = match (self.flaw, &answer) {
            (StateFlaw::FailureHidden, Err(_)) => known.into_iter().rev().find_map(Result::ok),
            (StateFlaw::PreviousAnswer, Ok(_)) => previous,
            _ => None,
        };
        replacement.map_or(answer, Ok)
    }

    /// Returns the successful answers so far that the flaw adds to this call.
    pub fn earlier(&self, parts: &CallParts<'_>) -> Vec<V> {
        match self.flaw {
            StateFlaw::Accumulated => self
                .of_key(&self.key(parts))
                .into_iter()
                .filter_map(Result::ok)
                .collect(),
            StateFlaw::AccumulatedOverCalls => self.all(),
            _ => vec![],
        }
    }

    /// Returns the first successful answer to this call.
    pub fn first(&self, parts: &CallParts<'_>) -> Option<V> {
        self.of_key(&self.key(parts)).into_iter().find_map(Result::ok)
    }

    /// Returns every successful answer so far.
    pub fn all(&self) -> Vec<V> {
        let kept = self.lock();
        kept.iter().filter_map(|(_, answer)| answer.clone().ok()).collect()
    }

    fn key(&self, parts: &CallParts<'_>) -> String {
        let named = parts
            .iter()
            .filter(|(name, _)| self.flaw != StateFlaw::KeyWithout(name));
        named
            .map(|(name, value)| format!("{name}={} ", value.to_string()))
            .collect()
    }

    fn of_key(&self, key: &str) -> Vec<Result<V, E>> {
        let kept = self.lock();
        let own = kept.iter().filter(|(kept, _)| kept == key);
        own.map(|(_, answer)| answer.clone()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, Result<V, E>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the requirements that stateful adapters of a port violate.
pub fn requirements(port: Port) -> impl Iterator<Item = &'static str> {
    let bugs = match port {
        Port::Chain => chains::BUGS,
        Port::Price => prices::BUGS,
        Port::PastPrice => past_prices::BUGS,
        Port::Name => names::BUGS,
        Port::Finder => finders::BUGS,
        Port::List => lists::BUGS,
        Port::Currency => currencies::BUGS,
        Port::History => histories::BUGS,
        Port::Receipt => receipts::BUGS,
    };
    bugs.iter().map(|(_, requirement)| *requirement)
}

/// Checks each stateful adapter, and that the requirement is violated that its flaw is about.
async fn expect_found<F: Future<Output = Report>>(
    check: impl Fn(StateFlaw, reqwest::Client) -> F,
    bugs: &[(StateFlaw, &str)],
) {
    let client = toy::client();
    let mut flaws: Vec<StateFlaw> = bugs.iter().map(|(flaw, _)| *flaw).collect();
    flaws.dedup();
    let run = |flaw: StateFlaw| {
        let checked = check(flaw, client.clone());
        async move { (flaw, checked.await) }
    };
    let reports: Vec<_> = stream::iter(flaws)
        .map(run)
        .buffer_unordered(toy::CONCURRENCY)
        .collect()
        .await;
    let mut missed = Vec::new();
    for (flaw, report) in &reports {
        let violated: Vec<&str> = report
            .violations()
            .iter()
            .map(|violation| violation.requirement)
            .collect();
        let wanted = bugs.iter().filter(|(one, _)| one == flaw);
        let met = wanted.filter(|(_, requirement)| !violated.contains(requirement));
        missed.extend(met.map(|(_, requirement)| format!("{flaw:?}: {requirement:?} is met\n{report}")));
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
