//! What a failed sign-in says.

use domain::sign_in::SignInError;

use crate::problem::Problem;

impl From<SignInError> for Problem {
    fn from(error: SignInError) -> Self {
        let message = error.to_string();
        match error {
            SignInError::NoMail(message) => Self::MailOff { message },
            SignInError::EmailNotFound => Self::EmailNotFound,
            SignInError::InvalidCode | SignInError::InvalidLink => Self::InvalidCode { message },
            SignInError::OtherBrowser => Self::OtherBrowser,
            SignInError::SignatureInvalid => Self::SignatureInvalid,
            SignInError::MessageUsed => Self::MessageUsed,
            SignInError::NotAWallet => Self::field("wallet_address", message),
            SignInError::ProofRequired => Self::ProofRequired,
            SignInError::EmailTaken => Self::EmailTaken,
            SignInError::OtherUser => Self::OtherUser,
            SignInError::LastWayIn => Self::Conflict { message },
            SignInError::TooOften { retry_after } => Self::RateLimited { retry_after },
            SignInError::NotFound => Self::NotFound,
            SignInError::Storage(error) => error.into(),
        }
    }
}
