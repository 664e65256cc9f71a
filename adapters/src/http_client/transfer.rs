//! Sending one request and reading its response.

use std::{
    error::Error,
    sync::{Arc, Once},
    time::Duration,
};

use ports::{RemoteError, Timestamp};
use reqwest::{
    Response, StatusCode,
    header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER},
    redirect::Policy,
};
use tokio::time::timeout;

use super::{
    guard::{GuardedResolver, PrivateAddress},
    hosts::Hosts,
    record::{HttpExchange, Recorder, without_key},
    request::{OutgoingRequest, RequestContext},
    retry_after,
    settings::HttpClientSettings,
};

/// The error text for a response over the size limit.
pub const TOO_LARGE: &str = "an answer that is too large";
/// How many bytes of the body of an error response are read.
const REASON: usize = 4 << 10;
/// How long a host is paused that reports that it blocks this machine.
const BLOCKED_FOR: Duration = Duration::from_hours(1);
const USER_AGENT: &str = concat!("Spyhop/", env!("CARGO_PKG_VERSION"));
static CRYPTOGRAPHY: Once = Once::new();

pub(super) struct Transfer {
    client: reqwest::Client,
    recorder: Option<Arc<dyn Recorder>>,
    limit: usize,
    longest: Duration,
    usual: AttemptTimeouts,
    slow: AttemptTimeouts,
}

/// The timeouts of one attempt.
#[derive(Clone, Copy)]
struct AttemptTimeouts {
    /// Between two chunks of the response, and before its headers.
    read: Duration,
    /// As a whole.
    total: Duration,
}

impl Transfer {
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the guarded client that the rule points to"
    )]
    pub(super) fn new(hosts: &Hosts, settings: &HttpClientSettings) -> Result<Self, String> {
        // The first provider of a process wins; one that is already installed works as well.
        CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
        let client = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .redirect(Policy::none())
            .no_proxy()
            .dns_resolver(Arc::new(GuardedResolver::new(hosts.own_names())))
            .connect_timeout(settings.connect)
            .build()
            .map_err(|why| why.to_string())?;
        Ok(Self {
            client,
            recorder: None,
            limit: settings.answer,
            longest: settings.longest,
            usual: AttemptTimeouts {
                read: settings.read,
                total: settings.total,
            },
            slow: AttemptTimeouts {
                read: settings.slow,
                total: settings.slow,
            },
        })
    }

    pub(super) fn record(&mut self, recorder: Arc<dyn Recorder>) {
        self.recorder = Some(recorder);
    }

    pub(super) async fn run(
        &self,
        request: &OutgoingRequest,
        context: &RequestContext,
        now: Timestamp,
    ) -> Result<Vec<u8>, RemoteError> {
        let timeouts = if request.is_slow() { self.slow } else { self.usual };
        let sent = self.outgoing(request).timeout(timeouts.total).send();
        let sent = timeout(timeouts.read, sent).await;
        let sent = sent.map_err(|_| context.unavailable("it did not answer in time", None))?;
        let response = sent.map_err(|why| send_error(context, &why))?;
        let status = response.status().as_u16();
        let kind = response.headers().get(CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).map(str::to_owned);
        let recorded = |body: &[u8]| {
            if let Some(recorder) = &self.recorder {
                recorder.record(&HttpExchange {
                    context,
                    url: without_key(request),
                    request: request.body(),
                    status,
                    content_type: kind.as_deref(),
                    body,
                });
            }
        };
        let refusal = match accept(&response, request, context, (now, self.longest)) {
            Ok(()) => {
                let body = self.body(response, timeouts.read, context).await?;
                recorded(&body);
                return Ok(body);
            }
            Err(refusal) => refusal,
        };
        if self.recorder.is_none() && !request.reads_error_of(status) {
            return Err(refusal);
        }
        let body = timeout(timeouts.read, beginning(response)).await.unwrap_or_default();
        recorded(&body);
        let is_answer = request.reads_error_of(status) && request.is_error_answer(&body);
        if is_answer { Ok(body) } else { Err(refusal) }
    }

    fn outgoing(&self, request: &OutgoingRequest) -> reqwest::RequestBuilder {
        let url = request.url().clone();
        let outgoing = match request.body() {
            Some(body) => {
                let outgoing = self.client.post(url).body(body.to_vec());
                // The HTTP library states no length where there is no body, and some services refuse that.
                let outgoing = if body.is_empty() {
                    outgoing.header(CONTENT_LENGTH, 0)
                } else {
                    outgoing
                };
                match request.content_type() {
                    "" => outgoing,
                    kind => outgoing.header(CONTENT_TYPE, kind),
                }
            }
            None => self.client.get(url),
        };
        let outgoing = outgoing.header(ACCEPT, "application/json, */*;q=0.5");
        let keyed = request.headers().iter();
        keyed.fold(outgoing, |outgoing, (name, key)| outgoing.header(*name, key.reveal()))
    }

    async fn body(
        &self,
        mut response: Response,
        pause: Duration,
        context: &RequestContext,
    ) -> Result<Vec<u8>, RemoteError> {
        let late = || context.unavailable("its answer took too long", None);
        let announced = response
            .content_length()
            .and_then(|length| usize::try_from(length).ok());
        if announced.is_some_and(|length| length > self.limit) {
            return Err(context.malformed(TOO_LARGE));
        }
        let mut body = Vec::with_capacity(announced.unwrap_or_default());
        loop {
            match timeout(pause, response.chunk()).await.map_err(|_| late())? {
                Ok(Some(piece)) if body.len() + piece.len() > self.limit => return Err(context.malformed(TOO_LARGE)),
                Ok(Some(piece)) => body.extend_from_slice(&piece),
                Ok(None) => return Ok(body),
                Err(why) if why.is_timeout() => return Err(late()),
                Err(_) => return Err(context.unavailable("its answer broke off", None)),
            }
        }
    }
}

/// Reads the first bytes of the body of an error response.
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

fn accept(
    response: &Response,
    request: &OutgoingRequest,
    context: &RequestContext,
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
    if let Some(error) = rate_limit_error(request, status.as_u16(), retry_after, context) {
        return Err(error);
    }
    match status {
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY => {
            Err(context.unavailable(&status_text(status), retry_after))
        }
        _ if status.is_server_error() => Err(context.unavailable(&status_text(status), retry_after)),
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => Err(context.refused(&format!(
            "it needs an API key or blocks this server ({})",
            status_text(status)
        ))),
        _ if status.is_redirection() => Err(context.refused("it redirects to another address, which is not followed")),
        _ if !status.is_success() => Err(context.refused(&status_text(status))),
        _ if header(CONTENT_TYPE).is_some_and(|kind| kind.starts_with("text/html")) => {
            Err(context.malformed("a web page instead of data"))
        }
        _ => Ok(()),
    }
}

/// Returns the error for a status that means too many requests, if it is one.
pub(super) fn rate_limit_error(
    request: &OutgoingRequest,
    status: u16,
    retry_after: Option<Duration>,
    context: &RequestContext,
) -> Option<RemoteError> {
    if request.is_blocked(status) {
        let pause = retry_after.unwrap_or_default().max(BLOCKED_FOR);
        return Some(context.rate_limited(Some(pause)));
    }
    request
        .is_rate_limited(status)
        .then(|| context.rate_limited(retry_after))
}

fn status_text(status: StatusCode) -> String {
    format!("status {}", status.as_u16())
}

/// Returns whether the host rejected only this request, such as one for a market or a row that it does not have. That is
/// no failure of the host.
pub(super) fn rejects_only_the_request(error: &RemoteError) -> bool {
    let about_it = [
        StatusCode::BAD_REQUEST,
        StatusCode::NOT_FOUND,
        StatusCode::UNPROCESSABLE_ENTITY,
    ];
    matches!(error, RemoteError::Refused { why, .. } if about_it.into_iter().any(|status| *why == status_text(status)))
}

/// Converts an error of the HTTP library. Its own text contains the URL with any key in it, so it is not used.
fn send_error(context: &RequestContext, why: &reqwest::Error) -> RemoteError {
    let causes = std::iter::successors(Some(why as &(dyn Error + 'static)), |cause| (*cause).source());
    for cause in causes {
        if let Some(private) = cause.downcast_ref::<PrivateAddress>() {
            return context.refused(&private.to_string());
        }
    }
    if why.is_timeout() {
        context.unavailable("it did not answer in time", None)
    } else if why.is_connect() {
        context.unavailable("no connection could be made", None)
    } else {
        context.unavailable("the connection broke off", None)
    }
}
