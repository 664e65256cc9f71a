//! The words of the command line.

use std::path::PathBuf;

/// What the program is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The HTTP server and the worker.
    Serve,
    /// The worker alone.
    Work,
    /// Brings the database to this version.
    Migrate { i_have_a_backup: bool },
    /// Prints the description of the API.
    OpenApi,
    /// Looks at the configuration, the storage, the clock and the keys, and asks each source; or one source alone.
    Doctor { only: Option<String>, json: bool },
    /// Asks about every row of the data that ships; or about those that a word names.
    Probe {
        only: Option<String>,
        json: bool,
        record: Option<PathBuf>,
    },
    /// Turns recorded answers into fixtures.
    Fixtures { from: PathBuf, to: PathBuf },
    /// Writes a copy of the database.
    Backup { to: Option<PathBuf> },
    /// Puts a copy back.
    Restore { from: PathBuf },
    /// Says how it is used.
    Help,
    /// Says which version it is.
    Version,
}

/// How the program is used.
pub const USAGE: &str = "\
Spyhop, a portfolio tracker that explains every figure.

  spyhop serve                        the server and the worker (the default)
  spyhop work                         only the worker, next to a server on the same database
  spyhop migrate [--i-have-a-backup]  migrate the database to this version
  spyhop openapi                      print the description of the API
  spyhop doctor [--json]              check the configuration, the storage, the clock and the keys, and query each source
  spyhop doctor --only <name>         query only one source or network, such as kraken or base
  spyhop probe [--json]               query each built-in endpoint, market, list and explorer once, and list what to fix
  spyhop probe --only <name>          query only the rows of one source or network
  spyhop probe --record <folder>      also save the raw answers
  spyhop fixtures <folder> <folder>   turn saved answers into fixtures with example addresses
  spyhop backup [<file>]              write a copy of the database, also while the server runs
  spyhop restore <file>               restore a copy; the server must not be running
  spyhop --version | --help

It is configured by SPYHOP_* variables and by the TOML file that SPYHOP_CONFIG names. None is required.
";

/// Why a command line is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// No such command.
    #[error("{0:?} is not a command; `spyhop --help` lists them")]
    Unknown(String),
    /// A source is missing.
    #[error("name the source: spyhop doctor --only <name>")]
    NoSource,
    /// A folder is missing.
    #[error("name the folders: spyhop fixtures <recorded> <fixtures>")]
    NoFolders,
    /// A folder is missing.
    #[error("name the folder: spyhop probe --record <folder>")]
    NoFolder,
    /// A file is missing.
    #[error("name the file: spyhop restore <file>")]
    NoFile,
    /// Something stands after the command that it does not take.
    #[error("unexpected argument {0:?}; `spyhop --help` shows the arguments of each command")]
    TooMuch(String),
}

/// Reads the words after the program's name.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, UsageError> {
    let mut words = words.into_iter();
    let command = match words.next().as_deref() {
        None | Some("serve") => Command::Serve,
        Some("work") => Command::Work,
        Some("migrate") => return migrate(words.next(), words),
        Some("openapi") => Command::OpenApi,
        Some("doctor") => return doctor(words),
        Some("probe") => return probe(words),
        Some("fixtures") => Command::Fixtures {
            from: folder(words.next(), UsageError::NoFolders)?,
            to: folder(words.next(), UsageError::NoFolders)?,
        },
        Some("backup") => Command::Backup {
            to: words.next().map(PathBuf::from),
        },
        Some("restore") => Command::Restore {
            from: file(words.next())?,
        },
        Some("help" | "--help" | "-h") => Command::Help,
        Some("--version" | "-V") => Command::Version,
        Some(other) => return Err(UsageError::Unknown(other.to_owned())),
    };
    end(words, command)
}

fn migrate(flag: Option<String>, rest: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    match flag.as_deref() {
        None => Ok(Command::Migrate { i_have_a_backup: false }),
        Some("--i-have-a-backup") => end(rest, Command::Migrate { i_have_a_backup: true }),
        Some(other) => Err(UsageError::TooMuch(other.to_owned())),
    }
}

fn doctor(mut words: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    let (mut only, mut json) = (None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => json = true,
            "--only" => only = Some(words.next().ok_or(UsageError::NoSource)?),
            _ => return Err(UsageError::TooMuch(word)),
        }
    }
    Ok(Command::Doctor { only, json })
}

fn probe(mut words: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    let (mut only, mut json, mut record) = (None, false, None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => json = true,
            "--only" => only = Some(words.next().ok_or(UsageError::NoSource)?),
            "--record" => record = Some(folder(words.next(), UsageError::NoFolder)?),
            _ => return Err(UsageError::TooMuch(word)),
        }
    }
    Ok(Command::Probe { only, json, record })
}

fn folder(word: Option<String>, missing: UsageError) -> Result<PathBuf, UsageError> {
    word.filter(|word| !word.is_empty()).map(PathBuf::from).ok_or(missing)
}

fn file(word: Option<String>) -> Result<PathBuf, UsageError> {
    word.filter(|word| !word.is_empty())
        .map(PathBuf::from)
        .ok_or(UsageError::NoFile)
}

fn end(mut rest: impl Iterator<Item = String>, command: Command) -> Result<Command, UsageError> {
    rest.next().map_or(Ok(command), |word| Err(UsageError::TooMuch(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> Result<Command, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn every_command_is_understood() {
        assert_eq!(said(""), Ok(Command::Serve));
        assert_eq!(said("serve"), Ok(Command::Serve));
        assert_eq!(said("work"), Ok(Command::Work));
        assert_eq!(said("migrate"), Ok(Command::Migrate { i_have_a_backup: false }));
        assert_eq!(
            said("migrate --i-have-a-backup"),
            Ok(Command::Migrate { i_have_a_backup: true })
        );
        assert_eq!(said("openapi"), Ok(Command::OpenApi));
        assert_eq!(
            said("doctor"),
            Ok(Command::Doctor {
                only: None,
                json: false
            })
        );
        assert_eq!(
            said("doctor --only base --json"),
            Ok(Command::Doctor {
                only: Some("base".to_owned()),
                json: true
            })
        );
        assert_eq!(said("backup"), Ok(Command::Backup { to: None }));
        assert_eq!(
            said("backup a.db"),
            Ok(Command::Backup {
                to: Some("a.db".into())
            })
        );
        assert_eq!(said("restore a.db"), Ok(Command::Restore { from: "a.db".into() }));
        assert_eq!(said("--help"), Ok(Command::Help));
        assert_eq!(said("--version"), Ok(Command::Version));
    }

    #[test]
    fn a_probe_and_what_becomes_of_it_are_understood() {
        assert_eq!(
            said("probe --json --only kraken --record answers"),
            Ok(Command::Probe {
                only: Some("kraken".to_owned()),
                json: true,
                record: Some("answers".into())
            })
        );
        assert_eq!(
            said("fixtures answers replies"),
            Ok(Command::Fixtures {
                from: "answers".into(),
                to: "replies".into()
            })
        );
    }

    #[test]
    fn what_is_not_understood_is_said() {
        assert_eq!(
            said("server").unwrap_err().to_string(),
            "\"server\" is not a command; `spyhop --help` lists them"
        );
        assert_eq!(
            said("restore").unwrap_err().to_string(),
            "name the file: spyhop restore <file>"
        );
        assert_eq!(said("doctor --only"), Err(UsageError::NoSource));
        assert_eq!(said("probe --record"), Err(UsageError::NoFolder));
        assert_eq!(said("fixtures answers"), Err(UsageError::NoFolders));
        assert_eq!(said("serve now"), Err(UsageError::TooMuch("now".to_owned())));
        assert_eq!(said("migrate --force"), Err(UsageError::TooMuch("--force".to_owned())));
    }
}
