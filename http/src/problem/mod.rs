//! The problems of the API: the status, the code and the message of every error response.

mod body;
mod code;

use std::collections::BTreeMap;
use std::time::Duration;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use ports::{ApiKeyScope, StorageError};

pub use body::{FieldProblems, LimitReached, ProblemBody, ProblemData};
pub use code::Code;

/// The message for a person with too many live connections.
const TOO_MANY_STREAMS: &str =
    "You already have 4 live connections open. Close another window or sign out on another device.";
/// `Retry-After` while the server has too much work of one kind.
const BUSY_RETRY: Duration = Duration::from_secs(5);
/// `Retry-After` while the clock is wrong.
const CLOCK_RETRY: Duration = Duration::from_secs(60);
/// `Retry-After` while no mail is sent, which lasts until the operator changes it.
const MAIL_RETRY: Duration = Duration::from_hours(1);
/// `Retry-After` while a person has too many streams.
const STREAMS_RETRY: Duration = Duration::from_secs(30);

/// A problem with everything that its response contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Invalid fields, by name.
    InvalidInput {
        message: String,
        fields: BTreeMap<String, String>,
    },
    /// The code or link of a mail is wrong, expired or used.
    InvalidCode {
        message: String,
    },
    /// The password is wrong.
    InvalidCredentials,
    /// The proof of a wallet is not right.
    SignatureInvalid,
    /// The message of a wallet was used or has expired.
    MessageUsed,
    /// The answer of an exchange belongs to no request for consent of this session.
    OauthStateInvalid,
    /// The token is unknown or expired.
    SessionInvalid,
    /// The request has no token.
    SessionMissing,
    /// The plan's limit, how many there would be, and the id of the upgrade dialog.
    PlanLimit {
        message: String,
        limit: i64,
        used: i64,
        upgrade_trigger: i64,
    },
    RegistrationRequired,
    ProofRequired,
    /// The link of a changed e-mail address was opened without the session of its user.
    OtherBrowser,
    /// The call takes no API key, or needs one with this scope.
    ScopeRequired {
        scope: Option<ApiKeyScope>,
    },
    OriginNotAllowed,
    NotFound,
    EmailNotFound,
    EmailTaken,
    OtherUser,
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
    /// The person has the maximum number of progress streams.
    TooManyStreams,
    Busy,
    Internal,
    SourceUnavailable {
        message: String,
    },
    /// This server sends no mail, with the reason.
    MailOff {
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
    /// Returns the problem of one invalid field. The text is also the message.
    pub fn field(name: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        Self::InvalidInput {
            message: text.clone(),
            fields: BTreeMap::from([(name.to_owned(), text)]),
        }
    }

    /// Returns the problem of too many simultaneous requests.
    pub fn busy() -> Self {
        Self::RateLimited {
            retry_after: Duration::from_secs(1),
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> Code {
        match self {
            Self::InvalidInput { .. } => Code::InvalidInput,
            Self::InvalidCode { .. } => Code::InvalidOtp,
            Self::InvalidCredentials => Code::InvalidCredentials,
            Self::SignatureInvalid => Code::SignatureInvalid,
            Self::MessageUsed => Code::MessageUsed,
            Self::OauthStateInvalid => Code::OauthStateInvalid,
            Self::SessionInvalid | Self::SessionMissing => Code::SessionInvalid,
            Self::PlanLimit { .. } => Code::PlanLimit,
            Self::RegistrationRequired => Code::RegistrationRequired,
            Self::ProofRequired => Code::ProofRequired,
            Self::OtherBrowser => Code::OtherBrowser,
            Self::ScopeRequired { .. } => Code::ScopeRequired,
            Self::OriginNotAllowed => Code::OriginNotAllowed,
            Self::NotFound => Code::NotFound,
            Self::EmailNotFound => Code::EmailNotFound,
            Self::EmailTaken => Code::EmailTaken,
            Self::OtherUser => Code::OtherUser,
            Self::MethodNotAllowed => Code::MethodNotAllowed,
            Self::TooLarge => Code::TooLarge,
            Self::UnsupportedMedia => Code::UnsupportedMedia,
            Self::Conflict { .. } => Code::Conflict,
            Self::IdempotencyMismatch => Code::IdempotencyMismatch,
            Self::InProgress => Code::InProgress,
            Self::RateLimited { .. } | Self::TooManyStreams => Code::RateLimited,
            Self::Busy => Code::Busy,
            Self::Internal => Code::Internal,
            Self::SourceUnavailable { .. } => Code::SourceUnavailable,
            Self::MailOff { .. } => Code::MailOff,
            Self::StorageUnavailable { .. } => Code::StorageUnavailable,
            Self::StorageFull { .. } => Code::StorageFull,
            Self::ClockWrong => Code::ClockWrong,
        }
    }

    /// Returns the message for people.
    fn message(&self) -> &str {
        match self {
            Self::InvalidInput { message, .. }
            | Self::PlanLimit { message, .. }
            | Self::InvalidCode { message }
            | Self::Conflict { message }
            | Self::MailOff { message }
            | Self::SourceUnavailable { message } => message,
            Self::TooManyStreams => TOO_MANY_STREAMS,
            Self::ScopeRequired { scope: Some(scope) } => match scope {
                ApiKeyScope::Portfolio => "This API key can't read the portfolio. Create one with the scope portfolio.",
                ApiKeyScope::Ledger => "This API key can't read transactions. Create one with the scope ledger.",
                ApiKeyScope::Health => {
                    "This API key can't read the state of the data. Create one with the scope health."
                }
            },
            Self::ScopeRequired { scope: None } => "API keys can't do this. Sign in instead.",
            other => other.code().message(),
        }
    }

    /// Returns the value of `Retry-After`, at least one second.
    pub fn retry_after_seconds(&self) -> Option<u64> {
        let wait = self.retry_after()?;
        Some(wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0)).max(1))
    }

    fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { retry_after }
            | Self::StorageUnavailable { retry_after }
            | Self::StorageFull { retry_after } => Some(*retry_after),
            Self::Busy => Some(BUSY_RETRY),
            Self::SourceUnavailable { .. } => Some(SOURCE_RETRY),
            Self::MailOff { .. } => Some(MAIL_RETRY),
            Self::TooManyStreams => Some(STREAMS_RETRY),
            Self::ClockWrong => Some(CLOCK_RETRY),
            Self::InvalidInput { .. }
            | Self::InvalidCode { .. }
            | Self::EmailNotFound
            | Self::EmailTaken
            | Self::OtherUser
            | Self::InvalidCredentials
            | Self::SignatureInvalid
            | Self::MessageUsed
            | Self::OauthStateInvalid
            | Self::ProofRequired
            | Self::OtherBrowser
            | Self::ScopeRequired { .. }
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

    /// Returns the `WWW-Authenticate` header (RFC 6750, section 3). It names the scheme and, if the token is invalid, the error.
    fn challenge(&self) -> Option<HeaderValue> {
        match self {
            Self::SessionMissing => Some(HeaderValue::from_static("Bearer realm=\"Spyhop\"")),
            Self::SessionInvalid => Some(HeaderValue::from_static(
                "Bearer realm=\"Spyhop\", error=\"invalid_token\", error_description=\"The session has ended or never began\"",
            )),
            Self::ScopeRequired { scope } => Some(HeaderValue::from_static(match scope {
                None => "Bearer realm=\"Spyhop\", error=\"insufficient_scope\"",
                Some(ApiKeyScope::Portfolio) => {
                    "Bearer realm=\"Spyhop\", error=\"insufficient_scope\", scope=\"portfolio\""
                }
                Some(ApiKeyScope::Ledger) => "Bearer realm=\"Spyhop\", error=\"insufficient_scope\", scope=\"ledger\"",
                Some(ApiKeyScope::Health) => "Bearer realm=\"Spyhop\", error=\"insufficient_scope\", scope=\"health\"",
            })),
            _ => None,
        }
    }

    /// Returns the response body for the request with this id.
    pub fn body(&self, request_id: &str) -> ProblemBody {
        let data = match self {
            Self::InvalidInput { fields, .. } => Some(ProblemData::Fields(FieldProblems { fields: fields.clone() })),
            Self::PlanLimit {
                limit,
                used,
                upgrade_trigger,
                ..
            } => Some(ProblemData::Limit(LimitReached {
                limit: *limit,
                used: *used,
                upgrade_trigger: *upgrade_trigger,
            })),
            _ => None,
        };
        ProblemBody {
            error: true,
            message: self.message().to_owned(),
            code: self.code(),
            data,
            request_id: request_id.to_owned(),
        }
    }
}

impl IntoResponse for Problem {
    /// Returns a response with status and headers. `request_id::add` writes the body, which needs the request's id.
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

/// `Retry-After` while a source does not respond.
const SOURCE_RETRY: Duration = Duration::from_secs(5);
/// `Retry-After` while the database does not respond.
const STORAGE_RETRY: Duration = Duration::from_secs(2);

impl From<StorageError> for Problem {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Conflict { .. } => Self::Conflict {
                message: Code::Conflict.message().to_owned(),
            },
            StorageError::Unavailable { full: true, .. } => Self::StorageFull {
                retry_after: STORAGE_RETRY,
            },
            StorageError::Unavailable { full: false, .. } => Self::StorageUnavailable {
                retry_after: STORAGE_RETRY,
            },
            StorageError::Corrupt { .. } => {
                tracing::error!(%error, "a stored row cannot be read");
                Self::Internal
            }
        }
    }
}
