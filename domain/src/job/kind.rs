//! The kinds of jobs and how often each is attempted.

use ports::{
    Ports, Timestamp,
    job::{JobId, NewJob},
};

/// Reads the balances of one account. Subject: the account.
pub const READ_ACCOUNT: &str = "read-account";
/// Scans for the used addresses of an extended public key. Subject: the wallet.
pub const SCAN_KEY: &str = "scan-key";
/// Requests the prices of everything held from one price source. Subject: the source.
pub const REFRESH_QUOTES: &str = "refresh-quotes";
/// Requests the prices of a past moment from all price sources. Subject: milliseconds since 1970.
pub const QUOTES_AT: &str = "quotes-at";
/// Resolves a name again. Subject: the name.
pub const RESOLVE_NAME: &str = "resolve-name";
/// Looks up the name that an address claims. Subject: the address.
pub const LOOK_UP_REVERSE_NAME: &str = "reverse-name";
/// Finds tokens of an account with the help of an explorer. Subject: the account.
pub const FIND_TOKENS: &str = "find-tokens";
/// Imports the tokens of a published token list. Subject: the list.
pub const READ_LISTS: &str = "read-lists";
/// Imports exchange rates. Subject: the source.
pub const READ_RATES: &str = "read-rates";
/// Opens the accounts of known wallets on chains that are newly read. Subject: a digest of the set of chains.
pub const OPEN_ACCOUNTS: &str = "open-accounts";
/// Enqueues everything that is due to be read. Subject: `all`.
pub const ROUND: &str = "round";
/// Deletes what is no longer needed. Subject: `all`.
pub const HOUSEKEEPING: &str = "housekeeping";

/// Returns after how many consecutive failures a job of this kind is dead. Recurring jobs never die; their attempt
/// count only caps the back-off.
fn attempts(kind: &str) -> u32 {
    match kind {
        READ_ACCOUNT | SCAN_KEY | READ_LISTS | RESOLVE_NAME | LOOK_UP_REVERSE_NAME | OPEN_ACCOUNTS => 6,
        QUOTES_AT => 8,
        FIND_TOKENS => 3,
        _ => u32::MAX >> 1,
    }
}

/// Returns a new job of this kind.
pub fn job(ports: &Ports, kind: &str, subject: &str, run_at: Timestamp) -> NewJob {
    NewJob {
        id: JobId::new(ports.ids.next()),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        run_at,
        max_attempts: attempts(kind),
    }
}
