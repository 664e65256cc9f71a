//! Stands before every call: limits, and who may pass.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::access::{Access, Call};
use crate::caller;
use crate::client::Client;
use crate::problem::Problem;

/// Lets a request pass to its handler, or refuses it.
pub async fn guard(State(call): State<Call>, mut request: Request, next: Next) -> Response {
    match admit(&call, &mut request).await {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

async fn admit(call: &Call, request: &mut Request) -> Result<(), Problem> {
    if call.access == Access::Off {
        return Err(Problem::NotFound);
    }
    let app = request.extensions().get::<App>().cloned().ok_or(Problem::Internal)?;
    if let Some(row) = call.limit {
        let client = request.extensions().get::<Client>().copied().ok_or(Problem::Internal)?;
        app.settings().limits.check(row, client, app.tracker()).await?;
    }
    match call.access {
        Access::Public | Access::Webhook | Access::Off => {}
        Access::AnyUser if call.shared => {
            let viewer = caller::viewer_of(&app, request.headers()).await?;
            request.extensions_mut().insert(viewer);
        }
        Access::AnyUser => {
            let caller = caller::of(&app, request.headers()).await?;
            request.extensions_mut().insert(caller);
        }
        // Every user is anonymous so far.
        Access::Registered => {
            caller::of(&app, request.headers()).await?;
            return Err(Problem::RegistrationRequired);
        }
    }
    Ok(())
}
