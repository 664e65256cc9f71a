//! The requests and responses of the calls about the progress of reads.

use domain::sync;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::changes::{Changes, Cursor};
use crate::wire::{ChainIdText, Reason, Time, World};

/// The state that the client has.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "1284-5f2c90d17ab3e846"}))]
pub struct GetSyncStatusRequest {
    /// The `last_event_id` of the latest status that the client received; without it everything is sent.
    #[serde(default)]
    #[schema(example = "1284-5f2c90d17ab3e846")]
    pub since: Option<String>,
}

/// The network to read.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"chain": "eip155:59144"}))]
pub struct ReadNetworkRequest {
    /// The id or code of the network.
    #[schema(example = "eip155:59144")]
    pub chain: String,
}

/// The number of addresses that will be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadNetworkData {
    pub chain: ChainIdText,
    /// How many addresses will be read.
    #[schema(example = 2)]
    pub wanted: i64,
}

/// The kind of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncKind {
    /// An address on a chain.
    Account,
    /// The history of an address on a chain. It is not counted in `done`, `total`, `running`, `waiting` and `failed`.
    History,
    /// The addresses of an extended public key.
    ExtendedKey,
    /// A name.
    Name,
    /// Prices.
    Prices,
}

/// The state of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncState {
    /// Not started, or waiting for a retry.
    Waiting,
    /// In progress.
    Running,
    /// Finished.
    Done,
    /// Failed, and not retried until it is requested again.
    Failed,
}

/// The unit of `done` and `total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncUnit {
    /// None: only whether there is any activity is checked.
    Activity,
    /// Tokens queried.
    Tokens,
    /// Assets priced.
    Assets,
    /// Names resolved.
    Names,
    /// Addresses checked.
    Addresses,
    /// Facts read: what sources report about transactions.
    Facts,
}

/// One read and its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SyncSource {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    pub kind: SyncKind,
    #[schema(example = "Savings on Ethereum")]
    pub label: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    pub chain: Option<ChainIdText>,
    #[schema(example = "Ethereum")]
    pub chain_name: Option<String>,
    pub state: SyncState,
    #[schema(example = 150)]
    pub done: i64,
    /// Null if it is not known yet.
    #[schema(example = 300)]
    pub total: Option<i64>,
    pub unit: SyncUnit,
    #[schema(example = 1)]
    pub attempts: i64,
    pub next_try_at: Option<Time>,
    pub last_error: Option<Reason>,
    pub finished_at: Option<Time>,
    pub updated_at: Time,
    /// How far a history is read; null for other kinds, and until it is known.
    pub history: Option<HistorySync>,
}

/// How far the history of an address on a chain is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HistorySync {
    /// The time of the earliest fact.
    pub oldest: Option<Time>,
    /// Whether all of it is known.
    pub complete: bool,
    /// How many facts a minute are being read; null while none are, or until it is known.
    #[schema(example = 1200)]
    pub facts_per_minute: Option<i64>,
    /// The part of each source.
    pub sources: Vec<HistorySyncSource>,
}

/// What one source has reported of the history of an address on a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct HistorySyncSource {
    #[schema(example = "blockscout")]
    pub source: String,
    #[schema(example = "Blockscout")]
    pub name: String,
    /// The number of facts that are read.
    #[schema(example = 150)]
    pub done: i64,
    /// The number of facts that the source states; null if it states none.
    #[schema(example = 300)]
    pub total: Option<i64>,
    /// The time of its earliest fact.
    pub oldest: Option<Time>,
}

/// The caller's reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SyncStatus {
    /// If null, `sources` has everything. Otherwise `sources` and `gone` are the changes since this `last_event_id`.
    #[schema(example = "1280-5f2c90d17ab3e846")]
    pub since: Option<String>,
    /// At most 500, and at most 500 histories. Failed, running and waiting ones have priority over finished ones.
    pub sources: Vec<SyncSource>,
    /// Ids of sources that were removed.
    #[schema(example = json!([]))]
    pub gone: Vec<String>,
    /// Ids of the sources that are read next, in order.
    #[schema(example = json!(["read-account eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]))]
    pub next: Vec<String>,
    /// How many sources are left out.
    #[schema(example = 0)]
    pub left_out: i64,
    /// How many are finished.
    #[schema(example = 3)]
    pub done: i64,
    /// How many there are.
    #[schema(example = 5)]
    pub total: i64,
    #[schema(example = 1)]
    pub running: i64,
    #[schema(example = 1)]
    pub waiting: i64,
    #[schema(example = 0)]
    pub failed: i64,
    /// Send it to this call as `since`, or to the stream as `Last-Event-ID`, to get all changes from here on.
    #[schema(example = "1284-5f2c90d17ab3e846")]
    pub last_event_id: String,
    pub world: World,
}

/// The stream's `portfolio` event: read the portfolio again.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct PortfolioChanged {
    /// Always true.
    pub changed: bool,
}

impl SyncStatus {
    /// Returns the changes of the caller's reads, and the number of reads in each state.
    pub fn changed(changes: &Changes<'_>, status: &sync::SyncStatus, world: World) -> Self {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let sync::SyncCounts {
            total,
            done,
            running,
            waiting,
            failed,
        } = status.counts;
        Self {
            since: changes.since.map(|since| since.to_string()),
            sources: changes.sources.iter().map(|source| (*source).clone().into()).collect(),
            gone: changes.gone.iter().map(|id| (*id).to_owned()).collect(),
            next: status.next.clone(),
            left_out: count(status.left_out),
            done: count(done),
            total: count(total),
            running: count(running),
            waiting: count(waiting),
            failed: count(failed),
            last_event_id: Cursor::of(status).to_string(),
            world,
        }
    }
}

impl From<sync::SyncSource> for SyncSource {
    fn from(source: sync::SyncSource) -> Self {
        let sync::SyncSource {
            id,
            wallet: _,
            kind,
            label,
            account,
            chain_name,
            state,
            done,
            total,
            attempts,
            next_try_at,
            last_error,
            finished_at,
            updated_at,
            revision: _,
            history,
        } = source;
        let (kind, unit) = kind_and_unit(kind, total);
        Self {
            id,
            kind,
            label,
            wallet_address: account.as_ref().map(|account| account.address.to_string()),
            chain: account.as_ref().map(|account| (&account.chain).into()),
            chain_name,
            state: state.into(),
            done: i64::from(done),
            total: total.map(i64::from),
            unit,
            attempts: i64::from(attempts),
            next_try_at: next_try_at.map(Into::into),
            last_error: last_error.map(Into::into),
            finished_at: finished_at.map(Into::into),
            updated_at: updated_at.into(),
            history: history.map(Into::into),
        }
    }
}

impl From<sync::HistorySync> for HistorySync {
    fn from(history: sync::HistorySync) -> Self {
        let number = |facts: u64| i64::try_from(facts).unwrap_or(i64::MAX);
        let sync::HistorySync {
            facts: _,
            total: _,
            oldest,
            is_whole,
            rate,
            sources,
        } = history;
        let source = |line: sync::HistorySourceLine| HistorySyncSource {
            source: line.source.to_string(),
            name: line.name,
            done: number(line.facts),
            total: line.total.map(number),
            oldest: line.oldest.map(Into::into),
        };
        Self {
            oldest: oldest.map(Into::into),
            complete: is_whole,
            facts_per_minute: rate.map(number),
            sources: sources.into_iter().map(source).collect(),
        }
    }
}

/// Returns the kind and unit of a read. A total of zero means that no tokens were queried.
fn kind_and_unit(kind: sync::SyncKind, total: Option<u32>) -> (SyncKind, SyncUnit) {
    match kind {
        sync::SyncKind::Account if total == Some(0) => (SyncKind::Account, SyncUnit::Activity),
        sync::SyncKind::Account => (SyncKind::Account, SyncUnit::Tokens),
        sync::SyncKind::History => (SyncKind::History, SyncUnit::Facts),
        sync::SyncKind::Key => (SyncKind::ExtendedKey, SyncUnit::Addresses),
        sync::SyncKind::Name => (SyncKind::Name, SyncUnit::Names),
        sync::SyncKind::Prices => (SyncKind::Prices, SyncUnit::Assets),
    }
}

impl From<sync::SyncState> for SyncState {
    fn from(state: sync::SyncState) -> Self {
        match state {
            sync::SyncState::Waiting => Self::Waiting,
            sync::SyncState::Running => Self::Running,
            sync::SyncState::Done => Self::Done,
            sync::SyncState::Failed => Self::Failed,
        }
    }
}
