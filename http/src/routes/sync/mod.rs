//! Progress: what is being read, what waits, what failed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Chain, Reason, Time, World};
use changes::{Changes, Cursor};
use stream::Listener;

mod changes;
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
///
/// With `since` only what changed is sent, where that is known; the answer's own `since` says so.
#[utoipa::path(post, path = "/wallet/sync/status", tag = "sync", operation_id = "getSyncStatus",
    request_body(content = Option<GetSyncStatusRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetSyncStatusAnswer)))]
async fn get_sync_status(
    State(app): State<App>,
    Caller(caller): Caller,
    Body(request): Body<GetSyncStatusRequest>,
) -> Answer<SyncStatus> {
    let GetSyncStatusRequest { since } = request;
    let since = since.and_then(|since| since.parse().ok());
    let shown = app.progress().kept_feed(&caller).shown(&app).await?;
    let changes = Changes::since(&shown, since);
    Ok(Envelope::of(SyncStatus::changed(&changes, &shown, app.world())))
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
/// `event: world` carries a `World` and comes first, `event: status` a `SyncStatus`, `event: portfolio` a
/// `PortfolioChanged`. The first `status` is everything, or what changed since `Last-Event-ID`; each later one is what
/// changed since the one before, as its `since` says. When the demo is left, the last event is the `World` that is served
/// then. Read it with `fetch`, because the token travels as a header. A comment comes every 15 seconds. A person has at most
/// four streams; one more is answered 429.
#[utoipa::path(get, path = "/wallet/sync/events", tag = "sync", operation_id = "streamSyncEvents",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that arrived.", example = "1284-5f2c90d17ab3e846")),
    responses((status = 200, description = "The stream.", body = String, content_type = "text/event-stream",
        example = "id: 1284-5f2c90d17ab3e846\nevent: portfolio\ndata: {\"changed\":true}\n\n")))]
async fn stream_sync_events(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    let session = OpenSession::of(&request).ok_or(Problem::SessionInvalid)?;
    let since = request
        .headers()
        .get("last-event-id")
        .and_then(|id| id.to_str().ok()?.parse::<Cursor>().ok());
    let permit = app.progress().open_stream(session.caller.user)?;
    let feed = app.progress().feed(&session.caller);
    let seat = request.extensions().get::<Arc<Seat>>().cloned();
    Ok(stream::stream(Listener {
        app,
        session,
        since,
        feed,
        _permit: permit,
        _seat: seat,
    })
    .into_response())
}

answers! {
    GetSyncStatusAnswer = SyncStatus,
    ReadNetworkAnswer = ReadNetworkData,
}

/// What the client has already.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"since": "1284-5f2c90d17ab3e846"}))]
pub struct GetSyncStatusRequest {
    /// The `last_event_id` of the newest status that arrived; without it everything is sent.
    #[serde(default)]
    #[schema(example = "1284-5f2c90d17ab3e846")]
    pub since: Option<String>,
}

/// Which network is looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
    /// Null: `sources` is everything. Otherwise `sources` and `gone` are what changed since this `last_event_id`.
    #[schema(example = "1280-5f2c90d17ab3e846")]
    pub since: Option<String>,
    /// At most 500: those that failed, run or wait come before those that are done.
    pub sources: Vec<SyncSource>,
    /// Ids of sources that are not shown any more.
    #[schema(example = json!([]))]
    pub gone: Vec<String>,
    /// Ids of the sources whose turn comes first, in their order.
    #[schema(example = json!(["read-account eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]))]
    pub next: Vec<String>,
    /// How many sources there are beside those that are shown.
    #[schema(example = 0)]
    pub left_out: i64,
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
    /// Give it to this call as `since`, or to the stream as `Last-Event-ID`, to miss nothing.
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
    /// What changed of the caller's reads, and how many there are of each state.
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
