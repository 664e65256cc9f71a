//! Errors of the configuration: one line each, with what to do about it.

/// Why a configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// An unknown variable.
    #[error("{name} is not a setting.{}", hint(nearest.as_deref(), known))]
    UnknownVariable {
        /// Its name.
        name: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// Every known name.
        known: Vec<String>,
    },
    /// An unknown key of the file.
    #[error("{file}: {key} is not a setting.{}", hint(nearest.as_deref(), known))]
    UnknownKey {
        /// The file.
        file: String,
        /// Its path, with dots: `chains.ethereum.endpoint`.
        key: String,
        /// The nearest known name.
        nearest: Option<String>,
        /// Every name that is allowed there.
        known: Vec<String>,
    },
    /// A variable's value does not parse.
    #[error("{name} {why}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// What is wrong and what is expected; never the value, where it may be secret.
        why: String,
    },
    /// An invalid value in the file.
    #[error("{file}: {key} {why}")]
    Value {
        /// The file.
        file: String,
        /// Its path, with dots.
        key: String,
        /// What is wrong and what is expected.
        why: String,
    },
    /// The file is not TOML.
    #[error("{file}, line {line}: {why}")]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The error of the parser.
        why: String,
    },
    /// The file cannot be read.
    #[error("cannot read {file}: {why}. Correct SPYHOP_CONFIG, or leave it out: that file is optional")]
    Unreadable {
        /// The file.
        file: String,
        /// The error of the operating system.
        why: String,
    },
    /// No data folder is configured.
    #[error("there is no home folder to keep data in: set SPYHOP_DATA to a folder")]
    NoFolder,
}

fn hint(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!(" Did you mean {name}?"),
        None => format!(" Known: {}.", known.join(", ")),
    }
}
