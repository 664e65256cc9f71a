//! Sessions for tests on this machine, with a password of the configuration.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use domain::user::ListWallets;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::calls::Calls;
use crate::client::Client;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};
use crate::routes::sign_in::VERIFY_CODE;
use crate::temp_login::TempLoginPassword;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::write(Access::Public)
            .problems(&[Code::NotFound, Code::InvalidCredentials])
            .limited(&VERIFY_CODE),
        routes!(temp_login),
    )
}

/// Opens a session of a new anonymous user, for tests on the server's own machine.
///
/// It is `not_found` unless the configuration has a password for it and the request comes from the same machine without a proxy.
#[utoipa::path(post, path = "/common/test/temp-login", tag = "user", operation_id = "tempLogin",
    request_body(content = TempLoginRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = TempLoginAnswer)))]
async fn temp_login(
    State(app): State<App>,
    SwitchedOn(password): SwitchedOn,
    Body(request): Body<TempLoginRequest>,
) -> Answer<TempLoginData> {
    if !password.is(&request.password) {
        return Err(Problem::InvalidCredentials);
    }
    let created = app.tracker().users().create(&ListWallets::default()).await?;
    Ok(Envelope::of(TempLoginData {
        token: created.token.reveal().to_owned(),
    }))
}

/// The password, where the call exists for a request. It is taken before the body, which must not tell whether it does.
struct SwitchedOn(TempLoginPassword);

impl FromRequestParts<App> for SwitchedOn {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let is_local = parts.extensions.get::<Client>().is_some_and(|client| client.is_local());
        let password = app.settings().temp_login.clone().filter(|_| is_local);
        password.map(Self).ok_or(Problem::NotFound)
    }
}

/// The request of `temp-login`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"password": "a password for tests"}))]
struct TempLoginRequest {
    /// The password of the configuration.
    #[schema(example = "a password for tests", max_length = 250)]
    password: String,
}

/// A session.
#[derive(Serialize, ToSchema)]
struct TempLoginData {
    /// The token of the session.
    #[schema(example = "spy_session_4hK2mQ8tYzB1nW6rC3xVdE7pL9sFgJ0aUiO5b2Xk")]
    token: String,
}

answers! {
    TempLoginAnswer = TempLoginData,
}
