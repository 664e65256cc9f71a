//! SQL conditions about wallets and accounts that the statements of several nouns share.

/// The condition that the user of a wallet has a session or shares the portfolio.
macro_rules! present {
    () => {
        "EXISTS (SELECT 1 FROM users WHERE users.id = wallets.user_id AND (users.left_at IS NULL \
         OR EXISTS (SELECT 1 FROM shares WHERE shares.user_id = users.id)))"
    };
}

/// The condition that no job of kind `$4` for this subject waits or runs, and none became dead since `$5`; `$2` is now.
macro_rules! untried {
    ($subject:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.kind = $4 AND jobs.subject = ",
            $subject,
            " AND (jobs.state IN ('ready', 'running') OR (jobs.state = 'dead' AND jobs.updated_at > $5 \
             AND jobs.updated_at <= $2)))"
        )
    };
}

/// The condition that an account is watched: a wallet that is not removed has its address, in any spelling, or it was
/// derived for a wallet; derived addresses are deleted with their wallet. One that consists of files is not read.
macro_rules! watched {
    () => {
        concat!(
            "(accounts.filed_at IS NULL AND (EXISTS (SELECT 1 FROM wallets WHERE wallets.address = accounts.address AND wallets.removed_at IS NULL AND ",
            $crate::storage::conditions::present!(),
            ") OR EXISTS (SELECT 1 FROM account_writings JOIN wallets ON wallets.address = account_writings.address \
             AND wallets.removed_at IS NULL WHERE account_writings.account = accounts.id AND ",
            $crate::storage::conditions::present!(),
            ") OR EXISTS (SELECT 1 FROM derived_addresses JOIN wallets ON wallets.id = derived_addresses.wallet \
             WHERE derived_addresses.account = accounts.id AND ",
            $crate::storage::conditions::present!(),
            ")))"
        )
    };
}

/// The condition that a visitor's session shows the address of an account, in any spelling.
macro_rules! visited {
    () => {
        "(EXISTS (SELECT 1 FROM share_sessions WHERE share_sessions.address = accounts.address) \
         OR EXISTS (SELECT 1 FROM account_writings JOIN share_sessions ON share_sessions.address = account_writings.address \
         WHERE account_writings.account = accounts.id))"
    };
}

/// The condition that no wallet, not even a removed one, and no visitor's session refers to an account.
macro_rules! unwatched {
    () => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM wallets WHERE wallets.address = accounts.address AND removed_at IS NULL) \
             AND NOT EXISTS (SELECT 1 FROM wallets WHERE wallets.address = accounts.address AND removed_at IS NOT NULL) \
             AND NOT EXISTS (SELECT 1 FROM account_writings JOIN wallets ON wallets.address = account_writings.address \
             WHERE account_writings.account = accounts.id) \
             AND NOT EXISTS (SELECT 1 FROM derived_addresses WHERE derived_addresses.account = accounts.id) AND NOT ",
            $crate::storage::conditions::visited!()
        )
    };
}

pub(super) use {present, untried, unwatched, visited, watched};
