//! A mocked service whose data the kit changes, and one adapter that makes several calls to it.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use async_trait::async_trait;

use crate::mock_server::{MockServer, Request, RequestHandler, Response};

/// How long to wait between two attempts.
const STEP: Duration = Duration::from_millis(50);
/// The age that an answer of an adapter may have.
const MAX_AGE: Duration = Duration::from_millis(2_500);

/// A mocked service, its data, and one adapter.
pub(crate) struct AdapterSession<S, A: ?Sized> {
    pub(crate) server: MockServer,
    pub(crate) adapter: Arc<A>,
    state: Arc<Mutex<S>>,
}

struct SessionHandler<S, F> {
    state: Arc<Mutex<S>>,
    answer: F,
}

#[async_trait]
impl<S, F> RequestHandler for SessionHandler<S, F>
where
    S: Send + 'static,
    F: Fn(&Request, &mut S) -> Response + Send + Sync + 'static,
{
    async fn answer(&self, request: &Request) -> Response {
        (self.answer)(request, &mut lock(&self.state))
    }
}

fn lock<S>(state: &Mutex<S>) -> MutexGuard<'_, S> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Send + 'static, A: ?Sized> AdapterSession<S, A> {
    /// Starts a service with these data, and creates an adapter for its base URL.
    pub(crate) fn open(
        state: S,
        answer: impl Fn(&Request, &mut S) -> Response + Send + Sync + 'static,
        adapter: impl FnOnce(&str) -> Arc<A>,
    ) -> Self {
        let state = Arc::new(Mutex::new(state));
        let server = MockServer::start(SessionHandler {
            state: state.clone(),
            answer,
        });
        Self {
            adapter: adapter(&server.url()),
            server,
            state,
        }
    }

    /// Replaces the data of the service.
    pub(crate) fn set(&self, state: S) {
        *lock(&self.state) = state;
    }
}

/// Returns how long calls may be repeated until they have a change of the service. After the last change nothing is called
/// until an answer may no longer be used, and then the first one must be current: otherwise an adapter that returns the answer to
/// the call before is not found.
pub(crate) async fn limit_after_change(patience: Duration, is_last: bool) -> Duration {
    if !is_last {
        return patience;
    }
    tokio::time::sleep(MAX_AGE).await;
    Duration::ZERO
}

/// Repeats a call until its answer is the expected one, or until the time is over. Returns the last answer. The pauses grow, so that
/// more time costs few more calls.
pub(crate) async fn until<T, F: Future<Output = T>>(
    limit: Duration,
    call: impl Fn() -> F,
    is_expected: impl Fn(&T) -> bool,
) -> T {
    let end = Instant::now() + limit;
    let mut pause = STEP;
    loop {
        let answer = call().await;
        if is_expected(&answer) || Instant::now() >= end {
            return answer;
        }
        tokio::time::sleep(pause).await;
        pause += pause / 4;
    }
}
