//! Accounts: an address on a chain.

use std::{fmt, str::FromStr};

use async_trait::async_trait;

use crate::{address::Address, chain::ChainId, clock::Timestamp, snapshot::SnapshotId, storage::StorageError};

/// A place that holds assets: one address on one chain. Stored once for all users who watch it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct AccountId {
    /// The chain.
    pub chain: ChainId,
    /// The address, canonical.
    pub address: Address,
}

/// Why a text is not an account id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an account id such as eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 (CAIP-10)")]
pub struct ParseAccountIdError;

impl fmt::Display for AccountId {
    /// CAIP-10: `eip155:1:0x…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.chain, self.address)
    }
}

impl AccountId {
    /// From a text that was an id when it was stored; as [`AssetId::kept`](crate::AssetId::kept).
    pub fn kept(text: &str) -> Result<Self, ParseAccountIdError> {
        match parts(text)? {
            (chain, address) if Address::is_written_as_evm(address) => Ok(Self {
                chain: chain.parse().map_err(|_| ParseAccountIdError)?,
                address: Address::within(address),
            }),
            _ => text.parse(),
        }
    }
}

impl FromStr for AccountId {
    type Err = ParseAccountIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (chain, address) = parts(text)?;
        let chain = chain.parse().map_err(|_| ParseAccountIdError)?;
        let address = address.parse().map_err(|_| ParseAccountIdError)?;
        Ok(Self { chain, address })
    }
}

/// The texts of chain and address. A chain's id has one colon; an address may have one of its own.
fn parts(text: &str) -> Result<(&str, &str), ParseAccountIdError> {
    let colon = text.match_indices(':').nth(1).ok_or(ParseAccountIdError)?.0;
    Ok((&text[..colon], &text[colon + 1..]))
}

/// How reading an account goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountState {
    /// Which account.
    pub id: AccountId,
    /// The newest good snapshot.
    pub latest: Option<SnapshotId>,
    /// When that snapshot was taken.
    pub read_at: Option<Timestamp>,
    /// When everything was last looked for; where that never was, when it was first looked at.
    pub whole_at: Option<Timestamp>,
    /// How it is read next.
    pub activity: Activity,
    /// How many transactions it had part in when it was last read; `None` where nobody counted.
    pub transactions: Option<u64>,
    /// What went wrong since, if anything: the snapshot is then stale.
    pub failure: Option<Failure>,
}

/// How an account is read next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// Nothing is known of it: it is probed first.
    #[default]
    Unknown,
    /// Nothing was found when it was last read: it is read daily.
    Quiet,
    /// It holds something, or a person asked for it: everything is read.
    Active,
}

/// A failure that a person waits behind: what, when, and when it is tried again.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Failure {
    /// A stable code: `unavailable`, `rate_limited`, `refused`, `malformed`, `unsupported`.
    pub code: String,
    /// A sentence for people.
    pub text: String,
    /// When it failed.
    pub at: Timestamp,
    /// When it is tried again, if it is.
    pub retry_at: Option<Timestamp>,
}

impl Failure {
    /// Whether it is waited for at `now`. A failure that lies ahead was written by a clock that was wrong, and what it says
    /// about waiting is not believed.
    #[must_use]
    pub fn rests(&self, now: Timestamp) -> bool {
        self.at <= now && self.retry_at.is_some_and(|retry_at| retry_at > now)
    }
}

/// Reads account states.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// The states of these accounts; accounts that nobody added are absent.
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError>;

    /// Watched accounts that were last read whole before `before` (or never), those that are quiet only when that was before
    /// `quiet_before`; at most `limit`. One that was read later than `now` was read by a clock that was wrong, and is due.
    /// One that failed is due once its rest is over: at the time of its next try, or where it has none, when it failed at or
    /// before `before`. They come in the order in which they were last tried, so that those that fail keep no other one
    /// waiting. An account is watched while a wallet that is not removed points at its address, or at another writing of it,
    /// or it was derived for one, and the wallet's user has a session or shares the portfolio.
    async fn due(
        &self,
        before: Timestamp,
        quiet_before: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountId>, StorageError>;

    /// Active accounts of this chain that were read at or after `since`, the latest first, at most `limit`.
    async fn active(&self, chain: &ChainId, since: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Whether an account is watched, or a visitor looks at its address.
    async fn is_wanted(&self, id: &AccountId) -> Result<bool, StorageError>;
}

/// Keeps account states.
#[async_trait]
pub trait AccountWrites: Send {
    /// Adds accounts that are new.
    async fn add(&mut self, ids: &[AccountId], now: Timestamp) -> Result<(), StorageError>;

    /// These addresses stand for these accounts, whose own address is another writing of them.
    async fn written(&mut self, writings: &[(Address, AccountId)]) -> Result<(), StorageError>;

    /// A snapshot was taken, and is kept: it is the newest now, and the failure is over. Whether all was read, it says itself.
    async fn read(
        &mut self,
        id: &AccountId,
        snapshot: SnapshotId,
        at: Timestamp,
        activity: Activity,
    ) -> Result<(), StorageError>;

    /// It had part in so many transactions.
    async fn counted(&mut self, id: &AccountId, transactions: u64) -> Result<(), StorageError>;

    /// Everything is read the next time that these are read.
    async fn wake(&mut self, ids: &[AccountId]) -> Result<(), StorageError>;

    /// Reading failed: the last good snapshot stays the newest.
    async fn failed(&mut self, id: &AccountId, failure: &Failure) -> Result<(), StorageError>;

    /// Erases up to `limit` accounts that no wallet and no visitor's session refers to, removed wallets and those of users who
    /// left included, with their snapshots and jobs and with what the privacy ledger says of their addresses. Answers how many.
    async fn erase_unwatched(&mut self, limit: u32) -> Result<u64, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_caip_10() {
        let text = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        assert_eq!(text.parse::<AccountId>().unwrap().to_string(), text);
        assert_eq!(AccountId::kept(text).unwrap().to_string(), text);
        let cash = "bip122:000000000000000000651ef99cb9fcbe:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
        assert_eq!(cash.parse::<AccountId>().unwrap().to_string(), cash);
        assert_eq!(AccountId::kept(cash).unwrap().to_string(), cash);
        assert!(AccountId::kept("eip155:1:0x12").is_err());
        assert!("eip155:1".parse::<AccountId>().is_err());
    }
}
