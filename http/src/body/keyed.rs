//! The body of a call that makes something, with the key that makes it once.

use axum::extract::{FromRequest, MatchedPath, Request};
use axum::http::{HeaderMap, HeaderName};
use ports::idempotency::{IdempotentCall, ParseKeyError};
use serde::de::DeserializeOwned;

use super::{CAP, Kind, parse, read, secret::Secrets};
use crate::problem::Problem;

/// The header of the key.
pub const HEADER: HeaderName = HeaderName::from_static("idempotency-key");

/// A call's fields, and the attempt they are where the call came under a key.
pub struct Keyed<T> {
    pub body: T,
    pub attempt: Option<IdempotentCall>,
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Keyed<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let (kind, key) = (Kind::of(&request), key(request.headers())?);
        let path = request.extensions().get::<MatchedPath>().cloned();
        let call = path.as_ref().map_or("", MatchedPath::as_str);
        let bytes = read(&mut request, CAP).await?;
        let attempt = key
            .map(|key| IdempotentCall::new(call, &key, &bytes))
            .transpose()
            .map_err(wrong)?;
        let body = parse(kind, &bytes, Secrets::Refused)?;
        Ok(Self { body, attempt })
    }
}

/// The one key of a request; two are none that is meant.
fn key(headers: &HeaderMap) -> Result<Option<Vec<u8>>, Problem> {
    let mut stated = headers.get_all(HEADER).iter();
    match (stated.next(), stated.next()) {
        (_, Some(_)) => Err(wrong(ParseKeyError)),
        (first, None) => Ok(first.map(|key| key.as_bytes().to_vec())),
    }
}

fn wrong(why: ParseKeyError) -> Problem {
    Problem::field(HEADER.as_str(), why.to_string())
}
