//! The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): the limits of a call, and what the
//! client has left of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

use super::{CallLimit, Limits};
use crate::client::Client;
use crate::problem::Problem;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

/// The state of a counted limit: how many more calls are allowed now, or after how many seconds the next one is.
struct LimitState {
    limit: &'static str,
    left: u32,
    wait: Option<u64>,
}

tokio::task_local! {
    /// The limits that were counted for the current request.
    static COUNTED: Arc<Mutex<Vec<LimitState>>>;
}

/// Awaits the response and adds both headers to it, for the limits that the call may count.
pub async fn with_headers(
    limits: &Limits,
    counted: &[&'static CallLimit],
    client: Option<Client>,
    response: impl Future<Output = Response>,
) -> Response {
    if counted.is_empty() {
        return response.await;
    }
    let states = Arc::<Mutex<Vec<LimitState>>>::default();
    let mut response = COUNTED.scope(Arc::clone(&states), response).await;
    let states = std::mem::take(&mut *states.lock().unwrap_or_else(PoisonError::into_inner));
    let policies = client.into_iter().flat_map(|client| {
        let policy = move |limit: &&'static CallLimit| Some((limit.name, limits.policy(limit, client)?));
        counted.iter().filter_map(policy)
    });
    let policies = policies.map(|(name, rate)| format!("\"{name}\";q={};w={}", rate.count, rate.per.as_secs()));
    write(&mut response, POLICY, policies);
    let states = states.iter().map(|LimitState { limit, left, wait }| match wait {
        Some(seconds) => format!("\"{limit}\";r={left};t={seconds}"),
        None => format!("\"{limit}\";r={left}"),
    });
    write(&mut response, STATE, states);
    response
}

/// Returns work for another task that counts its limits for the request of this one.
pub fn counting_here<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let states = COUNTED.try_with(Arc::clone).unwrap_or_default();
    COUNTED.scope(states, work)
}

fn write(response: &mut Response, name: HeaderName, items: impl Iterator<Item = String>) {
    let text = items.collect::<Vec<_>>().join(", ");
    if let (false, Ok(value)) = (text.is_empty(), HeaderValue::from_str(&text)) {
        response.headers_mut().insert(name, value);
    }
}

/// Records for the headers that a limit was counted, and how many more calls are allowed now.
pub fn record_left(limit: &CallLimit, left: u32) {
    push(LimitState {
        limit: limit.name,
        left,
        wait: None,
    });
}

/// Records for the headers that a limit is reached, and returns the problem.
pub fn exceeded(limit: &CallLimit, retry_after: Duration) -> Problem {
    let problem = Problem::RateLimited { retry_after };
    let wait = problem.retry_after_seconds();
    push(LimitState {
        limit: limit.name,
        left: 0,
        wait,
    });
    problem
}

/// Does nothing outside of a request, as in unit tests of the limits.
fn push(state: LimitState) {
    let push =
        |counted: &Arc<Mutex<Vec<LimitState>>>| counted.lock().unwrap_or_else(PoisonError::into_inner).push(state);
    let _outside_request = COUNTED.try_with(push);
}
