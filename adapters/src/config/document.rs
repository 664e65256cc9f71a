//! Deserializes the TOML file, and words the errors of `serde` for the person who wrote it.

use serde::de::DeserializeOwned;
use toml::{Table, Value};
use url::Url;

use super::{error::ConfigError, nearest::nearest};

/// The file, for error messages. They name the path of a value and never repeat it, because it may be a key.
#[derive(Clone, Copy)]
pub(super) struct Document<'a> {
    pub(super) file: &'a str,
}

impl Document<'_> {
    /// Parses the text of the file.
    pub(super) fn parse(self, text: &str) -> Result<Table, ConfigError> {
        toml::from_str(text).map_err(|why| ConfigError::Syntax {
            file: self.file.to_owned(),
            line: why
                .span()
                .map_or(1, |span| text[..span.start].matches('\n').count() + 1),
            why: why.message().replace('\n', " "),
        })
    }

    /// Deserializes the value at a path; the path of the whole file is empty.
    pub(super) fn read<T: DeserializeOwned>(self, path: &str, value: Value) -> Result<T, ConfigError> {
        serde_path_to_error::deserialize(value).map_err(|error| {
            let below = error.path().to_string();
            let key = match (path, below.as_str()) {
                (path, ".") => path.to_owned(),
                ("", below) => below.to_owned(),
                (path, below) if below.starts_with('[') => format!("{path}{below}"),
                (path, below) => format!("{path}.{below}"),
            };
            self.explain(&key, error.inner().message())
        })
    }

    /// Words a message of `serde`: "unknown field `a`, expected `b` or `c`", or "invalid type: string \"a\", expected a map".
    /// Only the end of the latter is used, because its beginning repeats the value.
    fn explain(self, key: &str, message: &str) -> ConfigError {
        if let Some(names) = message.strip_prefix("unknown field ") {
            let mut names = names.split('`').skip(1).step_by(2);
            let name = names.next().unwrap_or_default();
            return self.unknown(key, name, &names.collect::<Vec<_>>());
        }
        let why = match message.rsplit_once(", expected ") {
            None => message.to_owned(),
            Some((_, "a string")) => "is not a text in quotes".to_owned(),
            Some((_, "a boolean")) => "is not true or false".to_owned(),
            Some((_, "a nonzero u32")) => "is not a whole number above zero".to_owned(),
            Some((_, "u8" | "u32" | "u64")) => "is not a whole number, or too small or too large".to_owned(),
            Some((_, "a sequence")) => "is not a list in brackets".to_owned(),
            Some((_, form)) if form == "a map" || form.starts_with("struct ") => {
                format!("is not a table; write [{key}]")
            }
            Some((_, form)) => format!("is not {form}"),
        };
        self.wrong(key, why)
    }

    pub(super) fn wrong(self, key: &str, why: impl Into<String>) -> ConfigError {
        ConfigError::Value {
            file: self.file.to_owned(),
            key: key.to_owned(),
            why: why.into(),
        }
    }

    pub(super) fn unknown(self, key: &str, name: &str, known: &[&str]) -> ConfigError {
        ConfigError::UnknownKey {
            file: self.file.to_owned(),
            key: key.to_owned(),
            nearest: nearest(name, known.iter().copied()).map(str::to_owned),
            known: known.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// Rejects a name that is not known. `key` is what the error names.
    pub(super) fn check_name(self, key: &str, name: &str, known: &[&str]) -> Result<(), ConfigError> {
        if known.contains(&name) {
            Ok(())
        } else {
            Err(self.unknown(key, name, known))
        }
    }

    /// Parses a URL: HTTPS, or also HTTP where it is the operator's own.
    pub(super) fn web_url(self, key: &str, text: &str, own: bool) -> Result<Url, ConfigError> {
        let url = text
            .parse::<Url>()
            .ok()
            .filter(|url| url.has_host() && ["http", "https"].contains(&url.scheme()));
        let url = url.ok_or_else(|| self.wrong(key, "is not a URL such as https://eth.example.org"))?;
        if url.scheme() == "https" || own {
            Ok(url)
        } else {
            let why = "is not HTTPS; if it is your own node, write { url = \"http://...\", own = true }";
            Err(self.wrong(key, why))
        }
    }
}
