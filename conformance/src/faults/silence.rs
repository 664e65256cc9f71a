//! Requirements for services that never finish their answer.

use std::{
    fmt::Debug,
    future::Future,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use ports::RemoteError;

use super::time_limit::within;
use crate::{
    adapter_session::AdapterSession,
    mock_server::{Fault, MockServer, Request},
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: a service that accepts the connection and sends nothing is `Unavailable` within the time limit.
pub const SILENT: &str = "a service that never answers is Unavailable in time";
/// Requirement: a service that sends headers and no body is `Unavailable` within the time limit.
pub const STALLED: &str = "a service that sends headers and then nothing is Unavailable in time";
/// Requirement: a service that sends one byte at a time without end is `Unavailable` within the time limit.
pub const DRIPPING: &str = "a service that sends one byte at a time without end is Unavailable in time";
/// Requirement: a call ends within the time limit if the service stops answering after its first or before its last answer. A
/// request that the result does not depend on may be given up without an error.
pub const SILENT_LATER: &str = "a call to a service that falls silent in the middle ends in time";

/// Longer than any time limit.
const NEVER: Duration = Duration::from_hours(1);
/// Shorter than any read timeout.
const DRIP: Duration = Duration::from_millis(50);

/// The outcome of a requirement.
pub(super) enum CheckOutcome {
    Checked(&'static str, CheckResult),
    Skipped(&'static str, &'static str),
}

impl CheckOutcome {
    pub(super) fn note(self, report: &mut Report) {
        match self {
            Self::Checked(requirement, result) => report.record(requirement, result),
            Self::Skipped(requirement, why) => report.skip(requirement, why),
        }
    }
}

/// Checks each kind of silence concurrently.
pub(super) async fn run<S, A, T, F>(
    patience: Duration,
    open: impl Fn() -> AdapterSession<S, A>,
    ask: impl Fn(&AdapterSession<S, A>) -> F,
) -> [CheckOutcome; 4]
where
    S: Send + 'static,
    A: ?Sized,
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let always = |requirement, fault: Fault| {
        let session = open();
        session.server.fail_always(fault.clone());
        let (ask, fault) = (&ask, fault);
        async move { CheckOutcome::Checked(requirement, check_given_up(patience, &fault, ask(&session)).await) }
    };
    let later = async {
        let working = open();
        // Whether the call succeeds is another requirement; here it only counts the requests.
        drop(within(patience, ask(&working)).await);
        let last = working.server.count().saturating_sub(1);
        if last == 0 {
            return CheckOutcome::Skipped(SILENT_LATER, "the call takes no more than one request");
        }
        let from = |from| {
            let session = open();
            silence_from(&session.server, from);
            let ask = &ask;
            async move { check_given_up_later(within(patience, ask(&session)).await) }
        };
        let (early, late) = tokio::join!(from(1), from(last));
        CheckOutcome::Checked(SILENT_LATER, early.and(late))
    };
    let (silent, stalled, dripping, later) = tokio::join!(
        always(SILENT, Fault::Silence(NEVER)),
        always(STALLED, Fault::Stalled),
        always(DRIPPING, Fault::Dripping(DRIP)),
        later,
    );
    [silent, stalled, dripping, later]
}

/// Lets the server answer only the requests before this index.
fn silence_from(server: &MockServer, from: usize) {
    let count = AtomicUsize::new(0);
    let is_silent = move |_: &Request| count.fetch_add(1, Ordering::SeqCst) >= from;
    server.fail_when(is_silent, Fault::Silence(NEVER));
}

fn check_given_up_later<T: Debug>(answer: Result<Result<T, RemoteError>, String>) -> CheckResult {
    match answer? {
        Err(error) if error.code() != "unavailable" => Err(describe_violation(
            "RemoteError::Unavailable, or an answer that does not need the last requests",
            format_args!("{error:?}"),
            "map a timeout to RemoteError::Unavailable",
        )),
        _ => Ok(()),
    }
}

async fn check_given_up<T: Debug>(
    patience: Duration,
    fault: &Fault,
    asking: impl Future<Output = Result<T, RemoteError>>,
) -> CheckResult {
    match within(patience, asking).await? {
        Err(error) if error.code() == "unavailable" => Ok(()),
        other => Err(describe_violation(
            format_args!("RemoteError::Unavailable for {fault:?}"),
            format_args!("{other:?}"),
            "map a timeout to RemoteError::Unavailable",
        )),
    }
}
