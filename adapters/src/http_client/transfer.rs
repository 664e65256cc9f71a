//! One exchange with a host: the request as it leaves, the answer as it comes back.

use std::{
    error::Error,
    sync::{Arc, Once},
    time::Duration,
};

use ports::{RemoteError, Timestamp};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};
use serde_json::Value;

use super::{
    Settings,
    guard::{GuardedResolver, PrivateAddress},
    hosts::Hosts,
    record::{Exchange, Recorder, without_key},
    request::{Errand, Request},
    retry_after,
};

/// What is said of an answer over the limit.
pub const TOO_LARGE: &str = "an answer that is too large";
/// Bytes of the body of a bad status that are read: a reason is short.
const REASON: usize = 4 << 10;
/// How long a host rests that says that it blocks this machine.
const BLOCKED_FOR: Duration = Duration::from_hours(1);
const USER_AGENT: &str = concat!("Spyhop/", env!("CARGO_PKG_VERSION"));
static CRYPTOGRAPHY: Once = Once::new();

pub(super) struct Transfer {
    client: reqwest::Client,
    recorder: Option<Arc<dyn Recorder>>,
    limit: usize,
    longest: Duration,
}

impl Transfer {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the guarded client that the rule points to"
    )]
    pub(super) fn new(hosts: &Hosts, settings: &Settings) -> Result<Self, String> {
        // The first of a process wins; another one that stands already serves as well.
        CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let client = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(Arc::new(GuardedResolver::new(hosts.own_names())))
            .connect_timeout(settings.connect)
            .read_timeout(settings.read)
            .timeout(settings.total)
            .build()
            .map_err(|why| why.to_string())?;
        Ok(Self {
            client,
            recorder: None,
            limit: settings.answer,
            longest: settings.longest,
        })
    }

    pub(super) fn record(&mut self, recorder: Arc<dyn Recorder>) {
        self.recorder = Some(recorder);
    }

    pub(super) async fn run(&self, request: &Request, errand: &Errand, now: Timestamp) -> Result<Vec<u8>, RemoteError> {
        let sent = self.outgoing(request).send().await;
        let response = sent.map_err(|why| unanswered(errand, &why))?;
        let status = response.status().as_u16();
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).map(str::to_owned);
        let recorded = |body: &[u8]| {
            if let Some(recorder) = &self.recorder {
                recorder.record(&Exchange {
                    errand,
                    url: without_key(request),
                    request: request.body(),
                    status,
                    content_type: kind.as_deref(),
                    body,
                });
            }
        };
        let refusal = match accept(&response, request, errand, (now, self.longest)) {
            Ok(()) => {
                let body = self.body(response, errand).await?;
                recorded(&body);
                return Ok(body);
            }
            Err(refusal) => refusal,
        };
        if self.recorder.is_none() && !request.reads_error_of(status) {
            return Err(refusal);
        }
        let body = beginning(response).await;
        recorded(&body);
        let is_answer = request.reads_error_of(status) && is_rpc_error(&body);
        if is_answer { Ok(body) } else { Err(refusal) }
    }

    fn outgoing(&self, request: &Request) -> reqwest::RequestBuilder {
        let url = request.url().clone();
        let outgoing = match request.body() {
            Some(body) => self
                .client
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .body(body.to_vec()),
            None => self.client.get(url),
        };
        let outgoing = outgoing.header(ACCEPT, "application/json, */*;q=0.5");
        let keyed = request.headers().iter();
        keyed.fold(outgoing, |outgoing, (name, key)| outgoing.header(*name, key.reveal()))
    }

    async fn body(&self, mut response: Response, errand: &Errand) -> Result<Vec<u8>, RemoteError> {
        let announced = response
            .content_length()
            .and_then(|length| usize::try_from(length).ok());
        if announced.is_some_and(|length| length > self.limit) {
            return Err(errand.malformed(TOO_LARGE));
        }
        let mut body = Vec::with_capacity(announced.unwrap_or_default());
        loop {
            match response.chunk().await {
                Ok(Some(piece)) if body.len() + piece.len() > self.limit => return Err(errand.malformed(TOO_LARGE)),
                Ok(Some(piece)) => body.extend_from_slice(&piece),
                Ok(None) => return Ok(body),
                Err(why) if why.is_timeout() => return Err(errand.unavailable("its answer took too long", None)),
                Err(_) => return Err(errand.unavailable("its answer broke off", None)),
            }
        }
    }
}

/// The first bytes of the body of a bad status.
async fn beginning(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        let room = REASON - body.len();
        body.extend_from_slice(&piece[..piece.len().min(room)]);
        if body.len() == REASON {
            break;
        }
    }
    body
}

/// Whether the body of a bad status is a JSON-RPC error, from which the caller reads the reason. The text of any other body is
/// not looked at.
fn is_rpc_error(body: &[u8]) -> bool {
    let value = serde_json::from_slice::<Value>(body).unwrap_or_default();
    let first = value.as_array().map_or(Some(&value), |answers| answers.first());
    first.is_some_and(|answer| answer["error"].is_object())
}

fn accept(
    response: &Response,
    request: &Request,
    errand: &Errand,
    (now, longest): (Timestamp, Duration),
) -> Result<(), RemoteError> {
    let header = |name| {
        response
            .headers()
            .get(name)
            .and_then(|value: &reqwest::header::HeaderValue| value.to_str().ok())
    };
    let retry_after = header(RETRY_AFTER).and_then(|text| retry_after::parse(text, now, longest));
    let status = response.status();
    if let Some(error) = too_often(request, status.as_u16(), retry_after, errand) {
        return Err(error);
    }
    match status {
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => Err(errand.unavailable(&said(status), retry_after)),
        _ if status.is_server_error() => Err(errand.unavailable(&said(status), retry_after)),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            Err(errand.refused(&format!("it needs an API key or blocks this server ({})", said(status))))
        }
        _ if status.is_redirection() => Err(errand.refused("it redirects to another address, which is not followed")),
        _ if !status.is_success() => Err(errand.refused(&said(status))),
        _ if header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("text/html")) => {
            Err(errand.malformed("a web page instead of data"))
        }
        _ => Ok(()),
    }
}

/// The failure of a status that means too many requests, if it is one.
pub(super) fn too_often(
    request: &Request,
    status: u16,
    retry_after: Option<Duration>,
    errand: &Errand,
) -> Option<RemoteError> {
    if request.is_blocked(status) {
        let rest = retry_after.unwrap_or_default().max(BLOCKED_FOR);
        return Some(errand.rate_limited(Some(rest)));
    }
    request.is_too_often(status).then(|| errand.rate_limited(retry_after))
}

fn said(status: StatusCode) -> String {
    format!("status {}", status.as_u16())
}

/// Whether the host answered, and what it refuses is the question alone: a market or a row that it does not know. That
/// says nothing against the host.
pub(super) fn refuses_the_question(error: &RemoteError) -> bool {
    let about_it = [
        StatusCode::BAD_REQUEST,
        StatusCode::NOT_FOUND,
        StatusCode::UNPROCESSABLE_ENTITY,
    ];
    matches!(error, RemoteError::Refused { why, .. } if about_it.into_iter().any(|status| *why == said(status)))
}

/// The client's own error texts name the address that was asked, with any key in it: none of them passes.
fn unanswered(errand: &Errand, why: &reqwest::Error) -> RemoteError {
    let causes = std::iter::successors(Some(why as &(dyn Error + 'static)), |cause| (*cause).source());
    for cause in causes {
        if let Some(private) = cause.downcast_ref::<PrivateAddress>() {
            return errand.refused(&private.to_string());
        }
    }
    if why.is_timeout() {
        errand.unavailable("it did not answer in time", None)
    } else if why.is_connect() {
        errand.unavailable("no connection could be made", None)
    } else {
        errand.unavailable("the connection broke off", None)
    }
}
