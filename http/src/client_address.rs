//! Finds the client of a request: its address behind trusted proxies.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::client::{Client, Peer, ProxyNetwork};
use crate::problem::Problem;

/// Middleware that adds the [`Client`] to the request. A proxied client also acquires a connection permit here, because the
/// connection itself is the proxy's. When all request permits are in use, API calls are refused before any other work is done
/// for them: under overload, refusing is most of the work.
pub async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if request.uri().path().starts_with("/api/") && app.admission().requests.are_exhausted() {
        return Problem::busy().into_response();
    }
    let peer = request
        .extensions()
        .get::<Peer>()
        .map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0.ip());
    let proxies = &app.settings().trusted_proxies;
    let address = address_of(peer, request.headers(), proxies);
    let client = Client::of(address, peer, request.headers());
    request.extensions_mut().insert(client);
    if address == peer {
        return next.run(request).await;
    }
    match app.admission().connections.try_acquire(client) {
        Some(permit) => {
            request.extensions_mut().insert(Arc::new(permit));
            next.run(request).await
        }
        None => Problem::busy().into_response(),
    }
}

/// Returns the address of the client: the first one, from the last hop backwards, that is not a trusted proxy.
fn address_of(peer: IpAddr, headers: &HeaderMap, proxies: &[ProxyNetwork]) -> IpAddr {
    let trusted = |address: IpAddr| proxies.iter().any(|network| network.contains(address));
    let forwarded = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok());
    let hops: Vec<_> = forwarded
        .flat_map(|text| text.split(','))
        .map(|hop| hop.trim().parse::<IpAddr>())
        .collect();
    let mut address = peer;
    for hop in hops.into_iter().rev() {
        if !trusted(address) {
            break;
        }
        let Ok(hop) = hop else { break };
        address = hop;
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(peer: &str, forwarded: &[&'static str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", axum::http::HeaderValue::from_static(value));
        }
        let proxies: Vec<ProxyNetwork> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        address_of(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn only_trusted_proxies_may_forward() {
        assert_eq!(found("203.0.113.9", &["198.51.100.1"], &[]), "203.0.113.9");
        assert_eq!(found("10.0.0.1", &["198.51.100.1"], &["10.0.0.0/8"]), "198.51.100.1");
        assert_eq!(
            found("10.0.0.1", &["6.6.6.6, 198.51.100.1"], &["10.0.0.0/8"]),
            "198.51.100.1"
        );
        assert_eq!(
            found("10.0.0.1", &["198.51.100.1", "10.1.1.1"], &["10.0.0.0/8"]),
            "198.51.100.1"
        );
        assert_eq!(found("10.0.0.1", &["nonsense"], &["10.0.0.0/8"]), "10.0.0.1");
        assert_eq!(
            found("::ffff:10.0.0.1", &["198.51.100.1"], &["10.0.0.0/8"]),
            "198.51.100.1"
        );
    }
}
