//! Failures of requests with a person's key, and which of them are worth a second request.

use std::time::Duration;

use ports::{KeyProblem, RemoteError, Stream};

/// The pause before the second request.
pub(crate) const REPEAT_AFTER: Duration = Duration::from_millis(300);

/// Returns the error of an exchange that does not answer to a key. `why` is never the exchange's own text.
pub(crate) fn key_error(who: &str, problem: KeyProblem, why: &str) -> RemoteError {
    RemoteError::Key {
        who: who.to_owned(),
        problem,
        why: why.to_owned(),
    }
}

/// Returns whether a request is worth a second one with a new signature: where the exchange did not answer without stating when it will,
/// and where the number or the time in the signature was wrong. Any other refusal of a key is final, because exchanges lock keys that
/// are tried again.
pub(crate) fn may_repeat(error: &RemoteError) -> bool {
    match error {
        RemoteError::Unavailable { retry_after, .. } => retry_after.is_none(),
        RemoteError::Key { problem, .. } => *problem == KeyProblem::ClockSkew,
        _ => false,
    }
}

/// Returns the error of an exchange whose histories are not read.
pub(crate) fn history_not_read(who: &str) -> RemoteError {
    RemoteError::Unsupported {
        who: who.to_owned(),
        what: "the history of an account is not read".to_owned(),
    }
}

/// Returns the error of an exchange that does not have such a list.
pub(crate) fn list_not_read(who: &str, list: Stream) -> RemoteError {
    RemoteError::Unsupported {
        who: who.to_owned(),
        what: format!("the list {} is not read", list.code()),
    }
}
