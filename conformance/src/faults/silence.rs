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
    door::{Door, Fault},
    report::{Report, Verdict, violation},
};

/// Requirement: a service that accepts the connection and sends nothing is `Unavailable` within the time of one question.
pub const SILENT: &str = "a service that never answers is Unavailable in time";
/// Requirement: a service that sends headers and no body is `Unavailable` within the time of one question.
pub const STALLED: &str = "a service that sends headers and then nothing is Unavailable in time";
/// Requirement: a service that sends one byte after the other without end is `Unavailable` within the time of one question.
pub const DRIPPING: &str = "a service that sends one byte at a time without end is Unavailable in time";
/// Requirement: a service that answers first and then no longer is `Unavailable` within the time of one question.
pub const SILENT_LATER: &str = "a service that falls silent at the last request is Unavailable in time";

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
        let (door, count) = (open(), AtomicUsize::new(0));
        let fault = Fault::Silence(NEVER);
        door.fail_when(move |_| count.fetch_add(1, Ordering::SeqCst) >= last, fault.clone());
        Outcome::Checked(SILENT_LATER, given_up(patience, &fault, ask(&door)).await)
    };
    let (silent, stalled, dripping, later) = tokio::join!(
        always(SILENT, Fault::Silence(NEVER)),
        always(STALLED, Fault::Stalled),
        always(DRIPPING, Fault::Dripping(DRIP)),
        later,
    );
    [silent, stalled, dripping, later]
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
