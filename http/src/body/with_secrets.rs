//! The body of a call that reports which of its texts are secrets.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::{ContentType, MAX_BYTES, parse, read, secret::SecretPolicy};
use crate::problem::Problem;

/// A request with fields in which the call itself detects secrets. It neither stores nor echoes them.
pub trait SecretFields {
    /// The names of these fields. Secrets in other fields are rejected.
    const FIELDS: &'static [&'static str];
}

/// A request with texts that may contain hashes of transactions, which have the form of private keys.
pub trait HashFields {
    /// Fields in which they stand beside other words.
    const TEXTS: &'static [&'static str] = &[];
    /// Fields in which they may be the whole text.
    const NOTES: &'static [&'static str] = &[];
}

/// The fields of a call, some of which may contain hashes of transactions.
pub struct BodyWithHashes<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + HashFields> FromRequest<S> for BodyWithHashes<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let content_type = ContentType::of(&request);
        let bytes = read(&mut request, MAX_BYTES).await?;
        let policy = SecretPolicy::AllowHashes {
            texts: T::TEXTS,
            notes: T::NOTES,
        };
        parse(content_type, &bytes, policy).map(Self)
    }
}

/// The fields of a call, some of which may contain secrets.
pub struct BodyWithSecrets<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + SecretFields> FromRequest<S> for BodyWithSecrets<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let content_type = ContentType::of(&request);
        let bytes = read(&mut request, MAX_BYTES).await?;
        parse(content_type, &bytes, SecretPolicy::AllowIn(T::FIELDS)).map(Self)
    }
}
