//! The middleware of calls: concurrency and rate limits, authentication, and reading the body.

use std::task::Poll;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::App;
use crate::access::{Access, Call};
use crate::admission::on_own_thread;
use crate::caller::Viewer;
use crate::client::Client;
use crate::problem::Problem;
use crate::{body, caller, limit};

/// Passes a request on to its handler, or answers it with a problem.
pub async fn guard(State(call): State<Call>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().copied();
    let app = request.extensions().get::<App>().cloned();
    let mut counted = call.counted.clone();
    if !call.scopes.is_empty() && caller::api_key(request.headers()).is_some() {
        counted.push(&limit::PER_KEY);
    }
    let answer = async {
        pass(&call, request, next)
            .await
            .unwrap_or_else(IntoResponse::into_response)
    };
    match app {
        Some(app) => limit::with_headers(&app.settings().limits, &counted, client, answer).await,
        None => answer.await,
    }
}

/// The state of a request after its first permit.
enum FirstStep<'a> {
    Answered(Response),
    /// The body is still arriving.
    AwaitingBody(BoxFuture<'a, Result<Request, Problem>>, Next),
}

/// A permit is held while a request is authenticated and handled, but not while its body is still arriving. Most bodies have
/// arrived by the time of authentication, and are then handled under the same permit.
async fn pass(call: &Call, request: Request, next: Next) -> Result<Response, Problem> {
    if call.probe {
        return Ok(next.run(request).await);
    }
    let app = request.extensions().get::<App>().cloned().ok_or(Problem::Internal)?;
    let permits = &app.admission().requests;
    match permits.run(start(call, &app, request, next)).await?? {
        FirstStep::Answered(response) => Ok(response),
        FirstStep::AwaitingBody(body, next) => {
            let request = body.await?;
            permits.run(next.run(request)).await
        }
    }
}

async fn start<'a>(call: &Call, app: &App, mut request: Request, next: Next) -> Result<FirstStep<'a>, Problem> {
    admit(call, app, &mut request).await?;
    let mut body = body::with_whole_body(request, call.max_body_bytes).boxed();
    match futures::poll!(&mut body) {
        Poll::Ready(request) => Ok(FirstStep::Answered(next.run(request?).await)),
        Poll::Pending => Ok(FirstStep::AwaitingBody(body, next)),
    }
}

async fn admit(call: &Call, app: &App, request: &mut Request) -> Result<(), Problem> {
    if call.access == Access::Off {
        return Err(Problem::NotFound);
    }
    // Rows written now would be dated before all others.
    if !app.has_date() {
        return Err(Problem::ClockWrong);
    }
    let is_counted_later = call.counts_new_keys && request.headers().contains_key(body::IDEMPOTENCY_KEY);
    if let Some(limit) = call.limit
        && !is_counted_later
    {
        let client = request.extensions().get::<Client>().copied().ok_or(Problem::Internal)?;
        app.settings().limits.check(limit, client, app.tracker()).await?;
    }
    authenticate(call, app, request).await
}

/// Adds to the request the users or visitors that its handler may take as an argument.
async fn authenticate(call: &Call, app: &App, request: &mut Request) -> Result<(), Problem> {
    match call.access {
        Access::Public | Access::Webhook | Access::Off => {}
        Access::AnyUser | Access::Registered if caller::api_key(request.headers()).is_some() => {
            let (caller, scopes) = caller::by_api_key(app, request.headers(), &call.scopes).await?;
            let extensions = request.extensions_mut();
            extensions.insert(Viewer::Caller(caller.0));
            extensions.insert(caller);
            extensions.insert(scopes);
        }
        Access::AnyUser if call.shared => {
            let viewer = caller::viewer_of(app, request.headers()).await?;
            request.extensions_mut().insert(viewer);
        }
        Access::AnyUser => {
            let caller = caller::of(app, request.headers()).await?;
            request.extensions_mut().insert(caller);
        }
        Access::Registered => {
            let caller = caller::of(app, request.headers()).await?;
            if !caller.0.is_registered() {
                return Err(Problem::RegistrationRequired);
            }
            request.extensions_mut().insert(caller);
        }
    }
    Ok(())
}

/// Middleware that handles a request on a thread of its own while it holds a permit.
pub async fn compute(request: Request, next: Next) -> Response {
    let Some(app) = request.extensions().get::<App>().cloned() else {
        return Problem::Internal.into_response();
    };
    let permit = match app.admission().computations.acquire().await {
        Ok(permit) => permit,
        Err(problem) => return problem.into_response(),
    };
    let handled = limit::counting_here(next.run(request));
    on_own_thread(async move {
        let response = handled.await;
        drop(permit);
        response
    })
    .await
}
