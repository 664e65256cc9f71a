//! What the texts of errors contain.

use ports::RemoteError;

use crate::{
    door::{Door, Request},
    report::{Verdict, violation},
};

/// Requirement: an error states its reason in words of the adapter: the service's own text may be anything.
pub const OWN_WORDS: &str = "an error states its reason in the adapter's words, not in the service's";
/// Requirement: no error contains a URL of a request, which may hold a key, or a key that a request carried.
pub const SECRETS: &str = "an error contains neither the URL of a request nor a key";

/// Words of the door that no error may repeat.
const THEIRS: [&str; 3] = ["in trouble", "Just a moment", "Too Many Requests"];
/// Parts of names of headers and query parameters that carry secrets.
const SECRET_NAMES: [&str; 4] = ["authorization", "key", "secret", "token"];
/// A shorter value may be a common word.
const SHORTEST: usize = 8;

/// An error, and what must not be in it.
pub(super) struct Failure {
    text: String,
    secrets: Vec<String>,
}

impl Failure {
    pub(super) fn of(error: &RemoteError, door: &Door) -> Self {
        let sent = door.seen();
        let secrets = sent.iter().flat_map(carried).filter(|value| value.len() >= SHORTEST);
        Self {
            text: format!("{error} {error:?}"),
            secrets: std::iter::once(door.url()).chain(secrets).collect(),
        }
    }
}

/// The values of a request whose names say that they are secret.
fn carried(request: &Request) -> Vec<String> {
    let is_secret = |name: &str| SECRET_NAMES.iter().any(|part| name.to_lowercase().contains(part));
    let headers = request.headers.iter().filter(|(name, _)| is_secret(name));
    let values = headers.map(|(_, value)| value.trim_start_matches("Bearer ").to_owned());
    let query = request.target.split_once('?').map_or("", |(_, query)| query);
    let pairs = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| is_secret(name));
    values.chain(pairs.map(|(_, value)| value.into_owned())).collect()
}

pub(super) fn own_words(failures: &[Failure]) -> Verdict {
    let repeats = |failure: &&Failure| THEIRS.iter().any(|words| failure.text.contains(words));
    match failures.iter().find(repeats) {
        None => Ok(()),
        Some(failure) => Err(violation(
            "an error without the text of the answer",
            format_args!("{:?}", failure.text),
            "name the status or the shape instead of repeating the answer",
        )),
    }
}

pub(super) fn secrets(failures: &[Failure]) -> Verdict {
    let leaks = |failure: &&Failure| {
        failure
            .secrets
            .iter()
            .any(|secret| failure.text.contains(secret.as_str()))
    };
    match failures.iter().find(leaks) {
        None => Ok(()),
        Some(failure) => Err(violation(
            "an error without a URL or a key",
            format_args!("{:?}", failure.text),
            "do not pass on the text of the HTTP client's error, which contains the URL; state what happened",
        )),
    }
}
