//! Requirements for [`ProtocolReader`].

use std::{
    collections::BTreeSet,
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, ContractCaller, ProtocolPosition, ProtocolReader, RawAmount, RemoteError, Timestamp,
    protocol::{ContractCall, ContractReply, PositionRole, ProtocolError},
};

use crate::report::{CheckResult, Report, describe_violation};

/// Requirement: the positions of the account are found, in the place of the profile.
pub const FOUND: &str = "the positions of an account are found, in the place that the profile names";
/// Requirement: debts are negative, everything else is positive, and no amount is zero.
pub const SIGNS: &str = "debts are negative, other amounts are positive, and none is zero";
/// Requirement: an amount is stated once, and its receipt is no amount too.
pub const ONCE: &str = "an amount is stated once, and a receipt is no amount of its position";
/// Requirement: the same answers give the same positions.
pub const REPEATED: &str = "the same answers give the same positions";
/// Requirement: where there are no contracts, the reading fails and does not state that there is no position.
pub const GONE: &str = "where no contract answers, the reading fails";
/// Requirement: a call that fails never makes a position smaller in silence.
pub const REVERTED: &str = "a call that fails is stated and takes no amount away in silence";
/// Requirement: a node that fails is an error of the node.
pub const NODE: &str = "a node that fails is an error of the node";

/// Creates your reader, and answers in the place of the contracts of the protocol.
pub trait Harness: Send + Sync + 'static {
    /// Returns the reader.
    fn reader(&self) -> Arc<dyn ProtocolReader>;

    /// Returns an account that has at least one position, with a debt if the protocol lends.
    fn account(&self) -> AccountId;

    /// Returns the balances of the account, with the receipts of its positions.
    fn held(&self) -> Vec<(AssetId, RawAmount)>;

    /// Returns what the contracts answer about the account.
    fn answer(&self, call: &ContractCall) -> ContractReply;

    /// Returns whether a call may fail for another reason than that of a fault, because it is to a token of anyone: one that does not
    /// answer is none of the protocol's.
    fn is_of_anyone(&self, _call: &ContractCall) -> bool {
        false
    }
}

/// What happens to the calls of a reading.
#[derive(Clone, Copy)]
enum CallFault {
    None,
    /// No contract answers.
    Gone,
    /// The call with this number fails.
    Reverted(usize),
    /// The node fails from the call with this number on.
    Node(usize),
}

struct FaultyCaller<'a> {
    harness: &'a dyn Harness,
    fault: CallFault,
    made: AtomicUsize,
}

#[async_trait]
impl ContractCaller for FaultyCaller<'_> {
    fn block_time(&self) -> Timestamp {
        Timestamp::from_seconds(1_790_000_000)
    }

    fn coin(&self) -> AssetId {
        AssetId::native(&self.harness.account().chain, 60)
    }

    async fn call(&self, calls: Vec<ContractCall>) -> Result<Vec<ContractReply>, RemoteError> {
        let mut answers = Vec::with_capacity(calls.len());
        for call in &calls {
            let at = self.made.fetch_add(1, Ordering::Relaxed);
            answers.push(match self.fault {
                CallFault::Gone => Ok(Vec::new()),
                CallFault::Reverted(number) if number == at && !self.harness.is_of_anyone(call) => {
                    Err("its contract fails when it is called".to_owned())
                }
                CallFault::Node(number) if number <= at => return Err(node_failure()),
                CallFault::None | CallFault::Reverted(_) | CallFault::Node(_) => self.harness.answer(call),
            });
        }
        Ok(answers)
    }
}

fn node_failure() -> RemoteError {
    RemoteError::Unavailable {
        who: "The node of the kit".to_owned(),
        why: "it is part of the test".to_owned(),
        retry_after: None,
    }
}

type PositionsResult = Result<Vec<ProtocolPosition>, ProtocolError>;

struct ProtocolChecks<'a> {
    harness: &'a dyn Harness,
    reader: Arc<dyn ProtocolReader>,
}

impl ProtocolChecks<'_> {
    /// Reads with a fault, and returns how many calls were made too.
    async fn read(&self, fault: CallFault) -> (PositionsResult, usize) {
        let caller = FaultyCaller {
            harness: self.harness,
            fault,
            made: AtomicUsize::new(0),
        };
        let (account, held) = (self.harness.account(), self.harness.held());
        let outcome = self.reader.positions(&account, &held, &caller).await;
        (outcome, caller.made.into_inner())
    }

    fn found(&self, outcome: &PositionsResult) -> CheckResult {
        let place = self.reader.profile().place;
        let is_of_place = |position: &ProtocolPosition| {
            position.place == place && position.legs.iter().all(|leg| leg.position.place == place)
        };
        let positions = outcome.as_deref().unwrap_or_default();
        let is_found = !positions.is_empty() && positions.iter().all(|one| !one.legs.is_empty() && is_of_place(one));
        let expected = format!("positions with amounts, all in {place}");
        require(is_found, expected, outcome, "read the amounts and use profile().place")
    }

    async fn survives_reverts(&self, whole: &PositionsResult, calls: usize) -> CheckResult {
        for number in 0..calls {
            let (outcome, _) = self.read(CallFault::Reverted(number)).await;
            let is_stated = match (&outcome, whole) {
                (Err(error), _) => matches!(error, ProtocolError::Contract(_)),
                (Ok(positions), Ok(whole)) => {
                    positions == whole || positions.iter().any(|position| !position.unread.is_empty())
                }
                (Ok(_), Err(_)) => false,
            };
            let expected = format!("a failure or something unread, as call {number} fails");
            require(
                is_stated,
                expected,
                &outcome,
                "use ProtocolError::Contract, or unread of the position",
            )?;
        }
        Ok(())
    }

    async fn passes_node_failures(&self, calls: usize) -> CheckResult {
        for number in 0..calls {
            let (outcome, _) = self.read(CallFault::Node(number)).await;
            let is_passed = outcome == Err(ProtocolError::Node(node_failure()));
            let expected = format!("the error of the node that fails at call {number}");
            require(is_passed, expected, &outcome, "return the error of the caller")?;
        }
        Ok(())
    }
}

fn require(is_met: bool, expected: impl fmt::Display, found: &PositionsResult, fix: &str) -> CheckResult {
    is_met
        .then_some(())
        .ok_or_else(|| describe_violation(expected, format!("{found:?}"), fix))
}

/// Returns whether debts alone are negative, and no amount is zero.
fn has_signs(position: &ProtocolPosition) -> bool {
    position.legs.iter().all(|leg| {
        let raw = leg.position.raw;
        !raw.is_zero() && raw.is_negative() == (leg.role == PositionRole::Borrow)
    })
}

fn is_stated_once(position: &ProtocolPosition) -> bool {
    let mut seen = BTreeSet::new();
    position.legs.iter().all(|leg| {
        let asset = &leg.position.asset;
        seen.insert((asset, leg.role, &leg.contract)) && !position.receipts.contains(asset)
    })
}

/// Checks a reader against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let checks = ProtocolChecks {
        reader: harness.reader(),
        harness: &harness,
    };
    let profile = checks.reader.profile();
    let mut report = Report::new(&format!("{} on {}", profile.place, profile.chain));
    let (whole, calls) = checks.read(CallFault::None).await;
    report.record(FOUND, checks.found(&whole));
    let positions = whole.as_deref().unwrap_or_default();
    let signs = positions.iter().all(has_signs);
    report.record(
        SIGNS,
        require(signs, "signed amounts", &whole, "use SignedRaw::owed for debts"),
    );
    let once = positions.iter().all(is_stated_once);
    report.record(
        ONCE,
        require(once, "each amount once", &whole, "sum what is stated twice"),
    );
    let (again, _) = checks.read(CallFault::None).await;
    report.record(
        REPEATED,
        require(
            again == whole,
            "the first answer",
            &again,
            "keep no state between readings",
        ),
    );
    let (gone, _) = checks.read(CallFault::Gone).await;
    let fails = matches!(gone, Err(ProtocolError::Contract(_)));
    report.record(
        GONE,
        require(fails, "ProtocolError::Contract", &gone, "verify the contracts first"),
    );
    report.record(REVERTED, checks.survives_reverts(&whole, calls).await);
    report.record(NODE, checks.passes_node_failures(calls).await);
    report
}
