//! The requirements about a service that fails. They are the same for every port: each kind of failure keeps a code of its
//! own, so that people and retries can act on it.

mod silence;
mod text;
mod wait;

use std::{fmt::Debug, future::Future, time::Duration};

use ports::RemoteError;

use crate::{
    door::{Door, Fault, RetryAfter},
    report::{Report, Verdict, violation},
};

pub use silence::{DRIPPING, SILENT, SILENT_LATER, STALLED};
pub use text::{OWN_WORDS, SECRETS};
pub use wait::REPEATED;

/// Requirement: 429 is `RateLimited` and keeps the value of `Retry-After`.
pub const SLOW_DOWN: &str = "429 is RateLimited and keeps its Retry-After";
/// Requirement: 429 without the header is `RateLimited` too.
pub const BARE_429: &str = "429 without Retry-After is RateLimited";
/// Requirement: 401 is `Refused` or `KeyRequired`: waiting does not help.
pub const REFUSED: &str = "401 is Refused or KeyRequired";
/// Requirement: 500 and a reset connection are `Unavailable`.
pub const DOWN: &str = "500 and a connection that is reset are Unavailable";
/// Requirement: an HTML page instead of data is `Malformed`.
pub const NOT_JSON: &str = "an HTML page instead of data is Malformed";
/// Requirement: an answer that breaks off is an error.
pub const CUT_OFF: &str = "an answer that breaks off is an error";
/// Requirement: an answer that is too large is not read to its end.
pub const FULL: &str = "an answer of nine MiB is an error";
/// Requirement: a redirect to another host is an error, and that host receives nothing.
pub const REDIRECTED: &str = "a redirect to another host is not followed";
/// Requirement: a refusal of one item does not count against the next one.
pub const REFUSED_ONCE: &str = "after a refused question the next one is answered";

/// How long one question may take in all, unless a stand says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// Seconds of the header `Retry-After` that the kit sends.
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
            "map 429 to RemoteError::RateLimited before reading the body",
        ),
        case(
            BARE_429,
            &[Fault::TooManyRequests(RetryAfter::Missing)],
            &["rate_limited"],
            "map 429 to RemoteError::RateLimited; without the header retry_after is None",
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
            "map 5xx and connection failures to RemoteError::Unavailable",
        ),
        case(
            NOT_JSON,
            &[Fault::Html],
            &["malformed"],
            "check the shape of the answer, not only its status: challenge pages are sent with 200",
        ),
        case(
            CUT_OFF,
            &[Fault::Truncated],
            &["unavailable", "malformed"],
            "return an error for a body that is shorter than its announced length",
        ),
        case(
            FULL,
            &[Fault::Huge { announced: false }, Fault::Huge { announced: true }],
            &["malformed", "unavailable"],
            "stop reading at 8 MiB, whether the length is announced or not",
        ),
    ]
}

/// Checks every requirement about failures; `ask` makes a fresh adapter for the door and asks it one thing.
///
/// Those that wait for a timeout run at the same time as the others, so that they cost hardly any time.
pub(crate) async fn run<T, F>(
    report: &mut Report,
    patience: Duration,
    open: impl Fn() -> Door,
    ask: impl Fn(&Door) -> F,
) where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let at_once = async {
        let (mut verdicts, mut failures) = (Vec::new(), Vec::new());
        for case in cases() {
            let mut verdict = Ok(());
            for fault in &case.faults {
                let door = open();
                door.fail_always(fault.clone());
                let asked = within(patience, ask(&door)).await;
                let error = asked.as_ref().ok().and_then(|answer| answer.as_ref().err());
                failures.extend(error.map(|error| text::Failure::of(error, &door)));
                verdict = verdict.and_then(|()| judge(&case, fault, asked));
            }
            verdicts.push((case.law, verdict));
        }
        verdicts.push((OWN_WORDS, text::own_words(&failures)));
        verdicts.push((SECRETS, text::secrets(&failures)));
        verdicts.push((REDIRECTED, redirected(patience, &open, &ask).await));
        verdicts.push((REPEATED, wait::repeated(patience, &open, &ask).await));
        verdicts
    };
    let (verdicts, silence) = tokio::join!(at_once, silence::run(patience, &open, &ask));
    for (law, verdict) in verdicts {
        report.note(law, verdict);
    }
    silence.into_iter().for_each(|outcome| outcome.note(report));
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
            return Err(violation(
                format_args!("an answer to the question after one that was refused with status {status}"),
                format_args!("{error:?}"),
                "a refusal is about one item: keep it with that item and ask for the others as before",
            ));
        }
    }
    Ok(())
}

/// The output of a question, or the violation when it takes longer than it may.
async fn within<F: Future>(patience: Duration, asking: F) -> Result<F::Output, String> {
    let answer = tokio::time::timeout(patience, asking).await;
    answer.map_err(|_| {
        violation(
            format_args!("an error within {patience:?}, the time that patience() allows for one question"),
            "no result; the kit stopped waiting",
            "set a timeout on the whole request, its body included, so that all attempts together fit into that time",
        )
    })
}

fn judge<T: Debug>(case: &Case, fault: &Fault, asked: Result<Result<T, RemoteError>, String>) -> Verdict {
    let expected = || format!("the error {} for {fault:?}", case.codes.join(" or "));
    let error = match asked? {
        Ok(answer) => {
            let found = format!("no error, but {answer:?}");
            return Err(violation(expected(), found, case.advice));
        }
        Err(error) => error,
    };
    if !case.codes.contains(&error.code()) {
        return Err(violation(expected(), format_args!("{error:?}"), case.advice));
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
    Err(violation(
        format_args!("retry_after of {WAIT} seconds, as the header Retry-After says"),
        format_args!("{wait:?}"),
        "read the header and put it into retry_after",
    ))
}

/// Every request is redirected to another host, which would answer it.
async fn redirected<T, F>(patience: Duration, open: impl Fn() -> Door, ask: impl Fn(&Door) -> F) -> Verdict
where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let (door, elsewhere) = (open(), open());
    door.fail_always(Fault::Redirect(elsewhere.url()));
    let asked = within(patience, ask(&door)).await?;
    if asked.is_err() && elsewhere.count() == 0 {
        return Ok(());
    }
    Err(violation(
        "an error, and no request to the host that the redirect names",
        format_args!("requests there: {}; {asked:?}", elsewhere.count()),
        "turn redirects off in the HTTP client: the other host is not in the profile and would receive what is asked",
    ))
}
