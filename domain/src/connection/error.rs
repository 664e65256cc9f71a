//! Why an account at an exchange was not connected or changed.

use ports::{ChainId, GrantedRight, RemoteError, StorageError, exchange_key::KeyFieldError};

use crate::connection::warning::KeyWarning;

/// Why an account at an exchange was not connected or changed. Nothing is stored then.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The caller's user does not exist any more.
    #[error("There is no such user.")]
    NoUser,
    /// The caller has no such account at an exchange.
    #[error("You have no such account at this exchange.")]
    NotFound,
    /// The caller is anonymous: keys belong to registered users only.
    #[error("Sign up first. A key of an exchange is kept for a registered user only.")]
    NotRegistered,
    /// No reader reads this exchange, or it is none.
    #[error("This server does not read {0}.")]
    NotRead(ChainId),
    /// This server cannot request access at this exchange.
    #[error("This server can't request access at {0}. Connect with an API key.")]
    NoAccess(ChainId),
    /// The answer of an exchange belongs to no request for consent of this session: it was used, has expired or is another one's.
    #[error("Please start connecting again.")]
    StateInvalid,
    /// The access that was granted is not stored.
    #[error("{}", refused_access(reason, exchange, *is_ended))]
    AccessRefused {
        /// Why not.
        reason: Box<ConnectionError>,
        /// The exchange, for people.
        exchange: String,
        /// Whether the exchange confirmed that the access has ended.
        is_ended: bool,
    },
    /// A field of the key is missing, or no key has such a text.
    #[error("{error}")]
    Field {
        /// The name of the field.
        field: String,
        /// Why not.
        error: KeyFieldError,
    },
    /// A field is what only its owner may know and no exchange needs, such as a recovery phrase.
    #[error("{warning}")]
    Secret {
        /// The name of the field.
        field: String,
        /// What it looks like, as a sentence.
        warning: String,
    },
    /// The user has an account at the same exchange with this name.
    #[error("There is an account named {0} at this exchange already.")]
    NameTaken(String),
    /// An account of the user is the same one: the key is the same, or the exchange states the same id.
    #[error("This key reads your account {0} already.")]
    KeyTaken(String),
    /// The key may do more than read, or something that this version does not know.
    #[error("{}", too_many(rights))]
    TooManyRights {
        /// These rights.
        rights: Vec<GrantedRight>,
    },
    /// The key lacks rights that reading needs.
    #[error("This key cannot read everything. Give it: {}.", rights.join(", "))]
    MissingRights {
        /// These rights, in the exchange's words.
        rights: Vec<String>,
    },
    /// The user has not accepted yet what is to be known about the key.
    #[error("{}", warnings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
    Warnings {
        /// What is to be known.
        warnings: Vec<KeyWarning>,
    },
    /// The exchange did not answer to the key.
    #[error("{}", sentence(.0))]
    Exchange(RemoteError),
    /// More rows than one user may have on this server.
    #[error("One user can have up to {limit} wallets and accounts.")]
    TooMany {
        /// How many.
        limit: usize,
    },
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

fn refused_access(reason: &ConnectionError, exchange: &str, is_ended: bool) -> String {
    let why = match reason {
        ConnectionError::TooManyRights { rights } => {
            let names: Vec<&str> = rights.iter().map(|right| right.name.as_str()).collect();
            format!(
                "This access can do more than read: {}. It was not stored.",
                names.join(", ")
            )
        }
        ConnectionError::MissingRights { rights } => {
            format!(
                "This access can't read everything. Allow it to use: {}.",
                rights.join(", ")
            )
        }
        ConnectionError::KeyTaken(name) => format!("Your account {name} is the same one. It was not connected again."),
        other => other.to_string(),
    };
    let end = if is_ended {
        format!("It was ended at {exchange}.")
    } else {
        format!("{exchange} didn't confirm that it has ended. End it there, among the connected apps.")
    };
    format!("{why} {end}")
}

fn too_many(rights: &[GrantedRight]) -> String {
    let names: Vec<String> = rights
        .iter()
        .map(|right| match right.switch.as_str() {
            "" => right.name.clone(),
            switch => format!("{} ({switch})", right.name),
        })
        .collect();
    format!(
        "This key can do more than read: {}. Switch that off, or create a read-only key.",
        names.join(", ")
    )
}

fn sentence(error: &RemoteError) -> String {
    match error {
        RemoteError::Key { problem, .. } => format!("{error}. {}", problem.next_step()),
        _ => format!("{error}. Nothing was stored. Try again in a moment."),
    }
}
