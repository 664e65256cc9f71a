//! Who signs in, and from where.

use axum::http::{HeaderMap, header};
use domain::Caller;
use domain::sign_in::SignInContext;

use crate::App;
use crate::caller::{self, SessionCaller};
use crate::client::Client;
use crate::device;
use crate::problem::Problem;

/// Returns the caller of the presented session. A public call ignores a session that cannot be used.
pub async fn presented(app: &App, headers: &HeaderMap) -> Result<Option<Caller>, Problem> {
    match caller::of(app, headers).await {
        Ok(SessionCaller(caller)) => Ok(Some(caller)),
        Err(Problem::SessionInvalid | Problem::SessionMissing) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Returns who signs in.
pub async fn context(
    app: &App,
    client: Client,
    headers: &HeaderMap,
    switches_user: bool,
) -> Result<SignInContext, Problem> {
    let caller = presented(app, headers).await?;
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    Ok(SignInContext {
        caller,
        switches_user,
        adds_session: false,
        signed_up_from: None,
        device: agent.and_then(device::name),
        network: Some(client.network()),
    })
}
