//! What a kind of job is, and the kinds that are enqueued or queried outside `sync`. The others are declared beside their
//! handlers.

use std::time::Duration;

use ports::{
    Ports, Timestamp,
    job::{JobId, NewJob},
};

/// A kind of job. Each has one handler in `sync/handlers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobKind {
    /// The name under which jobs of this kind are stored.
    pub name: &'static str,
    max_attempts: u32,
}

impl JobKind {
    /// Returns a kind whose jobs are dead after this many consecutive failures.
    pub(crate) const fn new(name: &'static str, max_attempts: u32) -> Self {
        Self { name, max_attempts }
    }

    /// Returns a kind whose jobs never die; their attempt count only caps the back-off.
    pub(crate) const fn recurring(name: &'static str) -> Self {
        Self::new(name, u32::MAX >> 1)
    }

    /// Returns a new job of this kind.
    pub(crate) fn job(self, ports: &Ports, subject: &str, run_at: Timestamp) -> NewJob {
        NewJob {
            id: JobId::new(ports.ids.next()),
            kind: self.name.to_owned(),
            subject: subject.to_owned(),
            run_at,
            max_attempts: self.max_attempts,
        }
    }
}

/// Reads the balances of one account. Subject: the account.
pub const READ_ACCOUNT: JobKind = JobKind::new("read-account", 6);
/// Scans for the used addresses of an extended public key. Subject: the wallet.
pub const SCAN_KEY: JobKind = JobKind::new("scan-key", 6);
/// Requests the prices of everything held from one price source. Subject: the source.
pub const REFRESH_QUOTES: JobKind = JobKind::recurring("refresh-quotes");
/// Requests the prices of a past moment from all price sources. Subject: milliseconds since 1970.
pub const QUOTES_AT: JobKind = JobKind::new("quotes-at", 8);
/// Resolves a name again. Subject: the name.
pub const RESOLVE_NAME: JobKind = JobKind::new("resolve-name", 6);
/// Looks up the name that an address claims. Subject: the address.
pub const LOOK_UP_REVERSE_NAME: JobKind = JobKind::new("reverse-name", 6);
/// Finds tokens of an account with the help of an explorer. Subject: the account.
pub const FIND_TOKENS: JobKind = JobKind::new("find-tokens", 3);
/// Reads the history of one account. Subject: the account.
pub const READ_HISTORY: JobKind = JobKind::new("read-history", 8);
/// Reads what one account allows others to move. Subject: the account.
pub const READ_ALLOWANCES: JobKind = JobKind::new("read-allowances", 6);
/// Reads the transaction receipts of one account, where its history includes none. Subject: the account.
pub const READ_RECEIPTS: JobKind = JobKind::new("read-receipts", 8);
/// Derives the entries of one account again from its facts. Subject: the account.
pub const REDECODE: JobKind = JobKind::new("redecode", 6);
/// Imports the tokens of a published token list. Subject: the list.
pub const READ_LISTS: JobKind = JobKind::new("read-lists", 6);
/// Sends a mail of the queue. Subject: the mail.
pub const SEND_MAIL: JobKind = JobKind::new("send-mail", 6);
/// How long the removal of an account at an exchange can be taken back. Then its key is erased.
pub const KEY_UNDO: Duration = Duration::from_secs(10);
/// Erases the key of an account at an exchange that was removed. Subject: the wallet.
pub const ERASE_KEY: JobKind = JobKind::recurring("erase-key");
/// Reads the missing past prices of an asset. Subject: the root of its price series.
pub const READ_PAST_PRICES: JobKind = JobKind::new("read-past-prices", 8);
