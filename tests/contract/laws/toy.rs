//! A service that is made up, with a client of its own, for adapters that are wrong on purpose.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use conformance::door::{Request, Response};
use ports::{Amount, Profile, RemoteError, SourceId, source::SourceKind};
use serde_json::Value;

/// A way to be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    None,
    // About failing servers, whatever the port.
    OtherHost,
    ForgetsWait,
    SlowIsDown,
    RefusedIsDown,
    DownIsMalformed,
    PageIsGuess,
    HalfIsWhole,
    Endless,
    Patient,
    RepeatsWords,
    HoldsGrudge,
    // About answers.
    ByPlace,
    Forgetful,
    Float,
    // Of sources of prices.
    TwiceEach,
    MissingIsZero,
    ZeroIsMissing,
    OddFailsAll,
    OneRefusalFailsAll,
    OwnTime,
    BelievesTomorrow,
    IgnoresMoment,
    AnswersAll,
    AsksAnyway,
    NoBatch,
    // Of readers of chains.
    KeepsZero,
    OldHead,
    Unpinned,
    HalfRead,
    BrokenIsZero,
    AnswersForeign,
    AsksForeign,
    AnyChain,
    TellsFirst,
    Backwards,
    MoreMetadata,
    ProbeGuesses,
    BelievesOldHeads,
    BelievesTheFirstBlock,
    BelievesFutureHeads,
    BelievesSyncingNodes,
    BelievesNodesWithoutState,
    // Of finders, lists and rates.
    BadRowFailsAll,
    RefusedChainFailsAll,
    NamesTwice,
    OtherId,
    MissingRateFailsAll,
    // Of resolvers of names.
    ElsewherePoints,
    MissingIsFailure,
    NowhereIsMissing,
    OffChainIsMissing,
    NeverNames,
    BelievesClaims,
    TakesLoudNames,
    NamelessIsMissing,
    FailureIsMissing,
}

const LARGEST: usize = 8 * 1024 * 1024;
const WHO: &str = "The toy";
/// What somebody may make up where half of an answer is missing, whatever was asked.
const GUESS: &[u8] =
    br#"{"chain": "eip155:1", "number": 1, "hash": "0x1", "time": 1, "raw": 1, "points": "nowhere", "rows": []}"#;
/// How long a request may take: long for a busy machine, short for whoever waits for a server that says nothing.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How long a question of one request and its second thoughts may take.
pub const IN_ALL: Duration = Duration::from_secs(5);
/// Wrong adapters under way at once: most of their time they wait.
const ABREAST: usize = 8;

/// A client for all adapters of one test: to make one takes longer than to use it.
fn client() -> reqwest::Client {
    // The first test to come installs it; that another one was quicker is no error.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy().build().unwrap()
}

/// A client of the toy service, with the flaws that a client can have.
#[derive(Clone)]
pub struct Wire {
    pub base: String,
    pub flaw: Flaw,
    client: reqwest::Client,
    /// Whether a question was refused.
    refused: Arc<AtomicBool>,
}

impl Wire {
    pub fn new(base: &str, flaw: Flaw, client: &reqwest::Client) -> Self {
        Self {
            base: base.to_owned(),
            flaw,
            client: client.clone(),
            refused: Arc::default(),
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
            name: WHO.to_owned(),
            kind,
            website: String::new(),
            learns: "What it is asked.".to_owned(),
            capabilities: vec![],
            rate_limit: "none".to_owned(),
            hosts: vec![host],
            credentials: vec![],
        }
    }

    /// The JSON at a path; null where the service knows nothing of it.
    pub async fn get(&self, path: &str) -> Result<Value, RemoteError> {
        let patience = if self.is(Flaw::Patient) {
            PATIENCE * 10
        } else {
            PATIENCE
        };
        if self.is(Flaw::HoldsGrudge) && self.refused.load(Ordering::SeqCst) {
            return Err(self.down("it refused a question before"));
        }
        let question = self.client.get(format!("{}{path}", self.base)).timeout(patience);
        let answer = question.send().await;
        let answer = answer.map_err(|_| self.down("it does not answer"))?;
        let status = answer.status().as_u16();
        self.refused.fetch_or(matches!(status, 400 | 404), Ordering::SeqCst);
        let wait = answer
            .headers()
            .get("retry-after")
            .and_then(|text| text.to_str().ok()?.parse().ok());
        if status == 200 {
            return self.json(self.body(answer).await?);
        }
        let words = String::from_utf8_lossy(&self.body(answer).await.unwrap_or_default()).into_owned();
        let why = if self.is(Flaw::RepeatsWords) {
            words
        } else {
            format!("status {status}")
        };
        match status {
            429 if !self.is(Flaw::SlowIsDown) => Err(RemoteError::RateLimited {
                who: WHO.to_owned(),
                retry_after: wait.filter(|_| !self.is(Flaw::ForgetsWait)).map(Duration::from_secs),
            }),
            401 if !self.is(Flaw::RefusedIsDown) => Err(RemoteError::Refused {
                who: WHO.to_owned(),
                why,
            }),
            400 => Err(RemoteError::Refused {
                who: WHO.to_owned(),
                why,
            }),
            404 => Ok(Value::Null),
            _ if self.is(Flaw::DownIsMalformed) => Err(malformed()),
            _ => Err(self.down(&why)),
        }
    }

    async fn body(&self, mut answer: reqwest::Response) -> Result<Vec<u8>, RemoteError> {
        let mut bytes = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => return Ok(bytes),
                Err(_) if self.is(Flaw::HalfIsWhole) => return Ok(GUESS.to_vec()),
                Err(_) => return Err(self.down("it breaks off")),
            }
            if bytes.len() > LARGEST && !self.is(Flaw::Endless) {
                return Err(malformed());
            }
        }
    }

    fn json(&self, bytes: Vec<u8>) -> Result<Value, RemoteError> {
        match serde_json::from_slice(&bytes) {
            Ok(value) => Ok(value),
            Err(_) if self.is(Flaw::PageIsGuess) => serde_json::from_slice(GUESS).map_err(|_| malformed()),
            Err(_) => Err(malformed()),
        }
    }

    pub fn down(&self, why: &str) -> RemoteError {
        RemoteError::Unavailable {
            who: WHO.to_owned(),
            why: why.to_owned(),
            retry_after: None,
        }
    }
}

pub fn malformed() -> RemoteError {
    RemoteError::Malformed {
        who: WHO.to_owned(),
        what: "another shape".to_owned(),
    }
}

pub fn unsupported() -> RemoteError {
    RemoteError::Unsupported {
        who: WHO.to_owned(),
        what: "it does not know this".to_owned(),
    }
}

/// A number of an answer, digit by digit; or, wrongly, through a binary fraction.
pub fn number(value: &Value, flaw: Flaw) -> Option<Amount> {
    let digits = value.as_number()?.to_string();
    if flaw == Flaw::Float {
        return value.as_f64()?.to_string().parse().ok();
    }
    digits.parse().ok()
}

/// What stands behind a name in the query.
pub fn asked(request: &Request, name: &str) -> String {
    request.query(name).unwrap_or_default()
}

pub fn nothing() -> Response {
    Response::new(404, "text/plain", "not here")
}

/// The laws that speak of a server that fails, with a flaw for each.
pub fn faulty() -> Vec<(Flaw, &'static str)> {
    vec![
        (Flaw::OtherHost, conformance::PROFILE),
        (Flaw::ForgetsWait, conformance::SLOW_DOWN),
        (Flaw::SlowIsDown, conformance::BARE_429),
        (Flaw::RefusedIsDown, conformance::REFUSED),
        (Flaw::DownIsMalformed, conformance::DOWN),
        (Flaw::PageIsGuess, conformance::NOT_JSON),
        (Flaw::HalfIsWhole, conformance::CUT_OFF),
        (Flaw::Endless, conformance::FULL),
        (Flaw::Patient, conformance::SILENT),
        (Flaw::RepeatsWords, conformance::OWN_WORDS),
        (Flaw::HoldsGrudge, conformance::REFUSED_ONCE),
    ]
}

/// The right adapter keeps every law, each wrong one breaks the law that it is made for, and no law is without one.
pub async fn judge<F: Future<Output = conformance::Report>>(
    check: impl Fn(Flaw, reqwest::Client) -> F,
    wrong: Vec<(Flaw, &'static str)>,
) {
    use futures::stream::{self, StreamExt};
    let client = client();
    let right = check(Flaw::None, client.clone()).await;
    right.expect_whole();
    let run = |(flaw, law)| {
        let checked = check(flaw, client.clone());
        async move { (flaw, law, checked.await) }
    };
    let reports: Vec<_> = stream::iter(wrong.clone())
        .map(run)
        .buffer_unordered(ABREAST)
        .collect()
        .await;
    for (flaw, law, report) in reports {
        let broken = report.broken().iter().find(|broken| broken.law == law);
        assert!(
            broken.is_some_and(|broken| broken.advice.len() > 20),
            "{flaw:?} keeps {law:?}: {report}"
        );
    }
    for law in right.kept() {
        assert!(
            wrong.iter().any(|(_, broken)| broken == law),
            "no wrong adapter breaks {law:?}"
        );
    }
}
