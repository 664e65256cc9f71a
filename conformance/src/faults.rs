//! Requirements for failing services, the same for every port: each kind of failure has its own error code, so that people and
//! retries can act on it.

mod error_text;
mod recovery;
mod retry_after;
mod silence;
mod time_limit;

use std::{fmt::Debug, future::Future, time::Duration};

use ports::RemoteError;

use crate::{
    adapter_session::AdapterSession,
    mock_server::{Fault, RetryAfter},
    report::{CheckResult, Report, describe_violation},
};

pub use error_text::{OWN_WORDS, SECRETS};
pub use recovery::{HIDDEN, RECOVERED, REFUSED_ONCE};
pub use retry_after::REPEATED;
pub use silence::{DRIPPING, SILENT, SILENT_LATER, STALLED};
pub(crate) use time_limit::PATIENCE;

use retry_after::WAIT;
use time_limit::within;

/// Requirement: 429 is `RateLimited` and keeps the value of `Retry-After`.
pub const RATE_LIMITED: &str = "429 is RateLimited and keeps its Retry-After";
/// Requirement: 429 without the header is `RateLimited` too.
pub const BARE_429: &str = "429 without Retry-After is RateLimited";
/// Requirement: 401 is `Refused` or `KeyRequired`, because waiting does not help.
pub const REFUSED: &str = "401 is Refused or KeyRequired";
/// Requirement: 500 and a reset connection are `Unavailable`.
pub const DOWN: &str = "500 and a connection that is reset are Unavailable";
/// Requirement: an HTML page instead of data is `Malformed`.
pub const NOT_JSON: &str = "an HTML page instead of data is Malformed";
/// Requirement: an answer that breaks off is an error.
pub const TRUNCATED: &str = "an answer that breaks off is an error";
/// Requirement: an answer that is too large is not read to its end.
pub const OVERSIZED: &str = "an answer of nine MiB is an error";
/// Requirement: a redirect to another host is an error, and that host receives nothing.
pub const REDIRECTED: &str = "a redirect to another host is not followed";

struct FaultCase {
    requirement: &'static str,
    faults: Vec<Fault>,
    codes: &'static [&'static str],
    advice: &'static str,
}

fn cases() -> [FaultCase; 7] {
    let case = |requirement, faults: &[Fault], codes, advice| FaultCase {
        requirement,
        faults: faults.to_vec(),
        codes,
        advice,
    };
    [
        case(
            RATE_LIMITED,
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
            TRUNCATED,
            &[Fault::Truncated],
            &["unavailable", "malformed"],
            "return an error for a body that is shorter than its announced length",
        ),
        case(
            OVERSIZED,
            &[Fault::Huge { announced: false }, Fault::Huge { announced: true }],
            &["malformed", "unavailable"],
            "stop reading at 8 MiB, whether the length is announced or not",
        ),
    ]
}

/// Checks every requirement for failures; `ask` makes a call about the first or the second of two items.
///
/// Requirements that wait for a timeout are checked concurrently with the others to save time.
pub(crate) async fn run<S, A, T, F>(
    report: &mut Report,
    patience: Duration,
    open: impl Fn() -> AdapterSession<S, A>,
    ask: impl Fn(&AdapterSession<S, A>, usize) -> F,
) where
    S: Send + 'static,
    A: ?Sized,
    T: Debug + PartialEq,
    F: Future<Output = Result<T, RemoteError>>,
{
    report.record(REFUSED_ONCE, recovery::refused_once(&open, &ask).await);
    let first = |session: &AdapterSession<S, A>| ask(session, 0);
    let immediate = async {
        let (mut results, mut error_texts) = (Vec::new(), Vec::new());
        for case in cases() {
            let mut result = Ok(());
            for fault in &case.faults {
                let session = open();
                session.server.fail_always(fault.clone());
                let outcome = within(patience, first(&session)).await;
                let error = outcome.as_ref().ok().and_then(|answer| answer.as_ref().err());
                error_texts.extend(error.map(|error| error_text::ErrorText::of(error, &session.server)));
                result = result.and_then(|()| check_case(&case, fault, outcome));
            }
            results.push((case.requirement, result));
        }
        results.push((OWN_WORDS, error_text::own_words(&error_texts)));
        results.push((SECRETS, error_text::secrets(&error_texts)));
        results.push((REDIRECTED, redirected(patience, &open, first).await));
        results.push((REPEATED, retry_after::repeated(patience, &open, first).await));
        results
    };
    let (results, between, silence) = tokio::join!(
        immediate,
        recovery::between_calls(patience, &open, &ask),
        silence::run(patience, &open, first),
    );
    let between = [HIDDEN, RECOVERED].into_iter().zip(between);
    for (requirement, result) in results.into_iter().chain(between) {
        report.record(requirement, result);
    }
    silence.into_iter().for_each(|outcome| outcome.note(report));
}

fn check_case<T: Debug>(
    case: &FaultCase,
    fault: &Fault,
    outcome: Result<Result<T, RemoteError>, String>,
) -> CheckResult {
    let expected = || format!("the error {} for {fault:?}", case.codes.join(" or "));
    let error = match outcome? {
        Ok(answer) => {
            let found = format!("no error, but {answer:?}");
            return Err(describe_violation(expected(), found, case.advice));
        }
        Err(error) => error,
    };
    if !case.codes.contains(&error.code()) {
        return Err(describe_violation(expected(), format_args!("{error:?}"), case.advice));
    }
    match (fault, error.retry_after()) {
        (Fault::TooManyRequests(RetryAfter::Seconds(_)), wait) => check_retry_after(wait),
        _ => Ok(()),
    }
}

/// Checks `retry_after`; up to two seconds may have passed since the header was received.
fn check_retry_after(wait: Option<Duration>) -> CheckResult {
    let fits = |wait: Duration| wait.as_secs() + 3 > WAIT && wait.as_secs() <= WAIT;
    if wait.is_some_and(fits) {
        return Ok(());
    }
    Err(describe_violation(
        format_args!("retry_after of {WAIT} seconds, as the header Retry-After says"),
        format_args!("{wait:?}"),
        "read the header and put it into retry_after",
    ))
}

/// Redirects every request to another host, which would answer it.
async fn redirected<S, A, T, F>(
    patience: Duration,
    open: impl Fn() -> AdapterSession<S, A>,
    ask: impl Fn(&AdapterSession<S, A>) -> F,
) -> CheckResult
where
    S: Send + 'static,
    A: ?Sized,
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let (session, elsewhere) = (open(), open().server);
    session.server.fail_always(Fault::Redirect(elsewhere.url()));
    let outcome = within(patience, ask(&session)).await?;
    if outcome.is_err() && elsewhere.count() == 0 {
        return Ok(());
    }
    Err(describe_violation(
        "an error, and no request to the host that the redirect names",
        format_args!("requests there: {}; {outcome:?}", elsewhere.count()),
        "turn redirects off in the HTTP client: the other host is not in the profile and would receive the requests",
    ))
}
