//! Test fixture: the router over the demo world, with a clock set by the test.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use adapters::chain::{rows, tokens};
use adapters::storage::{Database, DatabaseLocation, OpenOptions};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use domain::Tracker;
use http_api::{Admission, App, Limits, Peer, Settings, Timeouts};
use ports::{Clock, PersonLimits, Ports, RequiredPorts, Storage as _, Timestamp, World, WorldKind};
use serde_json::{Value, json};
use support::folder::Folder;
use tower::ServiceExt;

/// The router with the server state behind it.
pub struct House {
    router: Router,
    pub app: App,
    clock: Arc<Hands>,
    _folder: Folder,
}

/// Settings of the fixture that differ from the default.
pub struct Plan {
    /// Configured rate limits, by row.
    pub limits: &'static [(&'static str, &'static str)],
    /// Connections per client.
    pub each: usize,
    /// Time limit for a request to arrive.
    pub timeouts: Timeouts,
    /// Whether plans limit what users may add.
    pub plans_on: bool,
    /// Whether readers find only the requested tokens.
    pub finds_by_name: bool,
    /// The limits per user.
    pub person_limits: PersonLimits,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            limits: &[("create-user", "1000/s"), ("detect-chain", "1000/s")],
            each: 64,
            timeouts: Timeouts::default(),
            plans_on: false,
            finds_by_name: false,
            person_limits: PersonLimits::default(),
        }
    }
}

/// A user with a session.
pub struct Person {
    pub token: String,
}

/// A response that was read completely.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub fn data(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        self.json()["data"].clone()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns status and code of an error response.
    pub fn refusal(&self) -> (u16, String) {
        (
            self.status.as_u16(),
            self.json()["code"].as_str().unwrap_or_default().to_owned(),
        )
    }
}

impl House {
    pub async fn open() -> Self {
        Self::of(Plan::default()).await
    }

    pub async fn of(plan: Plan) -> Self {
        let clock = Arc::new(Hands(AtomicI64::new(1_757_334_600_000)));
        let folder = Folder::create("api");
        let tracker = tracker_of(&folder, clock.clone(), &plan).await;
        let app = App::new(tracker, settings(&plan));
        let router = http_api::router(app.clone());
        Self {
            router,
            app,
            clock,
            _folder: folder,
        }
    }

    /// Wraps a server state that was created elsewhere.
    pub fn around(folder: Folder, app: App) -> Self {
        let router = http_api::router(app.clone());
        let clock = Arc::new(Hands(AtomicI64::new(0)));
        Self {
            router,
            app,
            clock,
            _folder: folder,
        }
    }

    pub async fn send(&self, mut request: Request<Body>) -> Reply {
        request
            .headers_mut()
            .entry("host")
            .or_insert("localhost:4747".parse().unwrap());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let streams = parts
            .headers
            .get("content-type")
            .is_some_and(|kind| kind == "text/event-stream");
        let bytes = if streams {
            Vec::new()
        } else {
            to_bytes(body, usize::MAX).await.unwrap().to_vec()
        };
        Reply {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes).unwrap(),
        }
    }

    /// Returns the response without reading it, for streams.
    pub async fn open_stream(&self, mut request: Request<Body>) -> axum::response::Response {
        request.headers_mut().insert("host", "localhost:4747".parse().unwrap());
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    pub async fn call(&self, path: &str, body: &Value) -> Reply {
        self.send(json_request(path, body)).await
    }

    pub async fn call_as(&self, person: &Person, path: &str, body: &Value) -> Reply {
        self.ask(Method::POST, path, body, Some(&person.token)).await
    }

    pub async fn ask(&self, method: Method, path: &str, body: &Value, token: Option<&str>) -> Reply {
        let mut request = json_request(path, body);
        *request.method_mut() = method;
        if let Some(token) = token {
            request
                .headers_mut()
                .insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        self.send(request).await
    }

    /// Creates a user who watches these addresses.
    pub async fn person(&self, addresses: &[&str]) -> Person {
        let made = self
            .call(
                "/api/organisation/user/create-user",
                &json!({"wallet_addresses": addresses}),
            )
            .await;
        Person {
            token: made.data()["token"].as_str().unwrap().to_owned(),
        }
    }

    /// Runs the waiting jobs as a worker would, until none of this user's jobs waits.
    pub async fn settle(&self, person: &Person) {
        for _ in 0..50 {
            self.pass(Duration::from_millis(300));
            self.work().await;
            let status = self.call_as(person, "/api/wallet/sync/status", &json!({})).await.data();
            if status["waiting"] == 0 && status["running"] == 0 {
                return;
            }
        }
        panic!("a job never finished");
    }

    /// Runs the due jobs only. The prices of newly found assets are requested a moment later.
    pub async fn work(&self) {
        let work = self.app.tracker().work();
        for lease in work.claim("test", 64).await.unwrap() {
            work.perform(&lease).await.unwrap();
        }
    }

    /// Sets the clock back.
    pub fn turn_back(&self, time: Duration) {
        self.clock
            .0
            .fetch_sub(i64::try_from(time.as_millis()).unwrap(), Ordering::Relaxed);
    }

    /// Advances the clock.
    pub fn pass(&self, time: Duration) {
        self.clock
            .0
            .fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::Relaxed);
    }
}

/// Builds a POST request with a JSON body.
pub fn json_request(path: &str, body: &Value) -> Request<Body> {
    let builder = Request::post(path).header("content-type", "application/json");
    builder.body(Body::from(body.to_string())).unwrap()
}

/// Builds a POST request with a form body. Lists and maps are written as JSON text.
pub fn form_request(path: &str, body: &Value) -> Request<Body> {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in body.as_object().unwrap() {
        form.append_pair(
            name,
            value.as_str().map_or_else(|| value.to_string(), str::to_owned).as_str(),
        );
    }
    let builder = Request::post(path).header("content-type", "application/x-www-form-urlencoded");
    builder.body(Body::from(form.finish())).unwrap()
}

/// Returns the request as if it came from another address.
pub fn from(mut request: Request<Body>, address: &str) -> Request<Body> {
    let peer: SocketAddr = address.parse().unwrap();
    request.extensions_mut().insert(Peer(peer));
    request
}

/// Returns the server settings of the fixture.
pub fn settings(plan: &Plan) -> Settings {
    let rows: BTreeMap<_, _> = plan
        .limits
        .iter()
        .map(|(name, rate)| ((*name).to_owned(), (*rate).to_owned()))
        .collect();
    Settings {
        origin: "https://spyhop.example.org".parse().unwrap(),
        allowed_origins: vec!["https://tools.example.org".parse().unwrap()],
        trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        limits: Limits::new(&rows).unwrap(),
        admission: Admission::new(1024, plan.each),
        timeouts: plan.timeouts,
        instance: "test".to_owned(),
        links: BTreeMap::from([("blog".to_owned(), "https://blog.example.org/?a=\"b\"".to_owned())]),
    }
}

/// Returns a tracker over the demo world.
pub async fn tracker(folder: &Folder, clock: Arc<dyn Clock>, plans_on: bool) -> Tracker {
    let plan = Plan {
        plans_on,
        ..Plan::default()
    };
    tracker_of(folder, clock, &plan).await
}

/// Returns a tracker with the plan settings and user limits of the fixture.
async fn tracker_of(folder: &Folder, clock: Arc<dyn Clock>, plan: &Plan) -> Tracker {
    let opening = OpenOptions {
        world: WorldKind::Demo,
        asked: true,
        id: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
        now: clock.now(),
        have_backup: false,
    };
    let database = Arc::new(
        Database::open(&DatabaseLocation::File(folder.path().join("spyhop.db")), &opening)
            .await
            .unwrap(),
    );
    let rows = rows::rows().unwrap();
    let mut assets = tokens::start_list(rows).unwrap();
    let demo = adapters::demo::all(clock.clone(), rows, &assets);
    assets.extend(adapters::demo::assets());
    let mut work = database.begin().await.unwrap();
    work.assets().add(&assets).await.unwrap();
    work.commit().await.unwrap();
    let required = RequiredPorts {
        chains: Arc::new(rows::chains(rows)),
        keys: Arc::new(adapters::extended_key::Secp256k1),
        names: demo.names,
        stores: database.stores(),
        storage: database,
        clock,
        ids: Arc::new(adapters::ids::TimedIds),
        entropy: Arc::new(support::seeded_entropy::SeededEntropy::default()),
        world: World {
            kind: WorldKind::Demo,
            asked: true,
            reason: None,
            own_nodes_only: false,
        },
    };
    let mut ports = Ports {
        readers: demo.readers,
        prices: demo.prices,
        known_tokens: Arc::new(adapters::chain::tokens::known_tokens(rows).unwrap()),
        redeemables: Arc::new(adapters::price::redeemables(rows).unwrap()),
        receipts: Arc::new(adapters::chain::receipt::receipts().unwrap()),
        currencies: demo.currencies,
        plans_on: plan.plans_on,
        anonymous_kept: plan.plans_on.then(|| Duration::from_hours(24 * 90)),
        person_limits: plan.person_limits,
        ..Ports::new(required)
    };
    if plan.finds_by_name {
        support::extra_tokens::install(&mut ports);
    }
    Tracker::new(ports)
}

/// A clock set by the test.
pub struct Hands(pub AtomicI64);

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::Relaxed))
    }
}
