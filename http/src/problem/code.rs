//! The stable codes of error responses.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The stable code of an error response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A field is invalid; `data.fields` has the reason by field.
    InvalidInput,
    /// The code or link of a mail is wrong, expired or used.
    #[serde(rename = "invalid_code")]
    InvalidOtp,
    /// The password is wrong.
    InvalidCredentials,
    /// The proof of a wallet is not right.
    SignatureInvalid,
    /// The message of a wallet was used or has expired, so that another one has to be signed.
    MessageUsed,
    /// The answer of an exchange belongs to no request of this session: it was used, has expired, or is another one's.
    OauthStateInvalid,
    /// The session is missing, unknown or expired.
    SessionInvalid,
    /// The plan does not allow more; `data` has the limit.
    PlanLimit,
    /// The call needs a registered user.
    RegistrationRequired,
    /// The call needs a user who signed in within the last minutes.
    ProofRequired,
    /// The link of a changed e-mail address was opened without the session of its user.
    OtherBrowser,
    /// The call takes no API key, or needs one with another scope.
    ScopeRequired,
    /// The request comes from a page of another origin, which this server does not allow.
    OriginNotAllowed,
    /// It does not exist, or it is not the caller's.
    NotFound,
    /// The e-mail address belongs to no user.
    EmailNotFound,
    /// The e-mail address belongs to another user.
    EmailTaken,
    /// The path exists with another method.
    MethodNotAllowed,
    /// The request is too large.
    TooLarge,
    /// The request's content type is not supported.
    UnsupportedMedia,
    /// The session of another registered user was presented, and the request does not replace it.
    OtherUser,
    /// The data changed in the meantime.
    Conflict,
    /// The `Idempotency-Key` was used with another body.
    IdempotencyMismatch,
    /// A call with the same `Idempotency-Key` is in progress.
    InProgress,
    /// Too many requests; `Retry-After` has the time to wait.
    RateLimited,
    /// The server has more work of this kind than it accepts; `Retry-After` has the time to wait.
    Busy,
    /// An internal error of this server.
    Internal,
    /// A source that the call needs does not respond; `Retry-After` has the time to wait.
    SourceUnavailable,
    /// This server sends no mail.
    MailOff,
    /// The database does not respond; `Retry-After` has the time to wait.
    StorageUnavailable,
    /// The disk is full; `Retry-After` has the time to wait.
    StorageFull,
    /// The clock of the server is before 1970, so it has no valid time.
    ClockWrong,
}

impl Code {
    /// Returns the HTTP status of the code.
    pub fn status(self) -> StatusCode {
        match self {
            Self::InvalidInput
            | Self::InvalidOtp
            | Self::InvalidCredentials
            | Self::SignatureInvalid
            | Self::MessageUsed
            | Self::OauthStateInvalid => StatusCode::BAD_REQUEST,
            Self::SessionInvalid => StatusCode::UNAUTHORIZED,
            Self::PlanLimit => StatusCode::PAYMENT_REQUIRED,
            Self::RegistrationRequired
            | Self::ProofRequired
            | Self::OtherBrowser
            | Self::ScopeRequired
            | Self::OriginNotAllowed => StatusCode::FORBIDDEN,
            Self::NotFound | Self::EmailNotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::EmailTaken | Self::OtherUser | Self::Conflict | Self::IdempotencyMismatch | Self::InProgress => {
                StatusCode::CONFLICT
            }
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Busy
            | Self::SourceUnavailable
            | Self::MailOff
            | Self::StorageUnavailable
            | Self::StorageFull
            | Self::ClockWrong => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// Returns the message for people, unless the problem has a more specific one.
    pub fn message(self) -> &'static str {
        match self {
            Self::InvalidInput => "Please check what you entered",
            Self::InvalidOtp => "Invalid verification code",
            Self::InvalidCredentials => "Invalid Credentials",
            Self::SignatureInvalid => "Wallet signature could not be verified",
            Self::MessageUsed => "This message was used or has expired. Sign again.",
            Self::OauthStateInvalid => "Please start connecting again",
            Self::SessionInvalid => "Please sign in again",
            Self::PlanLimit => "Your plan's limit is reached",
            Self::RegistrationRequired => "Please sign in to do this",
            Self::ProofRequired => "Please confirm that it's you: sign in again, then retry.",
            Self::OtherBrowser => "Open this link where you are signed in, or enter the code there.",
            Self::ScopeRequired => "This API key can't do this. Sign in, or create a key that may.",
            Self::OriginNotAllowed => {
                "Pages of other sites can't call this server. Its operator can allow one with SPYHOP_ALLOWED_ORIGINS."
            }
            Self::NotFound => "Not found",
            Self::EmailNotFound => "Email not found",
            Self::EmailTaken => "This email belongs to another account. Sign in with it, or choose another one.",
            Self::MethodNotAllowed => "This call uses another method",
            Self::TooLarge => "This request is too large",
            Self::UnsupportedMedia => "Send application/json or application/x-www-form-urlencoded",
            Self::OtherUser => "You are signed in as someone else. Confirm to switch to this account.",
            Self::Conflict => "Something changed in the meantime. Please check again.",
            Self::IdempotencyMismatch => "This Idempotency-Key was used for another request. Send a new key.",
            Self::InProgress => "The same request is still in progress. Try again in a moment.",
            Self::RateLimited => "Too many requests. Please try again later.",
            Self::Busy => "The server is busy. Try again in a moment.",
            Self::Internal => "Something Went Wrong",
            Self::SourceUnavailable => "The source is not answering right now",
            Self::MailOff => "This server sends no mail",
            Self::StorageUnavailable => "The database is not answering right now",
            Self::StorageFull => "The disk is full. Nothing was changed.",
            Self::ClockWrong => "The server's clock is wrong. Set its date and time, then try again.",
        }
    }
}
