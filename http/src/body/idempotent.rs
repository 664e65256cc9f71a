//! The body of a call that creates something, with its `Idempotency-Key`.

use axum::extract::{FromRequest, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName};
use ports::idempotency::{IdempotentCall, ParseKeyError};
use serde::de::DeserializeOwned;

use super::{ContentType, MAX_BYTES, parse, read, secret::SecretPolicy};
use crate::problem::Problem;

/// The `Idempotency-Key` header.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// The fields of a call, and the attempt if the request has an `Idempotency-Key`.
pub struct IdempotentBody<T> {
    pub body: T,
    pub attempt: Option<IdempotentCall>,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for IdempotentBody<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let (content_type, key) = (ContentType::of(&request), key(request.headers())?);
        let path = request.extensions().get::<MatchedPath>().cloned();
        let call = path.as_ref().map_or("", MatchedPath::as_str);
        let bytes = read(&mut request, MAX_BYTES).await?;
        let attempt = key
            .map(|key| IdempotentCall::new(call, &key, &bytes))
            .transpose()
            .map_err(invalid_key)?;
        let body = parse(content_type, &bytes, SecretPolicy::RejectAll)?;
        Ok(Self { body, attempt })
    }
}

/// Returns the key of a request. Two keys are invalid.
fn key(headers: &HeaderMap) -> Result<Option<Vec<u8>>, Problem> {
    let mut keys = headers.get_all(HEADER).iter();
    match (keys.next(), keys.next()) {
        (_, Some(_)) => Err(invalid_key(ParseKeyError)),
        (first, None) => Ok(first.map(|key| key.as_bytes().to_vec())),
    }
}

fn invalid_key(error: ParseKeyError) -> Problem {
    Problem::field(HEADER.as_str(), error.to_string())
}
