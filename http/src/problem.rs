//! Every refusal: its status, its code and its words.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ports::StorageError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The stable name of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A field is wrong; `data.fields` says which and why.
    InvalidInput,
    /// The session is missing, unknown or expired.
    SessionInvalid,
    /// The plan does not allow more; `data` has the limit.
    PlanLimit,
    /// An anonymous user may not do this.
    RegistrationRequired,
    /// The request comes from a page of another origin, which this server does not allow.
    OriginNotAllowed,
    /// Absent, or not the caller's.
    NotFound,
    /// The path exists with another method.
    MethodNotAllowed,
    /// The request is too large.
    TooLarge,
    /// The request's content type is not understood.
    UnsupportedMedia,
    /// Something changed meanwhile.
    Conflict,
    /// The key of the call was used for another body.
    IdempotencyMismatch,
    /// The same call under the same key is under way.
    InProgress,
    /// Too many requests; `Retry-After` says when.
    RateLimited,
    /// A mistake of this server.
    Internal,
    /// Whoever has to be requested for an answer gives none; `Retry-After` says when.
    SourceUnavailable,
    /// The database does not answer; `Retry-After` says when.
    StorageUnavailable,
    /// The disk is full; `Retry-After` says when.
    StorageFull,
    /// The clock of the server is before 1970, so nothing can be dated.
    ClockWrong,
}

/// What a person reads who opens one live connection too many.
const TOO_MANY_STREAMS: &str =
    "You already have 4 live connections open. Close another window or sign out on another device.";
/// When somebody may have set the clock.
const CLOCK_RETRY: Duration = Duration::from_secs(60);
/// When a place among the streams may be free again.
const STREAMS_RETRY: Duration = Duration::from_secs(30);

/// A refusal with everything that the answer says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Wrong fields, by name.
    InvalidInput {
        message: String,
        fields: BTreeMap<String, String>,
    },
    /// A token that opens nothing, or not any more.
    SessionInvalid,
    /// No token.
    SessionMissing,
    /// The plan's limit, what was asked for, and the id of the dialog that offers more.
    PlanLimit {
        message: String,
        limit: i64,
        used: i64,
        upgrade_trigger: i64,
    },
    RegistrationRequired,
    OriginNotAllowed,
    NotFound,
    MethodNotAllowed,
    TooLarge,
    UnsupportedMedia,
    Conflict {
        message: String,
    },
    IdempotencyMismatch,
    InProgress,
    RateLimited {
        retry_after: Duration,
    },
    /// One person has as many streams of progress as they may.
    TooManyStreams,
    Internal,
    SourceUnavailable {
        message: String,
    },
    StorageUnavailable {
        retry_after: Duration,
    },
    StorageFull {
        retry_after: Duration,
    },
    ClockWrong,
}

impl Problem {
    /// One wrong field; its text is the message as well.
    pub fn field(name: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::InvalidInput {
            message: text.clone(),
            fields: BTreeMap::from([(name.to_owned(), text)]),
        }
    }

    /// Too much at the same time from one client.
    pub fn busy() -> Self {
        Self::RateLimited {
            retry_after: Duration::from_secs(1),
        }
    }

    /// The stable name.
    pub fn code(&self) -> Code {
        match self {
            Self::InvalidInput { .. } => Code::InvalidInput,
            Self::SessionInvalid | Self::SessionMissing => Code::SessionInvalid,
            Self::PlanLimit { .. } => Code::PlanLimit,
            Self::RegistrationRequired => Code::RegistrationRequired,
            Self::OriginNotAllowed => Code::OriginNotAllowed,
            Self::NotFound => Code::NotFound,
            Self::MethodNotAllowed => Code::MethodNotAllowed,
            Self::TooLarge => Code::TooLarge,
            Self::UnsupportedMedia => Code::UnsupportedMedia,
            Self::Conflict { .. } => Code::Conflict,
            Self::IdempotencyMismatch => Code::IdempotencyMismatch,
            Self::InProgress => Code::InProgress,
            Self::RateLimited { .. } | Self::TooManyStreams => Code::RateLimited,
            Self::Internal => Code::Internal,
            Self::SourceUnavailable { .. } => Code::SourceUnavailable,
            Self::StorageUnavailable { .. } => Code::StorageUnavailable,
            Self::StorageFull { .. } => Code::StorageFull,
            Self::ClockWrong => Code::ClockWrong,
        }
    }

    /// The words for people.
    fn message(&self) -> &str {
        match self {
            Self::InvalidInput { message, .. }
            | Self::PlanLimit { message, .. }
            | Self::Conflict { message }
            | Self::SourceUnavailable { message } => message,
            Self::TooManyStreams => TOO_MANY_STREAMS,
            other => other.code().words(),
        }
    }

    /// The value of `Retry-After`, at least one second.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        let wait = self.retry_after()?;
        Some(wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0)).max(1))
    }

    fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after }
            | Self::StorageUnavailable { retry_after }
            | Self::StorageFull { retry_after } => Some(*retry_after),
            Self::SourceUnavailable { .. } => Some(SOURCE_REST),
            Self::TooManyStreams => Some(STREAMS_RETRY),
            Self::ClockWrong => Some(CLOCK_RETRY),
            Self::InvalidInput { .. }
            | Self::SessionInvalid
            | Self::SessionMissing
            | Self::PlanLimit { .. }
            | Self::RegistrationRequired
            | Self::OriginNotAllowed
            | Self::NotFound
            | Self::MethodNotAllowed
            | Self::TooLarge
            | Self::UnsupportedMedia
            | Self::Conflict { .. }
            | Self::IdempotencyMismatch
            | Self::InProgress
            | Self::Internal => None,
        }
    }

    /// The `WWW-Authenticate` header (RFC 6750, section 3): without a token it names the scheme, with an unusable token it
    /// also names the error.
    fn challenge(&self) -> Option<HeaderValue> {
        match self {
            Self::SessionMissing => Some(HeaderValue::from_static("Bearer realm=\"Spyhop\"")),
            Self::SessionInvalid => Some(HeaderValue::from_static(
                "Bearer realm=\"Spyhop\", error=\"invalid_token\", error_description=\"The session has ended or never began\"",
            )),
            _ => None,
        }
    }

    /// The body of the answer to the request with this id.
    pub fn refusal(&self, request_id: &str) -> Refusal {
        let data = match self {
            Self::InvalidInput { fields, .. } => Some(RefusalData::Fields(FieldProblems { fields: fields.clone() })),
            Self::PlanLimit {
                limit,
                used,
                upgrade_trigger,
                ..
            } => Some(RefusalData::Limit(LimitReached {
                limit: *limit,
                used: *used,
                upgrade_trigger: *upgrade_trigger,
            })),
            _ => None,
        };
        Refusal {
            error: true,
            message: self.message().to_owned(),
            code: self.code(),
            data,
            request_id: request_id.to_owned(),
        }
    }
}

impl Code {
    /// The HTTP status that goes with the code.
    pub fn status(self) -> StatusCode {
        match self {
            Self::InvalidInput => StatusCode::BAD_REQUEST,
            Self::SessionInvalid => StatusCode::UNAUTHORIZED,
            Self::PlanLimit => StatusCode::PAYMENT_REQUIRED,
            Self::RegistrationRequired | Self::OriginNotAllowed => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Conflict | Self::IdempotencyMismatch | Self::InProgress => StatusCode::CONFLICT,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::SourceUnavailable | Self::StorageUnavailable | Self::StorageFull | Self::ClockWrong => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    /// What a person reads where nothing more exact is known.
    pub fn words(self) -> &'static str {
        match self {
            Self::InvalidInput => "Please check what you entered",
            Self::SessionInvalid => "Please sign in again",
            Self::PlanLimit => "Your plan's limit is reached",
            Self::RegistrationRequired => "Please sign in to do this",
            Self::OriginNotAllowed => {
                "Pages of other sites can't call this server. Its operator can allow one with SPYHOP_ALLOWED_ORIGINS."
            }
            Self::NotFound => "Not found",
            Self::MethodNotAllowed => "This call uses another method",
            Self::TooLarge => "This request is too large",
            Self::UnsupportedMedia => "Send application/json or application/x-www-form-urlencoded",
            Self::Conflict => "Something changed in the meantime. Please check again.",
            Self::IdempotencyMismatch => "This Idempotency-Key was used for another request. Send a new key.",
            Self::InProgress => "The same request is still in progress. Try again in a moment.",
            Self::RateLimited => "Too many requests. Please try again later.",
            Self::Internal => "Something Went Wrong",
            Self::SourceUnavailable => "The source is not answering right now",
            Self::StorageUnavailable => "The database is not answering right now",
            Self::StorageFull => "The disk is full. Nothing was changed.",
            Self::ClockWrong => "The server's clock is wrong. Set its date and time, then try again.",
        }
    }
}

impl IntoResponse for Problem {
    /// The status and the headers. The body needs the request's id: `request_id::stamp` writes it.
    fn into_response(self) -> Response {
        let mut response = self.code().status().into_response();
        if let Some(seconds) = self.retry_after_seconds() {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(challenge) = self.challenge() {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// A refusal as it stands on the wire.
#[derive(Debug, Serialize, ToSchema)]
pub struct Refusal {
    /// Always true.
    #[schema(example = true)]
    error: bool,
    /// For people.
    #[schema(example = "Not found")]
    message: String,
    code: Code,
    data: Option<RefusalData>,
    /// The same as the header `X-Request-Id`.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    request_id: String,
}

impl Refusal {
    /// How a refusal with this code looks, for the description.
    pub fn example(code: Code, request_id: &str) -> Self {
        let data = match code {
            Code::InvalidInput => {
                let text = "Please enter an address or a name".to_owned();
                Some(RefusalData::Fields(FieldProblems {
                    fields: BTreeMap::from([("wallet_address".to_owned(), text)]),
                }))
            }
            Code::PlanLimit => Some(RefusalData::Limit(LimitReached {
                limit: 5,
                used: 6,
                upgrade_trigger: 1,
            })),
            _ => None,
        };
        Self {
            error: true,
            message: code.words().to_owned(),
            code,
            data,
            request_id: request_id.to_owned(),
        }
    }
}

/// What a refusal says besides its code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum RefusalData {
    Fields(FieldProblems),
    Limit(LimitReached),
}

/// The wrong fields of a request.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldProblems {
    /// What is wrong, by field.
    #[schema(example = json!({"wallet_address": "Please enter an address or a name"}))]
    fields: BTreeMap<String, String>,
}

/// The limit of a plan.
#[derive(Debug, Serialize, ToSchema)]
pub struct LimitReached {
    /// How many the plan allows.
    #[schema(example = 5)]
    limit: i64,
    /// How many are in use; of a whole list, how many there would be.
    #[schema(example = 6)]
    used: i64,
    /// Which upgrade dialog to open.
    #[schema(example = 1)]
    upgrade_trigger: i64,
}

/// How long to wait for a source that does not answer.
const SOURCE_REST: Duration = Duration::from_secs(5);
/// How long to wait for a database that does not answer.
const STORAGE_REST: Duration = Duration::from_secs(2);

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Conflict { .. } => Self::Conflict {
                message: Code::Conflict.words().to_owned(),
            },
            StorageError::Unavailable { full: true, .. } => Self::StorageFull {
                retry_after: STORAGE_REST,
            },
            StorageError::Unavailable { full: false, .. } => Self::StorageUnavailable {
                retry_after: STORAGE_REST,
            },
            StorageError::Corrupt { .. } => {
                tracing::error!(%error, "a stored row cannot be read");
                Self::Internal
            }
        }
    }
}
