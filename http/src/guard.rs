//! Stands before every call: limits, and who may pass.

use std::task::Poll;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::App;
use crate::access::{Access, Call};
use crate::client::Client;
use crate::problem::Problem;
use crate::{body, caller, limit, turn};

/// Lets a request pass to its handler, or refuses it.
pub async fn guard(State(call): State<Call>, request: Request, next: Next) -> Response {
    let client = request.extensions().get::<Client>().copied();
    let app = request.extensions().get::<App>().cloned();
    let answer = async {
        pass(&call, request, next)
            .await
            .unwrap_or_else(IntoResponse::into_response)
    };
    match app {
        Some(app) => limit::with_headers(&app.settings().limits, &call.rows, client, answer).await,
        None => answer.await,
    }
}

/// How far a request came in its first turn.
enum Begun<'a> {
    Answered(Response),
    /// Its body is still under way.
    Awaited(BoxFuture<'a, Result<Request, Problem>>, Next),
}

/// A hand is taken to look who comes, and to answer. Nobody holds one while their body is under way: they find another.
/// Most bodies are there already, and who was looked at is not sent away then.
async fn pass(call: &Call, request: Request, next: Next) -> Result<Response, Problem> {
    if call.probe {
        return Ok(next.run(request).await);
    }
    let app = request.extensions().get::<App>().cloned().ok_or(Problem::Internal)?;
    let hands = app.seats().hands();
    match turn::with(hands, begin(call, &app, request, next)).await?? {
        Begun::Answered(response) => Ok(response),
        Begun::Awaited(arriving, next) => {
            let request = arriving.await?;
            turn::with(hands, next.run(request)).await
        }
    }
}

async fn begin<'a>(call: &Call, app: &App, mut request: Request, next: Next) -> Result<Begun<'a>, Problem> {
    admit(call, app, &mut request).await?;
    let mut arriving = body::arrived(request, call.cap).boxed();
    match futures::poll!(&mut arriving) {
        Poll::Ready(request) => Ok(Begun::Answered(next.run(request?).await)),
        Poll::Pending => Ok(Begun::Awaited(arriving, next)),
    }
}

async fn admit(call: &Call, app: &App, request: &mut Request) -> Result<(), Problem> {
    if call.access == Access::Off {
        return Err(Problem::NotFound);
    }
    // Nothing can be dated, and whatever is written now would lie before everything else.
    if !app.has_date() {
        return Err(Problem::ClockWrong);
    }
    let is_counted_later = call.counts_new_keys && request.headers().contains_key(body::KEY_HEADER);
    if let Some(row) = call.limit
        && !is_counted_later
    {
        let client = request.extensions().get::<Client>().copied().ok_or(Problem::Internal)?;
        app.settings().limits.check(row, client, app.tracker()).await?;
    }
    match call.access {
        Access::Public | Access::Webhook | Access::Off => {}
        Access::AnyUser if call.shared => {
            let viewer = caller::viewer_of(app, request.headers()).await?;
            request.extensions_mut().insert(viewer);
        }
        Access::AnyUser => {
            let caller = caller::of(app, request.headers()).await?;
            request.extensions_mut().insert(caller);
        }
        // Every user is anonymous so far.
        Access::Registered => {
            caller::of(app, request.headers()).await?;
            return Err(Problem::RegistrationRequired);
        }
    }
    Ok(())
}
