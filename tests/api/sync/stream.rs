//! The stream of progress: what it sends, how many a user may have, and when it ends.

use std::time::Duration;

use axum::{body::Body, http::Request};
use futures::StreamExt;
use serde_json::{Value, json};

use super::{ADDRESS, STATUS};
use crate::test_server::{self, Person, ServerOptions, TestServer};

/// The events of a stream.
pub struct Events {
    body: axum::body::BodyDataStream,
    text: String,
}

impl Events {
    pub async fn of(server: &TestServer, person: &Person, last: Option<&str>) -> Self {
        let request =
            Request::get("/api/wallet/sync/events").header("authorization", format!("Bearer {}", person.token));
        let request = last
            .into_iter()
            .fold(request, |request, id| request.header("last-event-id", id));
        let response = server.open_stream(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert!(response.headers().contains_key("x-request-id"));
        Self {
            body: response.into_body().into_data_stream(),
            text: String::new(),
        }
    }

    /// Returns the name, id and data of the next event; `None` if the stream ends.
    pub async fn next(&mut self) -> Option<(String, String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .unwrap_or_default()
                        .to_owned()
                };
                let found = (
                    field("event: "),
                    field("id: "),
                    serde_json::from_str(&field("data: ")).unwrap(),
                );
                self.text = rest.to_owned();
                return Some(found);
            }
            let chunk = tokio::time::timeout(support::patience(5), self.body.next())
                .await
                .unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk.unwrap()).unwrap());
        }
    }
}

#[tokio::test]
async fn the_stream_sends_each_change_and_resumes_where_it_ended() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let mut events = Events::of(&server, &person, None).await;
    let (name, _, world) = events.next().await.unwrap();
    assert_eq!((name.as_str(), &world["kind"]), ("world", &json!("demo")));
    let (name, mut last, first) = events.next().await.unwrap();
    assert_eq!(
        (name.as_str(), &first["since"], &first["sources"][0]["state"]),
        ("status", &json!(null), &json!("waiting")),
        "the first event contains everything"
    );
    server.run_jobs_of(&person).await;
    for _ in 0..100 {
        let (name, id, data) = events.next().await.unwrap();
        if name == "portfolio" {
            assert_eq!(data, json!({"changed": true}));
            break;
        }
        assert_eq!(data["since"], last, "the changes since the previous event");
        assert_eq!(data["last_event_id"], id);
        last = id;
    }
    let mut again = Events::of(&server, &person, Some(&last)).await;
    assert_eq!(again.next().await.unwrap().0, "world");
    server.advance(Duration::from_secs(60));
    let network = json!({"chain": "eip155:1"});
    server
        .call_as(&person, "/api/wallet/sync/read-network", &network)
        .await
        .data();
    let (name, _, news) = again.next().await.unwrap();
    assert_eq!((name.as_str(), &news["since"]), ("status", &json!(last)));
    let sources = news["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 1, "what was sent before is not sent again: {news}");
    assert_eq!(
        (&sources[0]["chain"], &sources[0]["state"]),
        (&json!("eip155:1"), &json!("waiting"))
    );
}

#[tokio::test]
async fn the_lines_of_a_removed_wallet_disappear() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS, "b.eth"]).await;
    server.run_jobs_of(&person).await;
    let mut events = Events::of(&server, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    let (_, _, whole) = events.next().await.unwrap();
    let own = |status: &Value, address: &Value| {
        let sources = status["sources"].as_array().unwrap().iter();
        let own = sources.filter(|source| source["wallet_address"] == *address);
        own.map(|source| source["id"].clone()).collect::<Vec<_>>()
    };
    let mut expected = own(&whole, &json!(ADDRESS));
    assert!(!expected.is_empty());
    let update = "/api/organisation/user/update-user-wallet";
    server
        .call_as(&person, update, &json!({"wallet_addresses": ["b.eth"]}))
        .await
        .data();
    let news = loop {
        let (name, _, news) = events.next().await.unwrap();
        if name == "status" && news["gone"] != json!([]) {
            break news;
        }
    };
    let mut gone = news["gone"].as_array().unwrap().clone();
    for ids in [&mut expected, &mut gone] {
        ids.sort_by_key(ToString::to_string);
    }
    assert_eq!(gone, expected);
    let status = server
        .call_as(&person, STATUS, &json!({"since": whole["last_event_id"]}))
        .await
        .data();
    assert_eq!(
        status["since"],
        json!(null),
        "the wallets changed, so everything is sent"
    );
}

#[tokio::test]
async fn a_user_has_four_streams_and_the_fifth_is_rejected() {
    let server = TestServer::start().await;
    let (person, other) = (server.person(&[]).await, server.person(&[]).await);
    let open = async |person: &Person| {
        let request =
            Request::get("/api/wallet/sync/events").header("authorization", format!("Bearer {}", person.token));
        server.open_stream(request.body(Body::empty()).unwrap()).await
    };
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(open(&person).await);
    }
    assert!(streams.iter().all(|stream| stream.status().as_u16() == 200));
    let fifth = open(&person).await;
    assert_eq!(fifth.status().as_u16(), 429);
    assert_eq!(fifth.headers()["retry-after"], "30");
    let body = axum::body::to_bytes(fifth.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        (&body["code"], &body["message"]),
        (
            &json!("rate_limited"),
            &json!("You already have 4 live connections open. Close another window or sign out on another device.")
        )
    );
    assert_eq!(open(&other).await.status().as_u16(), 200, "the limit applies per user");
    streams.pop();
    assert_eq!(
        open(&person).await.status().as_u16(),
        200,
        "a closed stream no longer counts"
    );
}

#[tokio::test]
async fn the_stream_needs_a_session_and_ends_with_the_server() {
    let server = TestServer::start().await;
    assert_eq!(
        server.get("/api/wallet/sync/events").await.refusal(),
        (401, "session_invalid".to_owned())
    );
    let person = server.person(&[]).await;
    let mut events = Events::of(&server, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    server.app.drain();
    assert!(events.next().await.is_none());
    let ready = server.get("/readyz").await;
    assert_eq!((ready.status.as_u16(), &ready.json()["ready"]), (503, &json!(false)));
}

#[tokio::test]
async fn the_stream_ends_when_its_user_signs_out() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let mut events = Events::of(&server, &person, None).await;
    assert_eq!(events.next().await.unwrap().0, "world");
    server
        .call_as(&person, "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    assert!(events.next().await.is_none(), "within five seconds");
}

#[tokio::test]
async fn a_stream_behind_a_proxy_counts_as_a_connection_until_it_ends() {
    let server = TestServer::with(ServerOptions {
        connections_per_client: 1,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&[]).await;
    let request = |client: &str| {
        let request = Request::get("/api/wallet/sync/events")
            .header("authorization", format!("Bearer {}", person.token))
            .header("x-forwarded-for", client);
        test_server::from_peer(request.body(Body::empty()).unwrap(), "10.0.0.1:5000")
    };
    let listening = server.open_stream(request("198.51.100.1")).await;
    assert_eq!(listening.status().as_u16(), 200);
    assert_eq!(server.open_stream(request("198.51.100.1")).await.status().as_u16(), 429);
    assert_eq!(server.open_stream(request("198.51.100.2")).await.status().as_u16(), 200);
    drop(listening);
    assert_eq!(server.open_stream(request("198.51.100.1")).await.status().as_u16(), 200);
}
