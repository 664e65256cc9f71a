//! The envelope around every answer.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::parallel;
use serde::Serialize;

use crate::pieces::Pieces;
use crate::problem::Problem;

/// What a handler returns: data for the envelope, or a refusal.
pub type Answer<T> = Result<Envelope<T>, Problem>;

/// `{"error":false,"message":"","data":{...}}`, exactly.
#[derive(Debug, Serialize)]
pub struct Envelope<T> {
    error: bool,
    message: &'static str,
    data: T,
}

impl<T> Envelope<T> {
    /// Wraps `data` as a success.
    pub fn of(data: T) -> Self {
        Self {
            error: false,
            message: "",
            data,
        }
    }
}

impl<T: Serialize + Send + 'static> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        let mut pieces = Pieces::default();
        let written = serde_json::to_writer(&mut pieces, &self);
        if pieces.are_many() {
            parallel::drop_in_background(self);
        }
        match written {
            Ok(()) => ([(header::CONTENT_TYPE, "application/json")], pieces.into_body()).into_response(),
            Err(error) => {
                tracing::error!(%error, "an answer could not be written");
                Problem::Internal.into_response()
            }
        }
    }
}

/// Names the whole answer of each operation for the description: `answers! { GetUserAnswer = GetUserData }`.
/// A generic envelope would lose its name and its data's name there.
macro_rules! answers {
    ($($name:ident = $data:ty),+ $(,)?) => { $(
        #[doc = concat!("A success; `data` is `", stringify!($data), "`.")]
        #[derive(utoipa::ToSchema)]
        #[allow(dead_code, reason = "it describes an answer; the wire sends `Envelope`")]
        pub struct $name {
            /// Always false.
            #[schema(example = false)]
            error: bool,
            /// Empty.
            #[schema(example = "")]
            message: String,
            data: $data,
        }
    )+ };
}
pub(crate) use answers;
