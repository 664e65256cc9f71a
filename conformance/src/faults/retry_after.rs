//! Requirements for services that send `Retry-After`.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    future::Future,
    time::{Duration, Instant},
};

use ports::RemoteError;
use serde_json::Value;

use super::time_limit::within;
use crate::{
    adapter_session::AdapterSession,
    mock_server::{Fault, MockServer, Request, RetryAfter},
    report::{CheckResult, describe_violation},
};

/// The seconds in the `Retry-After` header that the kit sends.
pub(super) const WAIT: u64 = 7;

/// Requirement: a request that was answered with 429 and `Retry-After` is not sent again before that time is over.
pub const REPEATED: &str = "a request is not repeated before its Retry-After is over";

/// Returns how often each request was sent. The ids of JSON-RPC calls are ignored, because a repeated call has a new one.
fn times(server: &MockServer) -> BTreeMap<(String, String), usize> {
    let mut times = BTreeMap::new();
    for request in server.seen() {
        *times.entry((request.target.clone(), body(&request))).or_default() += 1;
    }
    times
}

fn body(request: &Request) -> String {
    let mut body = request.json();
    let calls: Vec<&mut Value> = match &mut body {
        Value::Array(batch) => batch.iter_mut().collect(),
        single => vec![single],
    };
    for call in calls {
        call.as_object_mut().map(|call| call.remove("id"));
    }
    body.to_string()
}

pub(super) async fn repeated<S, A, T, F>(
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
    let working = open();
    // Some calls send one request twice; their result is another requirement.
    drop(within(patience, ask(&working)).await);
    let usual = times(&working.server);
    let (session, begin) = (open(), Instant::now());
    session
        .server
        .fail_always(Fault::TooManyRequests(RetryAfter::Seconds(WAIT)));
    drop(within(patience, ask(&session)).await);
    let allowed = |request: &(String, String)| usual.get(request).copied().unwrap_or(1);
    let repeated = times(&session.server)
        .into_iter()
        .find(|(request, count)| *count > allowed(request));
    match repeated {
        // It waited as long as required.
        _ if begin.elapsed() >= Duration::from_secs(WAIT) => Ok(()),
        None => Ok(()),
        Some(((target, _), count)) => Err(describe_violation(
            format_args!("no second request to {target} within the {WAIT} seconds of Retry-After"),
            format_args!("{count} requests within {:?}", begin.elapsed()),
            "return RemoteError::RateLimited at once and let the caller come back later",
        )),
    }
}
