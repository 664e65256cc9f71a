//! Stands before every call: limits, and who may pass.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::access::{Access, Call};
use crate::client::Client;
use crate::problem::Problem;
use crate::{body, caller, turn};

/// Lets a request pass to its handler, or refuses it.
pub async fn guard(State(call): State<Call>, request: Request, next: Next) -> Response {
    pass(&call, request, next)
        .await
        .unwrap_or_else(IntoResponse::into_response)
}

/// A hand is taken to look who comes, and again to answer; nobody holds one while their body is under way.
async fn pass(call: &Call, mut request: Request, next: Next) -> Result<Response, Problem> {
    if call.probe {
        return Ok(next.run(request).await);
    }
    let app = request.extensions().get::<App>().cloned().ok_or(Problem::Internal)?;
    let hands = app.seats().hands();
    turn::with(hands, admit(call, &app, &mut request)).await??;
    let request = body::arrived(request, call.cap).await?;
    turn::with(hands, next.run(request)).await
}

async fn admit(call: &Call, app: &App, request: &mut Request) -> Result<(), Problem> {
    if call.access == Access::Off {
        return Err(Problem::NotFound);
    }
    if let Some(row) = call.limit {
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
