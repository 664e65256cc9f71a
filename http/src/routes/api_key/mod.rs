//! API keys, with which a person's own programs read their data.

mod bodies;

pub use bodies::*;

use axum::extract::State;
use domain::api_key::{ApiKeyError, CreatedApiKey, NewApiKey, ParseLifetimeError};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::SessionCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::{Code, Problem};

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::write(Access::Registered).problems(&[Code::ProofRequired, Code::NotFound]),
            routes!(create_api_key),
        )
        .add(Call::read(Access::Registered), routes!(list_api_keys))
        .add(
            Call::write(Access::Registered).problems(&[Code::NotFound]),
            routes!(revoke_api_key),
        )
}

/// Creates an API key, with which a program of the caller reads their data.
///
/// The caller must have signed in within the last 10 minutes, and can have up to 20 keys. The key is returned once: if the answer is lost, revoke the key and create another.
#[utoipa::path(post, path = "/organisation/api-key/create-api-key", tag = "api-key", operation_id = "createApiKey",
    request_body(content = CreateApiKeyRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = CreateApiKeyAnswer)))]
async fn create_api_key(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<CreateApiKeyRequest>,
) -> Answer<CreateApiKeyData> {
    let CreateApiKeyRequest {
        name,
        scopes,
        expires_in_days,
    } = request;
    let lifetime = expires_in_days.map(TryInto::try_into).transpose();
    let wanted = NewApiKey {
        name,
        scopes: scopes.into_iter().map(Into::into).collect(),
        lifetime: lifetime.map_err(|error: ParseLifetimeError| Problem::field("expires_in_days", error.to_string()))?,
    };
    let CreatedApiKey { key, token } = app.tracker().api_keys().create(&caller, wanted).await?;
    Ok(Envelope::of(CreateApiKeyData {
        token: token.reveal().to_owned(),
        api_key: (&key).into(),
    }))
}

/// Returns the caller's API keys, the newest first.
///
/// Expired and revoked keys are left out.
#[utoipa::path(post, path = "/organisation/api-key/list-api-keys", tag = "api-key", operation_id = "listApiKeys",
    request_body(content = Option<ListApiKeysRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ListApiKeysAnswer)))]
async fn list_api_keys(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    _: Body<ListApiKeysRequest>,
) -> Answer<ListApiKeysData> {
    let keys = app.tracker().api_keys().list(&caller).await?;
    Ok(Envelope::of(ListApiKeysData {
        api_keys: keys.iter().map(Into::into).collect(),
    }))
}

/// Ends one of the caller's API keys.
///
/// Calls with it are refused from now on.
#[utoipa::path(post, path = "/organisation/api-key/revoke-api-key", tag = "api-key", operation_id = "revokeApiKey",
    request_body(content = RevokeApiKeyRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = RevokeApiKeyAnswer)))]
async fn revoke_api_key(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<RevokeApiKeyRequest>,
) -> Answer<RevokeApiKeyData> {
    let id = request.id.parse().map_err(|_| Problem::NotFound)?;
    app.tracker().api_keys().revoke(&caller, id).await?;
    Ok(Envelope::of(RevokeApiKeyData { revoked: true }))
}

answers! {
    CreateApiKeyAnswer = CreateApiKeyData,
    ListApiKeysAnswer = ListApiKeysData,
    RevokeApiKeyAnswer = RevokeApiKeyData,
}

impl From<ApiKeyError> for Problem {
    fn from(error: ApiKeyError) -> Self {
        let message = error.to_string();
        match error {
            ApiKeyError::Name(_) | ApiKeyError::TooMany => Self::field("name", message),
            ApiKeyError::NoScope => Self::field("scopes", message),
            ApiKeyError::ProofRequired => Self::ProofRequired,
            ApiKeyError::NotFound => Self::NotFound,
            ApiKeyError::Storage(error) => error.into(),
        }
    }
}
