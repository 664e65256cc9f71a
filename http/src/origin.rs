//! Origins of pages.

use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::PathAndQuery;

/// An origin, `scheme://host[:port]`, as browsers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// The error of a text that is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an origin; write the address without a path, such as https://spyhop.example.org")]
pub struct ParseOriginError;

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, ParseOriginError> {
        let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let uri: Uri = text.parse().map_err(|_| ParseOriginError)?;
        let bare = matches!(uri.path_and_query().map(PathAndQuery::as_str), None | Some("" | "/"));
        let scheme = matches!(uri.scheme_str(), Some("http" | "https"));
        let plain = uri
            .authority()
            .is_some_and(|authority| !authority.as_str().contains('@'));
        if bare && scheme && plain {
            Ok(Self(text))
        } else {
            Err(ParseOriginError)
        }
    }
}

impl Origin {
    /// Returns the origin as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the host with its port.
    pub fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_bare() {
        assert_eq!(
            "https://Spyhop.example.org/".parse::<Origin>().unwrap().as_str(),
            "https://spyhop.example.org"
        );
        for text in [
            "spyhop.example.org",
            "https://a/b",
            "ftp://a",
            "https://u@a",
            "https://a?x",
            "",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(ParseOriginError), "{text}");
        }
    }
}
