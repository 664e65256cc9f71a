//! The progress of reads: running, waiting and failed.

mod bodies;
mod changes;
mod past_prices;
mod stream;

pub use bodies::*;
pub use past_prices::*;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use ports::ApiKeyScope;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::admission::ConnectionPermit;
use crate::body::Body;
use crate::caller::{OpenSession, ReadingCaller, SessionCaller};
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::problem::Problem;
use crate::wire::currency;
use changes::{Changes, Cursor};
use stream::Subscriber;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default()
        .add(
            Call::read(Access::AnyUser).scope(ApiKeyScope::Health),
            routes!(get_sync_status),
        )
        .add(
            Call::read(Access::AnyUser).scope(ApiKeyScope::Health).computes(),
            routes!(get_past_price_status),
        )
        .add(Call::read(Access::AnyUser), routes!(stream_sync_events))
        .add(Call::write(Access::AnyUser), routes!(read_network))
}

/// Returns what is being read for the caller, and its progress.
///
/// With `since` only the changes are sent, if they are known; the `since` of the response is then set.
#[utoipa::path(post, path = "/wallet/sync/status", tag = "sync", operation_id = "getSyncStatus",
    request_body(content = Option<GetSyncStatusRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetSyncStatusAnswer)))]
async fn get_sync_status(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetSyncStatusRequest>,
) -> Answer<SyncStatus> {
    let GetSyncStatusRequest { since } = request;
    let since = since.and_then(|since| since.parse().ok());
    let status = app.progress().retained_feed(&caller).status(app.tracker()).await?;
    let changes = Changes::since(&status, since);
    Ok(Envelope::of(SyncStatus::changed(&changes, &status, app.world())))
}

/// Returns how far the prices of past days are that the caller's transactions are valued with.
///
/// They are requested once for all users after histories are read, so read this when no history is being read any more.
#[utoipa::path(post, path = "/wallet/sync/past-prices", tag = "sync", operation_id = "getPastPriceStatus",
    request_body(content = Option<GetPastPriceStatusRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetPastPriceStatusAnswer)))]
async fn get_past_price_status(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
    Body(request): Body<GetPastPriceStatusRequest>,
) -> Answer<PastPriceStatus> {
    let currency = currency(request.currency_code.as_deref())?;
    let status = app.tracker().ledgers().past_prices(&caller, &currency).await?;
    Ok(Envelope::of(status.into()))
}

/// Reads all of the caller's addresses on one network, even if nothing was found there so far.
///
/// It returns immediately. Each address is read at most every 30 seconds.
#[utoipa::path(post, path = "/wallet/sync/read-network", tag = "sync", operation_id = "readNetwork",
    request_body(content = ReadNetworkRequest, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = ReadNetworkAnswer)))]
async fn read_network(
    State(app): State<App>,
    SessionCaller(caller): SessionCaller,
    Body(request): Body<ReadNetworkRequest>,
) -> Answer<ReadNetworkData> {
    let chain = app.chain(&request.chain)?;
    let wanted = app.tracker().sync().read_network(&caller, &chain).await?;
    Ok(Envelope::of(ReadNetworkData {
        chain: (&chain).into(),
        wanted: i64::from(wanted),
    }))
}

/// Streams the progress of the caller's reads as server-sent events.
///
/// The first event is `world` with a `World`. An event `status` has a `SyncStatus`, an event `portfolio` a `PortfolioChanged`. The
/// first `status` has everything, or the changes since `Last-Event-ID`; each later one has the changes since the previous one, which
/// its `since` names. When people switch from the demo to the live world, the last event is the new `World`. Read the stream with
/// `fetch`, because the token is sent as a header. A comment is sent every 15 seconds. A person can have at most four streams;
/// another one is answered with 429.
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
    let connection = request.extensions().get::<Arc<ConnectionPermit>>().cloned();
    Ok(stream::stream(Subscriber {
        app,
        session,
        since,
        feed,
        _stream: permit,
        _connection: connection,
    })
    .into_response())
}

answers! {
    GetSyncStatusAnswer = SyncStatus,
    GetPastPriceStatusAnswer = PastPriceStatus,
    ReadNetworkAnswer = ReadNetworkData,
}
