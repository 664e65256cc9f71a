//! A service that never finishes its answer.

use std::{
    fmt::Debug,
    future::Future,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use ports::RemoteError;

use super::within;
use crate::{
    door::{Door, Fault, Request},
    report::{Report, Verdict, violation},
};

/// Requirement: a service that accepts the connection and sends nothing is `Unavailable` within the time of one question.
pub const SILENT: &str = "a service that never answers is Unavailable in time";
/// Requirement: a service that sends headers and no body is `Unavailable` within the time of one question.
pub const STALLED: &str = "a service that sends headers and then nothing is Unavailable in time";
/// Requirement: a service that sends one byte after the other without end is `Unavailable` within the time of one question.
pub const DRIPPING: &str = "a service that sends one byte at a time without end is Unavailable in time";
/// Requirement: a service that falls silent after its first or before its last answer is left within the time of one question. A
/// request that the answer does not depend on may be given up without an error.
pub const SILENT_LATER: &str = "a service that falls silent in the middle is left in time";

/// Longer than any question may take.
const NEVER: Duration = Duration::from_hours(1);
/// Shorter than a timeout between two pieces of an answer would be.
const DRIP: Duration = Duration::from_millis(50);

/// What became of a requirement.
pub(super) enum Outcome {
    Checked(&'static str, Verdict),
    LeftOut(&'static str, &'static str),
}

impl Outcome {
    pub(super) fn note(self, report: &mut Report) {
        match self {
            Self::Checked(law, verdict) => report.note(law, verdict),
            Self::LeftOut(law, why) => report.leave_out(law, why),
        }
    }
}

/// Checks each kind of silence, all at the same time.
pub(super) async fn run<T, F>(patience: Duration, open: impl Fn() -> Door, ask: impl Fn(&Door) -> F) -> [Outcome; 4]
where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let always = |law, fault: Fault| {
        let door = open();
        door.fail_always(fault.clone());
        let (ask, fault) = (&ask, fault);
        async move { Outcome::Checked(law, given_up(patience, &fault, ask(&door)).await) }
    };
    let later = async {
        let honest = open();
        // Whether it is answered is another requirement: here it only counts the requests.
        drop(within(patience, ask(&honest)).await);
        let last = honest.count().saturating_sub(1);
        if last == 0 {
            return Outcome::LeftOut(SILENT_LATER, "the question takes no more than one request");
        }
        let from = |from| {
            let door = silent_from(open(), from);
            let ask = &ask;
            async move { left(within(patience, ask(&door)).await) }
        };
        let (early, late) = tokio::join!(from(1), from(last));
        Outcome::Checked(SILENT_LATER, early.and(late))
    };
    let (silent, stalled, dripping, later) = tokio::join!(
        always(SILENT, Fault::Silence(NEVER)),
        always(STALLED, Fault::Stalled),
        always(DRIPPING, Fault::Dripping(DRIP)),
        later,
    );
    [silent, stalled, dripping, later]
}

/// The door answers the requests before this one.
fn silent_from(door: Door, from: usize) -> Door {
    let count = AtomicUsize::new(0);
    let is_silent = move |_: &Request| count.fetch_add(1, Ordering::SeqCst) >= from;
    door.fail_when(is_silent, Fault::Silence(NEVER));
    door
}

fn left<T: Debug>(answer: Result<Result<T, RemoteError>, String>) -> Verdict {
    match answer? {
        Err(error) if error.code() != "unavailable" => Err(violation(
            "RemoteError::Unavailable, or an answer that does not need the last requests",
            format_args!("{error:?}"),
            "map a timeout to RemoteError::Unavailable",
        )),
        _ => Ok(()),
    }
}

async fn given_up<T: Debug>(
    patience: Duration,
    fault: &Fault,
    asking: impl Future<Output = Result<T, RemoteError>>,
) -> Verdict {
    match within(patience, asking).await? {
        Err(error) if error.code() == "unavailable" => Ok(()),
        other => Err(violation(
            format_args!("RemoteError::Unavailable for {fault:?}"),
            format_args!("{other:?}"),
            "map a timeout to RemoteError::Unavailable",
        )),
    }
}
