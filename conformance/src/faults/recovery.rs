//! Requirements for services that fail between calls that succeed.

use std::{fmt::Debug, future::Future, time::Duration};

use ports::RemoteError;

use super::time_limit::within;
use crate::{
    adapter_session::{AdapterSession, until},
    mock_server::{Fault, RetryAfter},
    report::{CheckResult, describe_violation},
};

/// Requirement: a refusal of one item does not affect the next one.
pub const REFUSED_ONCE: &str = "after a refused call the next one succeeds";
/// Requirement: a failed call is an error, also after the same call succeeded. Spyhop itself decides how long an answer is used.
pub const HIDDEN: &str = "a failed call is an error, also after one that succeeded";
/// Requirement: when the service works again, the same call and others succeed within the time limit of a call, with their
/// usual answers.
pub const RECOVERED: &str = "a call succeeds again soon after the service works again";

/// The failures between two calls that succeed.
fn faults() -> [Fault; 5] {
    [
        Fault::Status(500),
        Fault::Reset,
        Fault::Html,
        Fault::Truncated,
        Fault::TooManyRequests(RetryAfter::Missing),
    ]
}

/// Makes a call that the service refuses, and then another call of the same adapter, which must succeed.
pub(super) async fn refused_once<S, A, T, F>(
    open: impl Fn() -> AdapterSession<S, A>,
    ask: impl Fn(&AdapterSession<S, A>, usize) -> F,
) -> CheckResult
where
    S: Send + 'static,
    A: ?Sized,
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    for status in [400, 404] {
        let session = open();
        session.server.fail_always(Fault::Status(status));
        // The result does not matter, only that of the next call.
        drop(ask(&session, 0).await);
        session.server.heal();
        if let Err(error) = ask(&session, 1).await {
            return Err(describe_violation(
                format_args!("success of the call after one that was refused with status {status}"),
                format_args!("{error:?}"),
                "a refusal is about one item: keep it with that item and request the others as before",
            ));
        }
    }
    Ok(())
}

/// Lets one adapter's service fail again and again between calls that succeed. Returns the results of [`HIDDEN`] and
/// [`RECOVERED`].
pub(super) async fn between_calls<S, A, T, F>(
    patience: Duration,
    open: impl Fn() -> AdapterSession<S, A>,
    ask: impl Fn(&AdapterSession<S, A>, usize) -> F,
) -> [CheckResult; 2]
where
    S: Send + 'static,
    A: ?Sized,
    T: Debug + PartialEq,
    F: Future<Output = Result<T, RemoteError>>,
{
    let session = open();
    let usual = [ask(&session, 0).await, ask(&session, 1).await];
    let [mut hidden, mut recovered] = [Ok(()), Ok(())];
    for fault in faults() {
        session.server.fail_always(fault.clone());
        for at in [0, 1] {
            let failed = within(patience, ask(&session, at)).await;
            hidden = hidden.and_then(|()| is_error(&fault, failed));
        }
        session.server.heal();
        for (at, usual) in usual.iter().enumerate() {
            let again = until(patience, || ask(&session, at), |answer| answer == usual).await;
            recovered = recovered.and_then(|()| is_usual(&fault, usual, &again));
        }
    }
    [hidden, recovered]
}

fn is_error<T: Debug>(fault: &Fault, answer: Result<Result<T, RemoteError>, String>) -> CheckResult {
    match answer? {
        Err(_) => Ok(()),
        Ok(answer) => Err(describe_violation(
            format_args!("an error for {fault:?}, although the same call succeeded before"),
            format_args!("{answer:?}"),
            "return the error: Spyhop keeps the last answer and states how old it is",
        )),
    }
}

fn is_usual<T: Debug + PartialEq>(
    fault: &Fault,
    usual: &Result<T, RemoteError>,
    again: &Result<T, RemoteError>,
) -> CheckResult {
    if usual.is_ok() && again == usual {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("{usual:?} again, soon after {fault:?} is over"),
        format_args!("{again:?}"),
        "forget a failure after a short pause, and begin each call anew",
    ))
}
