//! The body of a call that answers which of its texts are secrets.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::{CAP, Kind, parse, read, secret::Secrets};
use crate::problem::Problem;

/// A request whose call recognizes secrets in some fields itself, and neither keeps nor repeats them.
pub trait RecognizesSecrets {
    /// The names of these fields. Secrets in all others are refused.
    const FIELDS: &'static [&'static str];
}

/// A call's fields, of which some may contain secrets.
pub struct Recognized<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + RecognizesSecrets> FromRequest<S> for Recognized<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let kind = Kind::of(&request);
        let bytes = read(&mut request, CAP).await?;
        parse(kind, &bytes, Secrets::RecognizedIn(T::FIELDS)).map(Self)
    }
}
