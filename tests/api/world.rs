//! Switching from an automatic demo to live sources: when it is allowed, what is requested, and that no demo data is
//! carried over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use axum::body::{Body, Bytes};
use axum::http::Request;
use domain::Tracker;
use http_api::{App, LiveConnector, LiveWorld};
use ports::{StorageError, World, WorldKind};
use serde_json::{Value, json};
use support::folder::Folder;
use tokio::sync::oneshot;

use crate::conformance::expect_described;
use crate::sync::stream::Events;
use crate::test_server::{self, ServerOptions, TestServer};

const ASK: &str = "/api/common/world/ask-live";
const GO: &str = "/api/common/world/go-live";
const ME: &str = "/api/organisation/user/get-user";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Live sources that answer when the test says so, with the live world behind them.
struct FakeLiveSources {
    live: Tracker,
    answers: AtomicBool,
    asked: AtomicUsize,
    full: AtomicBool,
}

#[async_trait]
impl LiveConnector for FakeLiveSources {
    async fn is_reachable(&self) -> bool {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.answers.load(Ordering::SeqCst)
    }

    async fn open(&self) -> Result<LiveWorld, StorageError> {
        if self.full.load(Ordering::SeqCst) {
            let why = "no space left".to_owned();
            return Err(StorageError::Unavailable { why, full: true });
        }
        Ok(LiveWorld {
            tracker: self.live.clone(),
            instance: "live".to_owned(),
        })
    }
}

/// Returns a tracker in a world of this kind.
async fn tracker(folder: &Folder, kind: WorldKind) -> Tracker {
    let clock = test_server::clock();
    let mut ports = test_server::demo_tracker(folder, clock, false).await.ports().clone();
    ports.world = World {
        kind,
        is_configured: false,
        reason: None,
        own_nodes_only: false,
    };
    Tracker::new(ports)
}

/// An automatic demo world and the live sources that can replace it.
struct AutomaticDemo {
    server: TestServer,
    sources: Arc<FakeLiveSources>,
    _live: Folder,
}

impl AutomaticDemo {
    async fn open() -> Self {
        let (demo, live) = (Folder::create("api-demo"), Folder::create("api-live"));
        let sources = Arc::new(FakeLiveSources {
            live: tracker(&live, WorldKind::Live).await,
            answers: AtomicBool::new(false),
            asked: AtomicUsize::new(0),
            full: AtomicBool::new(false),
        });
        let settings = test_server::settings(&ServerOptions {
            limits: &[("create-user", "1000/s"), ("ask-live", "1000/s")],
            ..ServerOptions::default()
        });
        let app = App::automatic_demo(tracker(&demo, WorldKind::Demo).await, settings, sources.clone());
        Self {
            server: TestServer::from_app(demo, app),
            sources,
            _live: live,
        }
    }

    fn heal(&self) {
        self.sources.answers.store(true, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_configured_world_is_not_left() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    for call in [ASK, GO] {
        let reply = server.call_as(&person, call, &json!({})).await;
        assert_eq!(reply.refusal(), (409, "conflict".to_owned()));
        assert!(reply.text.contains("SPYHOP_SOURCES"), "{}", reply.text);
    }
}

#[tokio::test]
async fn the_demo_reports_live_sources_and_is_not_left_before() {
    let demo = AutomaticDemo::open().await;
    let person = demo.server.person(&[ADDRESS]).await;
    let mut events = Events::of(&demo.server, &person, None).await;
    assert_eq!(events.next().await.unwrap().2["live_answers_again"], false);
    let silent = demo.server.call_as(&person, ASK, &json!({})).await;
    assert_eq!(silent.data()["world"]["live_answers_again"], false);
    let early = demo.server.call_as(&person, GO, &json!({})).await;
    assert_eq!(early.refusal(), (409, "conflict".to_owned()));
    demo.heal();
    let announced = tokio::select! {
        () = demo.server.app.check_live_periodically(Duration::from_millis(5)) => unreachable!("nobody left the demo"),
        announced = next_world(&mut events) => announced,
    };
    assert_eq!(
        (&announced["kind"], &announced["live_answers_again"]),
        (&json!("demo"), &json!(true))
    );
    let reply = demo.server.call_as(&person, ASK, &json!({})).await;
    assert_eq!(reply.data()["world"]["live_answers_again"], true);
    expect_described(ASK, &reply);
}

async fn next_world(events: &mut Events) -> Value {
    loop {
        let (name, _, data) = events.next().await.unwrap();
        if name == "world" {
            return data;
        }
    }
}

#[tokio::test]
async fn no_demo_data_is_in_the_live_world() {
    let demo = AutomaticDemo::open().await;
    let person = demo.server.person(&[ADDRESS]).await;
    let mut events = Events::of(&demo.server, &person, None).await;
    demo.heal();
    let switched = demo.server.call_as(&person, GO, &json!({})).await;
    expect_described(GO, &switched);
    let data = switched.data();
    assert_eq!(
        (&data["instance"], &data["world"]["kind"], &data["world"]["chosen"]),
        (&json!("live"), &json!("live"), &json!("automatic"))
    );
    loop {
        let announced = next_world(&mut events).await;
        if announced["kind"] == "live" {
            break;
        }
    }
    assert!(events.next().await.is_none(), "the stream ends with the demo");
    let after = demo.server.call_as(&person, ME, &json!({})).await;
    assert_eq!(after.refusal(), (401, "session_invalid".to_owned()));
    let again = demo.server.person(&[ADDRESS]).await;
    let me = demo.server.call_as(&again, ME, &json!({})).await.data();
    assert_eq!(
        (&me["world"]["kind"], &me["user"]["version"]),
        (&json!("live"), &json!(1))
    );
    let late = demo.server.call_as(&again, GO, &json!({})).await;
    assert_eq!(late.refusal(), (409, "conflict".to_owned()), "it is live already");
}

#[tokio::test]
async fn a_request_completes_in_the_world_that_it_began_in() {
    let demo = AutomaticDemo::open().await;
    let person = demo.server.person(&[ADDRESS]).await;
    demo.heal();
    let (send, body) = oneshot::channel::<Result<Bytes, std::io::Error>>();
    let (read, is_read) = oneshot::channel();
    let body = futures::stream::once(async {
        read.send(()).unwrap();
        body.await.unwrap()
    });
    let slow = Request::post(ME)
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", person.token))
        .body(Body::from_stream(body))
        .unwrap();
    let switch = async {
        is_read.await.unwrap();
        let switched = demo.server.call_as(&person, GO, &json!({})).await;
        assert_eq!(switched.status.as_u16(), 200, "{}", switched.text);
        send.send(Ok(Bytes::from_static(b"{}"))).unwrap();
    };
    let (reply, ()) = tokio::join!(demo.server.send(slow), switch);
    assert_eq!(reply.data()["world"]["kind"], "demo");
}

#[tokio::test]
async fn concurrent_requests_switch_to_one_world() {
    let demo = AutomaticDemo::open().await;
    let person = demo.server.person(&[]).await;
    let empty = json!({});
    let asks = (0..10).map(|_| demo.server.call_as(&person, ASK, &empty));
    for reply in futures::future::join_all(asks).await {
        assert_eq!(reply.data()["world"]["live_answers_again"], false);
    }
    assert!((1..=10).contains(&demo.sources.asked.load(Ordering::SeqCst)));
    demo.heal();
    let switched = (0..10).map(|_| demo.server.call_as(&person, GO, &empty));
    for reply in futures::future::join_all(switched).await {
        assert_eq!(reply.data()["instance"], "live");
    }
}

#[tokio::test]
async fn a_live_world_that_cannot_be_opened_leaves_the_demo_as_it_is() {
    let demo = AutomaticDemo::open().await;
    let person = demo.server.person(&[ADDRESS]).await;
    demo.heal();
    demo.sources.full.store(true, Ordering::SeqCst);
    let refused = demo.server.call_as(&person, GO, &json!({})).await;
    assert_eq!(refused.refusal(), (503, "storage_full".to_owned()));
    let me = demo.server.call_as(&person, ME, &json!({})).await.data();
    assert_eq!(me["world"]["kind"], "demo");
}
