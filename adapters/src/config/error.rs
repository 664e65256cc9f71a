//! What can be wrong with a configuration: one line each, with what to do about it.

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// A variable that nobody knows.
    #[error("{name} is not a setting.{}", hint(nearest.as_deref(), known))]
    UnknownVariable {
        /// Its name.
        name: String,
        /// The known name that is nearest.
        nearest: Option<String>,
        /// Every known name.
        known: Vec<String>,
    },
    /// A key of the file that nobody knows.
    #[error("{file}: {key} is not a setting.{}", hint(nearest.as_deref(), known))]
    UnknownKey {
        /// The file.
        file: String,
        /// Where it stands, with dots: `chains.ethereum.endpoint`.
        key: String,
        /// The known name that is nearest.
        nearest: Option<String>,
        /// Every name that may stand there.
        known: Vec<String>,
    },
    /// A variable's value does not parse.
    #[error("{name} {why}")]
    Variable {
        /// Its name.
        name: &'static str,
        /// What is wrong and what would be right. Never the value where it may be secret.
        why: String,
    },
    /// A value of the file does not fit.
    #[error("{file}: {key} {why}")]
    Value {
        /// The file.
        file: String,
        /// Where it stands.
        key: String,
        /// What is wrong and what would be right.
        why: String,
    },
    /// The file is not TOML.
    #[error("{file}, line {line}: {why}")]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What the parser said.
        why: String,
    },
    /// The file cannot be read.
    #[error("cannot read {file}: {why}. Correct SPYHOP_CONFIG, or leave it out: that file is optional")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        why: String,
    },
    /// Nobody says where data go.
    #[error("there is no home folder to keep data in: set SPYHOP_DATA to a folder")]
    NoFolder,
}

fn hint(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!(" Did you mean {name}?"),
        None => format!(" Known: {}.", known.join(", ")),
    }
}
