//! Access to accounts that people grant on the page of an exchange.

use axum::extract::State;
use domain::connection::AccessAnswer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::{Body, BodyWithSecrets, SecretFields};
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::limit::{CallLimit, per_hour};
use crate::problem::Code;
use crate::routes::exchange::{ExchangeAccountRow, exchange_id, nickname, saved};
use crate::wire::Time;

/// Each request for consent is stored for ten minutes, and each code is sent to an exchange.
static ACCESS: CallLimit = CallLimit::new("exchange-access", "access at exchanges", per_hour::<60>());

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::Registered).limited(&ACCESS),
            routes!(get_authorize_url),
        )
        .add(
            Call::write(Access::Registered)
                .problems(&[Code::OauthStateInvalid, Code::SourceUnavailable])
                .limited(&ACCESS),
            routes!(update_access_token),
        )
}

/// The request of `get-authorize-url`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "coinbase", "account_name": "Coinbase"}))]
pub struct AuthorizeUrlRequest {
    /// The exchange.
    #[schema(example = "coinbase")]
    pub exchange: String,
    /// What the person calls the account, up to 60 characters. If an account there has this name already, it is connected anew.
    #[schema(example = "Coinbase")]
    pub account_name: String,
}

/// The result of `get-authorize-url`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuthorizeUrlData {
    /// The page of the exchange on which the person consents; in the demo world a path of this server.
    #[schema(example = "https://login.coinbase.com/oauth2/auth?response_type=code&client_id=...")]
    pub url: String,
    /// Until when the person may consent.
    pub expires_on: Time,
}

/// The request of `update-access-token`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "coinbase", "access_code": "4c666b5c0c0d9d3140f2e0776cbe245f", "state": "spy_oauth_4fJ7QpXzVb2LkTnR8sWcYdHgAa93MmEu0PqoTx"}))]
pub struct UpdateAccessTokenRequest {
    /// The exchange that sent the person back.
    #[schema(example = "coinbase")]
    pub exchange: String,
    /// The `code` with which it did.
    #[schema(example = "4c666b5c0c0d9d3140f2e0776cbe245f", max_length = 4096)]
    pub access_code: String,
    /// The `state` with which it did.
    #[schema(example = "spy_oauth_4fJ7QpXzVb2LkTnR8sWcYdHgAa93MmEu0PqoTx")]
    pub state: String,
    /// What the person calls the account; the name of `get-authorize-url` by default.
    #[schema(example = "Coinbase")]
    pub account_name: Option<String>,
}

impl SecretFields for UpdateAccessTokenRequest {
    // Codes of exchanges may have the forms of private keys.
    const FIELDS: &'static [&'static str] = &["access_code"];
}

/// Begins to connect an account with an access that its owner grants on the page of the exchange, which can only read.
///
/// The page is opened in a window of its own. It sends the person back to `/connect/{exchange}` on this server with a `code` and the `state`,
/// which `update-access-token` takes from the same session within ten minutes, once. Exchanges whose profile has `oauth` offer it.
#[utoipa::path(post, path = "/organisation/user/get-authorize-url", tag = "exchange", operation_id = "getAuthorizeUrl",
    request_body(content = AuthorizeUrlRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetAuthorizeUrlAnswer)))]
async fn get_authorize_url(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<AuthorizeUrlRequest>,
) -> Answer<AuthorizeUrlData> {
    let exchange = exchange_id(&app, &request.exchange)?;
    let name = nickname("account_name", &request.account_name)?;
    let begun = app
        .tracker()
        .connections()
        .request_access(&caller, &exchange, &name)
        .await?;
    Ok(Envelope::of(AuthorizeUrlData {
        url: begun.url,
        expires_on: begun.expires_at.into(),
    }))
}

/// Connects an account with the code with which an exchange sent the person back.
///
/// The exchange is requested what it granted before anything is stored. An access that may do more than read, or whose scopes it does not
/// state, is ended there and not stored. The tokens are encrypted, exchanged for new ones before they end, and never returned.
#[utoipa::path(post, path = "/organisation/user/update-access-token", tag = "exchange", operation_id = "updateAccessToken",
    request_body(content = UpdateAccessTokenRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = UpdateAccessTokenAnswer)))]
async fn update_access_token(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    BodyWithSecrets(request): BodyWithSecrets<UpdateAccessTokenRequest>,
) -> Answer<ExchangeAccountRow> {
    let name = request.account_name.as_deref();
    let answer = AccessAnswer {
        exchange: exchange_id(&app, &request.exchange)?,
        state: &request.state,
        code: &request.access_code,
        name: name.map(|name| nickname("account_name", name)).transpose()?,
    };
    let wallet = app.tracker().connections().redeem_access(&caller, answer).await?;
    Ok(Envelope::of(saved(&app, &caller, wallet.id).await?))
}

answers! {
    GetAuthorizeUrlAnswer = AuthorizeUrlData,
    UpdateAccessTokenAnswer = ExchangeAccountRow,
}
