//! The body of a call that takes a file: the file itself as text, or JSON or a form with the file in a field.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::{Kind, RecognizesSecrets, essence, parse, read, secret::Secrets};
use crate::problem::Problem;

/// The most bytes a file may have, with what is around it.
pub const CAP: usize = 2_100_000;

/// The content types of a file that is sent as it is.
const RAW: [&str; 2] = ["text/csv", "text/plain"];

/// A file's bytes; `T` is the call's body where the file stands in a field.
pub struct File<T> {
    /// As they came.
    pub bytes: Vec<u8>,
    body: std::marker::PhantomData<T>,
}

impl<S: Send + Sync, T: DeserializeOwned + RecognizesSecrets + Into<String>> FromRequest<S> for File<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let is_raw = essence(&request).is_some_and(|essence| RAW.contains(&essence.as_str()));
        let kind = Kind::of(&request);
        let bytes = read(&mut request, CAP).await?;
        let bytes = if is_raw {
            bytes.to_vec()
        } else {
            let text: String = parse::<T>(kind, &bytes, Secrets::RecognizedIn(T::FIELDS))?.into();
            text.into_bytes()
        };
        Ok(Self {
            bytes,
            body: std::marker::PhantomData,
        })
    }
}
