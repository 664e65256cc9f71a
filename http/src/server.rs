//! Accepts connections: with time-outs, with seats, until asked to stop.

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

use crate::app::{App, Patience};
use crate::client::{Client, Peer};
use crate::stall::Attended;

/// How long what has begun may take to end after the server was asked to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// The most bytes of a request's head; a longer one is answered 431. An answer leaves in pieces of that size.
const MOST_HEAD: usize = 32 * 1024;

/// Serves until `stop` is ready, then finishes what has begun, for ten seconds at most. While it finishes, `/readyz`
/// answers 503 on connections that are open and on new ones.
pub async fn serve(app: App, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = crate::router(app.clone());
    let connections = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => welcome(&app, &router, &connections, stream, peer),
                Err(error) => pause(&error).await,
            },
            () = &mut stop => break,
        }
    }
    app.drain();
    tracing::info!("stopping: finishing what has begun");
    drain(&app, &router, &listener, connections).await;
}

/// Too many open files is the usual reason: wait until some are closed.
async fn pause(error: &std::io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

async fn drain(app: &App, router: &axum::Router, listener: &TcpListener, connections: GracefulShutdown) {
    let late = GracefulShutdown::new();
    let mut ended = std::pin::pin!(connections.shutdown());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => welcome(app, router, &late, stream, peer),
                Err(error) => pause(&error).await,
            }
        }
    };
    tokio::select! {
        () = &mut ended => {}
        () = accepting => {}
        () = tokio::time::sleep(DRAIN) => tracing::warn!("some requests did not end in time"),
    }
}

fn welcome(app: &App, router: &axum::Router, connections: &GracefulShutdown, stream: TcpStream, peer: SocketAddr) {
    let proxied = app
        .settings()
        .trusted_proxies
        .iter()
        .any(|network| network.contains(peer.ip()));
    let seat = if proxied {
        app.seats().take_for_proxy()
    } else {
        app.seats().take(Client::from(peer.ip()))
    };
    let Some(seat) = seat else {
        tracing::debug!("no seat left: a connection was closed");
        return;
    };
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection was gone before it began");
        return;
    }
    let patience = app.settings().patience;
    let conversation = converse(router.clone(), stream, peer, patience, connections.watcher());
    tokio::spawn(async move {
        conversation.await;
        drop(seat);
    });
}

/// About how long a request's head was. The connection's own limit is checked between reads alone, so one that arrives at once
/// may be longer than that.
fn head_bytes(request: &Request<Body>) -> usize {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let lines = request
        .headers()
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
    request.method().as_str().len() + target + lines.sum::<usize>()
}

/// The same answer as the connection gives to a head that never ends.
fn refuse_head() -> Response {
    let close = [(header::CONNECTION, "close")];
    (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, close).into_response()
}

async fn converse(router: axum::Router, stream: TcpStream, peer: SocketAddr, patience: Patience, watcher: Watcher) {
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let router = router.clone();
        async move {
            if head_bytes(&request) > MOST_HEAD {
                return Ok(refuse_head());
            }
            router.oneshot(request).await
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_headers(100)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(Attended::new(stream, patience.answer)), service);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection broke off");
    }
}
