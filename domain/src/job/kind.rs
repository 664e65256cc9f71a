//! Kinds of jobs: what each does, and how often it is tried.

use ports::{
    Ports, Timestamp,
    job::{JobId, NewJob},
};

/// Reads the balances of one account. Subject: the account.
pub const READ_ACCOUNT: &str = "read-account";
/// Finds the addresses of an extended public key. Subject: the wallet.
pub const SCAN_KEY: &str = "scan-key";
/// Asks one price source about everything that is held. Subject: the source.
pub const REFRESH_QUOTES: &str = "refresh-quotes";
/// Asks the price sources about a past moment. Subject: milliseconds since 1970.
pub const QUOTES_AT: &str = "quotes-at";
/// Looks a name up again. Subject: the name.
pub const RESOLVE_NAME: &str = "resolve-name";
/// Looks up the name that an address claims. Subject: the address.
pub const LOOK_UP_REVERSE_NAME: &str = "reverse-name";
/// Looks for tokens of an account that an explorer names. Subject: the account.
pub const FIND_TOKENS: &str = "find-tokens";
/// Takes over what a published list of tokens names. Subject: the list.
pub const READ_LISTS: &str = "read-lists";
/// Takes over the rates of currencies. Subject: the source.
pub const READ_RATES: &str = "read-rates";
/// Opens accounts of known wallets on chains that are read since. Subject: the chains that are read, as a digest.
pub const OPEN_ACCOUNTS: &str = "open-accounts";
/// Wants everything read that has not been read for a while. Subject: `all`.
pub const ROUND: &str = "round";
/// Forgets what nobody needs any more. Subject: `all`.
pub const HOUSEKEEPING: &str = "housekeeping";

/// After so many failures in a row a job of this kind is dead. What goes on for ever has a number that only bounds the doubling
/// of its pauses.
fn attempts(kind: &str) -> u32 {
    match kind {
        READ_ACCOUNT | SCAN_KEY | READ_LISTS | RESOLVE_NAME | LOOK_UP_REVERSE_NAME | OPEN_ACCOUNTS => 6,
        QUOTES_AT => 8,
        FIND_TOKENS => 3,
        _ => u32::MAX >> 1,
    }
}

/// A wish for work of this kind.
pub fn job(ports: &Ports, kind: &str, subject: &str, run_at: Timestamp) -> NewJob {
    NewJob {
        id: JobId::new(ports.ids.next()),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        run_at,
        max_attempts: attempts(kind),
    }
}
