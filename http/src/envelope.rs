//! The envelope around every response of the API.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::parallel;
use serde::Serialize;

use crate::problem::Problem;

/// The data of responses with more bytes than this are dropped in the background.
const LARGE_BYTES: usize = 64 * 1024;

/// What a handler returns: data in its envelope, or a problem.
pub type Answer<T> = Result<Envelope<T>, Problem>;

/// `{"error":false,"message":"","data":{...}}`, exactly. A few calls have a message, which a client may show.
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

    /// Adds a sentence that a client may show.
    pub fn with_message(self, message: &'static str) -> Self {
        Self { message, ..self }
    }
}

impl<T: Serialize + Send + 'static> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        let text = serde_json::to_vec(&self);
        if text.as_ref().is_ok_and(|text| text.len() > LARGE_BYTES) {
            parallel::drop_in_background(self);
        }
        match text {
            Ok(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
            Err(error) => {
                tracing::error!(%error, "a response could not be serialized");
                Problem::Internal.into_response()
            }
        }
    }
}

/// Declares the schema of each operation's whole response: `answers! { GetUserAnswer = GetUserData }`. One with a message is
/// declared alone: `answers! { UpdateUserAnswer = UpdatedUserData, message: "Profile updated" }`.
/// A generic envelope would lose its own name and that of its data in the OpenAPI document.
macro_rules! answers {
    ($name:ident = $data:ty, message: $message:literal) => {
        $crate::envelope::answers! { @one $name, $data, "A sentence to show.", $message }
    };
    (@one $name:ident, $data:ty, $about:literal, $message:literal) => {
        #[doc = concat!("A success; `data` is `", stringify!($data), "`.")]
        #[derive(utoipa::ToSchema)]
        #[allow(dead_code, reason = "it only describes a response; `Envelope` is what is sent")]
        pub struct $name {
            /// Always false.
            #[schema(example = false)]
            error: bool,
            #[doc = $about]
            #[schema(example = $message)]
            message: String,
            data: $data,
        }
    };
    ($($name:ident = $data:ty),+ $(,)?) => {
        $( $crate::envelope::answers! { @one $name, $data, "Empty.", "" } )+
    };
}
pub(crate) use answers;
