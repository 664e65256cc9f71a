//! The body of a call that takes a file: the file itself as text, or JSON or a form with the file in a field.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::{ContentType, SecretFields, media_type, parse, read, secret::SecretPolicy};
use crate::problem::Problem;

/// The most bytes of a body with a file.
pub const MAX_FILE_BYTES: usize = 2_100_000;

/// The most bytes of a body with a file that an exchange exported.
pub const MAX_EXPORT_BYTES: usize = 8_400_000;

/// The content types of a file that is sent as it is.
const RAW: [&str; 2] = ["text/csv", "text/plain"];

/// A file. `T` is the body of a request that has the file in a field.
pub struct FileBody<T> {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    body: std::marker::PhantomData<T>,
}

impl<S: Send + Sync, T: DeserializeOwned + SecretFields + Into<String>> FromRequest<S> for FileBody<T> {
    type Rejection = Problem;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, Problem> {
        let is_raw = media_type(&request).is_some_and(|media_type| RAW.contains(&media_type.as_str()));
        let content_type = ContentType::of(&request);
        let bytes = read(&mut request, MAX_FILE_BYTES).await?;
        let bytes = if is_raw {
            bytes.to_vec()
        } else {
            let text: String = parse::<T>(content_type, &bytes, SecretPolicy::AllowIn(T::FIELDS))?.into();
            text.into_bytes()
        };
        Ok(Self {
            bytes,
            body: std::marker::PhantomData,
        })
    }
}
