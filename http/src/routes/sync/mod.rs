//! Progress: what is being read, what waits, what failed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Chain, NoFields, Reason, Time, World};
use stream::Listener;

mod stream;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use domain::sync;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::{Caller, OpenSession};
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::seats::Seat;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(Call::read(Access::AnyUser), routes!(get_sync_status))
        .add(Call::read(Access::AnyUser), routes!(stream_sync_events))
        .add(Call::write(Access::AnyUser), routes!(read_network))
}

/// What is being read for the caller, and how far it got.
#[utoipa::path(post, path = "/wallet/sync/status", tag = "sync", operation_id = "getSyncStatus",
    request_body(content = Option<NoFields>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetSyncStatusAnswer)))]
async fn get_sync_status(State(app): State<App>, Caller(caller): Caller, _: Body<NoFields>) -> Answer<SyncStatus> {
    let status = app.tracker().sync().status(&caller).await?;
    Ok(Envelope::of(SyncStatus::of(status, app.world())))
}

/// Looks for everything that the caller's addresses hold on one network, also where nothing was found so far.
///
/// The answer comes at once; each address is read at most every 30 seconds.
#[utoipa::path(post, path = "/wallet/sync/read-network", tag = "sync", operation_id = "readNetwork",
    request_body(content = ReadNetworkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ReadNetworkAnswer)))]
async fn read_network(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<ReadNetworkRequest>,
) -> Answer<ReadNetworkData> {
    let chain = app.chain(&request.chain)?;
    let wanted = app.tracker().sync().read_network(&caller, &chain).await?;
    Ok(Envelope::of(ReadNetworkData {
        chain: (&chain).into(),
        wanted: i64::from(wanted),
    }))
}

/// The caller's reads as they change: server-sent events.
///
/// `event: world` carries a `World` and comes first, `event: source` a `SyncSource`, `event: portfolio` a
/// `PortfolioChanged`. When the demo is left, the last event is the `World` that is served then. Read it with
/// `fetch`, because the token travels as a header. A comment comes every 15 seconds; `Last-Event-ID` continues where a
/// stream ended.
#[utoipa::path(get, path = "/wallet/sync/events", tag = "sync", operation_id = "streamSyncEvents",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that arrived.", example = "1284")),
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream",
        example = "id: 1284\nevent: portfolio\ndata: {\"changed\":true}\n\n")))]
async fn stream_sync_events(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let session = OpenSession::of(&request).ok_or(Problem::SessionInvalid)?;
    let since = request
        .headers()
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse().ok());
    let seat = request.extensions().get::<Arc<Seat>>().cloned();
    Ok(stream::stream(Listener {
        app,
        session,
        since,
        _seat: seat,
    })
    .into_response())
}

answers! {
    GetSyncStatusAnswer = SyncStatus,
    ReadNetworkAnswer = ReadNetworkData,
}

/// Which network is looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[schema(example = json!({"chain": "eip155:59144"}))]
pub struct ReadNetworkRequest {
    /// Its id or its code.
    #[schema(example = "eip155:59144")]
    pub chain: String,
}

/// What will be read.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadNetworkData {
    pub chain: Chain,
    /// Addresses that will be read.
    #[schema(example = 2)]
    pub wanted: i64,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncKind {
    /// An address on a chain.
    Account,
    /// The addresses of an extended public key.
    ExtendedKey,
    /// A name.
    Name,
    /// Prices.
    Prices,
}

/// Where a read stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncState {
    /// Not begun, or to be tried again.
    Waiting,
    /// Under way.
    Running,
    /// Read.
    Done,
    /// Given up until asked again.
    Failed,
}

/// What `done` and `total` count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SyncUnit {
    /// Nothing: whether there is any activity is all that is seen.
    Activity,
    /// Tokens asked for.
    Tokens,
    /// Assets priced.
    Assets,
    /// Names resolved.
    Names,
    /// Addresses looked at.
    Addresses,
}

/// One thing that is read, and how far it got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SyncSource {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    pub kind: SyncKind,
    #[schema(example = "Savings on Ethereum")]
    pub label: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    pub chain: Option<Chain>,
    #[schema(example = "Ethereum")]
    pub chain_name: Option<String>,
    pub state: SyncState,
    #[schema(example = 150)]
    pub done: i64,
    /// Null while it is not known.
    #[schema(example = 300)]
    pub total: Option<i64>,
    pub unit: SyncUnit,
    /// How many reads stand before it.
    #[schema(example = 2)]
    pub place_in_line: Option<i64>,
    #[schema(example = 1)]
    pub attempts: i64,
    pub next_try_at: Option<Time>,
    pub last_error: Option<Reason>,
    pub finished_at: Option<Time>,
    pub updated_at: Time,
}

/// The caller's reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SyncStatus {
    pub sources: Vec<SyncSource>,
    /// How many are done.
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
    /// Give it to the stream as `Last-Event-ID` to miss nothing.
    #[schema(example = "1284")]
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
    /// The caller's reads, counted.
    pub fn of(status: sync::SyncStatus, world: World) -> Self {
        let sync::SyncStatus { sources, revision } = status;
        let sources: Vec<SyncSource> = sources.into_iter().map(Into::into).collect();
        let count = |wanted: SyncState| {
            i64::try_from(sources.iter().filter(|source| source.state == wanted).count()).unwrap_or(i64::MAX)
        };
        Self {
            done: count(SyncState::Done),
            total: i64::try_from(sources.len()).unwrap_or(i64::MAX),
            running: count(SyncState::Running),
            waiting: count(SyncState::Waiting),
            failed: count(SyncState::Failed),
            sources,
            last_event_id: revision.to_string(),
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
            place_in_line,
            attempts,
            next_try_at,
            last_error,
            finished_at,
            updated_at,
            revision: _,
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
            place_in_line: place_in_line.map(i64::from),
            attempts: i64::from(attempts),
            next_try_at: next_try_at.map(Into::into),
            last_error: last_error.map(Into::into),
            finished_at: finished_at.map(Into::into),
            updated_at: updated_at.into(),
        }
    }
}

/// Nothing out of nothing is the sign that tokens were not asked about.
fn kind_and_unit(kind: sync::SyncKind, total: Option<u32>) -> (SyncKind, SyncUnit) {
    match kind {
        sync::SyncKind::Account if total == Some(0) => (SyncKind::Account, SyncUnit::Activity),
        sync::SyncKind::Account => (SyncKind::Account, SyncUnit::Tokens),
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
