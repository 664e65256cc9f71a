//! The laws about a service that fails. They are the same for every port: what is told apart, people can act on.

use std::{fmt::Debug, future::Future, time::Duration};

use ports::RemoteError;

use crate::{
    door::{Door, Fault, RetryAfter},
    report::{Report, Verdict},
};

/// Law: 429 is `RateLimited` and keeps what `Retry-After` says.
pub const SLOW_DOWN: &str = "429 is RateLimited and keeps its Retry-After";
/// Law: 429 without the header is `RateLimited` too.
pub const BARE_429: &str = "429 without Retry-After is RateLimited";
/// Law: 401 is `Refused` or `KeyRequired`: waiting does not help.
pub const REFUSED: &str = "401 is Refused or KeyRequired";
/// Law: 500 and a reset connection are `Unavailable`.
pub const DOWN: &str = "500 and a connection that is reset are Unavailable";
/// Law: a page for people is `Malformed`.
pub const NOT_JSON: &str = "a page for people is Malformed";
/// Law: an answer that breaks off is a failure.
pub const CUT_OFF: &str = "an answer that breaks off is a failure";
/// Law: an endless answer is given up.
pub const FULL: &str = "an answer of nine MiB is given up";
/// Law: a server that never answers is given up.
pub const SILENT: &str = "a server that says nothing is given up and Unavailable";
/// Law: the service's own words are not repeated: they may be anything.
pub const OWN_WORDS: &str = "an error says its reason in the adapter's words, not in the service's";

/// Requirement: what was refused about one item is not held against the next one.
pub const REFUSED_ONCE: &str = "a question that is refused costs the next one nothing";

/// How long one question may take in all, unless a stand says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// Words of the door that nobody may repeat.
const THEIRS: [&str; 3] = ["in trouble", "Just a moment", "Too Many Requests"];
const WAIT: u64 = 7;

struct Case {
    law: &'static str,
    faults: Vec<Fault>,
    codes: &'static [&'static str],
    advice: &'static str,
}

fn cases() -> [Case; 7] {
    let case = |law, faults: &[Fault], codes, advice| Case {
        law,
        faults: faults.to_vec(),
        codes,
        advice,
    };
    [
        case(
            SLOW_DOWN,
            &[Fault::TooManyRequests(RetryAfter::Seconds(WAIT))],
            &["rate_limited"],
            "map 429 to RemoteError::RateLimited before looking at the body",
        ),
        case(
            BARE_429,
            &[Fault::TooManyRequests(RetryAfter::Missing)],
            &["rate_limited"],
            "the header may be missing; retry_after is then None",
        ),
        case(
            REFUSED,
            &[Fault::Status(401)],
            &["refused", "key_required"],
            "map 401 to RemoteError::Refused with a reason of your own, or to KeyRequired where a key would help",
        ),
        case(
            DOWN,
            &[Fault::Status(500), Fault::Reset],
            &["unavailable"],
            "map 5xx and failures of the connection to RemoteError::Unavailable",
        ),
        case(
            NOT_JSON,
            &[Fault::Html],
            &["malformed"],
            "look at the shape of the answer, not at its status alone: challenge pages come with 200",
        ),
        case(
            CUT_OFF,
            &[Fault::Truncated],
            &["unavailable", "malformed"],
            "an answer shorter than announced is no answer",
        ),
        case(
            FULL,
            &[Fault::Huge { announced: false }, Fault::Huge { announced: true }],
            &["malformed", "unavailable"],
            "stop reading at 8 MiB, whether the length is announced or not",
        ),
    ]
}

/// Tries every fault; `ask` makes a fresh adapter for the door and asks it one thing.
pub(crate) async fn run<T, F>(
    report: &mut Report,
    patience: Duration,
    open: impl Fn() -> Door,
    ask: impl Fn(&Door) -> F,
) where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let mut errors = Vec::new();
    for case in cases() {
        let mut verdict = Ok(());
        for fault in &case.faults {
            let door = open();
            door.fail_always(fault.clone());
            let asked = within(patience, ask(&door)).await;
            errors.extend(asked.as_ref().ok().and_then(|answer| answer.as_ref().err()).cloned());
            verdict = verdict.and_then(|()| judge(&case, fault, asked));
        }
        report.note(case.law, verdict);
    }
    report.note(SILENT, silence(&open(), patience, ask).await);
    report.note(OWN_WORDS, own_words(&errors));
}

/// Asks one adapter a question that is refused and then another one, which must be answered.
pub(crate) async fn refused_once<A, T, F>(
    open: impl Fn() -> Door,
    make: impl Fn(&Door) -> A,
    ask: impl Fn(A, bool) -> F,
) -> Verdict
where
    A: Clone,
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    for status in [400, 404] {
        let door = open();
        let adapter = make(&door);
        door.fail_always(Fault::Status(status));
        // However it ends: what counts is the question after it.
        drop(ask(adapter.clone(), false).await);
        door.heal();
        if let Err(error) = ask(adapter, true).await {
            return Err(format!(
                "after a question that was refused with status {status} the next one became {error:?}; a refusal is about one \
                 item, so ask for the others as before"
            ));
        }
    }
    Ok(())
}

async fn within<F: Future>(patience: Duration, asking: F) -> Result<F::Output, String> {
    let answer = tokio::time::timeout(patience, asking).await;
    answer.map_err(|_| format!("it did not come back within {patience:?}; give each question a time-out"))
}

fn judge<T: Debug>(case: &Case, fault: &Fault, asked: Result<Result<T, RemoteError>, String>) -> Verdict {
    let Err(error) = asked? else {
        return Err(format!("it answered as if {fault:?} had not happened; {}", case.advice));
    };
    if !case.codes.contains(&error.code()) {
        let wanted = case.codes.join(" or ");
        return Err(format!(
            "{fault:?} became {}, not {wanted}; {}",
            error.code(),
            case.advice
        ));
    }
    match (fault, error.retry_after()) {
        (Fault::TooManyRequests(RetryAfter::Seconds(_)), wait) => kept(wait),
        _ => Ok(()),
    }
}

/// A second or so may have passed since the header came.
fn kept(wait: Option<Duration>) -> Verdict {
    let fits = |wait: Duration| wait.as_secs() + 3 > WAIT && wait.as_secs() <= WAIT;
    if wait.is_some_and(fits) {
        return Ok(());
    }
    Err(format!(
        "the server said {WAIT} seconds and retry_after is {wait:?}; read the header and keep it"
    ))
}

async fn silence<T, F>(door: &Door, patience: Duration, ask: impl Fn(&Door) -> F) -> Verdict
where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    door.set_latency(Duration::from_hours(1));
    match within(patience, ask(door)).await? {
        Err(error) if error.code() == "unavailable" => Ok(()),
        other => Err(format!(
            "silence became {other:?}; a time-out is RemoteError::Unavailable"
        )),
    }
}

fn own_words(errors: &[RemoteError]) -> Verdict {
    let texts = errors.iter().map(|error| format!("{error} {error:?}"));
    let repeats = |text: &String| THEIRS.iter().any(|words| text.contains(words));
    match texts.into_iter().find(repeats) {
        None => Ok(()),
        Some(text) => Err(format!(
            "{text:?} repeats the service; name the status or the shape instead"
        )),
    }
}
