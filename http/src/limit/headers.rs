//! The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers): what a call's limits are, and how
//! much of them is left to the client.

use std::cell::RefCell;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;

use super::Limits;
use crate::client::Client;
use crate::problem::Problem;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const STATE: HeaderName = HeaderName::from_static("ratelimit");

/// A counted row: how many more calls may pass at once, and after how many seconds the next one where none may.
struct State {
    row: &'static str,
    left: u32,
    wait: Option<u64>,
}

tokio::task_local! {
    /// The rows that were counted for the request that this task answers.
    static COUNTED: RefCell<Vec<State>>;
}

/// Answers a request and writes both headers into its answer, for the rows that the call may count.
pub async fn with_headers(
    limits: &Limits,
    rows: &[&'static str],
    client: Option<Client>,
    answer: impl Future<Output = Response>,
) -> Response {
    if rows.is_empty() {
        return answer.await;
    }
    let (mut response, states) = COUNTED
        .scope(RefCell::default(), async {
            let response = answer.await;
            (response, COUNTED.with(RefCell::take))
        })
        .await;
    let policies = client.into_iter().flat_map(|client| {
        let policy = move |row: &&'static str| Some((*row, limits.policy(row, client)?));
        rows.iter().filter_map(policy)
    });
    let policies = policies.map(|(row, rate)| format!("\"{row}\";q={};w={}", rate.count, rate.per.as_secs()));
    write(&mut response, POLICY, policies);
    let states = states.iter().map(|State { row, left, wait }| match wait {
        Some(seconds) => format!("\"{row}\";r={left};t={seconds}"),
        None => format!("\"{row}\";r={left}"),
    });
    write(&mut response, STATE, states);
    response
}

fn write(response: &mut Response, name: HeaderName, items: impl Iterator<Item = String>) {
    let text = items.collect::<Vec<_>>().join(", ");
    if let (false, Ok(value)) = (text.is_empty(), HeaderValue::from_str(&text)) {
        response.headers_mut().insert(name, value);
    }
}

/// Notes for the headers that a row was counted, and how many more calls may pass now.
pub fn note_left(row: &'static str, left: u32) {
    push(State { row, left, wait: None });
}

/// Notes for the headers that a row allows no more, and makes the refusal.
pub fn refuse(row: &'static str, retry_after: Duration) -> Problem {
    let problem = Problem::RateLimited { retry_after };
    let wait = problem.retry_after_seconds();
    push(State { row, left: 0, wait });
    problem
}

/// Outside of a request, as in tests of the table alone, there is no answer to write into.
fn push(state: State) {
    let _outside = COUNTED.try_with(|counted| counted.borrow_mut().push(state));
}
