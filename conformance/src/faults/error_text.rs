//! Requirements for the texts of errors.

use ports::RemoteError;

use crate::{
    mock_server::{MockServer, Request},
    report::{CheckResult, describe_violation},
};

/// Requirement: an error states its reason in the adapter's own words, because the service's text is not trusted.
pub const OWN_WORDS: &str = "an error states its reason in the adapter's words, not in the service's";
/// Requirement: no error contains a URL of a request, which may hold a key, or a key that a request carried.
pub const SECRETS: &str = "an error contains neither the URL of a request nor a key";

/// Texts of the mock server that no error may repeat.
const SERVICE_WORDS: [&str; 3] = ["in trouble", "Just a moment", "Too Many Requests"];
/// Parts of the names of headers and query parameters that contain secrets.
const SECRET_NAMES: [&str; 4] = ["authorization", "key", "secret", "token"];
/// The length from which a value is treated as a secret; shorter ones may be common words.
const MIN_SECRET_LENGTH: usize = 8;

/// The text of an error, and the secrets that it must not contain.
pub(super) struct ErrorText {
    text: String,
    secrets: Vec<String>,
}

impl ErrorText {
    pub(super) fn of(error: &RemoteError, server: &MockServer) -> Self {
        let sent = server.seen();
        let secrets = sent
            .iter()
            .flat_map(secret_values)
            .filter(|value| value.len() >= MIN_SECRET_LENGTH);
        Self {
            text: format!("{error} {error:?}"),
            secrets: std::iter::once(server.url()).chain(secrets).collect(),
        }
    }
}

/// Returns the values of a request whose names mark them as secret.
fn secret_values(request: &Request) -> Vec<String> {
    let is_secret = |name: &str| SECRET_NAMES.iter().any(|part| name.to_lowercase().contains(part));
    let headers = request.headers.iter().filter(|(name, _)| is_secret(name));
    let values = headers.map(|(_, value)| value.trim_start_matches("Bearer ").to_owned());
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let pairs = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| is_secret(name));
    values.chain(pairs.map(|(_, value)| value.into_owned())).collect()
}

pub(super) fn own_words(error_texts: &[ErrorText]) -> CheckResult {
    let repeats = |error_text: &&ErrorText| SERVICE_WORDS.iter().any(|words| error_text.text.contains(words));
    match error_texts.iter().find(repeats) {
        None => Ok(()),
        Some(error_text) => Err(describe_violation(
            "an error without the text of the answer",
            format_args!("{:?}", error_text.text),
            "name the status or the shape instead of repeating the answer",
        )),
    }
}

pub(super) fn secrets(error_texts: &[ErrorText]) -> CheckResult {
    let leaks = |error_text: &&ErrorText| {
        error_text
            .secrets
            .iter()
            .any(|secret| error_text.text.contains(secret.as_str()))
    };
    match error_texts.iter().find(leaks) {
        None => Ok(()),
        Some(error_text) => Err(describe_violation(
            "an error without a URL or a key",
            format_args!("{:?}", error_text.text),
            "do not pass on the text of the HTTP client's error, which contains the URL; state what happened",
        )),
    }
}
