//! Signing in by a code or a link in a mail, and adding the data of an anonymous user to a registered one.
//!
//! A code is 8 characters, works for 10 minutes and can be tried 5 times; the link of the same mail works for 24 hours. A newer
//! code voids older ones, but no link: someone who guesses codes, or requests new ones, locks nobody out.
//!
//! A proof that one session requested is not spent in another: there it opens the account of the address or the wallet, and nothing
//! of the presented session is registered, merged or linked.

mod change_email;
mod cleanup;
mod code;
mod merge;
mod open;
mod other_session;
mod proof;
mod send;
mod signed_up_from;
mod unlink;
mod update_user;
mod verify;
mod wallet;

use std::{sync::Arc, time::Duration};

use ports::{Merge, Ports, StorageError, Token};

use crate::{caller::Caller, ledger::BookCache, user::UserView};

pub(crate) use cleanup::SignInCleanup;
pub use other_session::EmailLink;
pub use send::{CodeRequest, CodeRequestKind, SentCode};
pub use update_user::{EmailChange, MAX_NAME, MailingListChange, UserChange};
pub use wallet::SignedMessage;

/// Use cases on signing in.
pub struct SignIns {
    ports: Arc<Ports>,
    books: Arc<BookCache>,
}

/// Who signs in, and from where.
#[derive(Clone, Debug, Default)]
pub struct SignInContext {
    /// The user of the presented session.
    pub caller: Option<Caller>,
    /// Whether a registered user may be replaced by another one.
    pub switches_user: bool,
    /// Whether a link counts for the user of the presented session although another session requested it.
    pub adds_session: bool,
    /// Where on the page somebody signs up, such as `leaving`; other texts than names are not stored.
    pub signed_up_from: Option<String>,
    /// What the session is opened on, such as `Firefox on Linux`.
    pub device: Option<String>,
    /// The network that the session is opened from, such as `192.0.2.0/24`.
    pub network: Option<String>,
}

/// A user who signed in, with the token of the new session.
pub struct SignedIn {
    /// The user with their wallets.
    pub view: UserView,
    /// The session's token. It is returned only here and stored as a hash.
    pub token: Token,
    /// Whether the user registered by this.
    pub is_new: bool,
    /// Whether the user had requested their deletion, which this canceled.
    pub deletion_canceled: bool,
    /// The anonymous user whose data were added.
    pub merge: Option<Merge>,
}

/// Why nobody was signed in.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// This server sends no mail.
    #[error("{0}")]
    NoMail(String),
    /// The address belongs to no user.
    #[error("Email not found")]
    EmailNotFound,
    /// The code is wrong, expired or used, was tried too often, or was sent to another address. The error does not tell these
    /// apart.
    #[error("Invalid verification code")]
    InvalidCode,
    /// The link is mistyped, expired or used.
    #[error("This link has expired or was used before. Request a new one.")]
    InvalidLink,
    /// The message was used, has expired or was never issued.
    #[error("This message was used or has expired. Sign again.")]
    MessageUsed,
    /// The message or its signature is not right, or the proof could not be checked. The error does not tell these apart.
    #[error("Wallet signature could not be verified")]
    SignatureInvalid,
    /// The address is not one of an EVM chain that this server knows.
    #[error("Wallets of this network can't sign in yet.")]
    NotAWallet,
    /// Somebody who signed in longer ago wants to add a way to sign in.
    #[error("Please confirm that it's you: sign in again, then retry.")]
    ProofRequired,
    /// The presented session belongs to another registered user.
    #[error("You are signed in as someone else. Confirm to switch to this account.")]
    OtherUser,
    /// The address belongs to another user.
    #[error("This email belongs to another account. Sign in with it, or choose another one.")]
    EmailTaken,
    /// The link of a new address was opened without the session of its user.
    #[error("Open this link where you are signed in, or enter the code there.")]
    OtherBrowser,
    /// The wallet is the only way to sign in.
    #[error("This is the only way to sign in to your account. Add an email first.")]
    LastWayIn,
    /// Too many codes were requested for this address.
    #[error("Too many requests. Please try again later.")]
    TooOften {
        /// How long to wait before the next attempt.
        retry_after: Duration,
    },
    /// There was no such merge within the last day.
    #[error("There is no such user.")]
    NotFound,
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl SignInError {
    /// Returns whether somebody signed in with the same proof at the same time. Another attempt finds what they stored.
    fn is_race(&self) -> bool {
        matches!(self, Self::Storage(StorageError::Conflict { .. }))
    }
}

impl SignIns {
    pub(crate) fn new(ports: Arc<Ports>, books: Arc<BookCache>) -> Self {
        Self { ports, books }
    }
}
