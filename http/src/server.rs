//! Accepts connections, with timeouts and connection limits, until the server is asked to stop.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

use crate::admission::WriteTimeout;
use crate::app::{App, Timeouts};
use crate::client::{Client, Peer};

/// How long requests in progress may take after the server was told to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// The most bytes of a request's head; a longer one is answered with 431. It is also the size of the write buffer.
const MAX_HEAD_BYTES: usize = 32 * 1024;

/// Serves until `stop` is ready, then finishes the requests in progress, for at most ten seconds. Meanwhile `/readyz` returns 503
/// on open and on new connections.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = crate::router(app.clone());
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => accept(&app, &router, &connections, stream, peer),
                Err(error) => pause_after(&error).await,
            },
            () = &mut stop => break,
        }
    }
    app.drain();
    tracing::info!("stopping: finishing the requests in progress");
    drain(&app, &router, &listener, connections).await;
}

/// Waits a little after a failed accept. The usual reason is too many open files, and some may be closed by then.
async fn pause_after(error: &std::io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

async fn drain(app: &App, router: &axum::Router, listener: &TcpListener, connections: GracefulShutdown) {
    let late = GracefulShutdown::new();
    let mut ended = std::pin::pin!(connections.shutdown());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => accept(app, router, &late, stream, peer),
                Err(error) => pause_after(&error).await,
            }
        }
    };
    tokio::select! {
        () = &mut ended => {}
        () = accepting => {}
        () = tokio::time::sleep(DRAIN_TIMEOUT) => tracing::warn!("some requests did not end in time"),
    }
}

fn accept(app: &App, router: &axum::Router, connections: &GracefulShutdown, stream: TcpStream, peer: SocketAddr) {
    let proxied = app
        .settings()
        .trusted_proxies
        .iter()
        .any(|network| network.contains(peer.ip()));
    let connection_limit = &app.admission().connections;
    let permit = if proxied {
        connection_limit.try_acquire_for_proxy()
    } else {
        connection_limit.try_acquire(Client::from(peer.ip()))
    };
    let Some(permit) = permit else {
        tracing::debug!("a connection was closed: the connection limit is reached");
        return;
    };
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection was closed by its client before the first request");
        return;
    }
    let timeouts = app.settings().timeouts;
    let serving = serve_connection(router.clone(), stream, peer, timeouts, connections.watcher());
    tokio::spawn(async move {
        serving.await;
        drop(permit);
    });
}

/// Returns the approximate size of a request's head. The connection checks its own limit only between reads, so a head that
/// arrives in one read may be longer.
fn head_bytes(request: &Request<Body>) -> usize {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let lines = request
        .headers()
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    request.method().as_str().len() + target + lines.sum::<usize>()
}

/// Returns the response that the connection itself sends for a head that is too long.
fn head_too_large() -> Response {
    let close = [(header::CONNECTION, "close")];
    (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, close).into_response()
}

async fn serve_connection(
    router: axum::Router,
    stream: TcpStream,
    peer: SocketAddr,
    timeouts: Timeouts,
    watcher: Watcher,
) {
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let router = router.clone();
        async move {
            if head_bytes(&request) > MAX_HEAD_BYTES {
                return Ok(head_too_large());
            }
            router.oneshot(request).await
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(timeouts.head)
        .max_headers(100)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, timeouts.write)), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection ended with an error");
    }
}
