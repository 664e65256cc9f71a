//! A toy service with its own client, for adapters that are flawed on purpose.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use conformance::mock_server::{Request, Response};
use ports::{
    Amount, Profile, RemoteError, SourceId,
    json::{self, Bounds, Json},
    source::SourceKind,
};
use support::patience;

pub use super::flaw::Flaw;
use super::{
    bugs::{BUGS, Port},
    stateful,
};

const LARGEST: usize = 8 * 1024 * 1024;
const BOUNDS: Bounds = Bounds {
    depth: 8,
    values: 10_000,
};
const NAME: &str = "The toy";
/// The answer that a flawed adapter makes up if half of an answer is missing, whatever the request.
const GUESS: &[u8] =
    br#"{"chain": "eip155:1", "number": 1, "hash": "0x1", "time": 1, "raw": 1, "points": "nowhere", "rows": []}"#;
/// The key that every request carries.
const KEY: &str = "toy-key-0123456789";
/// The timeout of a request: long for a busy machine, short for tests with a server that never answers.
fn request_timeout() -> Duration {
    patience(3) / 2
}
/// Longer than any test waits.
const NEVER: Duration = Duration::from_hours(1);
/// The time limit for a call with all its requests.
pub fn call_timeout() -> Duration {
    patience(5)
}
/// The number of flawed adapters that are checked concurrently; they mostly wait.
pub const CONCURRENCY: usize = 16;

/// A client for all adapters of one test, because creating one is slow.
pub fn client() -> reqwest::Client {
    // The first test installs it; an error means that another test already did.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy();
    client.redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// A client of the toy service, with the flaws of clients.
#[derive(Clone)]
pub struct ToyClient {
    pub base: String,
    pub flaw: Flaw,
    client: reqwest::Client,
    /// Whether a call was refused.
    refused: Arc<AtomicBool>,
    /// Whether a request was sent.
    sent: Arc<AtomicBool>,
}

impl ToyClient {
    pub fn new(base: &str, flaw: Flaw, client: &reqwest::Client) -> Self {
        Self {
            base: base.to_owned(),
            flaw,
            client: client.clone(),
            refused: Arc::default(),
            sent: Arc::default(),
        }
    }

    pub fn is(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }

    pub fn profile(&self, kind: SourceKind) -> Profile {
        let host = self.base.trim_start_matches("http://").to_owned();
        let host = if self.is(Flaw::OtherHost) {
            "example.org".to_owned()
        } else {
            host
        };
        Profile {
            id: SourceId::fixed("toy"),
            name: NAME.to_owned(),
            kind,
            website: String::new(),
            learns: "What it is asked.".to_owned(),
            capabilities: vec![],
            rate_limit: "none".to_owned(),
            hosts: vec![host],
            credentials: vec![],
        }
    }

    /// Returns the JSON at a path; null if the service has none.
    pub async fn get(&self, path: &str) -> Result<Json, RemoteError> {
        if self.is(Flaw::HoldsGrudge) && self.refused.load(Ordering::SeqCst) {
            return Err(self.down("it refused a question before"));
        }
        let is_first = !self.sent.swap(true, Ordering::SeqCst);
        let whole = match self.flaw {
            Flaw::NoTimeout | Flaw::TimeoutUntilHeaders | Flaw::TimeoutBetweenPieces => NEVER,
            Flaw::TimeoutOnFirstRequest if !is_first => NEVER,
            _ => request_timeout(),
        };
        let exchange = self.exchange(format!("{}{path}", self.base));
        let answer = tokio::time::timeout(whole, exchange).await;
        answer.map_err(|_| self.down("it does not answer in time"))?
    }

    async fn exchange(&self, mut url: String) -> Result<Json, RemoteError> {
        for _ in 0..3 {
            let answer = self.send(&url).await?;
            let status = answer.status().as_u16();
            let to = answer.headers().get("location").and_then(|to| to.to_str().ok());
            match to {
                Some(to) if self.is(Flaw::FollowsRedirects) => url = to.to_owned(),
                None if self.is(Flaw::RetriesWithoutPause) && status == 429 => {}
                _ => return self.read(&url, answer).await,
            }
        }
        let answer = self.send(&url).await?;
        self.read(&url, answer).await
    }

    async fn send(&self, url: &str) -> Result<reqwest::Response, RemoteError> {
        let sent = self.client.get(url).header("x-api-key", KEY).send();
        let limit = match self.flaw {
            Flaw::TimeoutUntilHeaders | Flaw::TimeoutBetweenPieces => request_timeout(),
            _ => NEVER,
        };
        let sent = tokio::time::timeout(limit, sent).await;
        let sent = sent.map_err(|_| self.down("it does not answer in time"))?;
        sent.map_err(|error| match self.flaw {
            Flaw::NamesUrl => self.down(&error.to_string()),
            _ => self.down("it does not answer"),
        })
    }

    async fn read(&self, url: &str, answer: reqwest::Response) -> Result<Json, RemoteError> {
        let status = answer.status().as_u16();
        self.refused.fetch_or(matches!(status, 400 | 404), Ordering::SeqCst);
        let wait = answer.headers().get("retry-after");
        let wait = wait.and_then(|text| text.to_str().ok()?.parse().ok());
        if status == 200 {
            return self.json(self.body(answer).await?);
        }
        let why = match self.flaw {
            Flaw::RepeatsWords => String::from_utf8_lossy(&self.body(answer).await.unwrap_or_default()).into_owned(),
            Flaw::NamesUrl => format!("{url} answers {status}"),
            Flaw::NamesKey => format!("status {status} for the key {KEY}"),
            _ => format!("status {status}"),
        };
        match status {
            429 if self.is(Flaw::SlowIsEmpty) => Ok(Json::Null),
            429 if !self.is(Flaw::SlowIsDown) => Err(RemoteError::RateLimited {
                who: NAME.to_owned(),
                retry_after: wait.filter(|_| !self.is(Flaw::ForgetsWait)).map(Duration::from_secs),
            }),
            401 if !self.is(Flaw::RefusedIsDown) => Err(refused(why)),
            400 => Err(refused(why)),
            404 => Ok(Json::Null),
            _ if self.is(Flaw::DownIsMalformed) => Err(malformed()),
            _ => Err(self.down(&why)),
        }
    }

    async fn body(&self, mut answer: reqwest::Response) -> Result<Vec<u8>, RemoteError> {
        let limit = if self.is(Flaw::TimeoutBetweenPieces) {
            request_timeout()
        } else {
            NEVER
        };
        let mut bytes = Vec::new();
        loop {
            let piece = tokio::time::timeout(limit, answer.chunk()).await;
            match piece.map_err(|_| self.down("it stops in the middle"))? {
                Ok(Some(piece)) => bytes.extend_from_slice(&piece),
                Ok(None) => return Ok(bytes),
                Err(_) if self.is(Flaw::HalfIsWhole) => return Ok(GUESS.to_vec()),
                Err(_) => return Err(self.down("it breaks off")),
            }
            if bytes.len() > LARGEST && !self.is(Flaw::Endless) {
                return Err(malformed());
            }
        }
    }

    fn json(&self, bytes: Vec<u8>) -> Result<Json, RemoteError> {
        match json::read(&bytes, BOUNDS) {
            Err(_) if self.is(Flaw::PageIsGuess) => json::read(GUESS, BOUNDS).map_err(|_| malformed()),
            read => read.map_err(|_| malformed()),
        }
    }

    pub fn down(&self, why: &str) -> RemoteError {
        RemoteError::Unavailable {
            who: NAME.to_owned(),
            why: why.to_owned(),
            retry_after: None,
        }
    }
}

fn refused(why: String) -> RemoteError {
    RemoteError::Refused {
        who: NAME.to_owned(),
        why,
    }
}

pub fn malformed() -> RemoteError {
    RemoteError::Malformed {
        who: NAME.to_owned(),
        what: "another shape".to_owned(),
    }
}

pub fn unsupported() -> RemoteError {
    RemoteError::Unsupported {
        who: NAME.to_owned(),
        what: "it does not know this".to_owned(),
    }
}

/// Parses a number of an answer from its digits, or through a float if that is the flaw.
pub fn number(value: &Json, flaw: Flaw) -> Option<Amount> {
    let digits = value.as_number()?.as_str();
    if flaw == Flaw::Float {
        return through_float(digits)?.parse().ok();
    }
    digits.parse().ok()
}

/// Returns the text of a number after it was a binary floating-point number.
pub fn through_float(digits: &str) -> Option<String> {
    let number: serde_json::Value = serde_json::from_str(digits).ok()?;
    Some(number.as_f64()?.to_string())
}

/// Returns a parameter of the query.
pub fn parameter(request: &Request, name: &str) -> String {
    request.query(name).unwrap_or_default()
}

pub fn nothing() -> Response {
    Response::new(404, "text/plain", "not here")
}

/// The requirements for failing servers, each with a flaw.
pub fn faulty() -> Vec<(Flaw, &'static str)> {
    vec![
        (Flaw::OtherHost, conformance::PROFILE),
        (Flaw::ForgetsWait, conformance::RATE_LIMITED),
        (Flaw::SlowIsDown, conformance::BARE_429),
        (Flaw::RefusedIsDown, conformance::REFUSED),
        (Flaw::DownIsMalformed, conformance::DOWN),
        (Flaw::PageIsGuess, conformance::NOT_JSON),
        (Flaw::HalfIsWhole, conformance::TRUNCATED),
        (Flaw::Endless, conformance::OVERSIZED),
        (Flaw::NoTimeout, conformance::SILENT),
        (Flaw::TimeoutUntilHeaders, conformance::STALLED),
        (Flaw::TimeoutBetweenPieces, conformance::DRIPPING),
        (Flaw::RepeatsWords, conformance::OWN_WORDS),
        (Flaw::NamesUrl, conformance::SECRETS),
        (Flaw::NamesKey, conformance::SECRETS),
        (Flaw::FollowsRedirects, conformance::REDIRECTED),
        (Flaw::RetriesWithoutPause, conformance::REPEATED),
        (Flaw::HoldsGrudge, conformance::REFUSED_ONCE),
    ]
}

/// Checks that the correct adapter meets every requirement, that each flawed one violates the requirement of its flaw, and that
/// every requirement has a flawed adapter: here, in the [list of bugs](super::bugs) or among the [stateful ones](super::stateful).
pub async fn check_flaws<F: Future<Output = conformance::Report>>(
    port: Port,
    check: impl Fn(Flaw, reqwest::Client) -> F,
    wrong: Vec<(Flaw, &'static str)>,
) {
    let client = client();
    let right = check(Flaw::None, client.clone()).await;
    right.assert_conforms();
    expect_violations(check, wrong.clone(), client).await;
    for requirement in right.met() {
        let is_listed = BUGS.iter().any(|bug| bug.0 == port && bug.3 == *requirement)
            || stateful::requirements(port).any(|violated| violated == *requirement);
        assert!(
            is_listed || wrong.iter().any(|(_, broken)| broken == requirement),
            "no flawed adapter violates {requirement:?}"
        );
    }
}

/// Checks that each flawed adapter violates the requirement of its flaw, and that the report says how to fix it.
async fn expect_violations<F: Future<Output = conformance::Report>>(
    check: impl Fn(Flaw, reqwest::Client) -> F,
    wrong: Vec<(Flaw, &'static str)>,
    client: reqwest::Client,
) {
    use futures::stream::{self, StreamExt};
    let run = |(flaw, requirement)| {
        let checked = check(flaw, client.clone());
        async move { (flaw, requirement, checked.await) }
    };
    let reports: Vec<_> = stream::iter(wrong.clone())
        .map(run)
        .buffer_unordered(CONCURRENCY)
        .collect()
        .await;
    for (flaw, requirement, report) in reports {
        let broken = report
            .violations()
            .iter()
            .find(|broken| broken.requirement == requirement);
        assert!(
            broken.is_some_and(|broken| broken.advice.len() > 20),
            "{flaw:?} meets {requirement:?}: {report}"
        );
    }
}
