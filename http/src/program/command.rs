//! The command line arguments.

use std::path::PathBuf;

use ports::{AccountId, AttachmentId};

/// A command of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Run the HTTP server and the worker.
    Serve,
    /// Run only the worker.
    Work,
    /// Migrate the database to this version.
    Migrate { i_have_a_backup: bool },
    /// Print the OpenAPI document.
    OpenApi,
    /// Check the configuration, the storage, the clock and the keys, and query each source; or query only one source.
    Doctor { only: Option<String>, json: bool },
    /// Query every row of the built-in data, or only the rows of one source or network.
    Probe {
        only: Option<String>,
        json: bool,
        record: Option<PathBuf>,
    },
    /// Turn recorded responses into fixtures.
    Fixtures { from: PathBuf, to: PathBuf },
    /// Derive the entries of every account again from the stored facts, or those of one account.
    Redecode { only: Option<AccountId> },
    /// Encrypt the keys in the database with a new master key.
    RotateKeys,
    /// Print the feedback of people.
    Feedback,
    /// Write the file of an attachment.
    Attachment { id: AttachmentId, to: PathBuf },
    /// Print the addresses on the mailing list.
    MailingList,
    /// Write a copy of the database.
    Backup { to: Option<PathBuf> },
    /// Restore a copy of the database.
    Restore { from: PathBuf },
    /// Print the usage.
    Help,
    /// Print the version.
    Version,
}

/// The text of `--help`.
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
  spyhop redecode [<account>]         derive entries again from stored facts, without requests; accounts are CAIP-10 ids
  spyhop rotate-keys                  encrypt the keys in the database with a new master key; the server must not be running
  spyhop feedback                     print what people sent as feedback, as JSON Lines, also while the server runs
  spyhop attachment <id> <file>       write a file that someone attached, which feedback names, to a new file
  spyhop mailing-list                 print the addresses on the mailing list, as JSON Lines, also while the server runs
  spyhop backup [<file>]              write a copy of the database, also while the server runs
  spyhop restore <file>               restore a copy; the server must not be running
  spyhop --version | --help

It is configured by SPYHOP_* variables and by the TOML file that SPYHOP_CONFIG names. None is required.
";

/// The error of invalid arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsageError {
    /// The command does not exist.
    #[error("{0:?} is not a command; `spyhop --help` lists them")]
    Unknown(String),
    /// `--only` has no value.
    #[error("name the source: spyhop doctor --only <name>")]
    NoSource,
    /// `fixtures` needs two folders.
    #[error("name the folders: spyhop fixtures <recorded> <fixtures>")]
    NoFolders,
    /// `--record` has no value.
    #[error("name the folder: spyhop probe --record <folder>")]
    NoFolder,
    /// The account is not a CAIP-10 id.
    #[error("{0:?} is not an account such as eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    NoAccount(String),
    /// `attachment` needs an id and a file.
    #[error("name the attachment and the file: spyhop attachment <id> <file>")]
    NoAttachment,
    /// `restore` needs a file.
    #[error("name the file: spyhop restore <file>")]
    NoFile,
    /// The command does not take this argument.
    #[error("unexpected argument {0:?}; `spyhop --help` shows the arguments of each command")]
    UnexpectedArgument(String),
}

/// Parses the arguments after the program's name.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Command, UsageError> {
    let mut arguments = arguments.into_iter();
    let command = match arguments.next().as_deref() {
        None | Some("serve") => Command::Serve,
        Some("work") => Command::Work,
        Some("migrate") => return migrate(arguments.next(), arguments),
        Some("openapi") => Command::OpenApi,
        Some("doctor") => return doctor(arguments),
        Some("probe") => return probe(arguments),
        Some("fixtures") => Command::Fixtures {
            from: folder(arguments.next(), UsageError::NoFolders)?,
            to: folder(arguments.next(), UsageError::NoFolders)?,
        },
        Some("redecode") => Command::Redecode {
            only: account(arguments.next())?,
        },
        Some("rotate-keys") => Command::RotateKeys,
        Some("feedback") => Command::Feedback,
        Some("attachment") => Command::Attachment {
            id: attachment(arguments.next())?,
            to: folder(arguments.next(), UsageError::NoAttachment)?,
        },
        Some("mailing-list") => Command::MailingList,
        Some("backup") => Command::Backup {
            to: arguments.next().map(PathBuf::from),
        },
        Some("restore") => Command::Restore {
            from: file(arguments.next())?,
        },
        Some("help" | "--help" | "-h") => Command::Help,
        Some("--version" | "-V") => Command::Version,
        Some(other) => return Err(UsageError::Unknown(other.to_owned())),
    };
    expect_end(arguments, command)
}

fn migrate(flag: Option<String>, rest: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    match flag.as_deref() {
        None => Ok(Command::Migrate { i_have_a_backup: false }),
        Some("--i-have-a-backup") => expect_end(rest, Command::Migrate { i_have_a_backup: true }),
        Some(other) => Err(UsageError::UnexpectedArgument(other.to_owned())),
    }
}

fn doctor(mut arguments: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    let (mut only, mut json) = (None, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--only" => only = Some(arguments.next().ok_or(UsageError::NoSource)?),
            _ => return Err(UsageError::UnexpectedArgument(argument)),
        }
    }
    Ok(Command::Doctor { only, json })
}

fn probe(mut arguments: impl Iterator<Item = String>) -> Result<Command, UsageError> {
    let (mut only, mut json, mut record) = (None, false, None);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--only" => only = Some(arguments.next().ok_or(UsageError::NoSource)?),
            "--record" => record = Some(folder(arguments.next(), UsageError::NoFolder)?),
            _ => return Err(UsageError::UnexpectedArgument(argument)),
        }
    }
    Ok(Command::Probe { only, json, record })
}

fn account(argument: Option<String>) -> Result<Option<AccountId>, UsageError> {
    let parsed = argument.map(|text| text.trim().parse().map_err(|_| UsageError::NoAccount(text)));
    parsed.transpose()
}

fn attachment(argument: Option<String>) -> Result<AttachmentId, UsageError> {
    let id = argument.and_then(|text| text.trim().parse().ok());
    id.ok_or(UsageError::NoAttachment)
}

fn folder(argument: Option<String>, missing: UsageError) -> Result<PathBuf, UsageError> {
    argument
        .filter(|argument| !argument.is_empty())
        .map(PathBuf::from)
        .ok_or(missing)
}

fn file(argument: Option<String>) -> Result<PathBuf, UsageError> {
    argument
        .filter(|argument| !argument.is_empty())
        .map(PathBuf::from)
        .ok_or(UsageError::NoFile)
}

fn expect_end(mut rest: impl Iterator<Item = String>, command: Command) -> Result<Command, UsageError> {
    rest.next()
        .map_or(Ok(command), |argument| Err(UsageError::UnexpectedArgument(argument)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, UsageError> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn every_command_is_parsed() {
        assert_eq!(parsed(""), Ok(Command::Serve));
        assert_eq!(parsed("serve"), Ok(Command::Serve));
        assert_eq!(parsed("work"), Ok(Command::Work));
        assert_eq!(parsed("migrate"), Ok(Command::Migrate { i_have_a_backup: false }));
        assert_eq!(
            parsed("migrate --i-have-a-backup"),
            Ok(Command::Migrate { i_have_a_backup: true })
        );
        assert_eq!(parsed("openapi"), Ok(Command::OpenApi));
        assert_eq!(
            parsed("doctor"),
            Ok(Command::Doctor {
                only: None,
                json: false
            })
        );
        assert_eq!(
            parsed("doctor --only base --json"),
            Ok(Command::Doctor {
                only: Some("base".to_owned()),
                json: true
            })
        );
        assert_eq!(parsed("rotate-keys"), Ok(Command::RotateKeys));
        assert_eq!(parsed("feedback"), Ok(Command::Feedback));
        assert_eq!(parsed("mailing-list"), Ok(Command::MailingList));
        assert_eq!(parsed("backup"), Ok(Command::Backup { to: None }));
        assert_eq!(
            parsed("backup a.db"),
            Ok(Command::Backup {
                to: Some("a.db".into())
            })
        );
        assert_eq!(parsed("restore a.db"), Ok(Command::Restore { from: "a.db".into() }));
        assert_eq!(parsed("--help"), Ok(Command::Help));
        assert_eq!(parsed("--version"), Ok(Command::Version));
    }

    #[test]
    fn attachment_takes_an_id_and_a_file() {
        let id = AttachmentId::nil();
        let to = "shot.png".into();
        assert_eq!(
            parsed(&format!("attachment {id} shot.png")),
            Ok(Command::Attachment { id, to })
        );
        for line in ["attachment", "attachment 1 shot.png", &format!("attachment {id}")] {
            assert_eq!(parsed(line), Err(UsageError::NoAttachment), "{line}");
        }
    }

    #[test]
    fn redecode_takes_an_account() {
        assert_eq!(parsed("redecode"), Ok(Command::Redecode { only: None }));
        let account = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        let only = account.parse().ok();
        assert_eq!(parsed(&format!("redecode {account}")), Ok(Command::Redecode { only }));
    }

    #[test]
    fn the_arguments_of_probe_and_fixtures_are_parsed() {
        assert_eq!(
            parsed("probe --json --only kraken --record answers"),
            Ok(Command::Probe {
                only: Some("kraken".to_owned()),
                json: true,
                record: Some("answers".into())
            })
        );
        assert_eq!(
            parsed("fixtures answers replies"),
            Ok(Command::Fixtures {
                from: "answers".into(),
                to: "replies".into()
            })
        );
    }

    #[test]
    fn invalid_arguments_are_rejected() {
        assert_eq!(
            parsed("server").unwrap_err().to_string(),
            "\"server\" is not a command; `spyhop --help` lists them"
        );
        assert_eq!(
            parsed("restore").unwrap_err().to_string(),
            "name the file: spyhop restore <file>"
        );
        assert_eq!(
            parsed("redecode vitalik.eth").unwrap_err().to_string(),
            "\"vitalik.eth\" is not an account such as eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
        );
        assert_eq!(parsed("doctor --only"), Err(UsageError::NoSource));
        assert_eq!(parsed("probe --record"), Err(UsageError::NoFolder));
        assert_eq!(parsed("fixtures answers"), Err(UsageError::NoFolders));
        assert_eq!(
            parsed("serve now"),
            Err(UsageError::UnexpectedArgument("now".to_owned()))
        );
        assert_eq!(
            parsed("migrate --force"),
            Err(UsageError::UnexpectedArgument("--force".to_owned()))
        );
    }
}
