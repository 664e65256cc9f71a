//! A service that asks for a pause.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    future::Future,
    time::{Duration, Instant},
};

use ports::RemoteError;
use serde_json::Value;

use super::{WAIT, within};
use crate::{
    door::{Door, Fault, Request, RetryAfter},
    report::{Verdict, violation},
};

/// Requirement: a request that was answered with 429 and `Retry-After` is not sent again before that time is over.
pub const REPEATED: &str = "a request is not repeated before its Retry-After is over";

/// How often each request was sent. The ids of JSON-RPC calls are left out: a repeated call has a new one.
fn times(door: &Door) -> BTreeMap<(String, String), usize> {
    let mut times = BTreeMap::new();
    for request in door.seen() {
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

pub(super) async fn repeated<T, F>(patience: Duration, open: impl Fn() -> Door, ask: impl Fn(&Door) -> F) -> Verdict
where
    T: Debug,
    F: Future<Output = Result<T, RemoteError>>,
{
    let honest = open();
    // Some questions send one request twice; what comes of them is another requirement.
    drop(within(patience, ask(&honest)).await);
    let usual = times(&honest);
    let (door, begin) = (open(), Instant::now());
    door.fail_always(Fault::TooManyRequests(RetryAfter::Seconds(WAIT)));
    drop(within(patience, ask(&door)).await);
    let allowed = |request: &(String, String)| usual.get(request).copied().unwrap_or(1);
    let repeated = times(&door)
        .into_iter()
        .find(|(request, count)| *count > allowed(request));
    match repeated {
        // It waited as long as it was asked to.
        _ if begin.elapsed() >= Duration::from_secs(WAIT) => Ok(()),
        None => Ok(()),
        Some(((target, _), count)) => Err(violation(
            format_args!("no second request to {target} within the {WAIT} seconds of Retry-After"),
            format_args!("{count} requests within {:?}", begin.elapsed()),
            "return RemoteError::RateLimited at once and let the caller come back later",
        )),
    }
}
