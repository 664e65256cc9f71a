//! The router over the demo world, called in process, with a clock that the test sets.

mod people;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use adapters::storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use domain::Tracker;
use http_api::{Admission, App, Peer, Settings, TempLoginPassword, Timeouts};
use ports::{Clock, PersonLimits, WorldKind};
use serde_json::{Value, json};
use support::clock::ManualClock;
use support::demo_ports::demo_ports;
use support::folder::Folder;
use tower::ServiceExt;

/// The call that opens a share link.
pub const OPEN_LINK: &str = "/api/organisation/user/get-portfolio-by-link";

/// The call that creates an API key.
pub const CREATE_API_KEY: &str = "/api/organisation/api-key/create-api-key";

/// The router with the server state behind it.
pub struct TestServer {
    router: Router,
    pub app: App,
    clock: Arc<ManualClock>,
    folder: Folder,
}

/// Settings of the fixture that differ from the default.
pub struct ServerOptions {
    /// Configured rate limits, by row.
    pub limits: &'static [(&'static str, &'static str)],
    /// The password of `temp-login`.
    pub temp_login: Option<&'static str>,
    /// Connections per client.
    pub connections_per_client: usize,
    /// Time limit for a request to arrive.
    pub timeouts: Timeouts,
    /// Whether plans limit what users may add.
    pub plans_on: bool,
    /// Whether readers find only the requested tokens.
    pub finds_only_requested_tokens: bool,
    /// The limits per user.
    pub person_limits: PersonLimits,
    /// Whether the database is Postgres and not a file.
    pub on_postgres: bool,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            limits: &[("create-user", "1000/s"), ("detect-chain", "1000/s")],
            temp_login: None,
            connections_per_client: 64,
            timeouts: Timeouts::new(support::GENEROUS),
            plans_on: false,
            finds_only_requested_tokens: false,
            person_limits: PersonLimits::default(),
            on_postgres: false,
        }
    }
}

/// A user with a session.
pub struct Person {
    pub token: String,
}

/// An API key.
pub struct TestKey {
    pub id: String,
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

impl TestServer {
    pub async fn start() -> Self {
        Self::with(ServerOptions::default()).await
    }

    pub async fn with(options: ServerOptions) -> Self {
        let clock = clock();
        let folder = Folder::create("api");
        let tracker = tracker_of(&folder, clock.clone(), &options).await;
        let app = App::new(tracker, settings(&options));
        let router = http_api::router(app.clone());
        Self {
            router,
            app,
            clock,
            folder,
        }
    }

    /// Wraps a server state that was created elsewhere.
    pub fn from_app(folder: Folder, app: App) -> Self {
        let router = http_api::router(app.clone());
        let clock = ManualClock::at(0);
        Self {
            router,
            app,
            clock,
            folder,
        }
    }

    /// The folder with the files of the database.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
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
            text: String::from_utf8_lossy(&bytes).into_owned(),
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
        self.send_json(Method::POST, path, body, Some(&person.token)).await
    }

    pub async fn send_json(&self, method: Method, path: &str, body: &Value, token: Option<&str>) -> Reply {
        let mut request = json_request(path, body);
        *request.method_mut() = method;
        if let Some(token) = token {
            request
                .headers_mut()
                .insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        self.send(request).await
    }

    /// Runs the waiting jobs as a worker would, until none of this user's jobs waits.
    pub async fn run_jobs_of(&self, person: &Person) {
        for _ in 0..50 {
            self.advance(Duration::from_millis(300));
            self.run_due_jobs().await;
            let status = self.call_as(person, "/api/wallet/sync/status", &json!({})).await.data();
            if status["waiting"] == 0 && status["running"] == 0 {
                return;
            }
        }
        panic!("a job never finished");
    }

    /// Runs a user's jobs until the histories of the accounts are read too.
    pub async fn read_histories_of(&self, person: &Person) {
        self.run_jobs_of(person).await;
        for _ in 0..50 {
            let status = self.call_as(person, "/api/wallet/sync/status", &json!({})).await.data();
            let sources = status["sources"].as_array().unwrap();
            let mut histories = sources.iter().filter(|source| source["kind"] == "history").peekable();
            if histories.peek().is_some() && histories.all(|source| source["state"] == "done") {
                return;
            }
            self.advance(Duration::from_millis(300));
            self.run_due_jobs().await;
        }
        panic!("a history was never read");
    }

    /// Runs the due jobs only. The prices of newly found assets are requested a moment later.
    pub async fn run_due_jobs(&self) {
        let work = self.app.tracker().work();
        for lease in work.claim("test", 64).await.unwrap() {
            work.perform(&lease).await.unwrap();
        }
    }

    /// Sets the clock back.
    pub fn set_back(&self, time: Duration) {
        self.clock.set_back(time);
    }

    /// Advances the clock.
    pub fn advance(&self, time: Duration) {
        self.clock.advance(time);
    }
}

/// Returns a clock that shows a time in 2025.
pub fn clock() -> Arc<ManualClock> {
    ManualClock::at(1_757_334_600_000)
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
pub fn from_peer(mut request: Request<Body>, address: &str) -> Request<Body> {
    let peer: SocketAddr = address.parse().unwrap();
    request.extensions_mut().insert(Peer(peer));
    request
}

/// Returns the server settings of the fixture.
pub fn settings(options: &ServerOptions) -> Settings {
    let rows: BTreeMap<_, _> = options
        .limits
        .iter()
        .map(|(name, rate)| ((*name).to_owned(), (*rate).to_owned()))
        .collect();
    Settings {
        origin: "https://spyhop.example.org".parse().unwrap(),
        allowed_origins: vec!["https://tools.example.org".parse().unwrap()],
        trusted_proxies: vec!["10.0.0.0/8".parse().unwrap()],
        temp_login: options.temp_login.map(TempLoginPassword::new),
        limits: http_api::rate_limits(&rows).unwrap(),
        admission: Admission::new(1024, options.connections_per_client),
        timeouts: options.timeouts,
        instance: "test".to_owned(),
        discounts: true,
        links: BTreeMap::from([("blog".to_owned(), "https://blog.example.org/?a=\"b\"".to_owned())]),
    }
}

/// Returns a tracker over the demo world.
pub async fn demo_tracker(folder: &Folder, clock: Arc<dyn Clock>, plans_on: bool) -> Tracker {
    let options = ServerOptions {
        plans_on,
        ..ServerOptions::default()
    };
    tracker_of(folder, clock, &options).await
}

/// Returns a tracker with the plan settings and user limits of the fixture.
async fn tracker_of(folder: &Folder, clock: Arc<dyn Clock>, options: &ServerOptions) -> Tracker {
    let opening = OpenOptions {
        world: WorldKind::Demo,
        is_configured: true,
        id: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
        now: clock.now(),
        have_backup: false,
        master_keys: support::sealing::master_keys(),
        timeouts: DatabaseTimeouts::new(support::GENEROUS),
    };
    let location = if options.on_postgres {
        DatabaseLocation::postgres(&support::postgres::fresh_database())
    } else {
        DatabaseLocation::File(folder.path().join("spyhop.db"))
    };
    let database = Arc::new(Database::open(&location, &opening).await.unwrap());
    let stores = database.stores();
    let (mut ports, _) = demo_ports(database, stores, options.plans_on, clock).await;
    ports.person_limits = options.person_limits;
    if options.finds_only_requested_tokens {
        support::extra_tokens::install(&mut ports);
    }
    Tracker::new(ports)
}
